package catalogue

// house is one of the made-up providers, without prices. What they do with
// prompts differs, so that every rule about privacy leaves some and drops some.
func house(name string) Provider {
	p := Provider{Name: name}
	switch name {
	case "Atlas":
		p.Latency, p.Throughput, p.Accuracy, p.Quantization = 0.32, 90, 0.97, "bf16"
		p.Retains = true
	case "Borealis":
		p.Latency, p.Throughput, p.Accuracy, p.Quantization = 0.54, 60, 0.99, "fp16"
	case "Cobalt":
		p.Latency, p.Throughput, p.Accuracy, p.Quantization = 0.26, 140, 0.93, "fp8"
		p.Retains, p.TrainsFree = true, true
	case "Dynamo":
		p.Latency, p.Throughput, p.Accuracy, p.Quantization = 0.18, 210, 0.84, "fp4"
		p.Retains, p.TrainsFree, p.Publishes = true, true, true
		p.Lacks = []string{"tools", "tool_choice", "top_logprobs"}
	case "Estuary":
		p.Latency, p.Throughput, p.Accuracy, p.Quantization = 0.41, 75, 0.91, "fp8"
		p.Retains, p.TrainsFree, p.TrainsPaid = true, true, true
		p.Lacks = []string{"top_logprobs"}
	case "Granite":
		p.Latency, p.Throughput, p.Accuracy, p.Quantization = 0.70, 45, 0.98, "bf16"
	case "Halyard":
		p.Latency, p.Throughput, p.Accuracy, p.Quantization = 0.22, 180, 0.95, "fp8"
		p.Retains = true
	case "Kelp":
		p.Latency, p.Throughput, p.Accuracy, p.Quantization = 0.90, 30, 0.80, "int8"
		p.Retains, p.Publishes = true, true
		p.Lacks = []string{"tools", "tool_choice", "text", "top_k", "top_logprobs"}
	}
	return p
}

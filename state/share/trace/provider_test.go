package trace_test

import (
	"net/http"
	"slices"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/share/trace"
)

// sentTo returns the span of an answered request, with content, by attribute.
func sentTo(address, request, answer string) map[string]any {
	c := &wire.Capture{Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean}, Sent: wire.Sent{Method: http.MethodPost, URL: address, Body: []byte(request)}}
	c.Head = &wire.Head{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}}
	c.Body.Append([]byte(answer), 1)
	x := state.FromCapture(state.KindOf(c.Sent), c)
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	all := map[string]any{}
	for _, a := range trace.Of(history.About{Kind: state.KindOf(c.Sent), Service: "service"}, x, c, true)[0].Attributes {
		all[a.Key] = a.Value
	}
	return all
}

// TestProvidersByAddress checks the well-known values of gen_ai.provider.name, and that an address that
// only resembles one is named by its host.
func TestProvidersByAddress(t *testing.T) {
	for address, want := range map[string]string{
		"https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1/chat/completions":                                                    "aws.bedrock",
		"https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com/openai/v1/chat/completions":                                           "aws.bedrock",
		"https://bedrock-runtime.eu-central-1.api.aws/openai/v1/chat/completions":                                                       "aws.bedrock",
		"https://bedrock-mantle.us-east-2.api.aws/v1/responses":                                                                         "aws.bedrock",
		"https://vpce-0ab1-cd2.bedrock-runtime.us-east-1.vpce.amazonaws.com/openai/v1/chat/completions":                                 "aws.bedrock",
		"https://bedrock-agent-runtime.us-west-2.amazonaws.com/rerank":                                                                  "aws.bedrock",
		"https://bedrock-runtime.us-east-1.amazonaws.com.proxy.example/v1/chat/completions":                                             "bedrock-runtime.us-east-1.amazonaws.com.proxy.example",
		"https://my-bedrock-runtime.us-east-1.amazonaws.com/v1/chat/completions":                                                        "my-bedrock-runtime.us-east-1.amazonaws.com",
		"https://runtime.sagemaker.us-east-1.amazonaws.com/v1/chat/completions":                                                         "runtime.sagemaker.us-east-1.amazonaws.com",
		"https://contoso.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2025-01-01":                               "azure.ai.openai",
		"https://contoso.openai.azure.us/openai/v1/responses":                                                                           "azure.ai.openai",
		"https://contoso.services.ai.azure.com/openai/v1/responses":                                                                     "azure.ai.openai",
		"https://westeurope.cognitiveservices.azure.com/openai/deployments/gpt/chat/completions":                                        "azure.ai.openai",
		"https://contoso.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview":                                  "azure.ai.inference",
		"https://Mistral-abc.eastus2.models.ai.azure.com/v1/chat/completions":                                                           "azure.ai.inference",
		"https://contoso.services.ai.azure.com/anthropic/v1/messages":                                                                   "contoso.services.ai.azure.com",
		"https://contoso.azure.com/openai/v1/responses":                                                                                 "contoso.azure.com",
		"https://openai.azure.com.proxy.example/v1/responses":                                                                           "openai.azure.com.proxy.example",
		"https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/us-central1/publishers/google/models/g:generateContent":  "gcp.vertex_ai",
		"https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/g:generateContent":                   "gcp.vertex_ai",
		"https://aiplatform.eu.rep.googleapis.com/v1/projects/p/locations/eu/publishers/google/models/g:generateContent":                "gcp.vertex_ai",
		"https://europe-west4-aiplatform.googleapis.com/v1/projects/p/locations/europe-west4/endpoints/openapi/chat/completions":        "gcp.vertex_ai",
		"https://us-east1-aiplatform-psc1.p.googleapis.com/v1/projects/p/locations/us-east1/publishers/google/models/g:generateContent": "gcp.vertex_ai",
		"https://generativelanguage.googleapis.com/v1beta/models/g:generateContent":                                                     "gcp.gemini",
		"https://discoveryengine.googleapis.com/v1/chat/completions":                                                                    "discoveryengine.googleapis.com",
		"https://us-central1-aiplatform.googleapis.com.proxy.example/v1/chat/completions":                                               "us-central1-aiplatform.googleapis.com.proxy.example",
		"https://eu-de.ml.cloud.ibm.com/ml/v1/text/chat/completions":                                                                    "ibm.watsonx.ai",
		"https://eu.api.openai.com/v1/responses":                                                                                        "openai",
		"https://us-east-1.api.x.ai/v1/chat/completions":                                                                                "x_ai",
		"https://codestral.mistral.ai/v1/chat/completions":                                                                              "mistral_ai",
		"https://chatgpt.com/backend-api/codex/responses":                                                                               "openai",
		"https://api.openai.com.proxy.example/v1/responses":                                                                             "api.openai.com.proxy.example",
	} {
		if got := sentTo(address, `{"model":"m"}`, `{}`)["gen_ai.provider.name"]; got != want {
			t.Errorf("%s: %v, want %s", address, got, want)
		}
	}
}

func TestStopSequencesOfAPIs(t *testing.T) {
	for _, c := range []struct {
		address, request string
		want             []string
	}{
		{"https://generativelanguage.googleapis.com/v1beta/models/g:generateContent", `{"contents":[],"generationConfig":{"stopSequences":["END","\n\n"]}}`, []string{"END", "\n\n"}},
		{"http://localhost:11434/api/chat", `{"model":"m","messages":[],"options":{"stop":["END"]}}`, []string{"END"}},
		{"http://localhost:11434/api/generate", `{"model":"m","prompt":"x","options":{"stop":"END"}}`, []string{"END"}},
		{"https://api.anthropic.com/v1/messages", `{"model":"m","messages":[],"stop_sequences":["END"]}`, []string{"END"}},
		{"https://api.openai.com/v1/chat/completions", `{"model":"m","messages":[],"stop":"END"}`, []string{"END"}},
		{"https://api.openai.com/v1/chat/completions", `{"model":"m","messages":[],"metadata":{"stop":"END"},"stop":null}`, nil},
		{"https://generativelanguage.googleapis.com/v1beta/models/g:generateContent", `{"contents":[],"generationConfig":{"stopSequences":[]}}`, nil},
	} {
		got, _ := sentTo(c.address, c.request, `{}`)["gen_ai.request.stop_sequences"].([]string)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.request, got, c.want)
		}
	}
}

// TestCompactionsHaveTheirUsage: POST /responses/compact is billed as a call of its model, which only the
// request names (https://platform.openai.com/docs/api-reference/responses/compact).
func TestCompactionsHaveTheirUsage(t *testing.T) {
	const answer = `{"id":"resp_1","object":"response.compaction","created_at":1,"output":[{"id":"c","type":"compaction","encrypted_content":"gAAA"}],"usage":{"input_tokens":139,"input_tokens_details":{"cached_tokens":12},"output_tokens":438,"output_tokens_details":{"reasoning_tokens":64},"total_tokens":577}}`
	for address, counted := range map[string]bool{
		"https://api.openai.com/v1/responses/compact":                  true,
		"https://chatgpt.com/backend-api/codex/responses/compact":      true,
		"https://contoso.openai.azure.com/openai/v1/responses/compact": true,
		"https://api.openai.com/v1/compact":                            false, // no call of a model that is known
	} {
		s := sentTo(address, `{"model":"gpt-5","input":"x"}`, answer)
		for key, want := range map[string]any{
			"gen_ai.operation.name": "compact", "gen_ai.request.model": "gpt-5", "gen_ai.response.id": "resp_1",
			"gen_ai.usage.input_tokens": int64(139), "gen_ai.usage.cache_read.input_tokens": int64(12), "gen_ai.usage.output_tokens": int64(438), "gen_ai.usage.reasoning.output_tokens": int64(64),
		} {
			if !counted {
				want = nil
			}
			if s[key] != want {
				t.Errorf("%s: %s is %v, want %v", address, key, s[key], want)
			}
		}
		if s["gen_ai.response.finish_reasons"] != nil {
			t.Errorf("%s: it stopped with %v", address, s["gen_ai.response.finish_reasons"])
		}
	}
}

package field

// The fields of this file are only named in the document; their structure is
// that of public services (wire-notes §2). Of an unknown value the checks give
// a hint, never a fault, so no choice here is closed.

func reasoning() Field {
	effort := []string{"max", "xhigh", "high", "medium", "low", "minimal", "none"}
	return object("reasoning", "How the model thinks before it answers.", orNull([]Field{
		choice("effort", "How much it thinks.", effort...),
		choice("summary", "How its thoughts are summed up.", "auto", "concise", "detailed"),
		choice("context", "Which turns' thoughts it is given.", "auto", "all_turns", "current_turn"),
		choice("mode", "How it thinks.", "standard", "pro"),
		toggle("enabled", "Whether it thinks at all."),
		integer("max_tokens", "Tokens to think with."),
	})...)
}

func textFormat() Field {
	schema := ofType("json_schema")
	return object("text", "The answer's form.",
		object("format", "Text, any JSON object, or JSON of a schema.",
			choice("type", "The form.", "text", "json_object", "json_schema").required(),
			text("name", "Of the schema.").inert(schema),
			Field{Name: "schema", Kind: Schema, Help: "JSON Schema that the answer fits.", Inert: schema},
			text("description", "What the schema is for.").inert(schema),
			toggle("strict", "The answer keeps to the schema exactly.").orNull().inert(schema),
		).with(
			Option{`{"type":"text"}`, "plain text"},
			Option{`{"type":"json_object"}`, "any JSON object"},
			Option{`{"type":"json_schema","name":"answer","strict":true,"schema":{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"],"additionalProperties":false}}`, "JSON of a schema"},
		),
		choice("verbosity", "How much it says.", "low", "medium", "high", "xhigh", "max").orNull(),
	)
}

func toolChoice() Field {
	other := object("", "One tool, or some of them.",
		choice("type", "Kind of the tool that must be called, or allowed_tools.", "function", "web_search_preview",
			"web_search_preview_2025_03_11", "apply_patch", "shell", "allowed_tools").required(),
		text("name", "Of the function.").from(Names).inert(ofType("function", "custom")),
		choice("mode", "Whether one of them must be called.", "auto", "required").inert(ofType("allowed_tools")),
		objects("tools", "The tools that are allowed.",
			choice("type", "Kind of the tool.", "function").required(),
			text("name", "Of the function.").from(Names),
		).inert(ofType("allowed_tools")),
	).with(
		Option{`{"type":"function","name":""}`, "this function"},
		Option{`{"type":"allowed_tools","mode":"auto","tools":[]}`, "some of the tools"},
		Option{`{"type":"web_search_preview"}`, "the web search"},
		Option{`{"type":"apply_patch"}`, "apply patch"},
		Option{`{"type":"shell"}`, "the shell"},
	)
	return choice("tool_choice", "Whether the model calls tools: a word, or the tool to call.", "auto", "none", "required").or(other)
}

func provider() Field {
	quantizations := []string{
		"int4", "int8", "fp4", "mxfp4", "nvfp4", "fp6", "fp8", "mxfp8", "fp16", "bf16", "fp32", "unknown",
	}
	price := func(name, of string) Field { return text(name, "USD, "+of+", written as a string.") }
	percentiles := func() Field {
		return object("", "By percentile.", number("p50", "For half of the requests."), number("p75", "For 75 of 100."), number("p90", "For 90 of 100."), number("p99", "For 99 of 100."))
	}
	return object("provider", "Which providers may serve the request, and in which order.",
		list("order", "Providers to try first, in this order.").orNull().from(Providers),
		list("only", "Only these providers.").orNull().from(Providers),
		list("ignore", "None of these providers.").orNull().from(Providers),
		toggle("allow_fallbacks", "Another provider may serve when the first cannot.").orNull(),
		choice("sort", "What the providers are ordered by.", "price", "throughput", "latency", "exacto").orNull().or(
			object("", "By what, and whether within each model.",
				choice("by", "What the providers are ordered by.", "price", "throughput", "latency", "exacto"),
				choice("partition", "model: each model's providers apart; none: all together.", "model", "none"),
			).with(Option{`{"by":"price","partition":"none"}`, "all models' providers together"})),
		object("max_price", "The most that may be paid.",
			price("prompt", "per million input tokens"), price("completion", "per million output tokens"),
			price("image", "per image"), price("audio", "per audio"), price("request", "per request")),
		list("quantizations", "Only these weights' precisions.").orNull().of(quantizations...),
		toggle("require_parameters", "Only providers that know every parameter of the request.").orNull(),
		choice("data_collection", "deny: only providers that do not keep or train on what is sent.", "deny", "allow").orNull(),
		toggle("zdr", "Only providers with zero data retention.").orNull(),
		toggle("enforce_distillable_text", "Only models whose text may be used to train others.").orNull(),
		number("preferred_max_latency", "Seconds until the first token; slower providers come last.").orNull().or(percentiles()),
		number("preferred_min_throughput", "Tokens per second; slower providers come last.").orNull().or(percentiles()),
	)
}

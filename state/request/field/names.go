package field

// The fields of this file are only named in the document; their structure is
// that of public services (wire-notes §2). Of an unknown value the checks give
// a hint, never a fault, so no choice here is closed.

func reasoning() Field {
	effort := []string{"max", "xhigh", "high", "medium", "low", "minimal", "none"}
	return object("reasoning", "Reasoning settings.", orNull([]Field{
		choice("effort", "Reasoning effort.", effort...),
		choice("summary", "Level of detail of the reasoning summary.", "auto", "concise", "detailed"),
		choice("context", "Turns whose reasoning the model sees.", "auto", "all_turns", "current_turn"),
		choice("mode", "Reasoning mode.", "standard", "pro"),
		toggle("enabled", "Turns reasoning on or off."),
		integer("max_tokens", "Maximum reasoning tokens."),
	})...)
}

func textFormat() Field {
	schema := ofType("json_schema")
	return object("text", "Output format and verbosity.",
		object("format", "Plain text, any JSON object, or JSON that matches a schema.",
			choice("type", "Format type.", "text", "json_object", "json_schema").required(),
			text("name", "Schema name.").inert(schema),
			Field{Name: "schema", Kind: JSON, Help: "JSON Schema for the output.", Inert: schema},
			text("description", "What the schema is for.").inert(schema),
			toggle("strict", "Enforce the schema exactly.").orNull().inert(schema),
		).with(
			Option{`{"type":"text"}`, "plain text"},
			Option{`{"type":"json_object"}`, "any JSON object"},
			Option{`{"type":"json_schema","name":"answer","strict":true,"schema":{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"],"additionalProperties":false}}`, "JSON that matches a schema"},
		),
		choice("verbosity", "Length of the answer.", "low", "medium", "high", "xhigh", "max").orNull(),
	)
}

func toolChoice() Field {
	other := object("", "One tool, or a set of them.",
		choice("type", "Tool to call, or allowed_tools.", "function", "web_search_preview",
			"web_search_preview_2025_03_11", "apply_patch", "shell", "allowed_tools").required(),
		text("name", "Function name.").from(Names).inert(ofType("function", "custom")),
		choice("mode", "required: the model must call one of them.", "auto", "required").inert(ofType("allowed_tools")),
		objects("tools", "Allowed tools.",
			choice("type", "Tool type.", "function").required(),
			text("name", "Function name.").from(Names),
		).inert(ofType("allowed_tools")),
	).with(
		Option{`{"type":"function","name":""}`, "a function"},
		Option{`{"type":"allowed_tools","mode":"auto","tools":[]}`, "some of the tools"},
		Option{`{"type":"web_search_preview"}`, "web search"},
		Option{`{"type":"apply_patch"}`, "apply patch"},
		Option{`{"type":"shell"}`, "shell"},
	)
	return choice("tool_choice", "Which tools the model may or must call.", "auto", "none", "required").or(other)
}

func provider() Field {
	quantizations := []string{
		"int4", "int8", "fp4", "mxfp4", "nvfp4", "fp6", "fp8", "mxfp8", "fp16", "bf16", "fp32", "unknown",
	}
	price := func(name, of string) Field { return text(name, "USD, "+of+", as a string.") }
	percentiles := func() Field {
		return object("", "By percentile of requests.", number("p50", "50th percentile."), number("p75", "75th percentile."), number("p90", "90th percentile."), number("p99", "99th percentile."))
	}
	return object("provider", "Provider preferences: order, filters and limits.",
		list("order", "Providers to try first, in order.").orNull().from(Providers),
		list("only", "Use only these providers.").orNull().from(Providers),
		list("ignore", "Never use these providers.").orNull().from(Providers),
		toggle("allow_fallbacks", "Allow other providers if the preferred ones fail.").orNull(),
		choice("sort", "Sort order of the providers.", "price", "throughput", "latency", "exacto").orNull().or(
			object("", "Sort key and grouping.",
				choice("by", "Sort key.", "price", "throughput", "latency", "exacto"),
				choice("partition", "model: sort within each model; none: sort across all models.", "model", "none"),
			).with(Option{`{"by":"price","partition":"none"}`, "across all models"})),
		object("max_price", "Maximum prices.",
			price("prompt", "per million input tokens"), price("completion", "per million output tokens"),
			price("image", "per image"), price("audio", "per audio"), price("request", "per request")),
		list("quantizations", "Allowed quantizations.").orNull().of(quantizations...),
		toggle("require_parameters", "Use only providers that support every parameter in the request.").orNull(),
		choice("data_collection", "deny: use only providers that neither store nor train on your data.", "deny", "allow").orNull(),
		toggle("zdr", "Use only providers with zero data retention.").orNull(),
		toggle("enforce_distillable_text", "Use only models whose output may be used for training.").orNull(),
		number("preferred_max_latency", "Seconds to first token; slower providers are tried last.").orNull().or(percentiles()),
		number("preferred_min_throughput", "Tokens per second; slower providers are tried last.").orNull().or(percentiles()),
	)
}

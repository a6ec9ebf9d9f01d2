package field

// Groups returns the request body of POST /responses (document, "Responses request body") without
// input, plugins and tools, which have other editors. If the document shows only a name, the
// structure is that of wire-notes §2.
func Groups() []Group {
	return []Group{
		{"model & routing", routing()},
		{"text", texts()},
		{"sampling", sampling()},
		{"limits", limits()},
		{"tools", toolUse()},
		{"caching", caching()},
		{"identity", identity()},
		{"debug", []Field{
			object("debug", "Debug output in the stream.",
				toggle("echo_upstream_body", "Start the stream with the request body that was sent upstream."),
			).inert(withoutStream),
		}},
	}
}

func routing() []Field {
	return []Field{
		text("model", "Model slug, <vendor>/<model>.").from(Models),
		list("models", "Model slugs to choose from.").from(Models),
		provider(),
		enum("service_tier", "Processing tier; fast is an alias for priority.", "auto", "default", "fast", "flex", "priority", "scale").orNull().usually("auto"),
		toggle("stream", "Stream the response as events.").usually("false"),
		toggle("background", "Run the request in the background.").orNull(),
		choice("route", "How models are chosen: fallback tries them in order, sort uses provider.sort.", "fallback", "sort").
			deprecated("use models and provider.sort"),
	}
}

func texts() []Field {
	return []Field{
		text("instructions", "System instructions, placed before the input.").long().orNull(),
		textFormat(),
		reasoning(),
		choice("truncation", "What to do when the input exceeds the context window.", "auto", "disabled"),
		object("prompt", "Stored prompt template.",
			text("id", "Template ID.").required(),
			Field{Name: "variables", Kind: Pairs, Help: "Template variables: strings or input parts.", Values: []Kind{Text, JSON}},
		),
		list("modalities", "Output types to generate.").of("text", "image").closed(),
		Field{Name: "image_config", Kind: Pairs, Help: "Image settings; keys and values depend on the model and provider.", Values: []Kind{Text, Number, List}},
		list("include", "Additional data to return.").orNull().of(
			"file_search_call.results", "message.input_image.image_url", "computer_call_output.output.image_url",
			"reasoning.encrypted_content", "code_interpreter_call.outputs",
		).closed(),
	}
}

func sampling() []Field {
	return []Field{
		number("temperature", "Sampling temperature: higher is more random.").orNull(),
		number("top_p", "Nucleus sampling: consider tokens up to this cumulative probability.").orNull(),
		integer("top_k", "Consider only this many of the likeliest tokens."),
		number("frequency_penalty", "Penalize tokens by how often they have appeared.").orNull(),
		number("presence_penalty", "Penalize tokens that have appeared at all.").orNull(),
		integer("top_logprobs", "Number of likeliest tokens to return at each position, with log probabilities.").orNull(),
	}
}

func limits() []Field {
	return []Field{
		integer("max_output_tokens", "Maximum output tokens; a longer response is cut off as incomplete.").orNull(),
		integer("max_tool_calls", "Maximum server-tool agent steps per request; at most 30.").orNull().atMost(30).usually("30").
			inert(excludedBy("stop_server_tools_when")),
		objects("stop_server_tools_when", "Server tools stop when any condition is met; max_tool_calls is then ignored.",
			choice("type", "Condition type.", "step_count_is", "has_tool_call", "max_tokens_used", "max_cost", "finish_reason_is").required(),
			integer("step_count", "Number of agent steps.").inert(ofType("step_count_is")),
			text("tool_name", "Name of the called tool.").inert(ofType("has_tool_call")),
			integer("max_tokens", "Tokens used.").inert(ofType("max_tokens_used")),
			number("max_cost_in_dollars", "Cost limit in USD.").inert(ofType("max_cost")),
			text("reason", "The model's finish reason.").inert(ofType("finish_reason_is")),
		).with(
			Option{`{"type":"step_count_is","step_count":5}`, "after 5 steps"},
			Option{`{"type":"has_tool_call","tool_name":""}`, "when a tool is called"},
			Option{`{"type":"max_tokens_used","max_tokens":10000}`, "after 10,000 tokens"},
			Option{`{"type":"max_cost","max_cost_in_dollars":0.1}`, "after 10 cents"},
			Option{`{"type":"finish_reason_is","reason":"length"}`, "on a finish reason"},
		),
	}
}

func toolUse() []Field {
	return []Field{
		toolChoice(),
		toggle("parallel_tool_calls", "Allow several tool calls at once.").orNull(),
	}
}

func caching() []Field {
	return []Field{
		cacheControl("Set a cache breakpoint on the last cacheable block automatically."),
		text("prompt_cache_key", "Prompt cache key.").orNull(),
		object("prompt_cache_options", "Prompt caching options.",
			choice("mode", "explicit: cache only marked blocks.", "explicit").required(),
			choice("ttl", "Cache lifetime.", "5m", "1h"),
		),
		Field{Name: "store", Kind: Fixed, Default: "false", Help: "Always false: the service stores nothing."},
		Field{Name: "previous_response_id", Kind: Fixed, Default: "not supported", Help: "Not supported: the service stores nothing, so input holds the complete conversation."},
	}
}

// cacheControl returns the directive of a request or of a content block.
func cacheControl(help string) Field {
	return object("cache_control", help,
		enum("type", "Cache type; ephemeral is the only one.", "ephemeral").required(),
		choice("ttl", "Cache lifetime; the API document lists no values.", "5m", "1h"),
	).with(Option{Value: `{"type":"ephemeral"}`})
}

func identity() []Field {
	return []Field{
		text("session_id", "Sticky routing: a session stays on one provider, for cache hits. Overrides the x-session-id header.").length(256),
		text("user", "End-user identifier.").length(256),
		text("safety_identifier", "End-user identifier for abuse isolation, sent upstream only as a hash. Default: the account's.").orNull(),
		Field{
			Name: "metadata", Kind: Pairs, Help: "Your own key-value pairs, returned with the response. String values; no brackets in keys.", Nullable: true,
			MaxItems: 16, MaxKey: 64, MaxLength: 512, BadInKey: "[]",
		},
		object("trace", "Trace context. Other members are passed through.",
			text("trace_id", "Trace ID."), text("trace_name", "Trace name."), text("span_name", "Span name."),
			text("generation_name", "Generation name."), text("parent_span_id", "ID of the parent span."),
		),
	}
}

// Rerank returns the request body of POST /rerank (document, "Rerank request body").
// An element of documents may be a string as well as an object.
func Rerank() []Field {
	order := provider()
	order.Help = "Provider preferences."
	for i := range order.Fields {
		if f := &order.Fields[i]; f.Name == "allow_fallbacks" {
			f.Nullable = false // the one that the document shows
		}
	}
	return []Field{
		text("model", "Rerank model slug.").required().from(Rerankers),
		text("query", "Query to rank the documents against.").long().required(),
		objects("documents", "At least one: a string, or an object with text and image.",
			text("text", "Document text.").long(),
			text("image", "Image URL or data URL, for multimodal models."),
		).required().items(1, 0),
		integer("top_n", "Number of most relevant documents to return.").atLeast(1),
		order,
	}
}

// Synonyms returns the words that people of other programs type for a field of the request.
func Synonyms() map[string]string {
	return map[string]string{
		"instructions":      "system prompt, system message, persona, role, custom instructions",
		"temperature":       "creativity, randomness",
		"top_p":             "nucleus sampling",
		"max_output_tokens": "max tokens, token limit, answer length, maximum length",
		"reasoning":         "thinking, effort, think, chain of thought",
		"text":              "json mode, structured output, json schema, response format, output format, verbosity",
		"truncation":        "compact, context window, long context",
		"prompt":            "template, prompt library",
		"stream":            "streaming, sse",
		"provider":          "provider order, fallback, zdr, data retention, quantization",
		"tool_choice":       "force tool, required tool",
		"cache_control":     "prompt caching",
		"session_id":        "sticky routing",
		"service_tier":      "priority, fast mode",
		"modalities":        "image output",
	}
}

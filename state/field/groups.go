package field

// Groups is the request body of POST /responses (document, "Responses request
// body") but for input, plugins and tools, which have editors of their own.
// Where the document shows only a name, the structure is that of wire-notes §2.
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
			object("debug", "What the service tells beside the answer.",
				toggle("echo_upstream_body", "The stream begins with a chunk that holds the transformed upstream request body."),
			).inert(withoutStream),
		}},
	}
}

func routing() []Field {
	return []Field{
		text("model", "Model slug, <vendor>/<model>.").from(Models),
		list("models", "Candidate model slugs.").from(Models),
		provider(),
		enum("service_tier", "fast is an alias of priority.", "auto", "default", "fast", "flex", "priority", "scale").orNull().usually("auto"),
		toggle("stream", "The reply is an event stream.").usually("false"),
		toggle("background", "Run the request in the background.").orNull(),
		choice("route", "How to choose among models: fallback in their order, sort by provider.sort.", "fallback", "sort").
			deprecated("models and provider.sort take its place"),
	}
}

func texts() []Field {
	return []Field{
		text("instructions", "What the model is told before the input.").long().orNull(),
		textFormat(),
		reasoning(),
		choice("truncation", "What happens to an input that is longer than the context.", "auto", "disabled"),
		object("prompt", "A stored prompt template.",
			text("id", "Of the template.").required(),
			Field{Name: "variables", Kind: Pairs, Help: "Its variables: strings, or parts of input.", Values: []Kind{Text, JSON}},
		),
		list("modalities", "Kinds of output.").of("text", "image").closed(),
		Field{Name: "image_config", Kind: Pairs, Help: "Keys and values depend on model and provider: strings, numbers, lists.", Values: []Kind{Text, Number, List}},
		list("include", "What the result holds in addition.").orNull().of(
			"file_search_call.results", "message.input_image.image_url", "computer_call_output.output.image_url",
			"reasoning.encrypted_content", "code_interpreter_call.outputs",
		).closed(),
	}
}

func sampling() []Field {
	return []Field{
		number("temperature", "How freely the next token is drawn.").orNull(),
		number("top_p", "Draw only from the tokens that together have this probability.").orNull(),
		integer("top_k", "Draw only from this many tokens."),
		number("frequency_penalty", "Counts against tokens by how often they stand there already.").orNull(),
		number("presence_penalty", "Counts against tokens that stand there already.").orNull(),
		integer("top_logprobs", "How many alternatives to tell at each token, with their log probabilities.").orNull(),
	}
}

func limits() []Field {
	return []Field{
		integer("max_output_tokens", "The answer ends here, as incomplete.").orNull(),
		integer("max_tool_calls", "Maximum server-tool agent steps per request; at most 30.").orNull().atMost(30).usually("30").
			inert(beside("stop_server_tools_when")),
		objects("stop_server_tools_when", "Server tools stop when one of these holds; max_tool_calls is ignored then.",
			choice("type", "What is looked at.", "step_count_is", "has_tool_call", "max_tokens_used", "max_cost", "finish_reason_is").required(),
			integer("step_count", "Agent steps.").inert(ofType("step_count_is")),
			text("tool_name", "Of the tool that was called.").inert(ofType("has_tool_call")),
			integer("max_tokens", "Tokens used.").inert(ofType("max_tokens_used")),
			number("max_cost_in_dollars", "Cost in USD.").inert(ofType("max_cost")),
			text("reason", "Of the model's finish.").inert(ofType("finish_reason_is")),
		).with(
			Option{`{"type":"step_count_is","step_count":5}`, "after 5 steps"},
			Option{`{"type":"has_tool_call","tool_name":""}`, "when a tool was called"},
			Option{`{"type":"max_tokens_used","max_tokens":10000}`, "after 10,000 tokens"},
			Option{`{"type":"max_cost","max_cost_in_dollars":0.1}`, "after 10 cents"},
			Option{`{"type":"finish_reason_is","reason":"length"}`, "when the model finished for a reason"},
		),
	}
}

func toolUse() []Field {
	return []Field{
		toolChoice(),
		toggle("parallel_tool_calls", "The model may call several tools at once.").orNull(),
	}
}

func caching() []Field {
	return []Field{
		cacheControl("At top level: cache breakpoints are applied automatically to the last cacheable block."),
		text("prompt_cache_key", "Key of the prompt's cache.").orNull(),
		object("prompt_cache_options", "How the prompt is cached.",
			choice("mode", "explicit: only marked blocks are cached.", "explicit").required(),
			choice("ttl", "How long it is kept.", "5m", "1h"),
		),
		Field{Name: "store", Kind: Fixed, Default: "false", Help: "Always false: the service keeps nothing."},
		Field{Name: "previous_response_id", Kind: Fixed, Default: "not supported", Help: "Not supported: the service keeps nothing, input carries the whole conversation."},
	}
}

// cacheControl is the directive of a request or of a content block.
func cacheControl(help string) Field {
	return object("cache_control", help,
		enum("type", "The only value is ephemeral.", "ephemeral").required(),
		choice("ttl", "How long it is kept; the document shows no values.", "5m", "1h"),
	).with(Option{Value: `{"type":"ephemeral"}`})
}

func identity() []Field {
	return []Field{
		text("session_id", "Sticky routing key: one provider for the whole session, for cache hits. Wins over the header x-session-id.").length(256),
		text("user", "End-user identifier.").length(256),
		text("safety_identifier", "Per-end-user identifier for abuse isolation, sent upstream only as a hash. Without it the account's is used.").orNull(),
		Field{
			Name: "metadata", Kind: Pairs, Help: "String values only, no brackets in keys; comes back with the result.", Nullable: true,
			MaxItems: 16, MaxKey: 64, MaxLength: 512, BadInKey: "[]",
		},
		object("trace", "Where the request stands in a trace; other members pass.",
			text("trace_id", "Of the trace."), text("trace_name", "Of the trace."), text("span_name", "Of this step."),
			text("generation_name", "Of this generation."), text("parent_span_id", "Of the step above it."),
		),
	}
}

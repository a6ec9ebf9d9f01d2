package field

import "slices"

// serverTools returns the server tools of a service with this word, with their parameters from
// wire-notes §2.
func serverTools(word string) []Tool {
	tool := func(name, title, help, parameters string, fields ...Field) Tool {
		t := Tool{Type: word + ":" + name, Title: title, Help: help, Server: true}
		t.Example = example(`{"type":"` + t.Type + `"}`)
		if parameters != "" {
			t.Example = example(`{"type":"` + t.Type + `","parameters":` + parameters + `}`)
		}
		if len(fields) > 0 {
			t.Fields = []Field{object("parameters", "Tool parameters.", fields...)}
		}
		return t
	}
	return []Tool{
		tool("web_search", "Web search", "The service searches the web.", `{"max_results":5}`, serverSearch()...),
		tool("web_fetch", "Web fetch", "The service fetches web pages.", "", append([]Field{
			choice("engine", "Fetch engine.", "auto", "native", word, "exa", "parallel", "firecrawl")}, webFetch()...)...),
		tool("datetime", "Date and time", "The service returns the current time.", `{"timezone":"UTC"}`, text("timezone", "IANA time zone, such as Europe/Berlin.")),
		tool("tool_search", "Tool search", "Finds tools that defer_loading hides.", "", results()),
		tool("search_models", "Search models", "Searches the service's model catalogue.", "", results().atMost(20)),
		tool("experimental__search_models", "Search models (older name)", "Searches the service's model catalogue.", "", results().atMost(20)),
		tool("image_generation", "Image generation", "The service generates images.", "", text("model", "Image model.").from(Models)),
		tool("apply_patch", "Apply patch", "The service edits files in its container.", "", choice("engine", "Patch engine.", "auto", "native", word)),
		tool("bash", "Bash", "The service runs commands in its container.", "", container(choice("engine", "Execution engine.", "auto", "native", word))...),
		tool("shell", "Shell", "The service runs commands in its container.", "", container(choice("engine", "Execution engine.", "auto", word))...),
		tool("files", "Files", "Reads and writes files stored by the service.", ""),
		tool("advisor", "Advisor", "The model can ask a stronger model.", "", advisor()...),
		tool("subagent", "Subagent", "The model can delegate part of the task.", "", subagent()...),
		tool("fusion", "Fusion", "The model can ask a panel of models.", "", panel()...),
	}
}

func results() Field { return integer("max_results", "Maximum results per search.") }

func searchEngine(name string) Field {
	return choice(name, "Search engine.", "auto", "native", "exa", "parallel", "firecrawl", "perplexity")
}

func searchMode() Field {
	return choice("mode", "Search depth.", "instant", "fast", "auto", "deep-lite", "deep", "deep-reasoning", "turbo", "basic", "advanced")
}

func searchContext() Field {
	return choice("search_context_size", "How much of the results the model sees.", "low", "medium", "high")
}

// hostedSearch returns the fields of the four web searches without the service's
// word; the domain filter holds blocked_domains (document, "Versioning").
func hostedSearch() []Field {
	return []Field{
		object("filters", "Domain filters.",
			list("allowed_domains", "Search only these domains."), list("blocked_domains", "Exclude these domains."), list("excluded_domains", "Exclude these domains."),
		),
		searchContext(), results(), integer("max_uses", "Maximum searches."), searchEngine("engine"), searchMode(), userLocation(),
	}
}

func serverSearch() []Field {
	return []Field{
		list("allowed_domains", "Search only these domains."), list("excluded_domains", "Exclude these domains."),
		results(), integer("max_total_results", "Maximum results across all searches."), integer("max_characters", "Maximum characters per result."),
		integer("max_uses", "Maximum searches."), searchContext(), searchEngine("engine"), searchMode(), userLocation(),
	}
}

func container(engine Field) []Field {
	return []Field{
		engine,
		object("environment", "Container to run commands in.",
			choice("type", "New or existing container.", "container_auto", "container_reference").required(),
			text("container_id", "Container ID.").inert(ofType("container_reference")),
		).with(Option{`{"type":"container_auto"}`, "a new container"}, Option{`{"type":"container_reference","container_id":""}`, "an existing container"}),
		integer("sleep_after_seconds", "Idle seconds before the container sleeps."),
	}
}

// thinker returns the fields of a model within a tool.
func thinker() []Field {
	return []Field{
		number("temperature", "Sampling temperature: higher is more random."),
		integer("max_completion_tokens", "Maximum tokens of its answer."),
		object("reasoning", "Reasoning settings.",
			choice("effort", "Reasoning effort.", "max", "xhigh", "high", "medium", "low", "minimal", "none"),
			integer("max_tokens", "Maximum reasoning tokens.")),
	}
}

func advisor() []Field {
	return append([]Field{
		text("model", "Advisor model.").from(Models),
		text("name", "Name that the model calls it by.").length(64),
		text("instructions", "Instructions to the advisor.").long(),
		toggle("forward_transcript", "Send it the complete conversation."),
		toggle("stream", "Stream its advice as deltas."),
	}, thinker()...)
}

func subagent() []Field {
	return append([]Field{
		text("model", "Subagent model.").from(Models),
		text("name", "Name that the model calls it by.").length(64),
		text("instructions", "Instructions to the subagent.").long(),
		toggle("inherit_functions", "Let it call the request's functions."),
		list("inherited_function_names", "Limit it to these functions.").from(Names),
		integer("max_tool_calls", "Maximum agent steps.").between(1, 25),
		nestedTools("tools", "Tools it may use."),
	}, thinker()...)
}

func panel() []Field {
	return append([]Field{
		list("analysis_models", "The panel: 1 to 8 models that run in parallel.").from(Models).items(1, 8),
		text("model", "The analyst, which writes the final answer.").from(Models),
		integer("max_tool_calls", "Maximum tool calls for each panelist and for the analyst.").between(1, 16),
		nestedTools("tools", "Tools for the panel; an empty list means none.").items(0, 8),
		cacheControl("Caching of the panel's prompt."),
	}, thinker()...)
}

// WithTools returns fields in which a list of tools, at any depth, starts from the tools of the
// service with this word: an empty object would be none.
func WithTools(fields []Field, word string) []Field {
	var starts []Option
	for _, t := range serverTools(word) {
		starts = append(starts, Option{Value: `{"type":"` + t.Type + `"}`, Help: t.Title})
	}
	out := slices.Clone(fields)
	for i := range out {
		switch f := &out[i]; {
		case f.Kind == Objects && f.Name == "tools" && len(f.Options) == 0:
			f.Options = starts
		case f.Kind == Object:
			f.Fields = WithTools(f.Fields, word)
		}
	}
	return out
}

func nestedTools(name, help string) Field {
	return objects(name, help, text("type", "Tool type.").required(), value("parameters", "Tool parameters, as an object."))
}

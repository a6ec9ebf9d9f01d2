package field

import "slices"

// serverTools is the server tools of a service with this word, each with its
// parameters as wire-notes §2 tells them.
func serverTools(word string) []Tool {
	tool := func(name, title, help, parameters string, fields ...Field) Tool {
		t := Tool{Type: word + ":" + name, Title: title, Help: help, Server: true}
		t.Example = example(`{"type":"` + t.Type + `"}`)
		if parameters != "" {
			t.Example = example(`{"type":"` + t.Type + `","parameters":` + parameters + `}`)
		}
		if len(fields) > 0 {
			t.Fields = []Field{object("parameters", "What the service is told about the tool.", fields...)}
		}
		return t
	}
	return []Tool{
		tool("web_search", "Web search", "The service searches the web.", `{"max_results":5}`, serverSearch()...),
		tool("web_fetch", "Web fetch", "The service opens web pages.", "", append([]Field{
			choice("engine", "What opens them.", "auto", "native", word, "exa", "parallel", "firecrawl")}, webFetch()...)...),
		tool("datetime", "Date and time", "The service tells the time.", `{"timezone":"UTC"}`, text("timezone", "As Europe/Berlin.")),
		tool("tool_search", "Tool search", "Finds tools with defer_loading, which are hidden until then.", "", results()),
		tool("search_models", "Search models", "Finds models of the service's catalogue.", "", results().atMost(20)),
		tool("experimental__search_models", "Search models, by its older name", "Finds models of the service's catalogue.", "", results().atMost(20)),
		tool("image_generation", "Image generation", "The service draws images.", "", text("model", "That draws.").from(Models)),
		tool("apply_patch", "Apply patch", "The service changes files in its container.", "", choice("engine", "What applies it.", "auto", "native", word)),
		tool("bash", "Bash", "The service runs commands in its container.", "", container(choice("engine", "What runs it.", "auto", "native", word))...),
		tool("shell", "Shell", "The service runs commands in its container.", "", container(choice("engine", "What runs it.", "auto", word))...),
		tool("files", "Files", "Reads and writes the files kept at the service.", ""),
		tool("advisor", "Advisor", "The model may ask a stronger one.", "", advisor()...),
		tool("subagent", "Subagent", "The model may hand over part of the task.", "", subagent()...),
		tool("fusion", "Fusion", "The model may ask a panel of models.", "", panel()...),
	}
}

func results() Field { return integer("max_results", "Results of one search.") }

func searchEngine(name string) Field {
	return choice(name, "What searches.", "auto", "native", "exa", "parallel", "firecrawl", "perplexity")
}

func searchMode() Field {
	return choice("mode", "How thoroughly it searches.", "instant", "fast", "auto", "deep-lite", "deep", "deep-reasoning", "turbo", "basic", "advanced")
}

func searchContext() Field {
	return choice("search_context_size", "How much of the results the model is given.", "low", "medium", "high")
}

// hostedSearch is the fields of the four web searches without the service's
// word; the domain filter holds blocked_domains (document, "Versioning").
func hostedSearch() []Field {
	return []Field{
		object("filters", "Which domains count.",
			list("allowed_domains", "Only these domains."), list("blocked_domains", "None of these domains."), list("excluded_domains", "None of these domains."),
		),
		searchContext(), results(), integer("max_uses", "Maximum searches."), searchEngine("engine"), searchMode(), userLocation(),
	}
}

func serverSearch() []Field {
	return []Field{
		list("allowed_domains", "Only these domains."), list("excluded_domains", "None of these domains."),
		results(), integer("max_total_results", "Results of all searches."), integer("max_characters", "Of each result."),
		integer("max_uses", "Maximum searches."), searchContext(), searchEngine("engine"), searchMode(), userLocation(),
	}
}

func container(engine Field) []Field {
	return []Field{
		engine,
		object("environment", "Where commands run.",
			choice("type", "A new container, or one that there is.", "container_auto", "container_reference").required(),
			text("container_id", "Of the container.").inert(ofType("container_reference")),
		).with(Option{`{"type":"container_auto"}`, "a new container"}, Option{`{"type":"container_reference","container_id":""}`, "a container that there is"}),
		integer("sleep_after_seconds", "The container sleeps after this time without commands."),
	}
}

// thinker is what a model of its own within a tool is told.
func thinker() []Field {
	return []Field{
		number("temperature", "How freely the next token is drawn."),
		integer("max_completion_tokens", "Of its answer."),
		object("reasoning", "How it thinks.",
			choice("effort", "How much it thinks.", "max", "xhigh", "high", "medium", "low", "minimal", "none"),
			integer("max_tokens", "Tokens to think with.")),
	}
}

func advisor() []Field {
	return append([]Field{
		text("model", "That is asked.").from(Models),
		text("name", "By which the model calls it.").length(64),
		text("instructions", "What it is told.").long(),
		toggle("forward_transcript", "It is given the whole conversation."),
		toggle("stream", "Its advice comes as deltas."),
	}, thinker()...)
}

func subagent() []Field {
	return append([]Field{
		text("model", "That does the part.").from(Models),
		text("name", "By which the model calls it.").length(64),
		text("instructions", "What it is told.").long(),
		toggle("inherit_functions", "It may call the request's functions."),
		list("inherited_function_names", "Only these of them.").from(Names),
		integer("max_tool_calls", "Its agent steps.").between(1, 25),
		nestedTools("tools", "What it may use."),
	}, thinker()...)
}

func panel() []Field {
	return append([]Field{
		list("analysis_models", "The panel: 1 to 8 models that run in parallel.").from(Models).items(1, 8),
		text("model", "The analyst.").from(Models),
		integer("max_tool_calls", "For each panelist and for the analyst.").between(1, 16),
		nestedTools("tools", "What the panel may use; an empty list is nothing.").items(0, 8),
		cacheControl("How the panel's prompt is cached."),
	}, thinker()...)
}

// WithTools returns fields in which a list of tools, at any depth, starts from
// the service's own tools with its word: an empty object would be none.
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
	return objects(name, help, text("type", "Of the tool.").required(), value("parameters", "Of the tool: an object."))
}

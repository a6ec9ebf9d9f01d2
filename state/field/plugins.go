package field

import (
	"encoding/json"

	"gatehouse/client/scan"
)

// Plugin is one of the kinds of plugins that a request may hold (document,
// "Plugins").
type Plugin struct {
	ID     string
	Help   string // one line
	Fields []Field
	Switch bool // it takes `enabled`, which then is the first of Fields
}

// New returns a fresh plugin of this kind, as JSON.
func (p Plugin) New() json.RawMessage {
	return append(append([]byte(`{"id":`), scan.Quote(p.ID)...), '}')
}

// FindPlugin returns the kind of plugin with an id.
func FindPlugin(id string) (Plugin, bool) {
	for _, p := range Plugins() {
		if p.ID == id {
			return p, true
		}
	}
	return Plugin{}, false
}

// Plugins is all ten kinds, in the order of the document's table.
func Plugins() []Plugin {
	plugins := []Plugin{
		{ID: "auto-router", Help: "Chooses the strongest model for the kind of task, in a band of prices.", Fields: append(router(),
			toggle("pin_model", "Later turns stay with the model of the most recent assistant message.").usually("false"))},
		{ID: "auto-beta-router", Help: "As auto-router, but for pin_model.", Fields: router()},
		{ID: "context-compression", Help: "Shortens a conversation that is too long for the model.", Fields: []Field{
			choice("engine", "How it is shortened.", "middle-out"),
		}},
		{ID: "file-parser", Help: "Reads the text of files for models that cannot.", Fields: []Field{
			object("pdf", "How PDF files are read.", choice("engine", "What reads them; pdf-text is deprecated, cloudflare-ai takes its place.",
				"mistral-ocr", "native", "cloudflare-ai", "pdf-text")),
		}},
		{ID: "fusion", Help: "A panel of models answers side by side, an analyst compares and writes the answer.", Fields: fusion()},
		{ID: "moderation", Help: "Looks for content that is not allowed. It has no switch: it is there or not."},
		{ID: "pareto-router", Help: "Chooses a coding model that no other beats in both price and score.", Fields: pareto()},
		{ID: "response-healing", Help: "Repairs broken JSON in answers."},
		{ID: "web", Help: "Searches the web and gives the model what was found.", Fields: web()},
		{ID: "web-fetch", Help: "Lets the model open web pages.", Fields: webFetch()},
	}
	for i := range plugins {
		p := &plugins[i]
		if p.Switch = p.ID != "moderation"; p.Switch {
			enabled := toggle("enabled", "false disables the plugin for the request.").usually("true")
			p.Fields = append([]Field{enabled}, p.Fields...)
		}
	}
	return plugins
}

// router holds the fields that auto-router and auto-beta-router share.
func router() []Field {
	patterns := func(name, help string) Field {
		f := list(name, help).from(Patterns).items(0, 1024).length(1024)
		f.MaxTotal = 65536
		return f
	}
	tier := enum("cost_tier", "Band of the candidates' cost percentiles; takes precedence over cost_quality_tradeoff.")
	return []Field{
		patterns("allowed_models", "Patterns with wildcards, such as <vendor>/*.").usually("every model ranked for the task"),
		patterns("excluded_models", "Patterns with wildcards, applied after allowed_models: an exclusion always wins."),
		tier.with(
			Option{"low", "percentiles [0,20)"}, Option{"medium", "[20,40)"}, Option{"high", "[40,60)"},
			Option{"xhigh", "[60,80)"}, Option{"max", "[80,100]"},
		),
		integer("cost_quality_tradeoff", "Higher values favor cheaper models: 10 keeps roughly the cheapest 10th percentile, 0 up to the 90th.").
			between(0, 10).usually("9, without any cost setting").deprecated("cost_tier takes its place").inert(beside("cost_tier")),
	}
}

func fusion() []Field {
	preset := enum("preset", "Panel and analyst, chosen by the service; analysis_models and model take precedence.",
		"general-high", "general-budget", "general-fast")
	return []Field{
		preset.inert(besideBoth("analysis_models", "model")),
		list("analysis_models", "The panel: 1 to 8 models that run in parallel.").from(Models).items(1, 8).usually("a quality preset of three models"),
		text("model", "The analyst, which writes the final answer.").from(Models).usually("the first model of the preset"),
		integer("max_tool_calls", "For each panelist and for the analyst.").between(1, 16).usually("4"),
		objects("tools", "What the panel may use; an empty list is nothing.",
			text("type", "Of the tool.").required(),
			value("parameters", "Of the tool: an object."),
		).items(0, 8).usually("web search and web fetch"),
	}
}

func pareto() []Field {
	return []Field{
		number("max_price", "USD per million input tokens: the best frontier model at or under it. No candidate is a 404.").atLeast(0),
		number("min_coding_score", "From 0.66 on tier high, from 0.33 on medium, below low.").between(0, 1).
			usually("the highest tier").inert(beside("max_price")),
		enum("price_source", "Which price counts.").usually("prompt").with(
			Option{"prompt", "the catalog's list price"},
			Option{"weighted_avg", "the traffic-weighted input price, else the list price"},
		),
	}
}

func web() []Field {
	return []Field{
		choice("engine", "What searches.", "native", "exa", "firecrawl", "parallel", "perplexity"),
		choice("mode", "How thoroughly it searches.", "instant", "fast", "auto", "deep-lite", "deep", "deep-reasoning", "turbo", "basic", "advanced"),
		list("include_domains", "Only these: domains, *.<domain>, <domain>/<path>."),
		list("exclude_domains", "None of these: domains, *.<domain>, <domain>/<path>."),
		integer("max_results", "Results of one search."),
		integer("max_uses", "Maximum searches in one turn, for native providers that support it."),
		text("search_prompt", "What introduces the results to the model.").long(),
		userLocation(),
	}
}

func userLocation() Field {
	return object("user_location", "Where the person is, roughly.",
		choice("type", "The only known one is approximate.", "approximate"),
		text("city", "Name.").orNull(), text("region", "Name.").orNull(),
		text("country", "Code of two letters.").orNull(), text("timezone", "As Europe/Berlin.").orNull(),
	).with(Option{Value: `{"type":"approximate"}`})
}

// webFetch holds fields that the document does not show (wire-notes §2).
func webFetch() []Field {
	return []Field{
		list("allowed_domains", "Only these domains are opened."),
		list("blocked_domains", "These domains are never opened."),
		integer("max_content_tokens", "A longer page is cut here."),
		integer("max_uses", "Maximum pages of one request."),
	}
}

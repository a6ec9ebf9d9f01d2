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

// Plugins returns all ten kinds, in the order of the document's table.
func Plugins() []Plugin {
	plugins := []Plugin{
		{ID: "auto-router", Help: "Chooses the strongest model for the task within a price band.", Fields: append(router(),
			toggle("pin_model", "Reuse the model of the most recent assistant message.").usually("false"))},
		{ID: "auto-beta-router", Help: "Like auto-router, without pin_model.", Fields: router()},
		{ID: "context-compression", Help: "Shortens conversations that exceed the context window.", Fields: []Field{
			choice("engine", "Compression method.", "middle-out"),
		}},
		{ID: "file-parser", Help: "Extracts text from files for models that cannot read them.", Fields: []Field{
			object("pdf", "PDF settings.", choice("engine", "PDF engine. pdf-text is deprecated; use cloudflare-ai.",
				"mistral-ocr", "native", "cloudflare-ai", "pdf-text")),
		}},
		{ID: "fusion", Help: "A panel of models answers in parallel; an analyst writes the final answer.", Fields: fusion()},
		{ID: "moderation", Help: "Checks for disallowed content. Has no enabled field; remove it to turn it off."},
		{ID: "pareto-router", Help: "Chooses a coding model on the price/score frontier.", Fields: pareto()},
		{ID: "response-healing", Help: "Repairs malformed JSON in answers."},
		{ID: "web", Help: "Searches the web and adds the results to the prompt.", Fields: web()},
		{ID: "web-fetch", Help: "Lets the model fetch web pages.", Fields: webFetch()},
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
		patterns("allowed_models", "Wildcard patterns, such as <vendor>/*.").usually("every model ranked for the task"),
		patterns("excluded_models", "Wildcard patterns, applied after allowed_models; exclusions always win."),
		tier.with(
			Option{"low", "percentiles [0,20)"}, Option{"medium", "[20,40)"}, Option{"high", "[40,60)"},
			Option{"xhigh", "[60,80)"}, Option{"max", "[80,100]"},
		),
		integer("cost_quality_tradeoff", "Higher values favor cheaper models: 10 keeps roughly the cheapest 10th percentile, 0 up to the 90th.").
			between(0, 10).usually("9, without any cost setting").deprecated("use cost_tier").inert(excludedBy("cost_tier")),
	}
}

func fusion() []Field {
	preset := enum("preset", "Panel and analyst chosen by the service; analysis_models and model take precedence.",
		"general-high", "general-budget", "general-fast")
	return []Field{
		preset.inert(excludedByBoth("analysis_models", "model")),
		list("analysis_models", "The panel: 1 to 8 models that run in parallel.").from(Models).items(1, 8).usually("a quality preset of three models"),
		text("model", "The analyst, which writes the final answer.").from(Models).usually("the first model of the preset"),
		integer("max_tool_calls", "Maximum tool calls for each panelist and for the analyst.").between(1, 16).usually("4"),
		objects("tools", "Tools for the panel; an empty list means none.",
			text("type", "Tool type.").required(),
			value("parameters", "Tool parameters, as an object."),
		).items(0, 8).usually("web search and web fetch"),
	}
}

func pareto() []Field {
	return []Field{
		number("max_price", "USD per million input tokens; picks the best frontier model at or below it. If none qualifies: 404.").atLeast(0),
		number("min_coding_score", "Selects the tier: 0.66 and up is high, 0.33 and up medium, below that low.").between(0, 1).
			usually("the highest tier").inert(excludedBy("max_price")),
		enum("price_source", "Price to compare.").usually("prompt").with(
			Option{"prompt", "the catalog's list price"},
			Option{"weighted_avg", "the traffic-weighted input price, else the list price"},
		),
	}
}

func web() []Field {
	return []Field{
		choice("engine", "Search engine.", "native", "exa", "firecrawl", "parallel", "perplexity"),
		choice("mode", "Search depth.", "instant", "fast", "auto", "deep-lite", "deep", "deep-reasoning", "turbo", "basic", "advanced"),
		list("include_domains", "Search only these: domains, *.<domain>, <domain>/<path>."),
		list("exclude_domains", "Exclude these: domains, *.<domain>, <domain>/<path>."),
		integer("max_results", "Maximum results per search."),
		integer("max_uses", "Maximum searches per turn, for native providers that support it."),
		text("search_prompt", "Text that introduces the results to the model.").long(),
		userLocation(),
	}
}

func userLocation() Field {
	return object("user_location", "The user's approximate location.",
		choice("type", "approximate is the only known type.", "approximate"),
		text("city", "City name.").orNull(), text("region", "Region name.").orNull(),
		text("country", "Two-letter country code.").orNull(), text("timezone", "IANA time zone, such as Europe/Berlin.").orNull(),
	).with(Option{Value: `{"type":"approximate"}`})
}

// webFetch holds fields that the document does not show (wire-notes §2).
func webFetch() []Field {
	return []Field{
		list("allowed_domains", "Fetch only from these domains."),
		list("blocked_domains", "Never fetch from these domains."),
		integer("max_content_tokens", "Maximum tokens per page; longer pages are cut."),
		integer("max_uses", "Maximum pages per request."),
	}
}

package validate

// plugin is an element of plugins (document, "Plugins"). Every plugin but
// moderation takes enabled; members that are not shown pass.
func plugin() *rule {
	enabled := &rule{types: boolean}
	auto := router(enabled)
	auto["pin_model"] = &rule{types: boolean}
	variants := map[string]fields{
		"auto-router":         auto,
		"auto-beta-router":    router(enabled),
		"context-compression": {"enabled": enabled, "engine": {types: text, known: []string{"middle-out"}}},
		"file-parser":         {"enabled": enabled, "pdf": pdf()},
		"fusion":              fusion(enabled),
		"moderation":          {},
		"pareto-router":       pareto(enabled),
		"response-healing":    {"enabled": enabled},
		"web":                 web(enabled),
		"web-fetch":           {"enabled": enabled},
	}
	ids := []string{
		"auto-router", "auto-beta-router", "context-compression", "file-parser", "fusion",
		"moderation", "pareto-router", "response-healing", "web", "web-fetch",
	}
	return &rule{
		types: object, required: []string{"id"}, fields: fields{"id": {types: text, only: ids}},
		variant: by("id", variants), also: pluginEffects,
	}
}

// router holds the fields that auto-router and auto-beta-router share.
func router(enabled *rule) fields {
	patterns := &rule{types: array, most: 1024, items: &rule{types: text, runes: 1024}, also: patternTotal}
	return fields{
		"enabled":               enabled,
		"allowed_models":        patterns,
		"excluded_models":       patterns,
		"cost_tier":             {types: text, only: []string{"low", "medium", "high", "xhigh", "max"}},
		"cost_quality_tradeoff": {types: integer, limits: between(0, 10)},
	}
}

func pdf() *rule {
	return &rule{types: object, fields: fields{
		"engine": {types: text, known: []string{"mistral-ocr", "native", "cloudflare-ai", "pdf-text"}},
	}}
}

func fusion(enabled *rule) fields {
	return fields{
		"enabled":         enabled,
		"analysis_models": {types: array, least: 1, most: 8, items: &rule{types: text}},
		"model":           {types: text},
		"preset":          {types: text, only: []string{"general-high", "general-budget", "general-fast"}},
		"max_tool_calls":  {types: integer, limits: between(1, 16)},
		"tools": {types: array, most: 8, items: &rule{
			types: object, required: []string{"type"},
			fields: fields{"type": {types: text}, "parameters": {types: object}},
		}},
	}
}

func pareto(enabled *rule) fields {
	return fields{
		"enabled":          enabled,
		"max_price":        {types: number, limits: from(0)},
		"min_coding_score": {types: number, limits: between(0, 1)},
		"price_source":     {types: text, only: []string{"prompt", "weighted_avg"}},
	}
}

func web(enabled *rule) fields {
	domains := &rule{types: array, items: &rule{types: text}}
	return fields{
		"enabled":         enabled,
		"engine":          {types: text, known: []string{"native", "exa", "firecrawl", "parallel", "perplexity"}},
		"mode":            {types: text, known: webModes()},
		"include_domains": domains,
		"exclude_domains": domains,
		"max_results":     {types: integer},
		"max_uses":        {types: integer},
		"search_prompt":   {types: text},
		"user_location":   {types: object},
	}
}

func webModes() []string {
	return []string{"instant", "fast", "auto", "deep-lite", "deep", "deep-reasoning", "turbo", "basic", "advanced"}
}

package check

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// plugin is an element of the section "Plugins".
func plugin() rule {
	ids, kinds := plugins()
	return func(r *report, at *path, v value) {
		object(fields{"id": oneOf(ids...)}, "id")(r, at, v)
		if f, ok := kinds[v.get("id").str()]; ok {
			object(f)(r, at, v)
		}
	}
}

// plugins returns the ten plugins in the document's order, and their members.
func plugins() (ids []string, kinds map[string]fields) {
	kinds = map[string]fields{}
	for _, p := range []struct {
		id string
		fields
	}{
		{"auto-router", router(fields{"pin_model": boolean})},
		{"auto-beta-router", router(fields{})},
		{"context-compression", fields{"engine": text}},
		{"file-parser", fields{"pdf": object(fields{"engine": text})}},
		{"fusion", fusion()},
		{"moderation", nil},
		{"pareto-router", fields{
			"max_price":        between(number, 0, math.Inf(1)),
			"min_coding_score": between(number, 0, 1),
			"price_source":     oneOf("prompt", "weighted_avg"),
		}},
		{"response-healing", fields{}},
		{"web", fields{
			"engine": text, "mode": text, "search_prompt": text, "user_location": object(nil),
			"include_domains": arrayOf(text), "exclude_domains": arrayOf(text),
			"max_results": integer, "max_uses": integer,
		}},
		{"web-fetch", fields{}},
	} {
		ids = append(ids, p.id)
		if p.id != "moderation" {
			// Moderation cannot be switched off, so enabled is an unknown member there.
			p.fields["enabled"] = boolean
		}
		kinds[p.id] = p.fields
	}
	return ids, kinds
}

func router(f fields) fields {
	f["allowed_models"] = patterns
	f["excluded_models"] = patterns
	f["cost_tier"] = oneOf("low", "medium", "high", "xhigh", "max")
	f["cost_quality_tradeoff"] = between(integer, 0, 10)
	return f
}

// patterns is allowed_models or excluded_models ("Limits"). The total applies to one list.
func patterns(r *report, at *path, v value) {
	const maxPatterns, maxLength, maxTotal = 1024, 1024, 65536
	arrayOf(textOf(maxLength))(r, at, v)
	if n := v.size(); n > maxPatterns {
		r.add(at, fmt.Sprintf("must have at most %d patterns, not %d", maxPatterns, n))
	}
	sum := 0
	for _, e := range v.elements() {
		sum += utf8.RuneCountInString(e.text())
	}
	if sum > maxTotal {
		r.add(at, fmt.Sprintf("must have at most %d characters in total, not %d", maxTotal, sum))
	}
}

func fusion() fields {
	return fields{
		"analysis_models": counted(arrayOf(text), 1, 8),
		"model":           text,
		"preset":          oneOf("general-high", "general-budget", "general-fast"),
		"max_tool_calls":  between(integer, 1, 16),
		"tools":           counted(arrayOf(object(fields{"type": text, "parameters": object(nil)}, "type")), 0, 8),
	}
}

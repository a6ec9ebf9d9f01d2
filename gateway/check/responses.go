package check

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// responses returns the rule of the table "Responses request body" of the document. The JSON types of the fields
// that it only names are those of wire-notes §2.
func responses() rule {
	return object(fields{
		"model":                text,
		"models":               arrayOf(text),
		"input":                input(),
		"instructions":         orNull(text),
		"stream":               boolean,
		"store":                constantFalse,
		"previous_response_id": unsupported,
		"background":           orNull(boolean),
		"cache_control":        cacheControl(),
		"debug":                object(fields{"echo_upstream_body": boolean}),
		"frequency_penalty":    orNull(number),
		"presence_penalty":     orNull(number),
		"temperature":          orNull(number),
		"top_p":                orNull(number),
		"top_k":                integer,
		"top_logprobs":         orNull(integer),
		"max_output_tokens":    orNull(integer),
		"max_tool_calls":       orNull(atMost(integer, 30)),
		"parallel_tool_calls":  orNull(boolean),
		"image_config":         mapOf(byKind("a string, a number or an array", `"0[`, anything, anything, anything)),
		"include": orNull(arrayOf(oneOf("file_search_call.results", "message.input_image.image_url",
			"computer_call_output.output.image_url", "reasoning.encrypted_content", "code_interpreter_call.outputs"))),
		"metadata":          orNull(metadata),
		"modalities":        arrayOf(oneOf("text", "image")),
		"plugins":           arrayOf(plugin()),
		"tools":             arrayOf(tool()),
		"prompt_cache_key":  orNull(text),
		"safety_identifier": orNull(text),
		"service_tier":      orNull(oneOf("auto", "default", "fast", "flex", "priority", "scale")),
		"session_id":        textOf(256),
		"user":              textOf(256),

		"prompt":                 object(nil),
		"prompt_cache_options":   object(nil),
		"provider":               object(nil),
		"reasoning":              object(nil),
		"route":                  text,
		"stop_server_tools_when": list,
		"text":                   object(nil),
		"tool_choice":            byKind("a string or an object", `"{`, anything, anything),
		"trace":                  object(nil),
		"truncation":             text,
	})
}

func constantFalse(r *report, at *path, v value) {
	boolean(r, at, v)
	if v.kind == 't' {
		r.add(at, "must be false: the service does not store responses")
	}
}

func unsupported(r *report, at *path, v value) {
	if v.kind != 'n' {
		r.add(at, "is not supported: the service does not store responses; send the whole conversation in input")
	}
}

// atMost has no lower bound, since the document gives none.
func atMost(kind rule, limit float64) rule { return between(kind, math.Inf(-1), limit) }
func cacheControl() rule {
	return object(fields{"type": oneOf("ephemeral"), "ttl": text}, "type")
}

// metadata is at most 16 pairs of strings ("Limits").
func metadata(r *report, at *path, v value) {
	const pairs, keyLength, valueLength = 16, 64, 512
	mapOf(textOf(valueLength))(r, at, v)
	if v.size() > pairs {
		r.add(at, fmt.Sprintf("must have at most %d pairs, not %d", pairs, v.size()))
	}
	for m := range v.members() {
		if n := utf8.RuneCountInString(m.name); n > keyLength {
			r.add(at.member(m.name), fmt.Sprintf("the key must have at most %d characters, not %d", keyLength, n))
		}
		if strings.ContainsAny(m.name, "[]") {
			r.add(at.member(m.name), "the key must not contain brackets")
		}
	}
}

// Rerank checks a body of POST /rerank ("Rerank request body"). The status is 0 without a fault,
// else 400: the document gives this endpoint no 422.
func (c *Checker) Rerank(body []byte) (status int, faults []Fault) {
	doc, r := parse(body)
	return r.check(c.rerank, doc)
}

// rerank returns the rule of the table of the request body. The document does not show the structure of an image, so
// any is allowed.
func rerank() rule {
	document := object(fields{"text": text})
	return object(fields{
		"model":     text,
		"query":     text,
		"documents": counted(arrayOf(byKind("a string or an object", `"{`, anything, document)), 1, math.MaxInt),
		"top_n":     between(integer, 1, math.Inf(1)),
		"provider":  object(fields{"allow_fallbacks": boolean}),
	}, "model", "query", "documents")
}

// tool returns the rule of an element of the section "Tools", which has members only for functions.
func tool() rule {
	function := object(fields{
		"name":        text,
		"description": orNull(text),
		// A JSON schema may also be true or false, but the document asks for an object here. Known
		// readers echo null, so null passes (wire-notes §2).
		"parameters":    orNull(object(nil)),
		"defer_loading": boolean,
	}, "name")
	return func(r *report, at *path, v value) {
		object(fields{"type": text}, "type")(r, at, v)
		if v.get("type").str() == "function" {
			function(r, at, v)
		}
	}
}

// input returns the rule of a text or a list of items. The document shows the members of messages and reasoning; all
// other items only have to be objects.
func input() rule {
	message, reasoning := message(), reasoning()
	item := func(r *report, at *path, v value) {
		object(fields{"type": text})(r, at, v)
		switch typ := v.get("type"); {
		case typ.str() == "message" || typ.kind == 0:
			message(r, at, v)
		case typ.str() == "reasoning":
			reasoning(r, at, v)
		}
	}
	return byKind("a string or an array of items", `"[`, text, arrayOf(item))
}

// message returns the rule of an item of type message, or one without a type. Only an assistant's content may be
// null ("Input items").
func message() rule {
	content := byKind("a string or an array of parts", `"[`, anything, arrayOf(part()))
	shape := func(content rule) rule {
		return object(fields{"role": text, "id": orNull(text), "status": orNull(text), "content": content})
	}
	assistants, others := shape(orNull(content)), shape(content)
	return func(r *report, at *path, v value) {
		switch {
		case v.kind != '{': // reported by the item's rule
		case v.get("role").str() == "assistant":
			assistants(r, at, v)
		default:
			others(r, at, v)
		}
	}
}

// part returns the rule of one part of a content. Any part may have a cache breakpoint; other members are checked
// only if the document shows them.
func part() rule {
	block := func(more fields) rule {
		more["type"], more["cache_control"] = text, cacheControl()
		return object(more)
	}
	other := block(fields{})
	kinds := map[string]rule{
		"output_text":    block(fields{"text": text, "annotations": orNull(list)}),
		"reasoning_text": block(fields{"text": text}),
	}
	return func(r *report, at *path, v value) {
		known := kinds[v.get("type").str()]
		if known == nil {
			known = other
		}
		known(r, at, v)
	}
}

// reasoning returns the rule of an item of type reasoning. The document allows null for summary only, but services
// return it for other members too, and must accept what they return (wire-notes §4).
func reasoning() rule {
	known, other := object(fields{"type": text, "text": text}), object(fields{"type": text})
	summary := func(r *report, at *path, v value) {
		if v.get("type").str() == "summary_text" {
			known(r, at, v)
			return
		}
		other(r, at, v)
	}
	return object(fields{
		"id": orNull(text), "status": orNull(text), "format": orNull(text), "signature": orNull(text),
		"content": orNull(arrayOf(part())), "summary": orNull(arrayOf(summary)),
	})
}

// plugin returns the rule of an element of the section "Plugins".
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

package check

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// responses is the table "Responses request body" of the document. For the
// fields that it only names, the JSON type is that of wire-notes §2.
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
func atMost(kind rule, most float64) rule { return between(kind, math.Inf(-1), most) }

// cacheControl stands at top level and on content blocks.
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

// Rerank checks a body of POST /rerank ("Rerank request body"). Without a fault
// the status is 0, else 400: the document gives this endpoint no 422.
func (c *Checker) Rerank(body []byte) (status int, faults []Fault) {
	doc, r := parse(body)
	if len(r.faults) == 0 || doc.kind == '{' {
		c.rerank(r, nil, doc)
	}
	if len(r.faults) > 0 {
		return 400, r.faults
	}
	return 0, nil
}

// rerank is the table of the request body. The structure of an image is not
// shown, so any passes.
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

// tool is the section "Tools": only the function tool's members are given.
func tool() rule {
	function := object(fields{
		"name":        text,
		"description": orNull(text),
		// A JSON schema may also be true or false, but the document asks for an
		// object here. Known readers echo null, so null passes (wire-notes §2).
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

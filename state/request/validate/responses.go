package validate

import (
	"sync"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
)

// responses returns the table of the request body of POST /responses (document,
// "Responses request body").
var responses = sync.OnceValue(func() *rule {
	r := &rule{types: object, also: withoutEffect}
	for _, g := range field.Groups() {
		r.addFields(g.Fields, false)
	}
	r.fields["input"] = &rule{types: text | array, items: item()}
	r.fields["plugins"] = &rule{types: array, items: plugin()}
	r.fields["tools"] = &rule{types: array, items: tool()}
	r.fields["store"] = &rule{types: boolean, also: onlyFalse}
	r.fields["previous_response_id"] = &rule{also: notSupported}
	r.fields["metadata"].also = metadata
	return r
})

// cacheControl returns the rule of the directive of a request or of a content block. The values
// of ttl are not shown.
func cacheControl() *rule {
	return &rule{types: object, required: []string{"type"}, fields: fields{
		"type": {types: text, only: []string{"ephemeral"}},
		"ttl":  {types: text, known: []string{"5m", "1h"}},
	}}
}

// tool returns the rule of an element of tools. Only the function tool's fields are shown; they
// are in no table, and public SDKs send null for those that are optional.
func tool() *rule {
	function := fields{
		"name":          {types: text},
		"description":   {types: text | null},
		"parameters":    {types: object | null},
		"defer_loading": {types: boolean},
	}
	return &rule{
		types: object, required: []string{"type"}, fields: fields{"type": {types: text}},
		variant: by("type", map[string]fields{"function": function}), also: functionName,
	}
}

// item returns the rule of an element of input. The document shows the message and the
// reasoning item; a null among their members passes where services return it,
// since returned items go back verbatim. Of messages, only an assistant's
// content may be null.
func item() *rule {
	message := func(content types) fields {
		return fields{
			"id": {types: text | null}, "role": {types: text}, "status": {types: text | null},
			"content": {types: content, items: part()},
		}
	}
	assistants, others := message(text|array|null), message(text|array)
	reasoning := fields{
		"id": {types: text | null}, "status": {types: text | null}, "format": {types: text | null},
		"signature": {types: text | null},
		"content":   {types: array | null, items: part()},
		"summary":   {types: array | null, items: summary()},
	}
	ofUser := by("type", map[string]fields{"message": others, "": others, "reasoning": reasoning})
	ofAssistant := by("type", map[string]fields{"message": assistants, "": assistants, "reasoning": reasoning})
	return &rule{types: object, fields: fields{"type": {types: text}}, variant: func(v []byte) fields {
		if scan.Text(scan.Get(v, "role")) == "assistant" {
			return ofAssistant(v)
		}
		return ofUser(v)
	}}
}

// part returns the rule of a content part. Unknown types pass.
func part() *rule {
	return &rule{
		types: object, fields: fields{"type": {types: text}, "cache_control": cacheControl()},
		variant: by("type", map[string]fields{
			"output_text":    {"text": {types: text}, "annotations": {types: array | null}},
			"reasoning_text": {"text": {types: text}},
		}),
	}
}

// summary returns the rule of a part of a reasoning summary.
func summary() *rule {
	return &rule{
		types: object, fields: fields{"type": {types: text}},
		variant: by("type", map[string]fields{"summary_text": {"text": {types: text}}}),
	}
}

// rerank returns the table of the request body of POST /rerank (document, "Rerank
// request body").
var rerank = sync.OnceValue(func() *rule {
	r := (&rule{types: object}).addFields(field.Rerank(), false)
	r.fields["provider"].fields["allow_fallbacks"].soft = false // the one that is shown
	document := r.fields["documents"].items
	document.types, document.also = text|object, emptyDocument
	document.fields["image"].soft = true // its structure is not shown
	return r
})

// plugin returns the rule of an element of plugins (document, "Plugins"). Members that are not shown pass.
func plugin() *rule {
	var ids []string
	variants := map[string]fields{}
	for _, p := range field.Plugins() {
		shown := p.Fields
		if p.ID == "web-fetch" { // only enabled is shown
			shown = shown[:1]
		}
		ids = append(ids, p.ID)
		variants[p.ID] = (&rule{}).addFields(shown, false).fields
	}
	return &rule{
		types: object, required: []string{"id"}, fields: fields{"id": {types: text, only: ids}},
		variant: by("id", variants), also: pluginEffects,
	}
}

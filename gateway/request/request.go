// Package request reads a body of POST /responses without faults ("Responses request body" in the
// document). It is lenient: where the document leaves a structure open, an invalid value counts as
// not sent.
package request

import (
	"cmp"
	"slices"

	"gatehouse/gateway/output"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// Request is one request to /responses.
type Request struct {
	Input []Item
	Tools []Tool
	// Dangling is the ids of item references without an item. They are not in Input.
	Dangling []string

	additional []Tool // from items of input

	bytes   int
	body    []byte
	sent    *Request // as the client sent it; nil when this is what it sent
	members map[string]gjson.Result
	order   []string
}

// Parse reads a body that is a JSON object, and removes its white space: what is echoed of it must
// fit on one line of a stream.
func Parse(body []byte) *Request {
	r := &Request{bytes: len(body), members: map[string]gjson.Result{}}
	if value := jsontext.Value(body); value.Compact() == nil {
		body = value
	}
	r.body = body
	gjson.ParseBytes(body).ForEach(func(name, value gjson.Result) bool {
		r.members[name.Str] = value
		r.order = append(r.order, name.Str)
		return true
	})
	switch input := r.members["input"]; {
	case input.Type == gjson.String:
		r.Input = []Item{{Type: "message", Role: "user", Text: input.Str}}
	case input.IsArray():
		r.items(input)
	}
	for _, tool := range r.members["tools"].Array() {
		r.Tools = append(r.Tools, parseTool(tool))
	}
	return r
}

// items reads an input that is a list. An item reference is replaced by the item with its id in the
// same input, since the service stores no items.
func (r *Request) items(input gjson.Result) {
	references := false
	input.ForEach(func(_, v gjson.Result) bool {
		it := ParseItem(v)
		switch it.Type {
		case "item_reference":
			references = true
		case "additional_tools":
			for _, tool := range v.Get("tools").Array() {
				r.additional = append(r.additional, parseTool(tool))
			}
		}
		if (it != Item{Type: "message"}) {
			// An empty item is not a turn, and a body can have ten million.
			r.Input = append(r.Input, it)
		}
		return true
	})
	if references {
		r.resolve()
	}
}

func (r *Request) resolve() {
	byID := map[string]Item{}
	for _, it := range r.Input {
		if _, found := byID[it.ID]; it.ID != "" && it.Type != "item_reference" && !found {
			byID[it.ID] = it
		}
	}
	resolved := make([]Item, 0, len(r.Input))
	for _, it := range r.Input {
		if it.Type == "item_reference" {
			id := it.ID
			var ok bool
			if it, ok = byID[id]; !ok {
				r.Dangling = append(r.Dangling, id)
				continue
			}
		}
		resolved = append(resolved, it)
	}
	r.Input = resolved
}

// Member returns a member of the body. ok is false if it is missing or null.
func (r *Request) Member(name string) (value gjson.Result, ok bool) {
	value, ok = r.members[name]
	return value, ok && value.Type != gjson.Null
}

// Bytes returns the length of the body as the client sent it.
func (r *Request) Bytes() int { return r.bytes }

// Stream reports whether the answer is streamed; the default is false.
func (r *Request) Stream() bool { return r.members["stream"].Bool() }

// Echo reports whether a stream has to show the upstream body (debug.echo_upstream_body).
func (r *Request) Echo() bool { return r.members["debug"].Get("echo_upstream_body").Bool() }

// Candidates returns the slugs in the order in which they are tried: model, then models.
func (r *Request) Candidates() []string {
	var slugs []string
	if model, ok := r.Member("model"); ok {
		slugs = append(slugs, model.Str)
	}
	for _, model := range r.members["models"].Array() {
		slugs = append(slugs, model.Str)
	}
	return slugs
}

// Instructions returns the system text, or "".
func (r *Request) Instructions() string { return r.members["instructions"].Str }

// MaxOutputTokens returns the limit of the answer. ok is false if there is none. The document gives
// no lower bound; a negative number counts as 0.
func (r *Request) MaxOutputTokens() (n int, ok bool) {
	v, ok := r.Member("max_output_tokens")
	return int(min(max(v.Num, 0), 1<<30)), ok
}

// ParallelToolCalls reports whether one answer may have several calls; the default is true.
func (r *Request) ParallelToolCalls() bool {
	v, ok := r.Member("parallel_tool_calls")
	return !ok || v.Bool()
}

// Includes reports whether include has the word ("Responses request body").
func (r *Request) Includes(word string) bool { return r.contains("include", word) }

// WantsImage reports whether the answer has to have an image (modalities).
func (r *Request) WantsImage() bool { return r.contains("modalities", "image") }

func (r *Request) contains(member, word string) bool {
	return slices.ContainsFunc(r.members[member].Array(), func(v gjson.Result) bool { return v.Str == word })
}

// TopLogprobs returns the number of alternatives to report for each token, at least 0.
func (r *Request) TopLogprobs() int {
	v, _ := r.Member("top_logprobs")
	return int(min(max(v.Num, 0), 1<<30))
}

// Setting is a member of the body other than the conversation, with its raw value.
type Setting struct{ Name, Value string }

// Settings returns the members that were sent, in their order, without input, tools, instructions
// and safety_identifier.
func (r *Request) Settings() []Setting {
	var settings []Setting
	for _, name := range r.order {
		value, ok := r.Member(name)
		if !ok || name == "input" || name == "tools" || name == "instructions" || name == "safety_identifier" {
			continue
		}
		settings = append(settings, Setting{name, value.Raw})
	}
	return settings
}

// Body returns the upstream body, without white space and with the changes by plugins and
// guardrails. It must not be modified.
func (r *Request) Body() []byte { return r.body }

// With returns the request with a body that a plugin or a guardrail changed. [Request.Sent] and
// [Request.Bytes] still return what the client sent.
func (r *Request) With(body []byte) *Request {
	next := Parse(body)
	next.bytes, next.sent = r.bytes, r.Sent()
	return next
}

// Sent returns the request as the client sent it, which a result echoes.
func (r *Request) Sent() *Request {
	if r.sent != nil {
		return r.sent
	}
	return r
}

// Tokens returns the number of tokens that the model reads: the instructions, every text of the
// input, names and arguments of calls, and the tools.
func (r *Request) Tokens() int {
	n := output.CountTokens(r.Instructions()) + r.ToolTokens()
	for _, it := range r.Input {
		n += it.Tokens()
	}
	return n
}

// ToolTokens returns the number of tokens that the model reads of the tools.
func (r *Request) ToolTokens() int {
	n := 0
	for _, t := range r.allTools() {
		for _, text := range []string{t.Type, t.Name, t.Description, t.Parameters} {
			n += output.CountTokens(text)
		}
	}
	return n
}

// Effort returns reasoning.effort: none, minimal, low, medium, high, xhigh or max (wire-notes §2),
// or "". reasoning.enabled false means none.
func (r *Request) Effort() string {
	reasoning := r.members["reasoning"]
	if enabled := reasoning.Get("enabled"); enabled.Type == gjson.False {
		return "none"
	}
	return reasoning.Get("effort").Str
}

// Summary reports whether a summary of the reasoning is wanted.
func (r *Request) Summary() bool { return r.members["reasoning"].Get("summary").Str != "" }

// Format returns the type of text.format, by default text, and the JSON schema of a json_schema.
func (r *Request) Format() (typ, schema string) {
	format := r.members["text"].Get("format")
	typ = cmp.Or(format.Get("type").Str, "text")
	if s := format.Get("schema"); typ == "json_schema" && s.Exists() {
		schema = s.Raw
	}
	return typ, schema
}

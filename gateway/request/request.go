// Package request reads the body of POST /responses ("Responses request body"
// in the document) after package check has found no fault in it. It is lenient:
// where the document leaves a structure open, a value that makes no sense is
// taken as not sent.
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
	// Dangling is the ids of the item references that point to nothing in the
	// same input. They are not part of Input.
	Dangling []string

	additional []Tool // from items of input

	bytes   int
	body    []byte
	sent    *Request // as the client sent it; nil when this is what it sent
	members map[string]gjson.Result
	order   []string
}

// Parse reads a body that is a JSON object, and takes the white space out of it:
// what is echoed of it must fit on one line of a stream.
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

// items reads an input that is a list. A reference is replaced by the item with its
// id in the same input; the service stores nothing, so it cannot be elsewhere.
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
			// An item with nothing in it is no turn, and a body can hold ten million.
			r.Input = append(r.Input, it)
		}
		return true
	})
	if references {
		r.resolve()
	}
}

// resolve puts the items that are referred to in place of the references.
func (r *Request) resolve() {
	byID := map[string]Item{}
	for _, it := range r.Input {
		if _, taken := byID[it.ID]; it.ID != "" && it.Type != "item_reference" && !taken {
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

// Member is a member of the body as it was sent. ok is false when it was not
// sent, or is null.
func (r *Request) Member(name string) (value gjson.Result, ok bool) {
	value, ok = r.members[name]
	return value, ok && value.Type != gjson.Null
}

// Bytes is the length of the body.
func (r *Request) Bytes() int { return r.bytes }

// Stream reports whether an event stream is asked for; it is not by default.
func (r *Request) Stream() bool { return r.members["stream"].Bool() }

// Echo reports whether a stream is to show what is sent upstream
// (debug.echo_upstream_body).
func (r *Request) Echo() bool { return r.members["debug"].Get("echo_upstream_body").Bool() }

// Candidates is the models that the request names, in the order in which they
// are to be tried: model, then models.
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

// Instructions is the system text; empty when there is none.
func (r *Request) Instructions() string { return r.members["instructions"].Str }

// MaxOutputTokens is the length after which the answer ends. ok is false when
// no limit is set. The document gives no lower bound; below 0 counts as 0.
func (r *Request) MaxOutputTokens() (n int, ok bool) {
	v, ok := r.Member("max_output_tokens")
	return int(min(max(v.Num, 0), 1<<30)), ok
}

// ParallelToolCalls reports whether one answer may hold several calls; it may
// unless the request forbids it.
func (r *Request) ParallelToolCalls() bool {
	v, ok := r.Member("parallel_tool_calls")
	return !ok || v.Bool()
}

// Includes reports whether include names something more for the result to hold
// ("Responses request body").
func (r *Request) Includes(what string) bool { return r.lists("include", what) }

// WantsImage reports whether the answer is to have an image in it (modalities).
func (r *Request) WantsImage() bool { return r.lists("modalities", "image") }

func (r *Request) lists(member, word string) bool {
	return slices.ContainsFunc(r.members[member].Array(), func(v gjson.Result) bool { return v.Str == word })
}

// TopLogprobs is how many alternatives to each token the answer tells; 0 or less
// is none.
func (r *Request) TopLogprobs() int {
	v, _ := r.Member("top_logprobs")
	return int(min(max(v.Num, 0), 1<<30))
}

// Setting is one member of the body that changes how an answer is made, as the
// client wrote it.
type Setting struct{ Name, Value string }

// Settings is the members that were sent, in their order, without the
// conversation and the tools themselves.
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

// Body is the body as it goes upstream: without white space, and with what
// plugins and guardrails made of it. It must not be changed.
func (r *Request) Body() []byte { return r.body }

// With is the request with another body, as a plugin or a guardrail made it.
// What the client sent stays at hand ([Request.Sent]), and the length is still
// that of what it sent.
func (r *Request) With(body []byte) *Request {
	next := Parse(body)
	next.bytes, next.sent = r.bytes, r.Sent()
	return next
}

// Sent is the request as the client sent it: what a result echoes.
func (r *Request) Sent() *Request {
	if r.sent != nil {
		return r.sent
	}
	return r
}

// Tokens is the length of what the model reads: the instructions, every text of
// the input, names and arguments of calls, and the tools.
func (r *Request) Tokens() int {
	n := output.CountTokens(r.Instructions())
	for _, it := range r.Input {
		n += it.Tokens()
	}
	for _, t := range r.every() {
		n += output.CountTokens(t.Type) + output.CountTokens(t.Name) + output.CountTokens(t.Description) + output.CountTokens(t.Parameters)
	}
	return n
}

// Effort is reasoning.effort: none, minimal, low, medium, high, xhigh or max
// (wire-notes §2); empty when it is not set. reasoning.enabled false is none.
func (r *Request) Effort() string {
	reasoning := r.members["reasoning"]
	if enabled := reasoning.Get("enabled"); enabled.Type == gjson.False {
		return "none"
	}
	return reasoning.Get("effort").Str
}

// Summary reports whether a summary of the reasoning is asked for.
func (r *Request) Summary() bool { return r.members["reasoning"].Get("summary").Str != "" }

// Format is text.format: its type (text, json_object, json_schema or what was
// sent) and the JSON schema of a json_schema, else empty.
func (r *Request) Format() (typ, schema string) {
	format := r.members["text"].Get("format")
	typ = cmp.Or(format.Get("type").Str, "text")
	if s := format.Get("schema"); typ == "json_schema" && s.Exists() {
		schema = s.Raw
	}
	return typ, schema
}

// Package responses reads the requests of POST /responses and names those of POST /responses/compact.
package responses

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/translate"
	"gatehouse/state/lint"
)

// API is POST /responses, whose answers are folded as they are.
func API() dialect.API {
	return dialect.API{
		Name: "responses", Dialect: dialect.Responses, Answer: "response", Lint: lint.Responses,
		Endpoint: dialect.PostsTo(wire.EndpointResponses), Operation: "POST /responses", Limit: dialect.LimitedBy("max_output_tokens"),
		Streams: dialect.WhereTrue, Last: "final event", Done: true,
		Request: func(r *dialect.Reader, top dialect.Object) bool { return (reader{r}).request(top) },
	}
}

// Compact is POST /responses/compact, which returns the items that continue a conversation. Its
// answers are read as those of /responses.
func Compact() dialect.API {
	return dialect.API{
		Name: "compact", Dialect: dialect.Responses, Answer: "response.compaction",
		Endpoint: dialect.PostsTo("responses/compact"), Operation: "POST /responses/compact", Last: "final event", Done: true,
		Streams: dialect.WhereTrue,
	}
}

type reader struct{ *dialect.Reader }

// request reads instructions and input.
func (r reader) request(top dialect.Object) bool {
	if !top.Has("input") && (!top.Has("instructions") || top.Has("messages") || top.Has("contents")) {
		return false
	}
	r.Body.Dialect = dialect.Responses
	instructions, input := top.Get("instructions"), top.Get("input")
	r.Holds(instructions)
	r.Holds(input)
	if instructions.Kind() == scan.Array {
		r.items(instructions)
	} else {
		r.Add(dialect.System, dialect.Said(dialect.Text, instructions))
	}
	if input.Kind() == scan.Array {
		r.items(input)
	} else {
		r.Add(dialect.User, dialect.Said(dialect.Text, input))
	}
	return true
}

func (r reader) items(list translate.Value) {
	for item := range list.Elements() {
		if r.Full() {
			return
		}
		r.item(item)
	}
}

func (r reader) item(v translate.Value) {
	if v.Kind() == scan.String { // a list of strings, as other servers take it
		r.Add(dialect.User, dialect.Said(dialect.Text, v))
		return
	}
	o := r.Object(v)
	name := o.Get("type").Text()
	switch id := o.Get("call_id").Text(); {
	case name == "message", name == "" && o.Has("content"):
		r.Add(o.Get("role").Text(), dialect.Marked(r.Content(o.Get("content")), o)...)
	case name == "function_call", name == "custom_tool_call":
		r.Add(dialect.Assistant, dialect.Called(v, o.Get("name").Text(), id, o.First("arguments", "input")))
	case name == "reasoning":
		r.Add(dialect.Assistant, r.thoughts(o)...)
	case strings.HasSuffix(name, "_call_output"):
		r.Add(dialect.Tool, dialect.Marked(r.Output(id, o.Get("output")), o)...)
	default:
		r.Add("", dialect.Whole(dialect.Other, name, v))
	}
}

// thoughts reads a reasoning item: its texts, else what is encrypted.
func (r reader) thoughts(o dialect.Object) []dialect.Part {
	parts := dialect.As(dialect.Thought, "", append(r.Content(o.Get("summary")), r.Content(o.Get("content"))...))
	if len(parts) == 0 {
		parts = []dialect.Part{dialect.Said(dialect.Thought, o.Get("encrypted_content"))}
	}
	return parts
}

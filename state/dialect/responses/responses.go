// Package responses reads the requests of POST /responses and names those of POST /responses/compact.
package responses

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/lint"
)

// API is POST /responses, whose answers are folded as they are.
func API() dialect.API {
	return dialect.API{
		Name: "responses", Dialect: dialect.Responses, Answer: "response", Lint: lint.Responses,
		Endpoint: dialect.PostsTo(wire.EndpointResponses), Operation: "POST /responses", Limit: dialect.LimitedBy("max_output_tokens"),
		Streams: dialect.WhereTrue, Last: "final event", Done: true,
		Request: request,
	}
}

// Compact is POST /responses/compact, which returns the items that continue a conversation. Its
// answers are read as those of /responses.
func Compact() dialect.API {
	return dialect.API{
		Name: "compact", Dialect: dialect.Responses, Answer: "response.compaction", Lint: lint.Responses, Compacts: true,
		Endpoint: dialect.PostsTo("responses/compact"), Operation: "POST /responses/compact", Last: "final event", Done: true,
		Streams: dialect.WhereTrue,
	}
}

// request reads instructions and input.
func request(r *dialect.Reader, top *dialect.Object) bool {
	if !top.Has("input") && (!top.Has("instructions") || top.Has("messages") || top.Has("contents")) {
		return false
	}
	r.Body.Dialect = dialect.Responses
	instructions, input := top.Take("instructions"), top.Take("input")
	r.Holds(instructions)
	r.Holds(input)
	items(r, dialect.System, instructions)
	items(r, dialect.User, input)
	return true
}

// items reads a list of items, or a text of a role.
func items(r *dialect.Reader, role string, v dialect.Value) {
	if v.Kind() == scan.Array {
		r.Each(v, func(v dialect.Value) { item(r, v) })
	} else {
		r.Add(role, r.StringPart(dialect.Text, v))
	}
}

func item(r *dialect.Reader, v dialect.Value) {
	if v.Kind() == scan.String { // a list of strings, as other servers take it
		r.Add(dialect.User, r.StringPart(dialect.Text, v))
		return
	}
	o := r.Open(v)
	name := o.Peek("type").Text()
	switch {
	case name == "message", name == "" && o.Has("content"):
		r.AddContent(o.Take("role").Text(), o, o.Take("content"))
	case name == "function_call", name == "custom_tool_call":
		p := r.Called(v, o.Take("call_id"), o.Take("name"), o.First("arguments", "input"))
		p.Custom = name == "custom_tool_call"
		r.Add(dialect.Assistant, p)
	case name == "reasoning":
		r.Add(dialect.Assistant, thoughts(r, o)...)
	case strings.HasSuffix(name, "_call_output"):
		output := o.Take("output")
		r.Returned(o, o.Take("call_id"), dialect.Value{}, output, r.Output(output))
	default:
		r.Add("", r.JSONPart(dialect.Other, name, v))
	}
}

// thoughts reads a reasoning item: its texts, else what is encrypted.
func thoughts(r *dialect.Reader, o *dialect.Object) []dialect.Part {
	parts := dialect.As(dialect.Thought, "", append(r.Content(o.Take("summary")), r.Content(o.Take("content"))...))
	if len(parts) == 0 {
		parts = []dialect.Part{r.StringPart(dialect.Thought, o.Take("encrypted_content"))}
	}
	return parts
}

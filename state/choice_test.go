package state

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// choices lists the choices of an answer, with the texts and calls of each.
func choices(x *Exchange) string {
	var out []string
	for _, c := range x.Choices() {
		line := c.Name
		if c.Finish != "" {
			line += " (" + c.Finish + ")"
		}
		for _, it := range c.Items {
			line += fmt.Sprintf(" %s:%s", it.Type, it.Input())
			for _, p := range it.Parts() {
				line += p.Text()
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// TestChoicesAreSeparated: each item is found in its choice, however the chunks of the
// choices are mixed, and the first choice is the answer.
func TestChoicesAreSeparated(t *testing.T) {
	mixed := []string{
		chunk(`{"index":2,"delta":{"content":"th"}},{"index":0,"delta":{"content":"o"}}`), chunk(`{"index":1,"delta":{"reasoning":"hm"}}`),
		chunk(`{"index":0,"delta":{"content":"ne"},"finish_reason":"stop"}`), chunk(`{"index":1,"delta":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}`),
		chunk(`{"index":2,"delta":{"content":"ree"},"finish_reason":"length"}`), done,
	}
	stream := streamed(Chat, wire.EndClean, mixed...)
	document := New(Chat, "x", nil)
	document.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"choices":[
		{"message":{"content":"one"},"finish_reason":"stop"},
		{"message":{"reasoning":"hm","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"},
		{"message":{"content":"three"},"finish_reason":"length"}]}`))
	for _, x := range []*Exchange{stream, stream.Clone(), document} {
		want(t, "choices", choices(x), "Choice 1 of 3 (stop) message:one\nChoice 2 of 3 (tool_calls) reasoning:hm function_call:{}\nChoice 3 of 3 (length) message:three")
		want(t, "text", x.Text(), "one")
		_, reasons := x.Finished()
		want(t, "reasons", reasons, "stop (choice 1), tool_calls (choice 2), length (choice 3)")
	}
}

func TestChoicesWithoutANameOrAReason(t *testing.T) {
	for _, c := range []struct {
		data []string
		want string
	}{
		{[]string{delta(`"content":"a"`), finish("stop")}, " message:a"},
		{[]string{chunk(`{"index":1,"delta":{"content":"a"}}`)}, " message:a"},
		{[]string{chunk(`{"index":0,"delta":{"content":"a"},"finish_reason":"stop"},{"index":1,"delta":{},"finish_reason":"stop"}`)}, "Choice 1 of 2 message:a\nChoice 2 of 2"},
		{[]string{chunk(`{"index":0,"delta":{"content":"a"},"finish_reason":"stop"},{"index":1,"delta":{}}`)}, "Choice 1 of 2 (stop) message:a\nChoice 2 of 2"},
		{nil, ""},
	} {
		want(t, strings.Join(c.data, " "), choices(streamed(Chat, wire.EndLost, c.data...)), c.want)
	}
}

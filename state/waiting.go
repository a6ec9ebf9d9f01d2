package state

import (
	"encoding/json"
	"strings"

	"gatehouse/state/raw"
)

// Call is an item of an answer that waits for an output which only the person,
// or a program of theirs, can give.
type Call struct {
	ID   string          // what its output names it by
	Type string          // function_call, custom_tool_call, shell_call, …
	Name string          // of the tool; the type where the item names none
	Item json.RawMessage // as it goes back in `input`
	Turn *Turn           // whose answer it is part of
}

// Bound returns the name that a command is bound to the call by: the name of
// the function or the custom tool, the type of any other call.
func (c Call) Bound() string {
	if c.Type == "function_call" || c.Type == "custom_tool_call" {
		return c.Name
	}
	return c.Type
}

// callID returns what the output of a call names it by; empty for an item that
// waits for nobody. Items of mcp_call and of server tools were run by the
// service (wire-notes §4).
func callID(item json.RawMessage) string {
	switch raw.Text(raw.Get(item, "type")) {
	case "function_call", "custom_tool_call", "shell_call", "local_shell_call", "apply_patch_call", "computer_call":
		return raw.Text(raw.Get(item, "call_id"))
	case "mcp_approval_request":
		return raw.Text(raw.Get(item, "id"))
	}
	return ""
}

// Answers returns the id of the call that an item is the output of; empty for
// any other item.
func Answers(item json.RawMessage) string {
	kind := raw.Text(raw.Get(item, "type"))
	switch {
	case kind == "mcp_approval_response":
		return raw.Text(raw.Get(item, "approval_request_id"))
	case strings.HasSuffix(kind, "_output"):
		if id := raw.Text(raw.Get(item, "call_id")); id != "" {
			return id
		}
		return raw.Text(raw.Get(item, "id"))
	}
	return ""
}

// Waiting returns the calls at the end of the path that have no output yet, in
// the order of the answer. There are none while the answer is still coming,
// and none once something else was said. The slice is not to be written to.
func (c *Conversation) Waiting() []Call {
	given := map[string]bool{}
	t := c.Current
	for ; t != nil && !t.Answered(); t = t.Parent {
		for _, item := range t.Input {
			id := Answers(item)
			if id == "" {
				return nil
			}
			given[id] = true
		}
	}
	if t == nil || t.Exchange != nil && t.Exchange.Running() {
		return nil
	}
	at := asked{c.Version, c.Current, t.folded(), 0}
	if at.of != nil {
		at.told = at.of.Version
	}
	if c.waits.at != at { // who draws asks for each picture, and an answer may be a hundred thousand calls
		c.waits = waits{at, t.waiting(given)}
	}
	return c.waits.calls
}

// waits is what Waiting returned last, and what it read.
type waits struct {
	at    asked
	calls []Call
}

type asked struct {
	version uint64 // of the conversation
	current *Turn
	of      *Exchange // the answer; nil for one that was not folded
	told    uint64    // its version
}

// waiting returns the calls of the turn's answer that were not given their output.
func (t *Turn) waiting(given map[string]bool) []Call {
	acts := t.acts()
	for _, item := range acts {
		given[Answers(item)] = true // the service ran it
	}
	var calls []Call
	for _, item := range acts {
		id := callID(item)
		if id == "" || given[id] {
			continue
		}
		given[id] = true // of two with one id an output answers both
		call := Call{ID: id, Type: raw.Text(raw.Get(item, "type")), Name: raw.Text(raw.Get(item, "name")), Item: item, Turn: t}
		if call.Name == "" {
			call.Name = call.Type
		}
		calls = append(calls, call)
	}
	return calls
}

// acts are the items of the answer that go back and may be calls or their outputs:
// all but the messages, of which one that broke off would be written to no end.
func (t *Turn) acts() []json.RawMessage {
	x := t.folded()
	if x == nil {
		return t.Output
	}
	var items []json.RawMessage
	for _, it := range x.Items {
		if it.Type == "message" {
			continue
		}
		if item := x.back(it); item != nil {
			items = append(items, item)
		}
	}
	return items
}

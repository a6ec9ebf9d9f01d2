package talk

import (
	"encoding/json"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// Call is an item of an answer whose output only the user, or a program of theirs, can
// give.
type Call struct {
	ID   string          // by which its output refers to it
	Type string          // function_call, custom_tool_call, shell_call, …
	Name string          // of the tool; the type where the item has no name
	Item json.RawMessage // as it is returned in `input`
	Turn *Turn           // whose answer has it
}

// CommandName returns the name to which a command for the call is bound: the name of the
// function or the custom tool, or the type of any other call.
func (c Call) CommandName() string {
	if c.Type == "function_call" || c.Type == "custom_tool_call" {
		return c.Name
	}
	return c.Type
}

// Arguments returns the arguments of a call that has them as a text, and the member that they are in.
func (c Call) Arguments() (member, text string, ok bool) {
	for _, member := range []string{"arguments", "input"} {
		if v := scan.Get(c.Item, member); scan.KindOf(v) == scan.String {
			return member, scan.Text(v), true
		}
	}
	return "", "", false
}

// CommandInput returns what a command that answers the call reads from its standard input: the
// arguments of the call, or the complete call if it has none.
func (c Call) CommandInput() string {
	if _, text, ok := c.Arguments(); ok {
		return text
	}
	return string(c.Item)
}

// callID returns the id by which the output of a call refers to it; empty for an item that
// needs no output. mcp_call and server tools were run by the service (wire-notes §4).
func callID(kind string, item json.RawMessage) string {
	switch {
	case kind == "mcp_approval_request":
		return scan.Text(scan.Get(item, "id"))
	case isCall(kind):
		return scan.Text(scan.Get(item, "call_id"))
	}
	return ""
}

// isCall reports whether items of a type are calls that may need an output.
func isCall(kind string) bool {
	switch kind {
	case "function_call", "custom_tool_call", "shell_call", "local_shell_call", "apply_patch_call", "computer_call", "mcp_approval_request":
		return true
	}
	return false
}

// AnsweredCall returns the id of the call whose output an item is; empty for any other
// item.
func AnsweredCall(item json.RawMessage) string {
	kind := scan.Text(scan.Get(item, "type"))
	switch {
	case kind == "mcp_approval_response":
		return scan.Text(scan.Get(item, "approval_request_id"))
	case isCallOutput(kind):
		if id := scan.Text(scan.Get(item, "call_id")); id != "" {
			return id
		}
		return scan.Text(scan.Get(item, "id"))
	}
	return ""
}

// isCallOutput reports whether items of a type are outputs of calls.
func isCallOutput(kind string) bool {
	return kind == "mcp_approval_response" || strings.HasSuffix(kind, "_output")
}

// OpenCalls returns the calls at the end of the path that have no output yet, in the order
// of the answer. There are none while the answer is running or once other items
// follow. The slice must not be written to.
func (c *Conversation) OpenCalls() []Call {
	given := map[string]bool{}
	t := c.Current
	for ; t != nil && !t.Answered(); t = t.Parent {
		for _, item := range t.Input {
			id := AnsweredCall(item)
			if id == "" {
				return nil
			}
			given[id] = true
		}
	}
	if t == nil || t.Exchange != nil && t.Exchange.Running() {
		return nil
	}
	at := callsKey{c.Version, c.Current, t.answerExchange(), 0}
	if at.answer != nil {
		at.answerVersion = at.answer.Version
	}
	if c.callsCache.key != at { // who draws asks for each picture, and an answer may be a hundred thousand calls
		c.callsCache = callsCache{at, t.openCalls(given)}
	}
	return c.callsCache.calls
}

// callsCache is the last result of OpenCalls and what it depends on.
type callsCache struct {
	key   callsKey
	calls []Call
}

type callsKey struct {
	version       uint64 // of the conversation
	current       *Turn
	answer        *state.Exchange // nil for an answer that was not folded
	answerVersion uint64
}

// openCalls returns the calls of the turn's answer whose output is not given.
func (t *Turn) openCalls(given map[string]bool) []Call {
	acts := t.callItems()
	for _, a := range acts {
		if isCallOutput(a.kind) {
			given[AnsweredCall(a.item)] = true // the service ran it
		}
	}
	var calls []Call
	for _, a := range acts {
		id := callID(a.kind, a.item)
		if id == "" || given[id] {
			continue
		}
		given[id] = true // of two with one id an output answers both
		call := Call{ID: id, Type: a.kind, Name: scan.Text(scan.Get(a.item, "name")), Item: a.item, Turn: t}
		if call.Name == "" {
			call.Name = call.Type
		}
		calls = append(calls, call)
	}
	return calls
}

// callItem is an item that is a call or the output of one, and its type.
type callItem struct {
	kind string
	item json.RawMessage
}

// callItems returns the calls of the answer and the outputs that the service gave. Other
// items are skipped: there may be a hundred thousand, and writing a partial message would
// be wasted work.
func (t *Turn) callItems() []callItem {
	var acts []callItem
	x := t.answerExchange()
	if x == nil {
		for _, item := range t.Output {
			if kind := scan.Text(scan.Get(item, "type")); isCall(kind) || isCallOutput(kind) {
				acts = append(acts, callItem{kind, item})
			}
		}
		return acts
	}
	for _, it := range x.Answer() {
		if !isCall(it.Type) && !isCallOutput(it.Type) {
			continue
		}
		if item := returnedJSON(x, it); item != nil {
			acts = append(acts, callItem{it.Type, item})
		}
	}
	return acts
}

package desk

import (
	"bytes"
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/state/field"
	"gatehouse/state/talk"
	"gatehouse/state/tooluse"
)

// plain reports whether the output of a call is a text.
func plain(call talk.Call) bool {
	switch call.Type {
	case "function_call", "custom_tool_call", "local_shell_call":
		return true
	}
	return false
}

// about is what a call asks for, its arguments or all of it, and what that is
// called.
func about(call talk.Call) (what, words string) {
	if member, text, ok := call.Arguments(); ok {
		return member, text
	}
	if u, ok := tooluse.Read(call.Item); ok && u.InputLine != "" {
		if call.Type == "apply_patch_call" {
			return "patch: " + u.InputLine, u.InputLine
		}
		return "command", u.InputLine
	}
	for _, member := range []string{"action", "operation"} {
		if v := scan.Get(call.Item, member); v != nil {
			return member, indented(v)
		}
	}
	return "item", indented(call.Item)
}

func indented(doc []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, doc, "", "  ") != nil {
		return string(doc)
	}
	return b.String()
}

// textOutput is the item that answers a call by a text.
func textOutput(call talk.Call, text string) json.RawMessage {
	item, _ := field.OutputFor(call.Item)
	d, err := talk.ParseDraft(item)
	if err != nil || d.SetString("/output", text) != nil {
		return item
	}
	return json.RawMessage(d.Bytes())
}

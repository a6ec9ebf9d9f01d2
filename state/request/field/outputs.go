package field

import (
	"bytes"
	"encoding/json"
	"errors"

	"gatehouse/client/scan"
)

// OutputFor returns the skeleton of the input item that answers a call which waits for the user: a
// call of a function or a custom tool, a shell, local shell, patch or computer call, an MCP approval
// request (wire-notes §4). It reports false for any other item, and for a call without an id. It
// agrees to nothing for the user: an approval says no, and pending safety checks are not
// acknowledged.
func OutputFor(call []byte) (json.RawMessage, bool) {
	kind := scan.Text(scan.Get(call, "type"))
	member := "call_id"
	if kind == "mcp_approval_request" {
		member = "id"
	}
	id := scan.Get(call, member)
	if scan.Text(id) == "" {
		return nil, false
	}
	at := string(id)
	switch kind {
	case "function_call", "custom_tool_call":
		return json.RawMessage(`{"type":"` + kind + `_output","call_id":` + at + `,"output":""}`), true
	case "shell_call":
		return shellOutput(call, at), true
	case "local_shell_call":
		// Public services join it by id, their examples by call_id.
		return json.RawMessage(`{"type":"local_shell_call_output","id":` + at + `,"call_id":` + at + `,"output":""}`), true
	case "apply_patch_call":
		return json.RawMessage(`{"type":"apply_patch_call_output","call_id":` + at + `,"status":"completed","output":""}`), true
	case "computer_call":
		return json.RawMessage(`{"type":"computer_call_output","call_id":` + at + `,"output":{"type":"computer_screenshot","image_url":"` + pixel + `"}}`), true
	case "mcp_approval_request":
		return json.RawMessage(`{"type":"mcp_approval_response","approval_request_id":` + at + `,"approve":false}`), true
	}
	return nil, false
}

// shellOutput has one place for each command, and repeats the length that the
// call asks for.
func shellOutput(call []byte, id string) json.RawMessage {
	const one = `{"stdout":"","stderr":"","outcome":{"type":"exit","exit_code":0}}`
	out := one
	n := 0
	for range scan.Elements(scan.At(call, "action", "commands")) {
		if n++; n > 1 {
			out += "," + one
		}
		if n == maxCommands {
			break
		}
	}
	length := ""
	if v := scan.At(call, "action", "max_output_length"); scan.KindOf(v) == scan.Number {
		length = `,"max_output_length":` + string(v)
	}
	return json.RawMessage(`{"type":"shell_call_output","call_id":` + id + length + `,"output":[` + out + `]}`)
}

// maxCommands bounds the commands of one output, against a malformed call.
const maxCommands = 100

// ErrNotWaiting is the error of an item that is no call, or a call that does not wait for the user.
var ErrNotWaiting = errors.New("the item is not a call waiting for output")

// Stub returns a made-up answer to a call: the item of [OutputFor] with a plain output. The
// error is ErrNotWaiting.
func Stub(call []byte) (json.RawMessage, error) {
	item, ok := OutputFor(call)
	switch kind := scan.Text(scan.Get(call, "type")); {
	case !ok:
		return nil, ErrNotWaiting
	case kind == "function_call":
		return withText(item, "output", `{"result":"(made up)"}`), nil
	case kind == "shell_call":
		return bytes.ReplaceAll(item, []byte(`"stdout":""`), []byte(`"stdout":"(made up)\n"`)), nil
	case kind == "computer_call" || kind == "mcp_approval_request":
		return item, nil
	}
	return withText(item, "output", "(made up)"), nil
}

// withText replaces an item's empty text.
func withText(item []byte, member, text string) json.RawMessage {
	empty := `"` + member + `":""`
	return bytes.Replace(item, []byte(empty), []byte(`"`+member+`":`+string(scan.Quote(text))), 1)
}

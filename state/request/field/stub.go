package field

import (
	"bytes"
	"encoding/json"
	"errors"

	"gatehouse/client/scan"
)

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

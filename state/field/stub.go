package field

import (
	"bytes"
	"encoding/json"
	"errors"

	"gatehouse/client/scan"
	"gatehouse/state/schema"
)

// ErrNotWaiting is the error of an item that is no call, or of a call that is not
// for the person to answer.
var ErrNotWaiting = errors.New("the item is not a call waiting for output")

// OutputSchema returns the schema that a stub for a tool's output is made from: the
// output_schema that some services take; nil for a tool without one. Its parameters say
// what it is asked, not what it answers.
func OutputSchema(tool []byte) []byte {
	if v := scan.Get(tool, "output_schema"); scan.KindOf(v) == scan.Object {
		return v
	}
	return nil
}

// plainOutput is the output of a function of which no schema is known.
const plainOutput = `{"result":"(made up)"}`

// Stub returns a made-up answer to a call: the item of [OutputFor], and of a
// function's the JSON text of a [schema.Made] value, which repeats what the call's
// arguments say, or without a schema a plain one. The same call gets the same stub. The error is
// ErrNotWaiting, or that of [schema.Made].
func Stub(of, call []byte) (json.RawMessage, error) {
	item, ok := OutputFor(call)
	switch kind := scan.Text(scan.Get(call, "type")); {
	case !ok:
		return nil, ErrNotWaiting
	case kind == "function_call" && len(of) == 0:
		return withText(item, "output", plainOutput), nil
	case kind == "function_call":
		made, err := schema.Made(of, []byte(scan.Text(scan.Get(call, "arguments"))))
		if err != nil {
			return nil, err
		}
		return withText(item, "output", string(made)), nil
	case kind == "shell_call":
		return bytes.ReplaceAll(item, []byte(`"stdout":""`), []byte(`"stdout":"(made up)\n"`)), nil
	case kind == "computer_call" || kind == "mcp_approval_request":
		return item, nil
	}
	return withText(item, "output", "(made up)"), nil
}

// withText puts a text in the place of an item's empty one.
func withText(item []byte, member, text string) json.RawMessage {
	empty := `"` + member + `":""`
	return bytes.Replace(item, []byte(empty), []byte(`"`+member+`":`+string(scan.Quote(text))), 1)
}

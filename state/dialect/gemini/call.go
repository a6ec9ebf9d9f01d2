package gemini

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/sjson"

	"gatehouse/client/scan"
)

// streamedCall is the arguments of a call that arrives in pieces: each names a place in them and has the
// next part of its value (https://ai.google.dev/gemini-api/docs/function-calling, partialArgs).
type streamedCall struct {
	args  json.RawMessage
	texts map[string]string // by place, of values that are not complete
}

// add adds a piece of a call: all of its arguments, or some values.
func (c *streamedCall) add(call json.RawMessage) {
	if args := scan.Get(call, "args"); !scan.IsNull(args) {
		c.args = args
	}
	for _, piece := range scan.Elements(scan.Get(call, "partialArgs")) {
		path := scan.Text(scan.Get(piece, "jsonPath"))
		for m := range scan.Members(piece) {
			switch m.Key {
			case "stringValue":
				texts := map[string]string{path: c.texts[path] + scan.Text(m.Value)}
				for other, text := range c.texts {
					if other != path {
						texts[other] = text
					}
				}
				c.texts = texts // a clone shares the one before
				c.set(path, scan.Quote(texts[path]))
			case "numberValue", "boolValue":
				c.set(path, m.Value)
			case "nullValue":
				c.set(path, []byte("null"))
			}
		}
	}
}

// set sets a value at a place, $.days[0].name say; one that cannot be read is left out.
func (c *streamedCall) set(path string, value []byte) {
	path = strings.TrimPrefix(strings.TrimPrefix(path, "$"), ".")
	path = strings.NewReplacer("[\"", ".", "['", ".", "\"]", "", "']", "", "[", ".", "]", "").Replace(path)
	if set, err := sjson.SetRawBytes([]byte(c.arguments()), strings.TrimPrefix(path, "."), value); err == nil && path != "" {
		c.args = set
	}
}

// arguments returns what is known of the arguments.
func (c *streamedCall) arguments() json.RawMessage {
	if c.args == nil {
		return json.RawMessage("{}")
	}
	return c.args
}

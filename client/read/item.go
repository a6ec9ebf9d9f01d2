package read

import (
	"encoding/json"

	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// Item reads an item. Of anything but an object only Raw is set.
func Item(object json.RawMessage) wire.Item {
	root := gjson.ParseBytes(object)
	it := wire.Item{
		Type: root.Get("type").String(), ID: root.Get("id").String(), Status: root.Get("status").String(),
		Role: root.Get("role").String(), Name: root.Get("name").String(), CallID: root.Get("call_id").String(),
		Raw: object,
	}
	for _, name := range []string{"arguments", "input", "code", "command", "operation.diff"} {
		if v := root.Get(name); present(v) {
			it.Input = v.String()
			break
		}
	}
	it.Parts = append(readParts(root.Get("content"), "output_text"), readParts(root.Get("summary"), "summary_text")...)
	return it
}

// readParts reads a list of parts. Plain text, alone or in the list, is a part
// of the usual type.
func readParts(v gjson.Result, usual string) []wire.Part {
	if v.Type == gjson.String {
		return []wire.Part{{Type: usual, Text: v.Str, Raw: json.RawMessage(v.Raw)}}
	}
	var out []wire.Part
	for _, e := range elements(v) {
		p := wire.Part{Type: e.Get("type").String(), Raw: json.RawMessage(e.Raw)}
		switch {
		case e.Type == gjson.String:
			p.Type, p.Text = usual, e.Str
		case e.Get("refusal").Exists():
			p.Text = e.Get("refusal").String()
		default:
			p.Text = e.Get("text").String()
		}
		out = append(out, p)
	}
	return out
}

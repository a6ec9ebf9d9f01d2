package wire

import (
	"encoding/json"

	"github.com/tidwall/gjson"
)

// Item is what an item of a response's output, or of a request's input, says
// (wire-notes §4). Items of any type are read; what is not here is in Raw.
type Item struct {
	Type   string
	ID     string // often missing on items of server tools
	Status string
	Role   string // of messages
	Name   string // of calls
	CallID string // of calls and their outputs
	Input  string // a call's arguments, input, code or command as text; JSON text need not be valid
	Parts  []Part // content, then summary
	Raw    json.RawMessage
}

// Part is one content or summary part of an item.
type Part struct {
	Type string // output_text, refusal, reasoning_text, summary_text, input_text, …
	Text string
	Raw  json.RawMessage
}

// ReadItem reads an item. One that is no object is empty but for Raw.
func ReadItem(object json.RawMessage) Item {
	root := gjson.ParseBytes(object)
	it := Item{
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
// of the kind that usually stands there.
func readParts(v gjson.Result, usual string) []Part {
	if v.Type == gjson.String {
		return []Part{{Type: usual, Text: v.Str, Raw: json.RawMessage(v.Raw)}}
	}
	var out []Part
	for _, e := range elements(v) {
		p := Part{Type: e.Get("type").String(), Raw: json.RawMessage(e.Raw)}
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

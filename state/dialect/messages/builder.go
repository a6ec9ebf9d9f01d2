package messages

import (
	"encoding/json"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/assembly"
)

// builder puts the events of a message together: the message of message_start, in it the
// content blocks with their deltas, and what message_delta says of the end.
type builder struct{ assembly.Answer }

func (b *builder) Clone() assembly.Builder { return &builder{b.Answer.Clone()} }

// Frame implements assembly.Builder. Events that say nothing of the message are left out.
func (b *builder) Frame(data json.RawMessage, line string) {
	kind := scan.Text(scan.Get(data, "type"))
	if kind == "" {
		kind = line
	}
	index, _ := assembly.Index(scan.Get(data, "index"))
	switch kind {
	case "message_start":
		message := scan.Get(data, "message")
		b.Merge(message, assembly.LastWins, 1, "content")
		if scan.Get(message, "content") != nil {
			b.Begin()
		}
	case "content_block_start":
		if v := scan.Get(data, "content_block"); scan.KindOf(v) == scan.Object {
			b.Begin()
			if strings.HasSuffix(scan.Text(scan.Get(v, "type")), "tool_use") {
				b.List.Call(assembly.Piece{Index: index, Indexed: true, ID: scan.Text(scan.Get(v, "id")), Name: scan.Text(scan.Get(v, "name"))}).Merge(v, assembly.ListsGrow, 3)
				break
			}
			b.List.Begin(index).Merge(v, assembly.ListsGrow, 3)
		}
	case "content_block_delta":
		if d := scan.Get(data, "delta"); scan.KindOf(d) == scan.Object {
			b.Begin()
			goOn(b.block(index, d), d)
		}
	case "content_block_stop":
		b.List.EndCall(index)
	case "message_delta":
		b.Merge(scan.Get(data, "delta"), assembly.LastWins, 1, "content")
		b.Merge(data, assembly.LastWins, 1, "type", "delta", "content")
	case "message_stop":
		b.Merge(data, assembly.LastWins, 1, "type", "content")
	}
}

// block returns the content block of an index, which it begins where there is none: a piece
// of a call's input belongs to the call before it.
func (b *builder) block(index int, delta json.RawMessage) *assembly.Object {
	if o := b.List.At(index); o != nil {
		return o
	}
	if scan.Get(delta, "partial_json") != nil {
		return b.List.Call(assembly.Piece{Index: index, Indexed: true, Input: true})
	}
	return b.List.Begin(index)
}

// goOn merges the delta of a content block.
func goOn(o *assembly.Object, d json.RawMessage) {
	for m := range scan.Members(d) {
		switch m.Key {
		case "type": // that of the delta
		case "partial_json":
			if scan.TextLen(m.Value) > 0 { // an empty piece spells nothing, where there is no input yet either
				o.Member("input").Spell(m.Value)
			}
		case "citation":
			o.Member("citations").MergeAs("citations", scan.MakeArray([]json.RawMessage{m.Value}), assembly.ListsGrow, 4)
		default:
			o.Member(m.Key).MergeAs(m.Key, m.Value, assembly.Grows, 4)
		}
	}
}

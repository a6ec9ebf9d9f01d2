package assembly

import (
	"encoding/json"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/pieces"
	"gatehouse/state/rope"
)

// Messages puts the events of an Anthropic message together: the message of message_start,
// in it the content blocks with their deltas, and what message_delta says of the end.
type Messages struct {
	root   object
	blocks *list
}

// NewMessages returns a builder of one answer.
func NewMessages() *Messages { return &Messages{blocks: &list{}} }

// Clone implements Builder.
func (b *Messages) Clone() Builder {
	d := &Messages{root: *b.root.now(), blocks: &list{}}
	if at, ok := d.root.find("content"); ok && d.root.members[at].list != nil {
		d.blocks = d.root.members[at].list
	}
	return d
}

// Document implements Builder.
func (b *Messages) Document() Document { return Document{b.root.now()} }

// Frame implements Builder. Events that say nothing of the message are left out.
func (b *Messages) Frame(data json.RawMessage, line string) {
	kind := scan.Text(scan.Get(data, "type"))
	if kind == "" {
		kind = line
	}
	index, _ := pieces.Index(scan.Get(data, "index"))
	switch kind {
	case "message_start":
		message := scan.Get(data, "message")
		b.root.take(message, lastWins, 1, "content")
		if scan.Get(message, "content") != nil {
			b.content()
		}
	case "content_block_start":
		if v := scan.Get(data, "content_block"); scan.KindOf(v) == scan.Object {
			b.content()
			if strings.HasSuffix(scan.Text(scan.Get(v, "type")), "tool_use") {
				b.blocks.call(pieces.Piece{Index: index, Indexed: true, ID: scan.Text(scan.Get(v, "id")), Name: scan.Text(scan.Get(v, "name"))}).take(v, listsGrow, 3)
				break
			}
			b.blocks.begin(index).take(v, listsGrow, 3)
		}
	case "content_block_delta":
		if d := scan.Get(data, "delta"); scan.KindOf(d) == scan.Object {
			b.content()
			b.block(index, d).delta(d)
		}
	case "content_block_stop":
		b.blocks.calls.End(index)
	case "message_delta":
		b.root.take(scan.Get(data, "delta"), lastWins, 1, "content")
		b.root.take(data, lastWins, 1, "type", "delta", "content")
	case "message_stop":
		b.root.take(data, lastWins, 1, "type", "content")
	}
}

// content has the message have the content blocks.
func (b *Messages) content() { b.root.member("content").setList(b.blocks) }

// block returns the content block of an index, which it begins where there is none: a piece
// of a call's input goes on with the call before it.
func (b *Messages) block(index int, delta json.RawMessage) *object {
	if at, ok := b.blocks.at[index]; ok {
		return b.blocks.elements[at].object
	}
	if scan.Get(delta, "partial_json") != nil {
		return b.blocks.call(pieces.Piece{Index: index, Indexed: true, Input: true})
	}
	return b.blocks.begin(index)
}

// delta merges the delta of a content block.
func (o *object) delta(d json.RawMessage) {
	for m := range scan.Members(d) {
		switch m.Key {
		case "type": // that of the delta
		case "partial_json":
			if scan.TextLen(m.Value) == 0 {
				continue
			}
			input := o.member("input")
			if !input.spelled { // the announcement's stands for what is coming
				*input = value{text: &rope.Rope{}, spelled: true}
			}
			appendPiece(input.text, m.Value)
		case "citation":
			o.member("citations").take("citations", scan.MakeArray([]json.RawMessage{m.Value}), listsGrow, 4)
		default:
			o.member(m.Key).take(m.Key, m.Value, grows, 4)
		}
	}
}

package messages

import (
	"encoding/json"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
)

// begin begins the item of a content block, or adds to the open message. It returns what is
// unknown.
func (r *reader) begin(index int, v json.RawMessage, complete bool) (unknown string) {
	kind := scan.Text(scan.Get(v, "type"))
	if kind == "text" {
		b := r.beginText(index)
		r.Text(answers.OutputText, b.item, b.part, scan.Get(v, "text"), complete)
		for _, citation := range scan.Elements(scan.Get(v, "citations")) {
			r.Cite(b.item, b.part, citation)
		}
		return ""
	}
	r.endMessage()
	switch kind {
	case "thinking":
		b := r.set(index, block{index: index, item: r.Open("reasoning", nil), family: answers.Reasoning})
		r.Text(answers.Reasoning, b.item, 0, scan.Get(v, "thinking"), complete)
	case "redacted_thinking":
		r.set(index, block{index: index, item: r.Open("reasoning", v), family: answers.Reasoning})
	case "tool_use", "server_tool_use", "mcp_tool_use":
		r.beginCall(index, kind, v, complete)
	default:
		r.set(index, block{index: index, item: r.Open(kind, v, idOf(v, "tool_use_id")...), family: answers.OutputText})
		if !strings.HasSuffix(kind, "_tool_result") && kind != "container_upload" && kind != "compaction" {
			return "content block " + kind
		}
	}
	return ""
}

// beginText returns the part that a block of text is.
func (r *reader) beginText(index int) block {
	if r.message == wire.None {
		r.message, r.parts = r.Open("message", nil), 0
	}
	r.parts++
	return r.set(index, block{index: index, item: r.message, part: r.parts - 1, family: answers.OutputText, message: true})
}

// beginCall begins a call. Its input is an empty object if deltas will follow.
func (r *reader) beginCall(index int, kind string, v json.RawMessage, complete bool) {
	if kind == "tool_use" {
		kind = "function_call"
	}
	members := idOf(v, "id")
	if name := scan.Get(v, "name"); scan.TextLen(name) > 0 {
		members = append(members, "name", name)
	}
	b := r.call(assembly.Piece{Index: index, Indexed: true, ID: scan.Text(scan.Get(v, "id")), Name: scan.Text(scan.Get(v, "name"))}, kind, members...)
	if input := scan.Get(v, "input"); !scan.IsNull(input) && (complete || !scan.IsEmpty(input)) {
		r.Items.Full(answers.Arguments, b.item, wire.None, input)
	}
}

// grow folds a delta of a content block. It returns what is unknown.
func (r *reader) grow(index int, kind string, d json.RawMessage) (unknown string) {
	family, member := answers.OutputText, "text"
	switch kind {
	case "text_delta", "citations_delta":
	case "compaction_delta":
		member = "content"
	case "thinking_delta":
		family, member = answers.Reasoning, "thinking"
	case "input_json_delta":
		family, member = answers.Arguments, "partial_json"
	case "signature_delta":
		return ""
	default:
		return "delta " + kind
	}
	b, ok := r.blocks[place{index, family}]
	switch citation := scan.Get(d, "citation"); {
	case kind == "citations_delta":
		if ok && !scan.IsNull(citation) {
			r.Cite(b.item, b.part, citation)
		}
		return ""
	case ok:
	case kind == "text_delta":
		b = r.beginText(index)
	case kind == "thinking_delta":
		b = r.set(index, block{index: index, item: r.Open("reasoning", nil), family: answers.Reasoning})
	case kind == "input_json_delta":
		b = r.call(assembly.Piece{Index: index, Indexed: true, Input: true}, "function_call")
	default:
		return ""
	}
	r.Text(b.family, b.item, b.part, scan.Get(d, member), false)
	return ""
}

// call returns the call that a block, or a delta without one, belongs to.
func (r *reader) call(p assembly.Piece, kind string, members ...any) block {
	n, opened, _ := r.pieces.Add(p)
	if opened {
		r.calls = append(r.calls, block{index: p.Index, item: r.Open(kind, nil, members...), part: wire.None, family: answers.Arguments})
	}
	return r.set(p.Index, r.calls[n])
}

func (r *reader) set(index int, b block) block {
	r.blocks[place{index, b.family}] = b
	return b
}

// endBlock ends the items that a block began; a message may get more text by the next.
func (r *reader) endBlock(index int) {
	for _, family := range []*answers.Family{answers.OutputText, answers.Reasoning, answers.Arguments} {
		if b, ok := r.blocks[place{index, family}]; ok && b.index == index && !b.message {
			r.End(b.item)
		}
	}
	if b, ok := r.blocks[place{index, answers.Arguments}]; ok && b.index == index {
		r.pieces.End(index)
	}
}

// endMessage ends the message: what follows is no text.
func (r *reader) endMessage() {
	if r.message != wire.None {
		r.End(r.message)
		r.message = wire.None
	}
}

// idOf returns the call_id that a block has in a member.
func idOf(v json.RawMessage, member string) []any {
	if id := scan.Get(v, member); scan.TextLen(id) > 0 {
		return []any{"call_id", json.RawMessage(id)}
	}
	return nil
}

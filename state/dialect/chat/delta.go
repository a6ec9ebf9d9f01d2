package chat

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
)

// delta is the content of a delta or of a document's message.
type delta struct {
	role                                                  bool
	thoughts, details, content, refusal, audio, citations json.RawMessage
	calls, legacyCall                                     json.RawMessage
	thoughtsIn                                            string // what frames are called that hold thoughts
	unread                                                bool   // it has content that is not read, such as images
}

func readDelta(message json.RawMessage) (d delta) {
	for m := range scan.Members(message) {
		switch m.Key {
		case "role":
			d.role = true
		case "content":
			d.content = m.Value
		case "reasoning", "reasoning_content": // some services send both, with the same text
			if scan.TextLen(m.Value) > 0 && d.thoughts == nil {
				d.thoughts, d.thoughtsIn = m.Value, "delta."+m.Key
			}
		case "reasoning_details":
			d.details = m.Value
		case "refusal":
			d.refusal = m.Value
		case "tool_calls":
			d.calls = m.Value
		case "function_call":
			d.legacyCall = m.Value
		case "annotations":
			d.citations = m.Value
		case "audio":
			d.audio = m.Value
		case "provider_specific_fields": // of LiteLLM: copies of other members
		default:
			d.unread = d.unread || isContent(m.Value)
		}
	}
	return d
}

// isContent reports whether the value of an unknown member may be content: an object or a list with something
// in it.
func isContent(v json.RawMessage) bool {
	for range scan.Elements(v) {
		return true
	}
	return scan.KindOf(v) == scan.Object && !scan.IsEmpty(v)
}

// hasContent reports whether a delta writes anything.
func (d *delta) hasContent() bool {
	for _, text := range []json.RawMessage{d.thoughts, d.content, d.refusal} {
		if scan.TextLen(text) > 0 || scan.KindOf(text) == scan.Array {
			return true
		}
	}
	return d.details != nil || d.calls != nil && !scan.IsNull(d.calls) || scan.KindOf(d.legacyCall) == scan.Object || scan.KindOf(d.audio) == scan.Object
}

// add writes a delta, or the complete message of a document.
func (c *reader) add(one *choice, d delta, complete bool) {
	c.role = c.role || d.role
	c.unread = c.unread || d.unread
	before := len(c.Steps)
	if d.thoughts != nil {
		c.Text(answers.Reasoning, c.thinks(one), 0, d.thoughts, complete)
		c.names(before, d.thoughtsIn)
	} else {
		c.details(one, d.details)
		c.names(before, "delta.reasoning_details")
	}
	before = len(c.Steps)
	c.content(one, d.content, complete)
	c.names(before, "delta.content")
	if scan.TextLen(d.refusal) > 0 {
		c.Text(answers.Refusal, c.speaks(one), 1, d.refusal, complete)
		c.names(before, "delta.refusal")
	}
	if spoken := scan.Get(d.audio, "transcript"); scan.TextLen(spoken) > 0 {
		c.Text(answers.Transcript, c.speaks(one), 0, spoken, false)
		c.names(before, "delta.audio")
	} else {
		c.unread = c.unread || isContent(d.audio)
	}
	for _, citation := range scan.Elements(d.citations) {
		if inner := scan.Get(citation, "url_citation"); inner != nil {
			citation = inner
		}
		c.Cite(c.speaks(one), 0, citation)
		c.names(before, "delta.annotations")
	}
	c.toolCalls(one, d, complete)
}

// toolCalls writes the calls of a delta or a message.
func (c *reader) toolCalls(one *choice, d delta, complete bool) {
	before, n := len(c.Steps), 0
	for _, v := range scan.Elements(d.calls) {
		c.toolCall(one, v, n, complete)
		n++
	}
	c.names(before, "delta.tool_calls")
	if before = len(c.Steps); scan.KindOf(d.legacyCall) == scan.Object {
		c.toolCall(one, scan.MakeObject("index", json.RawMessage("0"), "function", d.legacyCall), 0, complete)
		c.names(before, "delta.function_call")
	}
}

// names names the frame when it has written something.
func (c *reader) names(before int, name string) {
	if len(c.Steps) > before {
		c.call(name)
	}
}

// content reads content: a string, or parts of text and thought.
func (c *reader) content(one *choice, content json.RawMessage, complete bool) {
	if scan.KindOf(content) == scan.String {
		if len(content) > len(`""`) {
			c.Text(answers.OutputText, c.speaks(one), 0, content, complete)
		}
		return
	}
	for _, part := range scan.Elements(content) {
		switch scan.Text(scan.Get(part, "type")) {
		case "text", "output_text":
			if text := scan.Get(part, "text"); scan.TextLen(text) > 0 {
				c.Text(answers.OutputText, c.speaks(one), 0, text, false)
			}
		case "thinking":
			for _, inner := range scan.Elements(scan.Get(part, "thinking")) {
				if text := scan.Get(inner, "text"); scan.TextLen(text) > 0 {
					c.Text(answers.Reasoning, c.thinks(one), 0, text, false)
				}
			}
		default:
			c.unread = true
		}
	}
}

// details reads reasoning_details if the message has its reasoning nowhere else.
func (c *reader) details(one *choice, details json.RawMessage) {
	for _, d := range scan.Elements(details) {
		if text := scan.Get(d, "text"); scan.TextLen(text) > 0 {
			c.Text(answers.Reasoning, c.thinks(one), 0, text, false)
		}
		if text := scan.Get(d, "summary"); scan.TextLen(text) > 0 {
			c.Text(answers.Summary, c.thinks(one), 0, text, false)
		}
	}
}

// thinks returns the choice's answers.Reasoning, which it begins.
func (c *reader) thinks(one *choice) int {
	if one.thought == wire.None {
		one.thought = c.Items.Open("reasoning", nil)
	}
	return one.thought
}

// speaks returns the choice's message, which it begins.
func (c *reader) speaks(one *choice) int {
	if one.message == wire.None {
		one.message = c.Items.Open("message", nil)
	}
	return one.message
}

// toolCall reads one of the tool_calls, at a position of their list.
func (c *reader) toolCall(one *choice, v json.RawMessage, at int, complete bool) {
	f, family, kind, member := scan.Get(v, "function"), answers.Arguments, "function_call", "arguments"
	if custom := scan.Get(v, "custom"); custom != nil {
		f, family, kind, member = custom, answers.CustomInput, "custom_tool_call", "input"
	}
	input := scan.Get(f, member)
	p := assembly.PieceOf(v, f, input, at)
	n, opened, doubt := one.pieces.Add(p)
	c.doubt = c.doubt || doubt
	if opened {
		one.calls = append(one.calls, call{c.Items.Open(kind, nil, named(&one.pieces, n)...), family})
	} else if p.Name != "" || p.ID != "" {
		c.Items.Announce(one.calls[n].item, kind, nil, named(&one.pieces, n))
	}
	k := one.calls[n]
	switch {
	case scan.KindOf(input) == scan.Object && !complete: // instead of pieces of its JSON
		c.Full(k.family, k.item, wire.None, input)
	case complete && !scan.IsNull(input):
		c.Full(k.family, k.item, wire.None, input)
	default:
		c.Text(k.family, k.item, wire.None, input, false)
	}
}

// named returns the members that name a call.
func named(calls *assembly.Calls, n int) (members []any) {
	if name := calls.Name(n); name != "" {
		members = append(members, "name", json.RawMessage(scan.Quote(name)))
	}
	if id := calls.ID(n); id != "" {
		members = append(members, "call_id", json.RawMessage(scan.Quote(id)))
	}
	return members
}

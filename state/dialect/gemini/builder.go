package gemini

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/assembly"
)

// builder puts the responses of a stream together to the one that :generateContent gives: in
// each candidate texts that follow each other are joined, and of all else the last counts.
type builder struct {
	assembly.Answer
	more bool // of the call that is the last part
}

func (b *builder) Clone() assembly.Builder {
	return &builder{b.Answer.Clone(), b.more}
}

func (b *builder) Frame(data json.RawMessage, _ string) {
	if inner := scan.Get(data, "response"); scan.KindOf(inner) == scan.Object {
		data = inner
	}
	for m := range scan.Members(data) {
		switch {
		case m.Key == "candidates" && scan.KindOf(m.Value) == scan.Array:
			b.Begin()
			n := 0
			for _, v := range scan.Elements(m.Value) {
				b.candidate(v, n)
				n++
			}
		case m.Key == "error":
		default:
			b.Member(m.Key).MergeAs(m.Key, m.Value, assembly.LastWins, 1)
		}
	}
}

// candidate takes one of the candidates of a response, at a place among them.
func (b *builder) candidate(v json.RawMessage, place int) {
	one := b.List.Of(v, place)
	for m := range scan.Members(v) {
		if m.Key != "content" || scan.KindOf(m.Value) != scan.Object {
			one.Member(m.Key).MergeAs(m.Key, m.Value, assembly.LastWins, 3)
			continue
		}
		content := one.Member(m.Key).Object()
		for in := range scan.Members(m.Value) {
			if in.Key != "parts" || scan.KindOf(in.Value) != scan.Array {
				content.Member(in.Key).MergeAs(in.Key, in.Value, assembly.LastWins, 4)
				continue
			}
			parts := content.Member(in.Key).List()
			for _, p := range scan.Elements(in.Value) {
				b.addPart(parts, p)
			}
		}
	}
}

// addPart adds a part, or its text to the last part, or its piece of a call. A part that is signed ends
// with its signature: the text after it is another part.
func (b *builder) addPart(parts *assembly.List, p json.RawMessage) {
	if call := scan.Get(p, "functionCall"); scan.KindOf(call) == scan.Object {
		b.addCall(parts, p, call)
		return
	}
	last := parts.Last()
	if text := scan.Get(p, "text"); last == nil || scan.KindOf(text) != scan.String || !last.Has("text") || last.Has("thoughtSignature") ||
		string(last.Get("thought")) != string(scan.Get(p, "thought")) {
		parts.Append(p)
		return
	}
	into := last.Object()
	for m := range scan.Members(p) {
		rule := assembly.LastWins
		if m.Key == "text" {
			rule = assembly.Grows
		}
		into.Member(m.Key).MergeAs(m.Key, m.Value, rule, 6)
	}
}

// addCall adds a call, or a piece of one that is streamed.
func (b *builder) addCall(parts *assembly.List, p, call json.RawMessage) {
	last := parts.Last()
	if !b.more || last == nil || !last.Has("functionCall") {
		parts.Append(p)
		if b.more = string(scan.Get(call, "willContinue")) == "true"; !b.more {
			return
		}
		streamed := parts.Last().Object().Member("functionCall")
		streamed.Set(nil)
		for _, name := range []string{"id", "name"} {
			if v := scan.Get(call, name); v != nil {
				streamed.Object().Member(name).Set(v)
			}
		}
		last = parts.Last()
	}
	addArguments(last.Object().Member("functionCall").Object().Member("args"), call)
	b.more = string(scan.Get(call, "willContinue")) == "true"
}

package gemini

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/assembly"
)

// builder puts the responses of a stream together to the one that :generateContent gives: in
// each candidate texts that follow each other are joined, and of all else the last counts.
type builder struct{ assembly.Answer }

func newBuilder() assembly.Builder { return &builder{assembly.NewAnswer("candidates")} }

func (b *builder) Clone() assembly.Builder { return &builder{b.Answer.Clone()} }

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
			b.Member(m.Key).Take(m.Key, m.Value, assembly.LastWins, 1)
		}
	}
}

// candidate takes one of the candidates of a response, at a place among them.
func (b *builder) candidate(v json.RawMessage, place int) {
	one := b.List.Of(v, place)
	for m := range scan.Members(v) {
		if m.Key != "content" || scan.KindOf(m.Value) != scan.Object {
			one.Member(m.Key).Take(m.Key, m.Value, assembly.LastWins, 3)
			continue
		}
		content := one.Member(m.Key).Object()
		for in := range scan.Members(m.Value) {
			if in.Key != "parts" || scan.KindOf(in.Value) != scan.Array {
				content.Member(in.Key).Take(in.Key, in.Value, assembly.LastWins, 4)
				continue
			}
			parts := content.Member(in.Key).List()
			for _, p := range scan.Elements(in.Value) {
				addPart(parts, p)
			}
		}
	}
}

// addPart adds a part, or its text to the last part.
func addPart(parts *assembly.List, p json.RawMessage) {
	last := parts.Last()
	if text := scan.Get(p, "text"); last == nil || scan.KindOf(text) != scan.String || !last.Has("text") ||
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
		into.Member(m.Key).Take(m.Key, m.Value, rule, 6)
	}
}

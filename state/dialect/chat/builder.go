package chat

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/assembly"
)

// builder puts the chunks of a chat completion together. Members outside the choices get the
// last value; lists in a choice (logprobs) are joined, and so are texts in a delta.
type builder struct{ assembly.Answer }

func (c *builder) Clone() assembly.Builder { return &builder{c.Answer.Clone()} }

// Frame implements assembly.Builder. An error is no part of the answer, and the padding of
// "obfuscation" is none.
func (c *builder) Frame(data json.RawMessage, _ string) {
	for m := range scan.Members(data) {
		switch {
		case m.Key == "choices" && scan.KindOf(m.Value) == scan.Array:
			c.Begin()
			n := 0
			for _, v := range scan.Elements(m.Value) {
				c.choice(v, n)
				n++
			}
		case m.Key == "choices" && c.List.Len() > 0:
		case m.Key == "error" || m.Key == "obfuscation":
		case m.Key == "object" && string(m.Value) == `"chat.completion.chunk"`:
			c.Member(m.Key).Set(json.RawMessage(`"chat.completion"`))
		default:
			c.Member(m.Key).MergeAs(m.Key, m.Value, assembly.LastWins, 1)
		}
	}
}

// choice takes one of the choices of a chunk, at a place among them.
func (c *builder) choice(v json.RawMessage, place int) {
	if scan.KindOf(v) != scan.Object {
		return
	}
	one := c.List.Of(v, place)
	delta := scan.Get(v, "delta")
	for m := range scan.Members(v) {
		switch {
		case m.Key == "delta" && scan.KindOf(m.Value) == scan.Object:
			one.Member("message").Merge(m.Value, 4)
		case m.Key == "delta":
		case m.Key == "message" && delta != nil: // what the deltas make, sent with each of them
		case m.Key == "message":
			one.Member(m.Key).MergeAs(m.Key, m.Value, assembly.LastWins, 3)
		default:
			one.Member(m.Key).MergeAs(m.Key, m.Value, assembly.ListsGrow, 3)
		}
	}
}

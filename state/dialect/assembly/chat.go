package assembly

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/pieces"
)

// Chat puts the chunks of a chat completion together. Of the members beside the choices the
// last value is kept; in a choice lists go on (logprobs), and in a delta texts do too.
type Chat struct {
	root    object
	choices *list
}

// NewChat returns a builder of one answer.
func NewChat() *Chat { return &Chat{choices: &list{}} }

// Clone implements Builder.
func (c *Chat) Clone() Builder {
	d := &Chat{root: *c.root.now(), choices: c.choices}
	if at, ok := d.root.find("choices"); ok && d.root.members[at].list != nil {
		d.choices = d.root.members[at].list
	} else {
		d.choices = &list{}
	}
	return d
}

// Document implements Builder.
func (c *Chat) Document() Document { return Document{c.root.now()} }

// Frame implements Builder. An error is no part of the answer, and the padding of
// "obfuscation" is none.
func (c *Chat) Frame(data json.RawMessage, _ string) {
	for m := range scan.Members(data) {
		switch {
		case m.Key == "choices" && scan.KindOf(m.Value) == scan.Array:
			c.root.member(m.Key).setList(c.choices)
			n := 0
			for _, v := range scan.Elements(m.Value) {
				c.choice(v, n)
				n++
			}
		case m.Key == "choices" && len(c.choices.elements) > 0:
		case m.Key == "error" || m.Key == "obfuscation":
		case m.Key == "object" && string(m.Value) == `"chat.completion.chunk"`:
			c.root.member(m.Key).raw = json.RawMessage(`"chat.completion"`)
		default:
			c.root.member(m.Key).take(m.Key, m.Value, lastWins, 1)
		}
	}
}

// choice takes one of the choices of a chunk, at a place among them.
func (c *Chat) choice(v json.RawMessage, place int) {
	if scan.KindOf(v) != scan.Object {
		return
	}
	index, ok := pieces.Index(scan.Get(v, "index"))
	if !ok {
		index = place
	}
	at, known := c.choices.at[index]
	if !known {
		c.choices.begin(index)
		at = c.choices.at[index]
	}
	one := c.choices.elements[at].object
	delta := scan.Get(v, "delta")
	for m := range scan.Members(v) {
		switch {
		case m.Key == "delta" && scan.KindOf(m.Value) == scan.Object:
			one.member("message").goOn(m.Value)
		case m.Key == "delta":
		case m.Key == "message" && delta != nil: // what the deltas make, sent with each of them
		case m.Key == "message":
			one.member(m.Key).take(m.Key, m.Value, lastWins, 3)
		default:
			one.member(m.Key).take(m.Key, m.Value, listsGrow, 3)
		}
	}
}

// goOn merges a delta into a message.
func (v *value) goOn(delta json.RawMessage) {
	if v.kind() != scan.Object {
		*v = value{object: &object{}}
	}
	v.expand(grows, 4)
	v.object.take(delta, grows, 4)
}

// setList has a value be a list that others go on with.
func (v *value) setList(l *list) { *v = value{list: l} }

package talk

import (
	"gatehouse/client/scan"
)

// OfferedTools returns the tools that the model was offered for the answer of a turn, as
// `tools` of a request for POST /responses; nil for none. Of a loaded answer these are
// the tools of the draft.
func (c *Conversation) OfferedTools(t *Turn) []byte {
	x := t.SentExchange()
	switch {
	case x == nil:
		tools, _ := c.Draft.Get("/tools")
		return tools
	case x.Kind().IsForeign():
		if t.translated == nil { // its request does not change
			t.translated = append([]byte{}, Recorded{State: x, Capture: t.Capture}.translated()...)
		}
		return scan.Get(t.translated, "tools")
	}
	return scan.Get(x.Request, "tools")
}

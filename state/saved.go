package state

import (
	"gatehouse/client/wire"
	"gatehouse/state/raw"
)

// savedExchange reads a response that was saved as the exchange that it ended:
// what the response itself tells. The request, the head, the times and the frames
// are not in it. It is nil for what only looks like one: of a member that stands
// twice readers may take either.
func savedExchange(response []byte) *Exchange {
	if _, ok := wire.DocumentEnding(response); !ok {
		return nil
	}
	x := NewExchange("saved "+raw.Text(raw.Get(response, "id")), nil)
	x.saved = true
	x.End = &wire.End{Cause: wire.EndClean} // it came whole
	x.plainObject(response)
	x.End = nil // when, nobody knows
	x.Version++
	return x
}

// IsSaved reports whether the exchange was read from a saved response: what was
// sent, and when what came, is not known.
func (x *Exchange) IsSaved() bool { return x.saved }

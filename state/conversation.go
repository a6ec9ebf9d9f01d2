package state

import (
	"encoding/json"

	"gatehouse/client/wire"
)

// Turn is one step of a conversation: the items the person added, and the
// exchange that answered them. Sending again, or an edited text, makes a
// sibling: a turn is never overwritten.
type Turn struct {
	ID       int // 1, 2, 3 … in the order of making, unique in the conversation
	Parent   *Turn
	Children []*Turn
	Input    []json.RawMessage // the items this turn added to `input`
	Exchange *Exchange         // nil for a turn that was loaded, not sent
	Capture  *wire.Capture     // nil until the reader has started, or when loaded
	Output   []json.RawMessage // of a loaded turn: its answer's items
}

// Conversation is a tree of turns and the turn that is current; the path from
// the root to it is what is shown and sent.
type Conversation struct {
	Draft   *Draft
	Current *Turn // nil: nothing said yet
	Version uint64

	roots []*Turn
	last  int
}

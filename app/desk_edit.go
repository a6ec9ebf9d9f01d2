package app

import (
	"encoding/json"

	"gatehouse/state/talk"
)

// leftEdit is the editing of a turn that ended because an edit of the document
// made its branch; it goes on when that is taken back.
type leftEdit struct {
	turn   *talk.Turn
	at     *talk.Turn // that was current
	unsent string
	beside []json.RawMessage
}

// resumeEdit goes on with the editing of a turn where an edit of the document
// that ended it was taken back. from is the turn that was current before that.
func (c *chat) resumeEdit(from *talk.Turn) {
	l := c.left
	if l == nil || c.conv.Current == from || c.conv.Current != l.turn.Parent || c.conv.Find(l.at.ID) != l.at {
		return
	}
	c.edits(l.turn)
	c.unsent, c.beside, c.left = l.unsent, l.beside, nil
	c.conv.Select(l.at)
}

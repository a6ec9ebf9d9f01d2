package desk

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/talk"
	"gatehouse/views"
)

// DeleteTurn deletes a turn of the shown conversation with what follows it. near is the
// turn that has its place then, or else the one before it; nil where none is left, and
// where nothing was deleted. The exchanges stay in the history.
func (d *Desk) DeleteTurn(id int) (cmd tea.Cmd, near *talk.Turn) {
	c := d.Shown()
	turn := c.Conv.Find(id)
	switch {
	case turn == nil:
		return d.Notify("no turn to delete yet"), nil
	case c.Run != nil && turn.Holds(c.Run.Turn):
		return d.Notify("not deleted: the turn is streaming; %s stops it", d.chat.StopKey()), nil
	case c.Editing != nil:
		return d.Notify("not deleted: a message is being edited; %s cancels the edit", d.Keys.Name(views.ActStop)), nil
	}
	err := d.editDocument(func(text string) (string, error) {
		near = c.Conv.Delete(turn, text)
		return text, nil
	})
	if err != nil {
		return d.Notify("not deleted: %v", err), nil
	}
	return d.Notify("%s; %s restores", withFollowing(turn, "deleted"), d.Keys.Name(views.ActUndo)), near
}

// withFollowing says what became of a turn and of those after it.
func withFollowing(turn *talk.Turn, became string) string {
	if more := turn.Following(); more > 0 {
		return fmt.Sprintf("turn and %d following %s", more, became)
	}
	return "turn " + became
}

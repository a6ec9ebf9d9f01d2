package desk

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/json/tree"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// Undo reverts the last edit of the shown document or of its headers, and
// reports which it was.
func (d *Desk) Undo() tea.Cmd {
	conv := d.Shown().Conv
	back := conv.Deleted()
	cmd := d.step(false, conv.Undo)
	if back != nil {
		return d.Undone(false, nil, withFollowing(back, "restored"))
	}
	return cmd
}

// Redo makes the edit again that was undone last.
func (d *Desk) Redo() tea.Cmd {
	conv := d.Shown().Conv
	was := conv.Deleted()
	cmd := d.step(true, conv.Redo)
	if gone := conv.Deleted(); gone != nil && gone != was {
		return d.Undone(true, nil, withFollowing(gone, "deleted"))
	}
	return cmd
}

// step undoes or redoes an edit and reports what that changed, or that there was
// none.
func (d *Desk) step(redo bool, to func(text string) (left string, ok bool)) tea.Cmd {
	d.typedAt = time.Time{}
	c, text, ok := d.Shown(), d.Text(), false
	headers := c.Headers.doc.Bytes()
	before, failed := d.bodyWith(c, text)
	_ = d.editDocument(func(text string) (left string, _ error) { // it never fails
		left, ok = to(text)
		return left, nil
	})
	if !ok {
		return d.NothingTo(redo)
	}
	after, err := d.Body()
	var what []string
	if failed == nil && err == nil { // of a request that cannot be written nothing can be compared
		what = changedPlaces(before, after)
	}
	for _, header := range changedPlaces(headers, c.Headers.doc.Bytes()) {
		if header[0] != '[' { // a name that jq quotes
			header = "." + header
		}
		what = append(what, "headers"+header)
	}
	otherwise := "the last edit"
	if text != d.Text() {
		otherwise = "your text"
	}
	return d.Undone(redo, what, otherwise)
}

// DeleteTurn deletes a turn of the shown conversation with what follows it. near is the
// turn that replaces it in the transcript, or else the one before it; nil if none is left or
// nothing was deleted. The exchanges stay in the history.
func (d *Desk) DeleteTurn(id int) (cmd tea.Cmd, near *talk.Turn) {
	c := d.Shown()
	turn := c.Conv.Find(id)
	switch {
	case turn == nil:
		return d.Notify("no turn to delete yet"), nil
	case c.Run != nil && turn.Holds(c.Run.Turn):
		return d.Notify("not deleted: the turn is streaming; %s stops it", d.stopKey()), nil
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

// withFollowing reports what became of a turn and of those after it.
func withFollowing(turn *talk.Turn, became string) string {
	if more := turn.Following(); more > 0 {
		return fmt.Sprintf("turn and %d following %s", more, became)
	}
	return "turn " + became
}

// changedPlaces returns the paths where two documents differ: plugins[0].cost_tier.
func changedPlaces(a, b []byte) (paths []string) {
	x, errA := tree.New(a)
	y, errB := tree.New(b)
	if errA != nil || errB != nil {
		return nil
	}
	diff := tree.Diff(x, y)
	for _, c := range diff.Rows {
		if c.Differs() && c.Kind != tree.Inside {
			paths = append(paths, diff.Path(c))
		}
	}
	return paths
}

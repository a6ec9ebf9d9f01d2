package desk

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Undo takes the last edit of the shown document or of its headers back, and
// says which it was.
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

// step goes back or forth in the history and says what that changed, or that
// there was no way to go.
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
		what = append(what, "headers."+header)
	}
	otherwise := "the last edit"
	if text != d.Text() {
		otherwise = "your text"
	}
	return d.Undone(redo, what, otherwise)
}

package desk

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
)

// Undo takes the last edit of the shown document or of its headers back, and
// says which it was.
func (d *Desk) Undo() tea.Cmd {
	conv := d.Shown().Conv
	back := conv.Deleted()
	cmd := d.step("undone", "nothing to undo", conv.Undo)
	if back != nil {
		return d.Notify("undone: %s", withFollowing(back, "restored"))
	}
	return cmd
}

// Redo makes the edit again that was undone last.
func (d *Desk) Redo() tea.Cmd {
	conv := d.Shown().Conv
	was := conv.Deleted()
	cmd := d.step("redone", "nothing to redo", conv.Redo)
	if gone := conv.Deleted(); gone != nil && gone != was {
		return d.Notify("redone: %s", withFollowing(gone, "deleted"))
	}
	return cmd
}

// step goes back or forth in the history and says what that changed, or that
// there was no way to go.
func (d *Desk) step(told, none string, to func(text string) (left string, ok bool)) tea.Cmd {
	d.typedAt = time.Time{}
	c, text, ok := d.Shown(), d.Text(), false
	headers := c.Headers.doc.Bytes()
	before, failed := d.bodyWith(c, text)
	_ = d.editDocument(func(text string) (left string, _ error) { // it never fails
		left, ok = to(text)
		return left, nil
	})
	if !ok {
		return d.Notify("%s", none)
	}
	after, err := d.Body()
	var what []string
	if failed == nil && err == nil {
		what = changedPlaces(before, after)
	}
	for _, header := range changedPlaces(headers, c.Headers.doc.Bytes()) {
		what = append(what, "headers."+header)
	}
	switch {
	case len(what) > 0:
	case text != d.Text():
		what = []string{"your text"}
	default: // of a request that cannot be written nothing can be compared
		what = []string{"the last edit"}
	}
	if more := len(what) - 3; more > 0 {
		what = append(what[:3], fmt.Sprintf("%d more", more))
	}
	return d.Notify("%s: %s", told, screen.Short(strings.Join(what, ", "), 120))
}

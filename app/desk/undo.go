package desk

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/talk"
	"gatehouse/views"
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

// deepest is how far into a document its changes are named: a person finds the
// rest.
const deepest = 8

// changedPlaces names what differs between two documents, by the members from
// the top to where more than one thing differs: plugins[0].cost_tier.
func changedPlaces(a, b []byte) []string {
	at, names := "", []string(nil)
	for range deepest {
		var first, second []byte
		switch {
		case scan.KindOf(a) == scan.Object && scan.KindOf(b) == scan.Object:
			if names, first, second = changedMembers(a, b); len(names) > 1 && at != "" {
				return []string{at} // it is named as a whole
			}
		case scan.KindOf(a) == scan.Array && scan.KindOf(b) == scan.Array:
			names, first, second = changedElement(a, b)
		default:
			names = nil
		}
		if len(names) != 1 {
			break
		}
		if at += names[0]; first == nil || second == nil {
			break
		}
		a, b = first, second
	}
	if at = strings.TrimPrefix(at, "."); at != "" {
		return []string{at}
	}
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], ".")
	}
	return names
}

// changedMembers names the members that differ; where there is one, with its
// values, nil for none.
func changedMembers(a, b []byte) (names []string, first, second []byte) {
	values := map[string][2][]byte{}
	for member := range scan.Members(a) {
		values[member.Key] = [2][]byte{member.Value, nil}
	}
	for member := range scan.Members(b) {
		values[member.Key] = [2][]byte{values[member.Key][0], member.Value}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if v := values[name]; string(v[0]) != string(v[1]) {
			names, first, second = append(names, "."+name), v[0], v[1]
		}
	}
	return names, first, second
}

// changedElement names the one element that differs between two lists of one
// length, with its values; none where it is not one.
func changedElement(a, b []byte) (names []string, first, second []byte) {
	others := make([][]byte, 0, 16)
	for _, v := range scan.Elements(b) {
		others = append(others, v)
	}
	n := 0
	for _, v := range scan.Elements(a) {
		if n < len(others) && string(v) != string(others[n]) {
			names, first, second = append(names, fmt.Sprintf("[%d]", n)), v, others[n]
		}
		n++
	}
	if n != len(others) {
		return nil, nil, nil
	}
	return names, first, second
}

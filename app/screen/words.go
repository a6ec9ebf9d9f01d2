package screen

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// UserText returns the text of the user messages that a turn added.
func UserText(t *talk.Turn) string {
	var texts []string
	for _, item := range t.Input {
		if scan.Text(scan.Get(item, "role")) != "user" {
			continue
		}
		content := scan.Get(item, "content")
		if scan.KindOf(content) != scan.Array {
			texts = append(texts, scan.Text(content))
			continue
		}
		for _, part := range scan.Elements(content) {
			if text := scan.Text(scan.Get(part, "text")); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return strings.Join(texts, "\n")
}

// Some returns the first three of some names, and how many more there are.
func Some(names []string) string {
	if more := len(names) - 3; more > 0 {
		return fmt.Sprintf("%s, %d more", strings.Join(names[:3], ", "), more)
	}
	return strings.Join(names, ", ")
}

// Short returns the beginning of a text, at most n runes, with an ellipsis where it
// continues.
func Short(s string, n int) string {
	if r := []rune(s[:min(len(s), 4*n+4)]); len(r) > n { // no more of it is counted than may show
		return string(r[:n-1]) + "…"
	}
	return s
}

// FirstLine returns the first line of a text that is not empty, at most 60 runes.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(s, "\n"), "\n")
	return Short(line, 60)
}

// Ago reports how long ago something was, in one unit.
func Ago(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := int(d / unit.of); {
		case n == 1:
			return "1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}

// Changes returns the changes of a document that a pane asks for.
func Changes(edits []views.Edit) []talk.Change {
	changes := make([]talk.Change, len(edits))
	for i, e := range edits {
		changes[i] = talk.Change{Pointer: e.Pointer, Value: e.Value}
	}
	return changes
}

// ChangeWords say what edits did.
func ChangeWords(edits []views.Edit) string {
	words := make([]string, len(edits))
	for i, e := range edits {
		list, added := strings.CutSuffix(e.Pointer, "/-")
		switch {
		case added:
			words[i] = "added " + Short(string(e.Value), 40) + " to " + scan.JQOf(list)
		case e.Value != nil:
			words[i] = "set " + scan.JQOf(e.Pointer) + " to " + Short(string(e.Value), 40)
		default:
			words[i] = "removed " + scan.JQOf(e.Pointer)
		}
	}
	return strings.Join(words, ", ")
}

// NotEdited reports that a copy of another API's request was opened without an edit of it.
func (h *Host) NotEdited() string {
	return "opened without the change, which is for another API's request; make it here, then " + h.Keys.Name(views.ActSendNow) + " sends it"
}

// Undos are the changes made on a screen, each as the function that undoes it, the latest
// one last.
type Undos []func() tea.Cmd

// Push adds a change.
func (u *Undos) Push(undo func() tea.Cmd) { *u = append(*u, undo) }

// Undo undoes the latest change. A change whose undoing fails may be pushed again.
func (u *Undos) Undo(h *Host) tea.Cmd {
	n := len(*u)
	if n == 0 {
		return h.NothingTo(false)
	}
	last := (*u)[n-1]
	*u = (*u)[:n-1]
	return last()
}

// NothingTo reports that there is no edit to undo, or to redo.
func (h *Host) NothingTo(redo bool) tea.Cmd {
	if redo {
		return h.Notify("nothing to redo")
	}
	return h.Notify("nothing to undo")
}

// Undone reports what of a document an undo changed, or a redo; otherwise stands for what
// cannot be named.
func (h *Host) Undone(redo bool, what []string, otherwise string) tea.Cmd {
	done := "undone"
	if redo {
		done = "redone"
	}
	if len(what) == 0 {
		what = []string{otherwise}
	}
	return h.Notify("%s: %s", done, Short(Some(what), 120))
}

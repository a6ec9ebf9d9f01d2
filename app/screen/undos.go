package screen

import tea "charm.land/bubbletea/v2"

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

// NothingTo says that there is no edit to undo, or to redo.
func (h *Host) NothingTo(redo bool) tea.Cmd {
	if redo {
		return h.Notify("nothing to redo")
	}
	return h.Notify("nothing to undo")
}

// Undone says what of a document an undo changed, or a redo; otherwise stands for what
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

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
		return h.Notify("nothing to undo here")
	}
	last := (*u)[n-1]
	*u = (*u)[:n-1]
	return last()
}

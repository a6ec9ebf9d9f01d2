package desk

import tea "charm.land/bubbletea/v2"

// waiting is a request that waits in the proxy until it is edited in a conversation.
type waiting struct {
	note    func() string             // for the user; empty: it no longer waits
	release func(body []byte) tea.Cmd // sends it as edited
}

// EditFor has the next request of the shown conversation given to release instead of being sent, while note returns
// something.
func (d *Desk) EditFor(note func() string, release func(body []byte) tea.Cmd) {
	d.Shown().waiting = &waiting{note, release}
}

// waitingNote returns the note of the request that is edited.
func (d *Desk) waitingNote() []string {
	if w := d.Shown().waiting; w != nil {
		if note := w.note(); note != "" {
			return []string{note}
		}
	}
	return nil
}

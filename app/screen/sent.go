package screen

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// Sent is an exchange that a screen has sent in this run.
type Sent interface {
	// State is what is known of it.
	State() *state.Exchange
	// Capture is its bytes; nil until its reader has started.
	Capture() *wire.Capture
	// Exchange is it as the inspector shows it.
	Exchange() Exchange
	// Show shows it in the inspector.
	Show() tea.Cmd
}

// mostSent is how many bytes of exchanges that are in no conversation are held for the
// list of this run's exchanges. A conversation holds its own.
const mostSent = 64 << 20

// mostEnded is how many of them that have ended are held.
const mostEnded = 1000

// SentList are the exchanges of this run, whichever screen has sent them, in the order of
// their start, whether they are saved or not.
type SentList struct {
	all    []*Recording
	number int64
	held   int64 // bytes of those that have ended and are in no conversation
	over   int   // how many these are
}

// add takes in an exchange that is about to start.
func (l *SentList) add(r *Recording) {
	l.number++
	r.number, r.began = l.number, time.Now()
	l.all = append(l.all, r)
}

// Dropped is how many of this run are no longer held.
func (l *SentList) Dropped() int { return int(l.number) - len(l.all) }

// Passed are the exchanges that came through the proxy, the newest first. Their keys are
// below 0, so that none is that of an exchange of the history.
func (l *SentList) Passed() []history.Entry {
	var entries []history.Entry
	for _, r := range slices.Backward(l.all) {
		if r.about.Origin == history.Proxy {
			e := r.Entry()
			e.Key = -e.Key
			entries = append(entries, e)
		}
	}
	return entries
}

// PassedAt is the exchange of a key of Passed; nil for none.
func (l *SentList) PassedAt(key int64) *Passed {
	p, _ := l.Find(-key).(*Passed)
	return p
}

// ended takes note of the size of an exchange, and lets go of the oldest that are in no
// conversation where they take too much memory.
func (l *SentList) ended(r *Recording) {
	if r.about.Session != "" {
		return
	}
	l.held += r.Entry().Size
	if l.over++; l.held <= mostSent && l.over <= mostEnded {
		return
	}
	l.all = slices.DeleteFunc(l.all, func(old *Recording) bool {
		if l.held <= mostSent && l.over <= mostEnded || old == r || old.about.Session != "" || old.sent.State().Running() {
			return false
		}
		l.held -= old.Entry().Size
		l.over--
		return true
	})
}

// Entries are the exchanges as lists show them, the newest first. A key is the place in
// the order of their start.
func (l *SentList) Entries() []history.Entry {
	entries := make([]history.Entry, 0, len(l.all))
	for _, r := range slices.Backward(l.all) {
		entries = append(entries, r.Entry())
	}
	return entries
}

// Len is how many there are.
func (l *SentList) Len() int { return len(l.all) }

// Find is the exchange of a key; nil for none.
func (l *SentList) Find(key int64) Sent {
	for _, r := range l.all {
		if r.number == key {
			return r.sent
		}
	}
	return nil
}

// KeyOf is the key of an exchange; 0 for one of another run.
func (l *SentList) KeyOf(x *state.Exchange) int64 {
	for _, r := range slices.Backward(l.all) {
		if x != nil && r.sent.State() == x {
			return r.number
		}
	}
	return 0
}

// Entry is the exchange as lists show it. While it runs, the total is the time up to what
// came last.
func (r *Recording) Entry() history.Entry {
	x, c := r.sent.State(), r.sent.Capture()
	if r.of == x && r.version == x.Version {
		return r.entry
	}
	if c == nil {
		c = &wire.Capture{ID: x.ID, Start: r.began, Sent: wire.Sent{Body: x.Request}}
	} else if x.Running() { // the rest of it is still being written
		c = &wire.Capture{ID: x.ID, Start: r.began, Sent: c.Sent, Caller: c.Caller}
	}
	r.entry, r.of, r.version = history.Of(r.about, x, c), x, x.Version
	r.entry.Key = r.number
	if x.Running() && x.LatestUS() > 0 {
		r.entry.TotalUS = x.LatestUS()
	}
	if x.Head != nil && r.entry.Status == 0 {
		r.entry.Status = x.Head.Status
	}
	return r.entry
}

package screen

import (
	"slices"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// mostSent is how many bytes of exchanges that are in no conversation are held for the
// list of this run's exchanges. A conversation holds its own.
const mostSent = 64 << 20

// mostEnded is how many of them that have ended are held.
const mostEnded = 1000

// SentList are the exchanges of this run, whichever screen has sent them, in the order of
// their start, whether they are saved or not.
type SentList struct {
	all    []*Exchange
	number int64
	held   int64 // bytes of those that have ended and are in no conversation
	over   int   // how many these are
}

// add takes in an exchange that is about to start.
func (l *SentList) add(x *Exchange, began time.Time) {
	l.number++
	x.number, x.began = l.number, began
	l.all = append(l.all, x)
}

// Dropped is how many of this run are no longer held.
func (l *SentList) Dropped() int { return int(l.number) - len(l.all) }

// Passed are the exchanges that passed through the proxy, the newest first. Their keys are
// below 0, so that none is that of an exchange of the history.
func (l *SentList) Passed() []history.Entry {
	var entries []history.Entry
	for _, x := range slices.Backward(l.all) {
		if x.passage != nil {
			e := x.Entry()
			e.Key = -e.Key
			entries = append(entries, e)
		}
	}
	return entries
}

// PassedAt is the exchange of a key of Passed; nil for none.
func (l *SentList) PassedAt(key int64) *Exchange { return l.Find(-key) }

// ended takes note of the size of an exchange, and lets go of the oldest that are in no
// conversation where they take too much memory.
func (l *SentList) ended(x *Exchange) {
	if x.About.Session != "" {
		return
	}
	l.held += x.Entry().Size
	if l.over++; l.held <= mostSent && l.over <= mostEnded {
		return
	}
	l.all = slices.DeleteFunc(l.all, func(old *Exchange) bool {
		if l.held <= mostSent && l.over <= mostEnded || old == x || old.About.Session != "" || old.State.Running() {
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
	for _, x := range slices.Backward(l.all) {
		entries = append(entries, x.Entry())
	}
	return entries
}

// Len is how many there are.
func (l *SentList) Len() int { return len(l.all) }

// All are the exchanges, the oldest first.
func (l *SentList) All() []*Exchange { return l.all }

// Find returns the exchange of a key; nil for none.
func (l *SentList) Find(key int64) *Exchange {
	for _, x := range l.all {
		if x.number == key {
			return x
		}
	}
	return nil
}

// KeyOf is the key of an exchange; 0 for one of another run.
func (l *SentList) KeyOf(of *state.Exchange) int64 {
	for _, x := range slices.Backward(l.all) {
		if of != nil && x.State == of {
			return x.number
		}
	}
	return 0
}

// Entry is the exchange as lists show it. While it runs, the total is the time up to what
// arrived last.
func (x *Exchange) Entry() history.Entry {
	s, c := x.State, x.Capture
	if x.of == s && x.seen == s.Version {
		return x.entry
	}
	if c == nil {
		c = &wire.Capture{ID: s.ID, Start: x.began, Sent: wire.Sent{Body: s.Request}}
	} else if s.Running() { // the rest of it is still being written
		c = &wire.Capture{ID: s.ID, Start: x.began, Sent: c.Sent, Caller: c.Caller}
	}
	x.entry, x.of, x.seen = history.Of(x.About, s, c), s, s.Version
	x.entry.Key = x.number
	if s.Running() && s.LatestUS() > 0 {
		x.entry.TotalUS = s.LatestUS()
	}
	if s.Head != nil && x.entry.Status == 0 {
		x.entry.Status = s.Head.Status
	}
	return x.entry
}

package screen

import (
	"sync"
	"time"

	"gatehouse/client/wire"
)

// passing takes what arrives of all exchanges that pass through the proxy, from the
// goroutines that record them, and never makes them wait. The screen takes batches. While it
// takes none, as where the terminal does not read, what waits is bounded: an exchange that
// begins when there is no room is not followed.
type passing struct {
	mu     sync.Mutex
	queue  []passedOn
	held   int64 // bytes that wait, about
	missed missed
	ready  chan struct{} // holds a token when there may be something to take
}

// missed counts exchanges that were not followed, and have ended.
type missed struct{ all, kept int }

// mostHeld is how many bytes may wait when an exchange begins that is followed.
const mostHeld = 64 << 20

// passedOn is one thing that happened to an exchange.
type passedOn struct {
	of      *Passed
	begins  bool
	arrival wire.Arrival
	done    bool // it is in the archive, where it is kept
}

// size is how much memory it takes, about: its bytes are in the capture too.
func (m *passedOn) size() int64 {
	const fixed = 512
	if m.begins {
		return fixed + int64(len(m.of.state.Request))
	}
	return fixed + 2*int64(len(m.arrival.Frame.Data)+len(m.arrival.Body))
}

// mostTaken bounds how long one batch keeps the keys waiting: some 5 ms.
const mostTaken = 4096

func (b *passing) add(m passedOn) {
	b.mu.Lock()
	b.queue = append(b.queue, m)
	b.held += m.size()
	b.mu.Unlock()
	rouse(b.ready)
}

// full reports whether there is no room for one more exchange.
func (b *passing) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.held >= mostHeld
}

// miss takes note of an exchange that was not followed, and has ended.
func (b *passing) miss(kept bool) {
	b.mu.Lock()
	b.missed.all++
	if kept {
		b.missed.kept++
	}
	b.mu.Unlock()
	rouse(b.ready)
}

// take waits until something is there and until a time, and returns what is there then.
// It returns nothing when ctx's end or the owed time comes first.
func (b *passing) take(h *Host, due, owed time.Time) (taken []passedOn, not missed) {
	var timeout <-chan time.Time
	if !owed.IsZero() {
		timer := time.NewTimer(time.Until(owed))
		defer timer.Stop()
		timeout = timer.C
	}
	select {
	case <-b.ready:
	case <-timeout:
	case <-h.Life.Ctx.Done():
		return nil, missed{}
	}
	if wait := time.Until(due); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-h.Life.Ctx.Done():
			return nil, missed{}
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	taken, b.queue = b.queue, nil
	if len(taken) > mostTaken {
		taken, b.queue = taken[:mostTaken:mostTaken], taken[mostTaken:]
		rouse(b.ready)
	}
	for i := range taken {
		b.held -= taken[i].size()
	}
	not, b.missed = b.missed, missed{}
	return taken, not
}

package screen

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/relay"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// Passed is an exchange of another program that passes, or passed, through the proxy of
// this run. Update alone reads and writes it, but for what never changes.
type Passed struct {
	*Recording
	state   *state.Exchange
	capture *wire.Capture
	host    *Host
	through *Traffic // where it is counted
	stored  int      // which one of those that came to be in the history; 0: it is not there
}

// State implements Sent.
func (p *Passed) State() *state.Exchange { return p.state }

// Capture implements Sent.
func (p *Passed) Capture() *wire.Capture { return p.capture }

// Stored is its place among those that came to be in the history (Proxy.Kept counts them);
// 0: it is not there.
func (p *Passed) Stored() int { return p.stored }

// Exchange implements Sent.
func (p *Passed) Exchange() Exchange { return p.host.PassedExchange(p) }

// Show implements Sent.
func (p *Passed) Show() tea.Cmd { return p.host.ShowExchange(p.Exchange()) }

// passing takes what arrives of all exchanges that pass through the proxy, from the
// goroutines that record them, and never makes them wait. The screen takes batches.
type passing struct {
	mu    sync.Mutex
	queue []passedOn
	ready chan struct{} // holds a token when the queue may hold something
}

// passedOn is one thing that happened to an exchange.
type passedOn struct {
	of      *Passed
	begins  bool
	arrival wire.Arrival
	done    bool // it is in the archive, where it is kept
}

const (
	// mostTaken bounds how long one batch keeps the keys waiting: some 5 ms.
	mostTaken = 4096
	// rowsEvery is how often lists show what became of exchanges that are not shown
	// themselves.
	rowsEvery = 200 * time.Millisecond
)

func (b *passing) add(m passedOn) {
	b.mu.Lock()
	b.queue = append(b.queue, m)
	b.mu.Unlock()
	rouse(b.ready)
}

// take waits until something is there and until a time, and returns what is there then.
// It returns nothing when ctx's end or the owed time comes first.
func (b *passing) take(h *Host, due, owed time.Time) (taken []passedOn) {
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
		return nil
	}
	if wait := time.Until(due); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-h.Life.Ctx.Done():
			return nil
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	taken, b.queue = b.queue, nil
	if len(taken) > mostTaken {
		taken, b.queue = taken[:mostTaken:mostTaken], taken[mostTaken:]
		rouse(b.ready)
	}
	return taken
}

// follow is told by the proxy of an exchange that begins.
func (p *Proxy) follow(about history.About, kept bool) relay.Follower {
	x := &Passed{Recording: &Recording{about: about, kept: kept}, host: p.host}
	x.sent = x
	return relay.Follower{
		Sink: passingSink{p.passing, x},
		Done: func() { p.passing.add(passedOn{of: x, done: true}) },
	}
}

// passingSink puts what arrives of one exchange into the queue of all.
type passingSink struct {
	to *passing
	of *Passed
}

// Start implements the client's sink.
func (s passingSink) Start(c *wire.Capture) {
	s.of.capture = c
	s.of.state = state.New(s.of.about.Kind, c.ID, c.Sent.Body)
	s.to.add(passedOn{of: s.of, begins: true})
}

// Arrive implements the client's sink.
func (s passingSink) Arrive(a wire.Arrival) { s.to.add(passedOn{of: s.of, arrival: a}) }

// next waits for the next batch.
func (p *Proxy) next() tea.Cmd {
	due, owed := p.due, time.Time{}
	if p.undrawn {
		owed = p.rowsDue
	}
	return func() tea.Msg {
		b := passedBatch{p, p.passing.take(p.host, due, owed)}
		if p.host.Life.Ctx.Err() != nil {
			return nil
		}
		return b
	}
}

// passedBatch brings what arrived at the proxy meanwhile.
type passedBatch struct {
	proxy *Proxy
	taken []passedOn
}

// Land implements Effect. The screen is drawn again at once when the shown exchange has
// grown, else now and then.
func (b passedBatch) Land() tea.Cmd {
	p := b.proxy
	var cmds []tea.Cmd
	shown := false
	for i := range b.taken {
		m := &b.taken[i]
		shown = shown || p.host.Looks(m.of.state)
		switch {
		case m.begins:
			cmds = append(cmds, p.begins(m.of))
		case m.done:
			if m.of.kept {
				p.Kept++
				m.of.stored = p.Kept
			}
		default:
			m.of.state.Apply(m.arrival)
			if m.arrival.Kind == wire.ArrivedEnd {
				p.ends(m.of)
			}
		}
	}
	now := time.Now()
	p.due = now.Add(Frame)
	if len(b.taken) > 0 {
		p.undrawn = true
	}
	rows := p.undrawn && !now.Before(p.rowsDue)
	if rows {
		p.Version++
		p.undrawn, p.rowsDue = false, now.Add(rowsEvery)
	}
	if !shown && !rows && len(cmds) == 0 {
		p.host.Hold()
	}
	return tea.Batch(append(cmds, p.next())...)
}

package screen

import (
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

func (p *Passed) State() *state.Exchange { return p.state }

func (p *Passed) Capture() *wire.Capture { return p.capture }

// Stored is its place among those that came to be in the history (Proxy.Kept counts them);
// 0: it is not there.
func (p *Passed) Stored() int { return p.stored }

func (p *Passed) Exchange() Exchange { return p.host.PassedExchange(p) }

func (p *Passed) Show() tea.Cmd { return p.host.ShowExchange(p.Exchange()) }

// rowsEvery is how often lists show what became of exchanges that are not shown themselves.
const rowsEvery = 200 * time.Millisecond

// follow is told by the proxy of an exchange that begins.
func (p *Proxy) follow(about history.About, kept bool) relay.Follower {
	if p.passing.full() {
		return relay.Follower{Done: func() {
			p.host.Spans.Missed(1)
			p.passing.miss(kept)
		}}
	}
	x := &Passed{Recording: &Recording{about: about, kept: kept}, host: p.host}
	x.sent = x
	return relay.Follower{
		Sink: passingSink{p.passing, x},
		Done: func() {
			p.host.Spans.Ended(about, nil, x.capture)
			p.passing.add(passedOn{of: x, done: true})
		},
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
	s.of.state = state.FromCapture(s.of.about.Kind, c)
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
		b := passedBatch{proxy: p}
		b.taken, b.missed = p.passing.take(p.host, due, owed)
		if p.host.Life.Ctx.Err() != nil {
			return nil
		}
		return b
	}
}

// passedBatch brings what arrived at the proxy meanwhile.
type passedBatch struct {
	proxy  *Proxy
	taken  []passedOn
	missed missed
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
			if m.of.kept && relay.ListsModels(m.of.about, m.of.capture) {
				cmds = append(cmds, p.host.readPrices)
			}
			p.host.Alerts.ended(m.of.Recording, m.of.kept && !p.host.History.Failing())
		default:
			m.of.state.Apply(m.arrival)
			if m.arrival.Kind == wire.ArrivedEnd {
				p.ends(m.of)
			}
		}
	}
	if b.missed.all > 0 {
		p.misses(b.missed)
	}
	now := time.Now()
	p.due = now.Add(Frame)
	if len(b.taken) > 0 || b.missed.all > 0 {
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

package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/relay"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/views"
)

// passage is what the proxy knows of an exchange of another program.
type passage struct {
	traffic *Traffic // in which it is counted
	saved   bool     // the proxy saves it
	stored  int      // which one of the stored ones; 0: it is not stored
}

// Stored returns the number of an exchange of the proxy among those stored in the history
// (Proxy.Saved counts them); 0: it is not stored.
func (x *Exchange) Stored() int { return x.passage.stored }

// Passed reports whether the exchange was forwarded by the proxy of this launch.
func (x *Exchange) Passed() bool { return x.passage != nil }

// follow is called by the proxy for an exchange that begins.
func (p *Proxy) follow(about history.About, saved bool) relay.Follower {
	box := &p.host.Mail
	if box.full() {
		return relay.Follower{Done: func() {
			p.host.Spans.Missed(1)
			box.miss(saved)
		}}
	}
	s := &passingSink{box: box, of: &Exchange{About: about, passage: &passage{saved: saved}}, about: about}
	return relay.Follower{Sink: s, Done: func() {
		p.host.Spans.Ended(about, nil, s.capture)
		box.post(Post{Of: s.of, saved: true})
	}}
}

// passingSink puts what arrives of an exchange of the proxy into the mailbox.
type passingSink struct {
	box     *Mailbox
	of      *Exchange
	about   history.About
	capture *wire.Capture
}

// Start implements the client's sink.
func (s *passingSink) Start(c *wire.Capture) {
	s.capture = c
	s.box.post(Post{Of: s.of, began: c, state: state.FromCapture(s.about.Kind, c)})
}

// Arrive implements the client's sink.
func (s *passingSink) Arrive(a wire.Arrival) { s.box.post(Post{Of: s.of, Arrival: a}) }

// post adds a post for which the screen does not hurry.
func (b *Mailbox) post(p Post) {
	full := b.put(&p, false)
	rouse(b.ready)
	if full {
		rouse(b.hurry)
	}
}

// full reports whether there is no room for one more exchange of the proxy.
func (b *Mailbox) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.queued >= maxQueued
}

// miss counts an exchange that was not followed, and has ended.
func (b *Mailbox) miss(saved bool) {
	b.mu.Lock()
	b.missed.all++
	if saved {
		b.missed.saved++
	}
	b.mu.Unlock()
	rouse(b.ready)
}

// fold applies a post to its exchange, one of the proxy.
func (p *Proxy) fold(post *Post) tea.Cmd {
	x := post.Of
	switch {
	case post.began != nil:
		x.State, x.Capture = post.state, post.began
		return p.begins(x)
	case post.saved:
		return p.stores(x)
	}
	x.State.Fold(&post.Arrival)
	if post.Kind == wire.ArrivedEnd {
		p.ends(x)
	}
	return nil
}

// begins lists an exchange that begins, and shows it where that is wanted.
func (p *Proxy) begins(x *Exchange) tea.Cmd {
	h := p.host
	h.Sent.add(x, x.Capture.Start)
	x.passage.traffic = p.Through
	if !x.Capture.Sent.OpensResponses() {
		x.passage.traffic.Began++
	}
	cmd := h.Do(AdoptExchange{Of: x})
	if p.Follows {
		cmd = tea.Batch(cmd, h.Do(ShowExchange{Of: x}))
	}
	return cmd
}

// ends counts an exchange that has ended.
func (p *Proxy) ends(x *Exchange) {
	p.host.Sent.ended(x)
	traffic, failed := x.passage.traffic, x.State.Verdict == state.Failed || x.State.Verdict == state.Truncated
	if x.Capture.Sent.OpensResponses() { // its responses are counted, and it only where it fails
		if !failed {
			return
		}
		traffic.Began++
	}
	traffic.Ended++
	if !failed {
		return
	}
	traffic.Failed++
	if x.State != p.Inspected {
		p.Failed++
	}
}

// stores notes that an exchange is in the history, where it is saved.
func (p *Proxy) stores(x *Exchange) (cmd tea.Cmd) {
	if x.passage.saved {
		p.Saved++
		x.passage.stored = p.Saved
		if relay.ListsModels(x.About, x.Capture) {
			cmd = p.host.readPrices
		}
	}
	p.host.Alerts.ended(x, x.passage.saved && !p.host.History.Failing())
	return cmd
}

// misses warns of forwarded exchanges that the screen did not follow.
func (p *Proxy) misses(m missed) {
	if m.all == 0 {
		return
	}
	p.Saved += m.saved
	p.host.Alerts.missed()
	p.Through.Began += m.all
	p.Through.Ended += m.all
	p.missed = missed{p.missed.all + m.all, p.missed.saved + m.saved}
	if p.warned != "" {
		p.host.Unwarn(p.warned)
	}
	p.warned = figures.Counted(p.missed.all, "exchange") + " passed through the proxy while the screen did not keep up; "
	if p.missed.saved == p.missed.all {
		p.warned += p.host.Keys.Name(views.ActHistory) + " lists them all the same."
	} else {
		p.warned += figures.Thousands(p.missed.all-p.missed.saved) + " of them were not stored."
	}
	p.host.Warn(p.warned)
}

// rowsEvery is how often lists show what became of exchanges that are not shown themselves.
const rowsEvery = 200 * time.Millisecond

// listSoon makes lists show what became of exchanges, now or when it is time.
func (p *Proxy) listSoon(now time.Time) tea.Cmd {
	switch {
	case p.listing:
		return nil
	case !now.Before(p.listedUntil):
		p.Version++
		p.listedUntil = now.Add(rowsEvery)
		return nil
	}
	p.listing = true
	return tea.Tick(p.listedUntil.Sub(now), func(at time.Time) tea.Msg {
		return Landing(func() tea.Cmd {
			p.listing = false
			p.Version++
			p.listedUntil = at.Add(rowsEvery)
			return nil
		})
	})
}

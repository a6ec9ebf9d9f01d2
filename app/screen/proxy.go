package screen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/relay"
	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/views"
)

// Proxy is the recording proxy of this launch, and what arrived through it. Update alone reads
// and writes it.
type Proxy struct {
	To      Connection // that it forwards to, or is to; what it was last while it is off
	Address string     // where it listens, host and port; empty: it is off
	Version int        // grows when a list of exchanges is to be drawn again
	Saved   int        // exchanges that are in the history
	Failed  int        // exchanges that failed since a list of them was looked at
	Follows bool       // the inspector shows each exchange as it begins
	Through *Traffic   // what arrived through since it was started last; nil: it never was

	Inspected *state.Exchange // that the inspector shows now, in a tab of one exchange; nil: none

	host     *Host
	relay    *relay.Relay
	client   *client.Client
	missed   missed // all that were not followed
	warned   string // the warning of these
	starting bool
	opened   bool // the mailbox, for as long as the program runs

	Edited  *Exchange    // the waiting request that was opened last; nil: none was
	Pauses  relay.Pauses // the requests that wait for the user
	ticking bool         // a tick draws their age

	listing     bool      // Version grows at a tick that is on its way
	listedUntil time.Time // when it may grow again
}

// Traffic counts exchanges.
type Traffic struct{ Began, Ended, Failed int }

// On reports whether it listens.
func (p *Proxy) On() bool { return p.Address != "" }

// ForwardsTo reports whether it is on and forwards to a connection.
func (p *Proxy) ForwardsTo(c Connection) bool { return p.On() && p.To.SameTarget(c) }

// TargetName returns the name of the connection that it forwards to.
func (p *Proxy) TargetName() string {
	title, _ := p.To.named()
	return title
}

// Waiting returns how many exchanges have passed whose records are still to be made.
func (p *Proxy) Waiting() int {
	if p.relay == nil {
		return 0
	}
	return p.relay.Waiting()
}

// Running returns how many exchanges pass through it now.
func (p *Proxy) Running() int {
	if !p.On() {
		return 0
	}
	return p.Through.Began - p.Through.Ended
}

// URL returns the base URL for other programs; empty while it is off.
func (p *Proxy) URL() string {
	if !p.On() {
		return ""
	}
	return "http://" + p.Address
}

// Export returns the line of a shell that has a program use the proxy.
func (p *Proxy) Export() string { return "export OPENAI_BASE_URL=" + p.URL() }

// Words report where the proxy listens and what arrived; it is on.
func (p *Proxy) Words(keys *views.Keys) string {
	words := "The proxy to " + p.TargetName() + " listens at " + p.URL() + ": "
	if p.Through.Began == 0 {
		return words + "nothing was received yet."
	}
	words += figures.Counted(p.Through.Began, "exchange")
	if p.Through.Failed > 0 {
		words += ", " + figures.Thousands(p.Through.Failed) + " failed"
	}
	return words + "; " + keys.Name(views.ActHistory) + " lists them."
}

// Start starts the proxy to a connection in the background, and stops the one to another.
func (p *Proxy) Start(c Connection) tea.Cmd {
	if p.starting {
		return p.host.Notify("proxy starting")
	}
	p.starting = true
	before := p.detach()
	return tea.Batch(p.host.OpenHistory(), func() tea.Msg {
		before()
		r, cl, err := p.open(c)
		return EffectFunc(func() tea.Cmd { return p.started(c, r, cl, err) })
	})
}

// Stop stops the proxy. What still passes ends.
func (p *Proxy) Stop() tea.Cmd {
	if !p.On() {
		return nil
	}
	stop := p.detach()
	p.Follows = false
	return tea.Batch(p.host.Notify("proxy stopped"), func() tea.Msg { stop(); return nil })
}

// Close stops the proxy, and returns once all is recorded.
func (p *Proxy) Close() { p.detach()() }

// detach marks the proxy as off, and returns a function that stops it.
func (p *Proxy) detach() (stop func()) {
	r, cl := p.relay, p.client
	p.relay, p.client, p.Address = nil, nil, ""
	return func() {
		if r != nil {
			_ = r.Close() // why it had stopped before is of no use any more
			cl.Close()
		}
	}
}

// open starts to listen. It is called from Cmds only.
func (p *Proxy) open(c Connection) (*relay.Relay, *client.Client, error) {
	h := p.host
	ctx := h.Life.Ctx
	target := proxy.Target{Base: c.BaseURL}
	options := append(h.TestOptions(c), client.WithManyConnections())
	if c.Local {
		if c.Connect == nil {
			return nil, nil, errors.New("there is no local gateway in this run")
		}
		address, key, err := c.Connect(ctx)
		if err != nil {
			return nil, nil, err
		}
		target.Base = address
		// No other program knows the key of the embedded gateway.
		target.Credentials = func(h http.Header) { h.Set("Authorization", "Bearer "+key) }
		options = append(options, client.WithSecrets(key))
	}
	cl := client.New(append(options, client.WithBaseURL(target.Base))...)
	if err := cl.Err(); err != nil {
		return nil, nil, err
	}
	target.Client = cl.WithExtraSecrets(h.secrets.all.Load())
	o := relay.Options{
		Address: cmp.Or(h.Options.ProxyAddr, relay.DefaultAddress), Report: h.History.report, Follow: p.follow, Listen: h.Listen,
		Targets: []relay.Target{{Target: target, Profile: c.Name, Local: c.Local, Service: c.ServiceWord()}},
	}
	if !c.NoHistory {
		o.Archive = h.History.Archive(ctx)
	}
	var err error
	if o.Rules, err = relay.NewRules(h.Options.Rules, nil, o.Targets, h.Options.RulesOpen); err == nil {
		o.Rules.Pauses = &p.Pauses
	}
	var r *relay.Relay
	if err == nil {
		r, err = relay.Start(ctx, o)
	}
	if err != nil {
		cl.Close()
	}
	return r, cl, err
}

// started notes that the proxy listens, or warns why it does not.
func (p *Proxy) started(to Connection, r *relay.Relay, cl *client.Client, err error) tea.Cmd {
	h := p.host
	p.starting = false
	if err != nil {
		h.Warn("The proxy is off: " + p.fault(err))
		return nil
	}
	p.To, p.relay, p.client, p.Address, p.Through = to, r, cl, r.Address(), new(Traffic)
	h.NotifyLines(append(h.spansNotice(), fmt.Sprintf("recording: give other programs the base URL %s; %s lists their exchanges", p.URL(), h.Keys.Name(views.ActHistory)))...)
	if h.Life.Ctx.Err() != nil { // the program ends, and no longer waits for it
		p.Close()
		return nil
	}
	if p.opened {
		return nil
	}
	p.opened = true
	return h.Mail.open(h)
}

// fault reports why the proxy could not be started, and what to do.
func (p *Proxy) fault(err error) string {
	keys, address := p.host.Keys, cmp.Or(p.host.Options.ProxyAddr, relay.DefaultAddress)
	var listening *net.OpError
	switch {
	case errors.Is(err, context.Canceled):
		return "it was stopped"
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Sprintf("%s is in use, perhaps by another gatehouse. Stop that program and press %s, then %s; or start gatehouse with another --proxy-addr.",
			address, keys.Name(views.ActConnections), keys.In(views.Connections).Name(views.ActConnectionProxy))
	case errors.As(err, &listening):
		return fmt.Sprintf("cannot listen on %s: %v", address, listening.Err)
	}
	return err.Error()
}

// proxyState is what the proxy knows of an exchange of another program.
type proxyState struct {
	traffic *Traffic // in which it is counted
	saved   bool     // the proxy saves it
	stored  int      // which one of the stored ones; 0: it is not stored
}

// Stored returns the number of an exchange of the proxy among those stored in the history
// (Proxy.Saved counts them); 0: it is not stored, or not of the proxy.
func (x *Exchange) Stored() int {
	if x.passage == nil {
		return 0
	}
	return x.passage.stored
}

// IsForwarded reports whether the exchange was forwarded by the proxy of this launch.
func (x *Exchange) IsForwarded() bool { return x.passage != nil }

// follow is called by the proxy for an exchange that begins.
func (p *Proxy) follow(about history.About, saved bool) relay.Follower {
	box := &p.host.Mail
	if box.full() {
		return relay.Follower{Done: func() {
			p.host.Spans.Missed(1)
			box.miss(saved)
		}}
	}
	s := &passingSink{box: box, of: &Exchange{About: about, passage: &proxyState{saved: saved}}, about: about}
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
		again := x.State != nil // it has waited
		x.State, x.Capture = post.state, post.began
		if again {
			p.Version++
			return nil
		}
		return tea.Batch(p.exchangeBegan(x), p.tickPaused())
	case post.saved:
		return p.exchangeStored(x)
	}
	x.State.Fold(&post.Arrival)
	if post.Kind == wire.ArrivedEnd {
		p.exchangeEnded(x)
	}
	return nil
}

// exchangeBegan lists an exchange that begins, and shows it if the inspector follows.
func (p *Proxy) exchangeBegan(x *Exchange) tea.Cmd {
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

// exchangeEnded counts an exchange that has ended.
func (p *Proxy) exchangeEnded(x *Exchange) {
	p.host.Sent.ended(x)
	p.programLeft(x)
	traffic, failed := x.passage.traffic, x.Entry().Fault == "" && (x.State.Verdict == state.Failed || x.State.Verdict == state.Truncated)
	if x.Capture.Sent.OpensResponses() { // its responses are counted, and it only if it fails
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
	if x.State == p.Inspected {
		return
	}
	if p.Failed++; p.Failed == 1 {
		p.host.Notify("through the proxy: %s %s; %s shows what failed", cmp.Or(x.State.RequestModel, x.Capture.Sent.Verb()), explain.Standing(x.State), p.host.Keys.Name(views.ActAlert))
	}
}

// ShowFailed lists the exchanges that failed, which clears their count in the top line.
func (p *Proxy) ShowFailed() tea.Cmd {
	words := figures.Counted(p.Failed, "exchange") + " of the proxy failed or was truncated"
	p.Failed = 0
	of := "origin:proxy " + history.SinceStart(p.host.Life.Began)
	failed := of + " -fault:* verdict:failed or " + of + " -fault:* verdict:truncated"
	return tea.Batch(p.host.Do(ShowHistory{Filter: failed}), p.host.Notify("%s", words))
}

// exchangeStored notes that an exchange is in the history if it is saved.
func (p *Proxy) exchangeStored(x *Exchange) (cmd tea.Cmd) {
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

// warnMissed warns of forwarded exchanges that the screen did not follow.
func (p *Proxy) warnMissed(m missed) {
	if m.all == 0 {
		return
	}
	p.Saved += m.saved
	p.host.Alerts.missed()
	p.Through.Began += m.all
	p.Through.Ended += m.all
	p.missed = missed{p.missed.all + m.all, p.missed.saved + m.saved}
	if p.warned != "" {
		p.host.RemoveWarnings(p.warned)
	}
	p.warned = figures.Counted(p.missed.all, "exchange") + " passed through the proxy while the screen did not keep up; "
	if p.missed.saved == p.missed.all {
		p.warned += p.host.Keys.Name(views.ActHistory) + " lists them all the same."
	} else {
		p.warned += figures.Thousands(p.missed.all-p.missed.saved) + " of them were not stored."
	}
	p.host.Warn(p.warned)
}

// listInterval is how often lists refresh the state of exchanges that are not shown themselves.
const listInterval = 200 * time.Millisecond

// scheduleList refreshes the lists of exchanges, now or when listInterval is over.
func (p *Proxy) scheduleList(now time.Time) tea.Cmd {
	switch {
	case p.listing:
		return nil
	case !now.Before(p.listedUntil):
		p.Version++
		p.listedUntil = now.Add(listInterval)
		return nil
	}
	p.listing = true
	return tea.Tick(p.listedUntil.Sub(now), func(at time.Time) tea.Msg {
		return EffectFunc(func() tea.Cmd {
			p.listing = false
			p.Version++
			p.listedUntil = at.Add(listInterval)
			return nil
		})
	})
}

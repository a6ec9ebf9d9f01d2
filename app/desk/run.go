package desk

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/har"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/export"
	"gatehouse/state/history"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// Run is an exchange on its way.
type Run struct {
	screen.Run
	Chat *Chat
	Turn *talk.Turn

	desk *Desk
}

// NewRun makes the run of a turn, which nothing reads yet.
func (d *Desk) NewRun(c *Chat, turn *talk.Turn, cancel context.CancelFunc) *Run {
	return &Run{Chat: c, Turn: turn, Run: screen.Run{Cancel: cancel, Box: screen.NewMailbox(d.Life.Began)}, desk: d}
}

// start starts the exchange of a turn: the reader, which fills a mailbox, and
// the first look into that mailbox.
func (d *Desk) start(c *Chat, turn *talk.Turn, body []byte) tea.Cmd {
	call := c.call(body)
	call.ID = screen.NewID()
	c.Conv.Select(turn)
	dropped := c.dropDelayed()
	c.copied = nil
	turn.Exchange = state.NewExchange(call.ID, body)
	run, read := d.Host.Start(screen.Sending{
		Of: &c.File, Over: c.Link, Call: call, As: sentTurn{d, c, turn}, Session: c.ID, Turn: turn.ID, Kind: state.Responses,
	})
	c.Run = &Run{Run: run, Chat: c, Turn: turn, desk: d}
	c.sent(turn, run.Recording.About())
	d.started++
	d.Arrange()
	cmd := tea.Batch(d.keepAtOnce(), d.comparison(c, turn), read, c.Run.next)
	if dropped {
		return tea.Batch(cmd, d.Notify("the scheduled retry was dropped; this was sent instead"))
	}
	return cmd
}

// next waits for the next batch of the exchange.
func (r *Run) next() tea.Msg {
	return Arrived{Run: r, Batch: r.Box.Take()}
}

// Arrived brings a batch of what came in. It lands in its own exchange,
// whatever is shown by then.
type Arrived struct {
	Run *Run
	screen.Batch
}

func (a Arrived) Land() tea.Cmd {
	r, d := a.Run, a.Run.desk
	turn := r.Turn
	if turn.Capture == nil {
		turn.Capture = a.Capture
	}
	ended := false
	for _, c := range a.Chunks {
		turn.Exchange.Apply(c...)
		ended = c[len(c)-1].Kind == wire.ArrivedEnd
	}
	r.Box.Recycle(a.Chunks)
	switch {
	case !a.Draw:
		d.Hold()
		return r.next
	case !ended:
		return tea.Batch(r.next, d.onBatch(r.Chat, false))
	}
	r.Cancel()
	r.Chat.Run = nil
	d.Retract(streamRunning)
	cmd := tea.Batch(d.onBatch(r.Chat, true), d.ended(r.Chat, turn))
	d.Host.Save(r.Recording, turn.Exchange, turn.Capture)
	return cmd
}

// ended says of an exchange that has ended what the shown conversation does not
// say itself.
func (d *Desk) ended(c *Chat, turn *talk.Turn) tea.Cmd {
	x := turn.Exchange
	d.Arrange()
	key := d.Keys.Name
	switch {
	case c != d.Shown():
		return d.Notify("%s in another conversation; %s lists them", x.Verdict, key(views.ActConversations))
	case !c.OnPath(turn):
		return d.Notify("%s in another branch; %s and %s in the transcript switch branches", x.Verdict, key(views.ActBranchPrev), key(views.ActBranchNext))
	case d.chat.Explains(turn):
		return nil
	case len(c.Conv.OpenCalls()) > 0:
		return d.Notify("%s is waiting for output; %s answers it", c.Conv.OpenCalls()[0].Name, key(views.ActAnswer))
	case x.Verdict == state.Failed && x.RequestModel == "" && scan.Get(x.Request, "plugins") == nil && x.Head != nil && x.Head.Status < 500:
		return d.Notify("the request named no model; %s chooses one", key(views.ActModel))
	}
	return nil
}

// sentTurn is a turn of a conversation among the exchanges of this run.
type sentTurn struct {
	desk *Desk
	chat *Chat
	turn *talk.Turn
}

func (s sentTurn) State() *state.Exchange { return s.turn.Exchange }

func (s sentTurn) Capture() *wire.Capture { return s.turn.Capture }

func (s sentTurn) Exchange() screen.Exchange { return s.desk.exchangeOf(s.turn) }

// Show implements screen.Sent: its conversation is the shown one from then on.
func (s sentTurn) Show() tea.Cmd {
	d := s.desk
	if s.chat == d.Shown() {
		return d.ShowExchange(s.Exchange())
	}
	at := slices.Index(d.chats, s.chat)
	return tea.Batch(d.Show(at), d.ShowExchange(s.Exchange()), d.Notify("conversation %d is shown now; %s lists them", at+1, d.Keys.Name(views.ActConversations)))
}

// abouts is what is known of exchanges that were not made in this run.
type abouts map[*wire.Capture]history.About

// Know notes what is known of an exchange that was not made in this run.
func (c *Chat) Know(of *wire.Capture, about history.About) {
	if c.abouts == nil {
		c.abouts = abouts{}
	}
	c.abouts[of] = about
}

// know notes what a file says of its exchanges.
func (c *Chat) know(entries []har.Entry) {
	for _, e := range entries {
		c.Know(e.Capture, export.AboutOf(e))
	}
}

// sent notes how the exchange of a turn is sent.
func (c *Chat) sent(t *talk.Turn, about history.About) {
	if c.sentAs == nil {
		c.sentAs = map[*talk.Turn]history.About{}
	}
	c.sentAs[t] = about
}

// AboutOf is what there is to say of the exchange of a turn: how it was sent in this run,
// or what is known of one from before. Of most files nothing is known.
func (c *Chat) AboutOf(t *talk.Turn) history.About {
	if about, ok := c.abouts[t.Capture]; ok && t.Capture != nil {
		return about
	}
	if about, ok := c.sentAs[t]; ok {
		return about
	}
	if t.Recorded() || t.Exchange != nil && t.SentExchange() == nil {
		return history.About{}
	}
	return c.Link.About(c.ID, t.ID, state.Responses)
}

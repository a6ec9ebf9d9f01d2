package screen

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// Exchange is an exchange of the playground: a turn of a conversation, a ranking, one of
// the history, or one that passes through the proxy. Update alone reads and writes it.
type Exchange struct {
	State   *state.Exchange // nil: nothing is known yet
	Capture *wire.Capture   // nil until the reader has started
	About   history.About   // what its bytes do not tell
	Turn    *talk.Turn      // of a conversation; nil for one in none
	Listed  *history.Entry  // as the history lists it; nil for one that was not opened from there
	Sender  Sender          // the screen that sent or opened it; nil for a turn
	Neighbours
	Actions
	Receiver Receiver // who sends it; nil for one that was not sent from here

	Cancel  context.CancelFunc // stops it while it runs
	link    *Link              // over which it was sent from here; nil: it was not
	spool   *archive.Spool     // nil: it is not saved; the reader sets it before anything arrives
	passage *passage           // nil: it did not pass through the proxy
	waiting bool               // arrivals were folded that its receiver does not know of
	ended   bool               // its end was folded; after the verdict [DONE] may still arrive

	number int64         // among the exchanges of this run; 0 for one of another
	began  time.Time     // in this run
	entry  history.Entry // as of a version of its state
	of     *state.Exchange
	seen   uint64 // that version
}

// TurnID returns the id of its turn in the conversation; 0 for one that is in none.
func (x *Exchange) TurnID() int {
	if x.Turn == nil {
		return 0
	}
	return x.Turn.ID
}

// Neighbours are the exchanges around one, where it comes from.
type Neighbours interface {
	// Place returns where it is among them, from 0, and how many they are with it; at is -1
	// for one that is no longer among them.
	Place() (at, count int)
	// Label returns its place, or its name, and a verdict, for the line of tabs.
	Label(state.Verdict) string
	// Step shows the neighbour that is n places further.
	Step(n int) tea.Cmd
	// Pair returns the comparison that it belongs to; nil for one of two where there is none.
	Pair() (a, b *Exchange)
	// Session returns all that belongs together with it; nil where that is nothing more.
	Session() *Session
}

// Actions are what can be done with the request of an exchange, where it comes from.
type Actions interface {
	// Resend sends the request again.
	Resend() tea.Cmd
	// Preview shows what is sent next from there.
	Preview() tea.Cmd
	// Change goes to where the request is made, to the place there with that JSON Pointer,
	// and makes some edits.
	Change(place string, edits ...views.Edit) tea.Cmd
}

// Receiver is who sent an exchange: it is called as answers arrive.
type Receiver interface {
	// Arrived is called after a batch was folded that is to be drawn, and after the end.
	Arrived(ended bool) tea.Cmd
}

// Ender is a receiver that folds the end of its exchange itself.
type Ender interface {
	End(wire.Arrival) tea.Cmd
}

// Sending is how an exchange is sent.
type Sending struct {
	Of   *File // of the document whose request it is
	Over *Link
	Call client.Call
}

// NewID is an id that no other exchange and no other conversation has.
func NewID() string { return strings.ToLower(rand.Text()) }

// Start begins to read an exchange in the background, and records it. Its About is known.
func (h *Host) Start(x *Exchange, s Sending) tea.Cmd {
	ctx, cancel := context.WithCancel(h.Life.Ctx)
	s.Of.Goes(s.Over)
	x.State, x.Cancel, x.link = state.New(x.About.Kind, s.Call.ID, s.Call.Body), cancel, s.Over
	if x.Turn != nil {
		x.Turn.Exchange = x.State
	}
	h.Sent.add(x, time.Now())
	return tea.Batch(h.read(ctx, x, s.Call), h.Mail.open(h))
}

// read reads an exchange to its end into the mailbox, in the background, and records it.
func (h *Host) read(ctx context.Context, x *Exchange, call client.Call) tea.Cmd {
	h.Life.Readers.Add(1)
	link, about, box := x.link, x.About, inbox{&h.Mail, x}
	return func() tea.Msg {
		defer h.Life.Readers.Done()
		c, err := link.Client(ctx)
		if a := h.History.Archive(ctx); a != nil && !link.NoHistory {
			x.spool = a.Spool(about)
			call.Store = x.spool
		}
		if err != nil {
			link.unconnected(ctx, call, box, err)
			return nil
		}
		c.Do(ctx, call, box)
		return nil
	}
}

// unconnected records an exchange for which there was not even an address to send it to.
func (l *Link) unconnected(ctx context.Context, call client.Call, box inbox, err error) {
	secrets := l.secrets.all.Load()
	c := &wire.Capture{ID: call.ID, Start: time.Now(), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndConnect, Detail: wire.DetailUnsent, Message: secrets.Text(err.Error())}}
	c.Sent = wire.Sent{Method: http.MethodPost, URL: l.unsentURL(call.Path)}
	c.Sent.Body, c.Redacted = secrets.Bytes(call.Body)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		c.End.Cause, c.End.Detail = wire.EndCancelled, ""
	}
	if call.Store != nil {
		call.Store.Begin(c)
		call.Store.End(c)
	}
	box.Start(c)
	box.Arrive(wire.Arrival{Kind: wire.ArrivedEnd, End: c.End, Timing: &c.Timing, Redacted: c.Redacted})
}

// unsentURL is the address that a request would have gone to, without its credentials.
func (l *Link) unsentURL(path string) string {
	base, err := url.Parse(l.BaseURL)
	if err != nil {
		return l.Address()
	}
	return l.secrets.all.Load().URL(base.JoinPath(path))
}

// BaseURL is the address that the path of a request was appended to.
func BaseURL(url string) string {
	base, _, _ := strings.Cut(url, "?")
	return strings.TrimSuffix(strings.TrimSuffix(base, client.ResponsesPath), client.RerankPath)
}

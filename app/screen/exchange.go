package screen

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// Exchange is an exchange of the playground: a turn of a conversation, a ranking, one of
// the history, or one that passes through the proxy. Update alone reads and writes it.
type Exchange struct {
	State   *state.Exchange // nil: nothing is known yet
	Capture *wire.Capture   // nil until the reader has started
	About   history.About   // facts that are not in its bytes
	Turn    *talk.Turn      // of a conversation; nil for one in none
	Listed  *history.Entry  // as the history lists it; nil for one that was not opened from there
	Sender  Sender          // the screen that sent or opened it; nil for a turn
	Neighbours
	Actions
	Receiver Receiver // who sends it; nil for one that was not sent from here

	Cancel  context.CancelFunc // stops it while it runs
	link    *Link              // over which it was sent from here; nil: it was not
	call    client.Call        // that sent it from here; without a body: none did
	spool   *archive.Spool     // nil: it is not saved; the reader sets it before anything arrives
	passage *proxyState        // nil: it did not pass through the proxy
	waiting bool               // arrivals were folded that its receiver does not know of
	ended   bool               // its end was folded; after the verdict [DONE] may still arrive

	number int64         // among the exchanges of this launch; 0 for one of another
	began  time.Time     // in this launch
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

// Neighbours are the exchanges around one at its origin.
type Neighbours interface {
	// Place returns its index among them and their number; at is -1 if it is no longer
	// among them.
	Place() (at, count int)
	// Label returns its place, or its name, and a verdict, for the line of tabs.
	Label(state.Verdict) string
	// Step shows the neighbour that is n places further.
	Step(n int) tea.Cmd
	// Pair returns the comparison that it belongs to; one of the two is nil if it is missing.
	Pair() (a, b *Exchange)
	// Session returns the exchanges that belong to it; nil if there are no others.
	Session() *Session
}

// Actions are the actions on the request of an exchange at its origin.
type Actions interface {
	// Resend sends the request again, byte for byte, to where it was sent.
	Resend() tea.Cmd
	// Preview shows the next request from there.
	Preview() tea.Cmd
	// Change opens the request in its builder at a JSON Pointer, and makes some edits.
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

// NewID returns an id that no other exchange and no other conversation has.
func NewID() string { return strings.ToLower(rand.Text()) }

// Start begins to read an exchange in the background, and records it. Its About is known.
func (h *Host) Start(x *Exchange, s Sending) tea.Cmd {
	ctx, cancel := context.WithCancel(h.Life.Ctx)
	s.Of.NoteConnection(s.Over)
	x.State, x.Cancel, x.link, x.call = state.New(x.About.Kind, s.Call.ID, s.Call.Body), cancel, s.Over, s.Call
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

// unsentURL returns the address that a request would have gone to, without its credentials.
func (l *Link) unsentURL(path string) string {
	base, err := url.Parse(l.BaseURL)
	if err != nil {
		return l.Address()
	}
	return l.secrets.all.Load().URL(base.JoinPath(path))
}

// BaseURL returns the address that the path of a request was appended to.
func BaseURL(url string) string {
	base, _, _ := strings.Cut(url, "?")
	return strings.TrimSuffix(strings.TrimSuffix(base, client.ResponsesPath), client.RerankPath)
}

// Limits of the list of this launch's exchanges, for those that have ended and are in no
// conversation.
const (
	maxEndedBytes = 64 << 20
	maxEnded      = 1000
)

// SentList are the exchanges of this launch, whichever screen has sent them, in the order of
// their start, whether they are saved or not.
type SentList struct {
	all    []*Exchange
	number int64

	// Of those that have ended and are in no conversation:
	endedBytes int64
	endedCount int
}

func (l *SentList) add(x *Exchange, began time.Time) {
	l.number++
	x.number, x.began = l.number, began
	l.all = append(l.all, x)
}

// ended counts the size of an exchange, and drops the oldest that are in no conversation
// if they need too much memory.
func (l *SentList) ended(x *Exchange) {
	if x.About.Session != "" {
		return
	}
	l.endedBytes += x.Entry().Size
	if l.endedCount++; l.endedBytes <= maxEndedBytes && l.endedCount <= maxEnded {
		return
	}
	l.all = slices.DeleteFunc(l.all, func(old *Exchange) bool {
		if l.endedBytes <= maxEndedBytes && l.endedCount <= maxEnded || old == x || old.About.Session != "" || old.State.Running() {
			return false
		}
		l.endedBytes -= old.Entry().Size
		l.endedCount--
		return true
	})
}

// Dropped returns how many of this launch are no longer held.
func (l *SentList) Dropped() int { return int(l.number) - len(l.all) }

// Entries returns the exchanges as lists show them, the newest first. Their keys are below 0, so that
// none is that of an exchange of the history.
func (l *SentList) Entries() []history.Entry {
	entries := make([]history.Entry, 0, len(l.all))
	for _, x := range slices.Backward(l.all) {
		entries = append(entries, x.Entry())
	}
	return entries
}

// Version changes whenever one of the entries does.
func (l *SentList) Version() uint64 {
	v := uint64(l.number)
	for _, x := range l.all {
		v += x.State.Version
	}
	return v
}

// Len returns how many there are.
func (l *SentList) Len() int { return len(l.all) }

// All returns the exchanges, the oldest first.
func (l *SentList) All() []*Exchange { return l.all }

// Find returns the exchange of a key of Entries; nil for none.
func (l *SentList) Find(key int64) *Exchange {
	for _, x := range l.all {
		if x.number == -key {
			return x
		}
	}
	return nil
}

// Entry returns the exchange as lists show it. While it runs, the total is the time up to what
// arrived last.
func (x *Exchange) Entry() history.Entry {
	s, c := x.State, x.Capture
	if x.of == s && x.seen == s.Version {
		return x.entry
	}
	if c == nil {
		c = &wire.Capture{ID: s.ID, Start: x.began, Sent: wire.Sent{Body: s.Request}}
	} else if s.Running() { // the rest of it is still being written
		c = &wire.Capture{ID: s.ID, Start: x.began, Sent: c.Sent, Caller: c.Caller, Changed: c.Changed}
	}
	x.entry, x.of, x.seen = history.Of(x.About, s, c), s, s.Version
	x.entry.Key = -x.number
	if s.Running() && s.LatestUS() > 0 {
		x.entry.TotalUS = s.LatestUS()
	}
	if s.Head != nil && x.entry.Status == 0 {
		x.entry.Status = s.Head.Status
	}
	return x.entry
}

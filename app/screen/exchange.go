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
	"gatehouse/state/history"
	"gatehouse/views"
)

// Run is an exchange on its way.
type Run struct {
	Cancel    context.CancelFunc
	Box       *Mailbox
	Recording *Recording
}

// Sending is an exchange that is about to start.
type Sending struct {
	Of   *File // of the document whose request it is
	Over *Link
	Call client.Call
	As   Sent

	Session string // that it belongs to; empty: none
	Turn    int    // of the session
	Kind    state.Kind
}

// NewID is an id that no other exchange and no other conversation has.
func NewID() string { return strings.ToLower(rand.Text()) }

// Start begins to read an exchange in the background, and records it.
func (h *Host) Start(s Sending) (Run, tea.Cmd) {
	ctx, cancel := context.WithCancel(h.Life.Ctx)
	s.Of.Goes(s.Over)
	r := Run{cancel, NewMailbox(h.Life.Began), h.Record(s.Over, s.As, s.Session, s.Turn, s.Kind)}
	return r, h.Read(ctx, s.Call, r.Box, r.Recording)
}

// Read reads an exchange to its end into a mailbox, in the background, and records it.
func (h *Host) Read(ctx context.Context, call client.Call, box *Mailbox, rec *Recording) tea.Cmd {
	h.Life.Readers.Add(1)
	return func() tea.Msg {
		defer h.Life.Readers.Done()
		way, err := rec.link.Client(ctx)
		if a := h.History.Archive(ctx); a != nil && !rec.link.NoHistory {
			rec.spool = a.Spool(rec.about)
			call.Store = rec.spool
		}
		if err != nil {
			rec.link.unconnected(ctx, call, box, err)
			return nil
		}
		way.Do(ctx, call, box)
		return nil
	}
}

// unconnected records an exchange for which there was not even an address to send it to.
func (l *Link) unconnected(ctx context.Context, call client.Call, box *Mailbox, err error) {
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

// Exchange is an exchange that the inspector shows: one of a conversation, or one
// that a screen has sent by itself. What depends on where it comes from, the
// inspector asks of it.
type Exchange interface {
	// Turn is the id of its turn in the conversation; 0 for one that is in none.
	Turn() int
	// Sender is the screen that has sent it by itself; nil for a turn.
	Sender() Sender
	// State is what is known of it; nil for nothing yet.
	State() *state.Exchange
	// Capture is its bytes; nil until its reader has started.
	Capture() *wire.Capture
	// Place is where it is among its neighbours, from 0, and how many they are with
	// it; at is -1 for one that is no longer among them.
	Place() (at, count int)
	// Label is its place, or its name, and its verdict, for the line of tabs.
	Label() string
	// Step shows the neighbour that is so many places further.
	Step(by int) tea.Cmd
	// Pair is the comparison that begins with it; nil for one of its neighbours
	// where there is none.
	Pair() (a, b Exchange)
	// About is what its bytes do not tell of it.
	About() history.About
	// Session is all that belongs together with it; nil where that is nothing more.
	Session() *Session
	// Resend sends its request again.
	Resend() tea.Cmd
	// Send sends what is sent from where it is shown, and Preview shows that.
	Send() tea.Cmd
	Preview() tea.Cmd
	// Change goes to where its request is made, to the place there with that JSON
	// pointer, and makes some edits.
	Change(place string, edits ...views.Edit) tea.Cmd
}

// BaseURL is the address that the path of a request was appended to.
func BaseURL(url string) string {
	base, _, _ := strings.Cut(url, "?")
	return strings.TrimSuffix(strings.TrimSuffix(base, client.ResponsesPath), client.RerankPath)
}

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

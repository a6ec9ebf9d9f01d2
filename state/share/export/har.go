package export

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/history"
)

// ErrNotSent is the error of a request that was not sent where an exchange is wanted.
var ErrNotSent = errors.New("the request was not sent yet; send it with gatehouse send FILE, then export it by its id")

// harDocument writes exchanges as an HTTP Archive.
func harDocument(list []Exchange, each Each) ([]byte, error) {
	entries := make([]har.Entry, 0, len(list))
	for _, of := range list {
		if _, ok := of.Sent(); !ok {
			return nil, ErrNoRequest
		}
		if of.Capture.Start.IsZero() && !of.Capture.Lacks.Start {
			return nil, ErrNotSent
		}
		entries = append(entries, Entry(of))
	}
	slices.SortStableFunc(entries, func(a, b har.Entry) int { return a.Capture.Start.Compare(b.Capture.Start) })
	var b bytes.Buffer
	if err := har.Write(&b, entries, func(done, _ int) error { return each(done) }); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Entry returns an exchange as an HTTP Archive holds it.
func Entry(of Exchange) har.Entry {
	e := har.Entry{Capture: of.captured(), About: About(of.About), Title: of.Title, Verdict: string(of.State.Verdict), Reason: of.State.Reason}
	if of.State.Verdict == state.Unknown {
		e.Verdict = ""
	}
	e.About.Kind = of.State.Kind().String()
	for _, w := range of.State.Warnings {
		e.Warnings = append(e.Warnings, w.Code)
	}
	return e
}

// captured returns the capture of the exchange; while that runs, what of it has been folded.
func (of Exchange) captured() *wire.Capture {
	c, x := of.Capture, of.State
	if x.End != nil {
		return c
	}
	now := &wire.Capture{ID: c.ID, Start: c.Start, Sent: c.Sent, Head: x.Head, Timing: x.Timing}
	if x.Head == nil {
		return now
	}
	copied(&now.Body, &c.Body)
	if c.Decoded != nil {
		now.Decoded = &wire.Body{}
		copied(now.Decoded, c.Decoded)
	}
	return now
}

// copied appends what has arrived of a body.
func copied(to, from *wire.Body) {
	at := int64(0)
	for _, chunk := range from.Chunks() {
		to.Append(from.Bytes(at, chunk.End), chunk.AtUS)
		at = chunk.End
	}
}

// About returns what the history knows of an exchange, as an HTTP Archive holds it.
func About(a history.About) har.About {
	return har.About{
		Origin: string(a.Origin), Kind: a.Kind.String(), Connection: a.Connection,
		BaseURL: a.BaseURL, Target: a.Target, Service: a.Service, Session: a.Session, Turn: a.Turn,
	}
}

// AboutOf returns what an HTTP Archive has of an exchange in addition to its capture.
func AboutOf(e har.Entry) history.About {
	if e.Foreign {
		base, _, _ := strings.Cut(e.Capture.Sent.URL, "?")
		endpoint := registry.Endpoint(e.Capture.Sent)
		return history.About{Kind: state.KindOf(e.Capture.Sent), BaseURL: strings.TrimSuffix(strings.TrimSuffix(base, "/"), "/"+endpoint)}
	}
	a, kind := e.About, state.ParseKind(e.About.Kind)
	if a.Kind == "" {
		kind = state.KindOf(e.Capture.Sent)
	}
	return history.About{
		Origin: history.Origin(a.Origin), Kind: kind, Connection: a.Connection,
		BaseURL: a.BaseURL, Target: a.Target, Service: a.Service, Session: a.Session, Turn: a.Turn,
	}
}

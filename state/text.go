package state

import (
	"strings"

	"gatehouse/state/raw"
)

// decodedKept is the length, in bytes as it is spelled, from which on a text with
// escapes is kept decoded, unless who shows it reads it piece by piece: a shorter
// one is decoded in less time than it takes to draw a line of it, so that many of
// them cost no second copy of the answer.
const decodedKept = 64 << 10

// text is a text that grows by deltas, or stands in what was delivered. Of the
// second kind nothing is copied: it shares the delivered bytes, which are kept
// for Raw anyway, and which nobody writes to (wire.Arrival).
type text struct {
	grown   strings.Builder
	shared  string       // in place of grown: what was delivered, between its quotes or decoded
	spelled *raw.Spelled // in place of grown: a delivered string that holds escapes
}

// String returns the text. Only one that was delivered with escapes costs
// anything: it is decoded each time.
func (t *text) String() string {
	switch {
	case t.shared != "":
		return t.shared
	case t.spelled != nil:
		return t.spelled.String()
	}
	return t.grown.String()
}

// Len returns the length of the text, in bytes.
func (t *text) Len() int {
	n := t.grown.Len() + len(t.shared)
	if t.spelled != nil {
		n += int(t.spelled.Len())
	}
	return n
}

// set makes the text one that grows from here.
func (t *text) set(s string) {
	*t = text{}
	t.grow(s)
}

// grow appends to a buffer that doubles when it is full, so that a byte costs
// the same in a long text as in a short one.
func (t *text) grow(more string) {
	if more == "" {
		return
	}
	if t.shared != "" || t.spelled != nil {
		t.set(t.String())
	}
	if t.grown.Cap()-t.grown.Len() < len(more) {
		t.grown.Grow(len(more)) // to twice the capacity and this much
	}
	t.grown.WriteString(more)
}

// settle takes over the text of a string that was delivered; spelled says that who
// shows it reads it piece by piece, so that it need not be decoded whole. An empty
// one, or what is none, never takes away what was there.
func (t *text) settle(v []byte, spelled bool) {
	if raw.KindOf(v) != raw.String || len(v) <= len(`""`) {
		return
	}
	shared, ok := raw.Shared(v)
	switch {
	case ok:
		*t = text{shared: shared}
	case t.grown.Len() > 0 && raw.Spells(v, t.grown.String()): // as it was streamed
	case spelled || len(v) < decodedKept:
		*t = text{spelled: raw.NewSpelled(v)}
	default:
		*t = text{shared: raw.Text(v)}
	}
}

// settlePlain is settle, but takes a value that is no string as it is spelled:
// some services send arguments as an object.
func (t *text) settlePlain(v []byte) {
	switch raw.KindOf(v) {
	case raw.String, raw.Null, raw.Invalid:
		t.settle(v, false)
	default:
		t.set(string(v))
	}
}

package state

import (
	"strings"

	"gatehouse/state/raw"
)

// Text is a text that grows by deltas, or stands in what was delivered. Of the
// second kind nothing is copied: it shares the delivered bytes, which are kept
// for Raw anyway, and which nobody writes to (wire.Arrival).
type Text struct {
	grown   strings.Builder
	shared  string       // in place of grown: what was delivered without escapes
	spelled *raw.Spelled // in place of grown: a delivered string that holds escapes
}

// String returns the text. Only one that was delivered with escapes costs
// anything: it is decoded each time.
func (t *Text) String() string {
	switch {
	case t.shared != "":
		return t.shared
	case t.spelled != nil:
		return t.spelled.String()
	}
	return t.grown.String()
}

// Spelled returns the text where it is kept as it is spelled, for who shows it
// without keeping it decoded; else nil.
func (t *Text) Spelled() *raw.Spelled { return t.spelled }

// Len returns the length of the text, in bytes.
func (t *Text) Len() int {
	n := t.grown.Len() + len(t.shared)
	if t.spelled != nil {
		n += int(t.spelled.Len())
	}
	return n
}

// Tail returns the last n bytes of the text, or all of a shorter one. It costs no
// more than they do.
func (t *Text) Tail(n int) string {
	if t.spelled != nil {
		size := t.spelled.Len()
		return string(t.spelled.Bytes(size-int64(n), size))
	}
	s := t.String()
	return s[max(len(s)-n, 0):]
}

// set makes the text one that grows from here.
func (t *Text) set(s string) {
	*t = Text{}
	t.grow(s)
}

// grow appends to a buffer that doubles when it is full, so that a byte costs
// the same in a long text as in a short one.
func (t *Text) grow(more string) {
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

// settle takes over the text of a string that was delivered. An empty one, or what
// is none, never takes away what was there.
func (t *Text) settle(v []byte) {
	if raw.KindOf(v) != raw.String || len(v) <= len(`""`) {
		return
	}
	shared, ok := raw.Shared(v)
	switch {
	case ok:
		*t = Text{shared: shared}
	case t.grown.Len() > 0 && raw.Spells(v, t.grown.String()): // as it was streamed
	default:
		*t = Text{spelled: raw.NewSpelled(v)}
	}
}

// settlePlain is settle, but takes a value that is no string as it is spelled:
// some services send arguments as an object.
func (t *Text) settlePlain(v []byte) {
	switch raw.KindOf(v) {
	case raw.String, raw.Null, raw.Invalid:
		t.settle(v)
	default:
		*t = Text{shared: raw.AsSpelled(v)}
	}
}

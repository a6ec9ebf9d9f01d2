package state

import (
	"gatehouse/client/scan"
	"gatehouse/state/rope"
)

// Text is a text that grows by deltas, or stands in what was delivered, which it
// shares: the bytes of a capture are kept for Raw anyway, and nobody writes to them
// (wire.Arrival).
type Text struct {
	rope *rope.Rope // nil while there is none; another one once another text takes its place
}

// nothing is what stands before there is a text.
var nothing rope.Rope

// Rope returns the text for who reads it piece by piece. It grows with the text;
// where another text has taken its place, Rope returns another one.
func (t *Text) Rope() *rope.Rope {
	if t.rope == nil {
		return &nothing
	}
	return t.rope
}

// String returns the text. It costs nothing while the text is short, or was delivered
// without escapes; any other is put together each time.
func (t *Text) String() string { return t.Rope().String() }

// Len returns the length of the text, in bytes.
func (t *Text) Len() int { return int(t.Rope().Len()) }

// Tail returns the last n bytes of the text, or all of a shorter one. It costs no
// more than they do.
func (t *Text) Tail(n int) string {
	size := t.Rope().Len()
	return t.Rope().Cut(size-int64(n), size)
}

// grow appends a copy of a delta.
func (t *Text) grow(delta string) {
	if delta == "" {
		return
	}
	if t.rope == nil {
		t.rope = &rope.Rope{}
	}
	t.rope.Append(delta)
}

// settle takes over the text of a string that was delivered. An empty one, or what
// is none, never takes away what was there. It reports whether another text stood there.
func (t *Text) settle(v []byte) (other bool) {
	if scan.KindOf(v) != scan.String || len(v) <= len(`""`) {
		return false
	}
	delivered := rope.New(v)
	if t.rope != nil && !delivered.InOne() && t.rope.InOne() && scan.Spells(v, t.rope.String()) {
		return false // as it was streamed, and cheaper to read
	}
	size := t.Rope().Len()
	other = size > 0 && (size != delivered.Len() || !t.rope.Begins(delivered, size))
	t.rope = delivered
	return other
}

// settlePlain is settle, but takes a value that is no string as it is spelled:
// some services send arguments as an object. White space in one makes no other text.
func (t *Text) settlePlain(v []byte) (other bool) {
	switch scan.KindOf(v) {
	case scan.String, scan.Null, scan.Invalid:
		return t.settle(v)
	}
	if stood := []byte(t.String()); len(stood) > 0 {
		other = !scan.Valid(stood) || !scan.Same(stood, v)
	}
	t.rope = rope.Plain(scan.AsSpelled(v))
	return other
}

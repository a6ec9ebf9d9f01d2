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

// emptyRope is what stands before there is a text.
var emptyRope rope.Rope

// Rope returns the text for who reads it piece by piece. It grows with the text;
// where another text has taken its place, Rope returns another one.
func (t *Text) Rope() *rope.Rope {
	if t.rope == nil {
		return &emptyRope
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

// append appends a copy of a delta.
func (t *Text) append(delta string) {
	if delta == "" {
		return
	}
	if t.rope == nil {
		t.rope = &rope.Rope{}
	}
	t.rope.Append(delta)
}

// set takes over the text of a string that was delivered. An empty one, or what
// is none, never takes away what was there. It reports whether another text stood there.
func (t *Text) set(v []byte) (other bool) {
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

// setAny is settle, but takes a value that is no string as it is spelled:
// some services send arguments as an object. White space in one makes no other text.
func (t *Text) setAny(v []byte) (other bool) {
	switch scan.KindOf(v) {
	case scan.String, scan.Null, scan.Invalid:
		return t.set(v)
	}
	if stood := []byte(t.String()); len(stood) > 0 {
		other = !scan.Valid(stood) || !scan.Same(stood, v)
	}
	t.rope = rope.Plain(scan.AsSpelled(v))
	return other
}

// Text returns all output_text of the message items, joined without a
// separator; see Part.Text.
func (x *Exchange) Text() string { return x.Words().String() }

// Words is Text as it stands, for who reads it piece by piece, on any goroutine.
func (x *Exchange) Words() *rope.Rope {
	var texts []*rope.Rope
	for _, it := range x.Items {
		if it.Type != "message" {
			continue
		}
		for _, p := range it.Parts() {
			if p.Kind == PartText && p.text.Len() > 0 {
				texts = append(texts, p.text.Rope())
			}
		}
	}
	return rope.Join(texts...)
}

// countTextBytes counts the text of an answer that came whole.
func (x *Exchange) countTextBytes() {
	for _, it := range x.Items {
		for _, text := range it.Words() {
			x.TextBytes += int64(text.Len())
		}
	}
}

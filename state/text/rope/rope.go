// Package rope holds texts of any size in memory: they are appended to, shared
// with the document in which they are spelled, and read in parts.
package rope

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unsafe"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

const (
	// spelledPiece is how many bytes of a text with escapes are decoded at once: each line
	// that is drawn decodes one piece. A piece takes 32 bytes.
	spelledPiece = 2 << 10
	// appendedPiece is the number of appended bytes from which a new piece begins: a long
	// text is not copied each time it outgrows its buffer, nor is the buffer up to twice as
	// large as the text.
	appendedPiece = 2 << 20
)

// Rope is a text of any size to which one can only append, held in pieces. It shares a
// string value with its document and decodes the pieces that are read; appended text is
// copied. Long text is never held in one piece. One goroutine may append and read; others
// need Now.
type Rope struct {
	pieces   []piece
	size     int64  // of their text, bytes
	appended []byte // text after the pieces; its bytes are never written to again
	value    []byte // the one value that the text was made of; nil for any other text
	half     string // the first half of a character at its end, as it is spelled; no text yet
}

// piece is a part of the text.
type piece struct {
	spelled string
	at      int64 // offset of its text in the rope, in bytes
	escaped bool  // it needs decoding
}

// New returns the text of a valid string value, which it shares; empty for any other
// value. It reads the value once.
func New(v []byte) *Rope {
	r := &Rope{value: bytes.TrimSpace(v)}
	r.share(scan.StringContent(v))
	return r
}

// Plain returns a text without escapes, which it shares.
func Plain(text string) *Rope {
	r := &Rope{}
	r.add(text, len(text), false)
	return r
}

// Append appends a copy of a text.
func (r *Rope) Append(text string) {
	r.value = nil
	if cap(r.appended)-len(r.appended) < len(text) {
		if len(r.appended) >= appendedPiece {
			r.close()
		}
		r.appended = slices.Grow(r.appended, cap(r.appended)+len(text)) // to twice the capacity and this much
	}
	r.appended = append(r.appended, text...)
}

// AppendPiece appends a copy of a piece of text that was received with halves of characters, and
// joins the half at the end of one piece with that at the beginning of the next. It returns what it
// wrote; alone reports that a half in it stays alone. A piece too short for a half has none,
// whatever h is.
func (r *Rope) AppendPiece(piece string, h wire.Halves) (written string, alone bool) {
	if len(piece) < scan.HalfSize {
		h = wire.Halves{}
	}
	alone = h.Other
	switch {
	case r.half == "":
		alone = alone || h.First
	case h.First:
		piece = scan.JoinHalves(r.half, piece[:scan.HalfSize]) + piece[scan.HalfSize:]
	case piece != "":
		piece, alone = r.half+piece, true
	}
	if piece == "" {
		return "", alone
	}
	if r.half = ""; h.Last {
		r.half, piece = piece[len(piece)-scan.HalfSize:], piece[:len(piece)-scan.HalfSize]
	}
	r.Append(piece)
	return piece, alone
}

// EndHalf appends the half of a character that nothing has followed, and reports whether
// there was one.
func (r *Rope) EndHalf() bool {
	half := r.half
	if r.half = ""; half != "" {
		r.Append(half)
	}
	return half != ""
}

// close makes a piece of the appended text, without much spare capacity.
func (r *Rope) close() {
	if len(r.appended) == 0 {
		return
	}
	text := r.rest()
	if cap(r.appended) > len(text)+len(text)/8 {
		text = strings.Clone(text)
	}
	r.add(text, len(text), false)
	r.appended = nil
}

// rest returns the appended text that is not a piece yet.
func (r *Rope) rest() string { return unsafe.String(unsafe.SliceData(r.appended), len(r.appended)) }

// share adds the content of a string value.
func (r *Rope) share(v []byte) {
	text := unsafe.String(unsafe.SliceData(v), len(v))
	if bytes.IndexByte(v, '\\') < 0 {
		r.add(text, len(text), false)
		return
	}
	for at := 0; at < len(v); {
		end := pieceEnd(v, at)
		r.add(text[at:end], scan.UnquotedLen(v[at:end]), bytes.IndexByte(v[at:end], '\\') >= 0)
		at = end
	}
}

func (r *Rope) add(spelled string, size int, escaped bool) {
	if size > 0 {
		r.pieces = append(r.pieces, piece{spelled, r.size, escaped})
		r.size += int64(size)
	}
}

// Now returns a snapshot of the text for any goroutine: Append does not change it. It
// copies nothing, however many pieces there are.
func (r *Rope) Now() *Rope {
	return &Rope{pieces: slices.Clip(r.pieces), size: r.size, appended: slices.Clip(r.appended), value: r.value, half: r.half}
}

// Grown reports whether the text is anything but one value, which JSON would return.
func (r *Rope) Grown() bool { return r.value == nil }

// Join returns a snapshot of several texts as one, for any goroutine. It copies none of
// them.
func Join(texts ...*Rope) *Rope {
	if len(texts) == 1 {
		return texts[0].Now()
	}
	all := &Rope{}
	for _, r := range texts {
		for _, p := range r.pieces {
			all.pieces = append(all.pieces, piece{p.spelled, all.size + p.at, p.escaped})
		}
		all.size += r.size
		all.add(r.rest(), len(r.appended), false)
	}
	return all
}

// Len returns the length of the text, in bytes.
func (r *Rope) Len() int64 { return r.size + int64(len(r.appended)) }

// InOne reports whether the text is one piece without escapes, so that String costs
// nothing.
func (r *Rope) InOne() bool {
	return len(r.pieces) == 0 || len(r.pieces) == 1 && len(r.appended) == 0 && !r.pieces[0].escaped
}

// String returns the text.
func (r *Rope) String() string { return r.Cut(0, r.Len()) }

// JSON returns the text as a JSON string: the value that it was made of, which must not be
// written to, or a new one.
func (r *Rope) JSON() []byte {
	if r.value != nil {
		return r.value
	}
	return scan.Quote(r.String())
}

// Bytes returns what Cut does, as a copy; nil for no bytes.
func (r *Rope) Bytes(from, to int64) []byte {
	text := r.Cut(from, to)
	if text == "" {
		return nil
	}
	return []byte(text)
}

// Cut returns the bytes [from, to) of the text, limited to its length. It costs what has
// to be decoded or joined.
func (r *Rope) Cut(from, to int64) string {
	from, to = max(from, 0), min(to, r.Len())
	if from >= to {
		return ""
	}
	if from >= r.size {
		return r.rest()[from-r.size : to-r.size]
	}
	var out []byte
	for i := r.pieceAt(from); i < len(r.pieces) && r.pieces[i].at < to; i++ {
		p := &r.pieces[i]
		if out != nil && p.escaped && r.pieceEnd(i) <= to {
			out = scan.AppendUnquoted(out, []byte(p.spelled))
			continue
		}
		text := p.text()
		text = text[max(from-p.at, 0):min(to-p.at, int64(len(text)))]
		if int64(len(text)) == to-from {
			return text
		}
		if out == nil {
			out = make([]byte, 0, to-from)
		}
		out = append(out, text...)
	}
	if to > r.size {
		out = append(out, r.appended[:to-r.size]...)
	}
	return unsafe.String(unsafe.SliceData(out), len(out))
}

// pieceAt returns the piece that holds a byte of the text.
func (r *Rope) pieceAt(at int64) int {
	return sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].at > at }) - 1
}

// pieceEnd returns where the text of a piece ends.
func (r *Rope) pieceEnd(i int) int64 {
	if i+1 < len(r.pieces) {
		return r.pieces[i+1].at
	}
	return r.size
}

// text returns the text of a piece; of one without escapes it is the piece.
func (p *piece) text() string {
	if !p.escaped {
		return p.spelled
	}
	text := scan.AppendUnquoted(make([]byte, 0, len(p.spelled)), []byte(p.spelled))
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// Begins reports whether the first n bytes of two texts are equal; both have at least n.
// What is spelled alike in both is not decoded: a service may deliver a text several
// times.
func (r *Rope) Begins(other *Rope, n int64) bool {
	const step = 64 << 10
	at := int64(0)
	for i := 0; r != other && i < min(len(r.pieces), len(other.pieces)) && r.pieces[i] == other.pieces[i]; i++ {
		at = r.pieceEnd(i)
	}
	for ; r != other && at < n; at += step {
		if to := min(at+step, n); r.Cut(at, to) != other.Cut(at, to) {
			return false
		}
	}
	return true
}

// pieceEnd returns the end of the piece that begins at from: never inside an escape, nor
// between two that make one character.
func pieceEnd(v []byte, from int) int {
	limit := min(from+spelledPiece, len(v))
	for at := from; ; {
		n := bytes.IndexByte(v[at:limit], '\\')
		if n < 0 {
			return limit
		}
		if at = min(at+n+scan.EscapeLen(v[at+n:]), len(v)); at >= limit {
			return at
		}
	}
}

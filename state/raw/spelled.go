package raw

import (
	"bytes"
	"sort"
	"unicode/utf8"
	"unsafe"

	"gatehouse/client/wire"
)

// spelledPiece is how many bytes of a string value are decoded together: each line
// that is drawn takes a piece. 16 bytes are kept of each.
const spelledPiece = 2 << 10

// Spelled is the text of a string value, of any size, that is decoded piece by
// piece where it is read: nowhere does it stand whole. It is Text otherwise.
type Spelled struct {
	whole  []byte  // the value
	v      []byte  // between its quotes
	pieces []piece // where each begins
	size   int64   // of the text, bytes
}

// piece is where a piece of a value begins, in the value and in its text.
type piece struct{ spelled, text int64 }

// NewSpelled returns the text of a valid string value, which it shares. It reads
// the value once.
func NewSpelled(v []byte) *Spelled {
	v = bytes.TrimSpace(v)
	s := &Spelled{whole: v, v: quoted(v)}
	for at := 0; at < len(s.v); {
		end := pieceEnd(s.v, at)
		s.pieces = append(s.pieces, piece{int64(at), s.size})
		s.size += int64(wire.UnquotedLen(s.v[at:end]))
		at = end
	}
	return s
}

// String returns the whole text.
func (s *Spelled) String() string {
	text := wire.AppendUnquoted(make([]byte, 0, s.size), s.v)
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// JSON returns the value, which is not to be written to.
func (s *Spelled) JSON() []byte { return s.whole }

// Len returns the length of the text, in bytes.
func (s *Spelled) Len() int64 { return s.size }

// Bytes returns the bytes [from, to) of the text, cut to what there is. They are
// not to be written to.
func (s *Spelled) Bytes(from, to int64) []byte {
	from, to = max(from, 0), min(to, s.size)
	if from >= to {
		return nil
	}
	var out []byte
	first := sort.Search(len(s.pieces), func(i int) bool { return s.pieces[i].text > from }) - 1
	for i := first; i < len(s.pieces) && s.pieces[i].text < to; i++ {
		end := int64(len(s.v))
		if i+1 < len(s.pieces) {
			end = s.pieces[i+1].spelled
		}
		text, start := unspelled(s.v[s.pieces[i].spelled:end]), s.pieces[i].text
		text = text[max(from-start, 0):min(to-start, int64(len(text)))]
		if start <= from && to-from == int64(len(text)) {
			return text[:len(text):len(text)]
		}
		if out == nil {
			out = make([]byte, 0, to-from)
		}
		out = append(out, text...)
	}
	return out
}

// unspelled returns the text of a piece; of one without escapes it is the piece.
func unspelled(piece []byte) []byte {
	if bytes.IndexByte(piece, '\\') < 0 {
		return piece
	}
	return wire.AppendUnquoted(make([]byte, 0, len(piece)), piece)
}

// pieceEnd returns where the piece that begins at from ends: never in an escape,
// nor between the two that make one character.
func pieceEnd(v []byte, from int) int {
	limit := min(from+spelledPiece, len(v))
	for at := from; ; {
		n := bytes.IndexByte(v[at:limit], '\\')
		if n < 0 {
			return limit
		}
		if at = min(at+n+escapeLength(v[at+n:]), len(v)); at >= limit {
			return at
		}
	}
}

// escapeLength is the length of the escape that v begins with; of the first half
// of a surrogate pair, with the second.
func escapeLength(v []byte) int {
	const unit = len(`\u0000`)
	if len(v) < unit || v[1] != 'u' {
		return len(`\n`)
	}
	if len(v) >= 2*unit && v[2]|0x20 == 'd' { // surrogates are U+D800 to U+DFFF
		var room [2 * utf8.UTFMax]byte
		if r, _ := utf8.DecodeRune(wire.AppendUnquoted(room[:0], v[:2*unit])); r > 0xFFFF {
			return 2 * unit
		}
	}
	return unit
}

package edit

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Buffer is a text as pieces: each holds several complete lines, or a part of one long line. A
// change rebuilds only the pieces around it, whatever the text's length; counts up to a piece are
// stored next to it. Pieces are immutable, so a copy of the list is a copy of the text. All offsets
// are in bytes.
type Buffer struct {
	pieces []piece
	sums   []sum // what is before each piece; one more than there are pieces
	long   int   // the longest part of a line that is one piece, in bytes
	lex    Lexer // nil: none
}

// linesPiece is the longest piece of several lines, in bytes.
const linesPiece = 4 << 10

type piece struct {
	s            string
	lines, runes int32
	exit         [maxStates]LexState // the state after it, for each state before it
	rows         int32               // rows that it was wrapped into,
	rowsFor      int32               // at this width; 0: it was not
}

// sum counts what is before a place.
type sum struct {
	bytes, lines, runes int
	state               LexState
}

func newBuffer(s string, long int, lex Lexer) *Buffer {
	b := &Buffer{long: long, lex: lex}
	b.reset(s)
	return b
}

func (b *Buffer) reset(s string) {
	b.pieces = b.split(s, false, false)
	b.count(0)
}

// Len returns the length of the text.
func (b *Buffer) Len() int { return b.sums[len(b.pieces)].bytes }

// Clone returns a copy that later changes leave alone, for any goroutine.
func (b *Buffer) Clone() *Buffer {
	c := *b
	c.pieces, c.sums = slices.Clone(b.pieces), slices.Clone(b.sums)
	return &c
}

// Bytes joins the pieces.
func (b *Buffer) Bytes() []byte {
	out := make([]byte, 0, b.Len())
	for i := range b.pieces {
		out = append(out, b.pieces[i].s...)
	}
	return out
}

// pieceAt returns the piece that holds the byte at off; the last one for the
// end of the text, -1 in an empty text.
func (b *Buffer) pieceAt(off int) int {
	i := sort.Search(len(b.pieces), func(i int) bool { return b.sums[i+1].bytes > off })
	return min(i, len(b.pieces)-1)
}

// Slice returns the bytes [from, to), copied if they span several pieces.
func (b *Buffer) Slice(from, to int) string {
	if from >= to {
		return ""
	}
	first, last := b.pieceAt(from), b.pieceAt(to-1)
	if first == last {
		base := b.sums[first].bytes
		return b.pieces[first].s[from-base : to-base]
	}
	var out strings.Builder
	out.Grow(to - from)
	out.WriteString(b.pieces[first].s[from-b.sums[first].bytes:])
	for _, p := range b.pieces[first+1 : last] {
		out.WriteString(p.s)
	}
	out.WriteString(b.pieces[last].s[:to-b.sums[last].bytes])
	return out.String()
}

// ByteAt returns the byte at off, 0 outside the text.
func (b *Buffer) ByteAt(off int) byte {
	if off < 0 || off >= b.Len() {
		return 0
	}
	i := b.pieceAt(off)
	return b.pieces[i].s[off-b.sums[i].bytes]
}

// replace puts s instead of the bytes [from, to).
func (b *Buffer) replace(from, to int, s string) {
	if len(b.pieces) == 0 {
		b.reset(s)
		return
	}
	first, last := b.pieceAt(from), b.pieceAt(to)
	// A line that is cut into pieces may have become short enough for one: as
	// much of it is looked at as a short one could have.
	for more := 0; first > 0 && !b.pieces[first-1].ends() && more <= b.long; more += len(b.pieces[first].s) {
		first--
	}
	for more := 0; last+1 < len(b.pieces) && !b.pieces[last].ends() && more <= b.long; more += len(b.pieces[last].s) {
		last++
	}
	region := b.Slice(b.sums[first].bytes, from) + s + b.Slice(to, b.sums[last+1].bytes)
	continued := first > 0 && !b.pieces[first-1].ends()
	cut := last+1 < len(b.pieces) && !b.pieces[last].ends()
	b.pieces = slices.Replace(b.pieces, first, last+1, b.split(region, continued, cut)...)
	b.count(first)
}

// count sums up from a piece on.
func (b *Buffer) count(from int) {
	b.sums = slices.Grow(b.sums[:min(from+1, len(b.sums))], len(b.pieces)+1-from)[:len(b.pieces)+1]
	if from == 0 {
		b.sums[0] = sum{}
	}
	for i := from; i < len(b.pieces); i++ {
		p, at := &b.pieces[i], b.sums[i]
		at.state = p.exit[at.state]
		at.bytes += len(p.s)
		at.lines += int(p.lines)
		at.runes += int(p.runes)
		b.sums[i+1] = at
	}
}

// LineStart returns where the line that holds off begins.
func (b *Buffer) LineStart(off int) int {
	if len(b.pieces) == 0 {
		return 0
	}
	i := b.pieceAt(off)
	base := b.sums[i].bytes
	if n := strings.LastIndexByte(b.pieces[i].s[:off-base], '\n'); n >= 0 {
		return base + n + 1
	}
	lines := b.sums[i].lines
	if lines == 0 {
		return 0
	}
	i = sort.Search(i, func(i int) bool { return b.sums[i+1].lines == lines })
	return b.sums[i].bytes + strings.LastIndexByte(b.pieces[i].s, '\n') + 1
}

// LineEnd returns where the line that holds off ends, before its line feed.
func (b *Buffer) LineEnd(off int) int {
	for i := b.pieceAt(off); i >= 0 && i < len(b.pieces); i++ {
		base := b.sums[i].bytes
		if n := strings.IndexByte(b.pieces[i].s[max(off-base, 0):], '\n'); n >= 0 {
			return max(off, base) + n
		}
		if lines := b.sums[i].lines + int(b.pieces[i].lines); b.sums[len(b.pieces)].lines > lines {
			// The next line feed is in the first piece that counts one more.
			i = sort.Search(len(b.pieces), func(n int) bool { return b.sums[n+1].lines > lines }) - 1
			continue
		}
		break
	}
	return b.Len()
}

// Position returns the line and the column of off, both from 1, the column in
// code points.
func (b *Buffer) Position(off int) (line, column int) {
	start := b.before(b.LineStart(off))
	at := b.before(off)
	return at.lines + 1, at.runes - start.runes + 1
}

func (b *Buffer) before(off int) sum {
	i := b.pieceAt(off)
	if i < 0 {
		return sum{}
	}
	at, part := b.sums[i], b.pieces[i].s[:off-b.sums[i].bytes]
	at.bytes = off
	at.lines += strings.Count(part, "\n")
	at.runes += utf8.RuneCountInString(part)
	if b.lex != nil {
		at.state = b.lex.Through(at.state, part)
	}
	return at
}

// Common returns how many bytes at the start and at the end of the text are
// those of doc too; together they are not longer than either.
func (b *Buffer) Common(doc []byte) (head, tail int) {
	for i := range b.pieces {
		s := b.pieces[i].s
		if head+len(s) > len(doc) || s != string(doc[head:head+len(s)]) {
			for n := 0; n < len(s) && head < len(doc) && s[n] == doc[head]; n++ {
				head++
			}
			break
		}
		head += len(s)
	}
	most := min(b.Len(), len(doc)) - head
	for i := len(b.pieces) - 1; i >= 0 && tail < most; i-- {
		s, end := b.pieces[i].s, len(doc)-tail
		if tail+len(s) <= most && s == string(doc[end-len(s):end]) {
			tail += len(s)
			continue
		}
		for n := len(s) - 1; n >= 0 && tail < most && s[n] == doc[len(doc)-1-tail]; n-- {
			tail++
		}
		break
	}
	return head, tail
}

func (p *piece) ends() bool { return strings.HasSuffix(p.s, "\n") }

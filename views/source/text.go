package source

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// maxPiece is the longest piece of a text, in bytes: short enough to be wrapped
// and coloured anew at every key.
const maxPiece = 4 << 10

// pieceTable is a document as pieces: each holds several whole lines, or a part of
// one line that is longer than maxPiece. A change makes the pieces around it
// anew, whatever the text's length; what is counted up to a piece is kept
// beside it. Pieces are never changed in place, so that a copy of the list is a
// copy of the text.
type pieceTable struct {
	pieces []piece
	sums   []sum // what stands before each piece; one more than there are pieces
}

type piece struct {
	s            string
	lines, runes int32
	exit         [3]state // the state behind it, for each state before it
}

// sum counts what lies before a place.
type sum struct {
	bytes, lines, runes int
	state               state
}

func newPieceTable(s string) *pieceTable {
	t := &pieceTable{}
	t.pieces = split(nil, s, false, false)
	t.count(0)
	return t
}

func (t *pieceTable) len() int { return t.sums[len(t.pieces)].bytes }

// clone returns a copy that later changes of t leave alone.
func (t *pieceTable) clone() *pieceTable {
	return &pieceTable{pieces: slices.Clone(t.pieces), sums: slices.Clone(t.sums)}
}

// bytes joins the pieces.
func (t *pieceTable) bytes() []byte {
	out := make([]byte, 0, t.len())
	for i := range t.pieces {
		out = append(out, t.pieces[i].s...)
	}
	return out
}

// pieceAt returns the piece that holds the byte at off; the last one for the
// end of the text, -1 in an empty text.
func (t *pieceTable) pieceAt(off int) int {
	i := sort.Search(len(t.pieces), func(i int) bool { return t.sums[i+1].bytes > off })
	return min(i, len(t.pieces)-1)
}

// slice returns the bytes [from, to), copied where they lie in several pieces.
func (t *pieceTable) slice(from, to int) string {
	if from >= to {
		return ""
	}
	first, last := t.pieceAt(from), t.pieceAt(to-1)
	if first == last {
		base := t.sums[first].bytes
		return t.pieces[first].s[from-base : to-base]
	}
	var b strings.Builder
	b.Grow(to - from)
	b.WriteString(t.pieces[first].s[from-t.sums[first].bytes:])
	for _, p := range t.pieces[first+1 : last] {
		b.WriteString(p.s)
	}
	b.WriteString(t.pieces[last].s[:to-t.sums[last].bytes])
	return b.String()
}

// byteAt returns the byte at off, 0 outside the text.
func (t *pieceTable) byteAt(off int) byte {
	if off < 0 || off >= t.len() {
		return 0
	}
	i := t.pieceAt(off)
	return t.pieces[i].s[off-t.sums[i].bytes]
}

// edit puts s in the place of the bytes [from, to).
func (t *pieceTable) edit(from, to int, s string) {
	if len(t.pieces) == 0 {
		*t = *newPieceTable(s)
		return
	}
	first, last := t.pieceAt(from), t.pieceAt(to)
	// A line that is cut into pieces may have become short enough for one: as
	// much of it is looked at as a short one could have.
	for more := 0; first > 0 && !t.pieces[first-1].ends() && more <= maxPiece; more += len(t.pieces[first].s) {
		first--
	}
	for more := 0; last+1 < len(t.pieces) && !t.pieces[last].ends() && more <= maxPiece; more += len(t.pieces[last].s) {
		last++
	}
	region := t.slice(t.sums[first].bytes, from) + s + t.slice(to, t.sums[last+1].bytes)
	goesOn := first > 0 && !t.pieces[first-1].ends()
	cut := last+1 < len(t.pieces) && !t.pieces[last].ends()
	t.pieces = slices.Replace(t.pieces, first, last+1, split(nil, region, goesOn, cut)...)
	t.count(first)
}

// count sums up from a piece on.
func (t *pieceTable) count(from int) {
	t.sums = slices.Grow(t.sums[:min(from+1, len(t.sums))], len(t.pieces)+1-from)[:len(t.pieces)+1]
	if from == 0 {
		t.sums[0] = sum{}
	}
	for i := from; i < len(t.pieces); i++ {
		p, at := &t.pieces[i], t.sums[i]
		at.state = p.exit[at.state]
		at.bytes += len(p.s)
		at.lines += int(p.lines)
		at.runes += int(p.runes)
		t.sums[i+1] = at
	}
}

// lineStart returns where the line that holds off begins.
func (t *pieceTable) lineStart(off int) int {
	if len(t.pieces) == 0 {
		return 0
	}
	i := t.pieceAt(off)
	base := t.sums[i].bytes
	if n := strings.LastIndexByte(t.pieces[i].s[:off-base], '\n'); n >= 0 {
		return base + n + 1
	}
	lines := t.sums[i].lines
	if lines == 0 {
		return 0
	}
	i = sort.Search(i, func(i int) bool { return t.sums[i+1].lines == lines })
	return t.sums[i].bytes + strings.LastIndexByte(t.pieces[i].s, '\n') + 1
}

// lineEnd returns where the line that holds off ends, before its line feed.
func (t *pieceTable) lineEnd(off int) int {
	for i := t.pieceAt(off); i >= 0 && i < len(t.pieces); i++ {
		base := t.sums[i].bytes
		if n := strings.IndexByte(t.pieces[i].s[max(off-base, 0):], '\n'); n >= 0 {
			return max(off, base) + n
		}
		if lines := t.sums[i].lines + int(t.pieces[i].lines); t.sums[len(t.pieces)].lines > lines {
			// The next line feed is in the first piece that counts one more.
			i = sort.Search(len(t.pieces), func(n int) bool { return t.sums[n+1].lines > lines }) - 1
			continue
		}
		break
	}
	return t.len()
}

// position returns the line and the column of off, both from 1, the column in
// code points.
func (t *pieceTable) position(off int) (line, column int) {
	start := t.before(t.lineStart(off))
	at := t.before(off)
	return at.lines + 1, at.runes - start.runes + 1
}

func (t *pieceTable) before(off int) sum {
	i := t.pieceAt(off)
	if i < 0 {
		return sum{}
	}
	at, part := t.sums[i], t.pieces[i].s[:off-t.sums[i].bytes]
	at.bytes = off
	at.lines += strings.Count(part, "\n")
	at.runes += utf8.RuneCountInString(part)
	at.state = at.state.through(part)
	return at
}

// common returns how many bytes at the start and at the end of the text are
// those of doc too; together they are not longer than either.
func (t *pieceTable) common(doc []byte) (head, tail int) {
	for i := range t.pieces {
		s := t.pieces[i].s
		if head+len(s) > len(doc) || s != string(doc[head:head+len(s)]) {
			for n := 0; n < len(s) && head < len(doc) && s[n] == doc[head]; n++ {
				head++
			}
			break
		}
		head += len(s)
	}
	most := min(t.len(), len(doc)) - head
	for i := len(t.pieces) - 1; i >= 0 && tail < most; i-- {
		s, end := t.pieces[i].s, len(doc)-tail
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

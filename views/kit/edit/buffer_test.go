package edit

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// bits are what texts are made of in tests: what a terminal must not get, clusters, and
// lines longer than a piece.
func bits() []string {
	return []string{
		"a", `"`, `\`, "\n", "  ", "{\n", "}", `"key": `, "漢字", "e\u0301", "👩‍👩‍👧", "\x1b[2J", "\u202e", "\x9b", "\t", "\r\n", ",", ":",
		strings.Repeat("x", 700), strings.Repeat("long line ", 900), strings.Repeat("QUJD", 1500), strings.Repeat("{\"short\": 1},\n", 300),
	}
}

// quotes is a lexer that knows where strings are; they end with their line.
type quotes struct{}

func (quotes) Through(at LexState, s string) LexState {
	for i := range len(s) {
		switch s[i] {
		case '\n':
			at = 0
		case '"':
			at = 1 - at
		}
	}
	return at
}

func (q quotes) Spans(_ *Buffer, at LexState, segments []Segment) []Span {
	var out []Span
	for _, seg := range segments {
		for i := range len(seg.Text) {
			at = q.Through(at, seg.Text[i:i+1])
			out = append(out, Span{seg.From + i + 1, uint8(at)})
		}
	}
	return out
}

// testPiece is the longest piece of a line in tests, in bytes.
const testPiece = 4 << 10

func drawText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(bits()), 0, 8).Draw(t, label), "")
}

// TestTheTextIsItsBytes compares the text with the simplest thing that could
// do the same: one string.
func TestTheTextIsItsBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawText(t, "text")
		got := newBuffer(want, testPiece, quotes{})
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			from := rapid.IntRange(0, len(want)).Draw(t, "from")
			to := rapid.IntRange(from, min(len(want), from+rapid.SampledFrom([]int{0, 1, 40, 9000}).Draw(t, "most"))).Draw(t, "to")
			s := drawText(t, "new")
			before := got.Clone()
			was := want
			got.replace(from, to, s)
			want = want[:from] + s + want[to:]
			same(t, got, want)
			same(t, before, was)
		}
		off := rapid.IntRange(0, len(want)).Draw(t, "off")
		start := strings.LastIndexByte(want[:off], '\n') + 1
		if got.LineStart(off) != start {
			t.Fatalf("the line of %d starts at %d, want %d", off, got.LineStart(off), start)
		}
		end := len(want)
		if n := strings.IndexByte(want[off:], '\n'); n >= 0 {
			end = off + n
		}
		if got.LineEnd(off) != end {
			t.Fatalf("the line of %d ends at %d, want %d", off, got.LineEnd(off), end)
		}
	})
}

// same compares text and bytes, and looks at what the pieces promise.
func same(t *rapid.T, got *Buffer, want string) {
	if string(got.Bytes()) != want || got.Len() != len(want) {
		t.Fatalf("got %q, want %q", got.Bytes(), want)
	}
	sum := got.sums[len(got.pieces)]
	if sum.lines != strings.Count(want, "\n") {
		t.Fatalf("%d lines, want %d", sum.lines, strings.Count(want, "\n"))
	}
	at := LexState(0)
	for i, p := range got.pieces {
		if p.s == "" || len(p.s) > testPiece {
			t.Fatalf("piece %d has %d bytes", i, len(p.s))
		}
		if got.sums[i].state != at {
			t.Fatalf("state %d before piece %d, want %d", got.sums[i].state, i, at)
		}
		at = quotes{}.Through(at, p.s)
		if i+1 < len(got.pieces) && !p.ends() && got.LineEnd(got.sums[i].bytes)-got.LineStart(got.sums[i].bytes) < testPiece {
			t.Fatalf("a short line is cut behind piece %d", i)
		}
	}
}

func TestCommonEndsAreCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head, tail := drawText(t, "head"), drawText(t, "tail")
		a, b := head+drawText(t, "a")+tail, head+drawText(t, "b")+tail
		h, n := newBuffer(a, testPiece, quotes{}).Common([]byte(b))
		if h+n > min(len(a), len(b)) || a[:h] != b[:h] || a[len(a)-n:] != b[len(b)-n:] {
			t.Fatalf("%q and %q: %d, %d", a, b, h, n)
		}
		if h+n < min(len(head)+len(tail), len(a), len(b)) {
			t.Fatalf("%q and %q have more in common than %d and %d", a, b, h, n)
		}
	})
}

// TestPositionCountsCodePoints: line and column as scan.Check gives them.
func TestPositionCountsCodePoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawText(t, "text")
		off := rapid.IntRange(0, len(s)).Draw(t, "off")
		if off < len(s) && !utf8.RuneStart(s[off]) {
			return
		}
		line, column := newBuffer(s, testPiece, quotes{}).Position(off)
		start := strings.LastIndexByte(s[:off], '\n') + 1
		if line != strings.Count(s[:off], "\n")+1 || column != utf8.RuneCountInString(s[start:off])+1 {
			t.Fatalf("%q at %d: %d, %d", s, off, line, column)
		}
	})
}

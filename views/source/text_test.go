package source

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// bits are what texts are made of in tests: what JSON has, what it must not
// have, lines longer than a piece.
func bits() []string {
	return []string{
		"a", `"`, `\`, "\n", "  ", "{\n", "}", `"key": `, "漢字", "e\u0301", "👩‍👩‍👧", "\x1b[2J", "\u202e", "\x9b", "\t", "\r\n", ",", ":",
		strings.Repeat("x", 700), strings.Repeat("long line ", 900), `"data:image/png;base64,` + strings.Repeat("QUJD", 1500) + `"`,
		strings.Repeat("{\"short\": 1},\n", 300),
	}
}

func drawText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(bits()), 0, 8).Draw(t, label), "")
}

// TestTheTextIsItsBytes compares the text with the simplest thing that could
// do the same: one string.
func TestTheTextIsItsBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawText(t, "text")
		got := newPieceTable(want)
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			from := rapid.IntRange(0, len(want)).Draw(t, "from")
			to := rapid.IntRange(from, min(len(want), from+rapid.SampledFrom([]int{0, 1, 40, 9000}).Draw(t, "most"))).Draw(t, "to")
			s := drawText(t, "new")
			before := got.clone()
			was := want
			got.edit(from, to, s)
			want = want[:from] + s + want[to:]
			same(t, got, want)
			same(t, before, was)
		}
		off := rapid.IntRange(0, len(want)).Draw(t, "off")
		start := strings.LastIndexByte(want[:off], '\n') + 1
		if got.lineStart(off) != start {
			t.Fatalf("the line of %d starts at %d, want %d", off, got.lineStart(off), start)
		}
		end := len(want)
		if n := strings.IndexByte(want[off:], '\n'); n >= 0 {
			end = off + n
		}
		if got.lineEnd(off) != end {
			t.Fatalf("the line of %d ends at %d, want %d", off, got.lineEnd(off), end)
		}
	})
}

// same compares text and bytes, and looks at what the pieces promise.
func same(t *rapid.T, got *pieceTable, want string) {
	if string(got.bytes()) != want || got.len() != len(want) {
		t.Fatalf("got %q, want %q", got.bytes(), want)
	}
	sum := got.sums[len(got.pieces)]
	if sum.lines != strings.Count(want, "\n") {
		t.Fatalf("%d lines, want %d", sum.lines, strings.Count(want, "\n"))
	}
	at := outside
	for i, p := range got.pieces {
		if p.s == "" || len(p.s) > maxPiece {
			t.Fatalf("piece %d has %d bytes", i, len(p.s))
		}
		if got.sums[i].state != at {
			t.Fatalf("state %d before piece %d, want %d", got.sums[i].state, i, at)
		}
		at = at.through(p.s)
		if i+1 < len(got.pieces) && !p.ends() && got.lineEnd(got.sums[i].bytes)-got.lineStart(got.sums[i].bytes) < maxPiece {
			t.Fatalf("a short line is cut behind piece %d", i)
		}
	}
}

func TestCommonEndsAreCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head, tail := drawText(t, "head"), drawText(t, "tail")
		a, b := head+drawText(t, "a")+tail, head+drawText(t, "b")+tail
		h, n := newPieceTable(a).common([]byte(b))
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
		line, column := newPieceTable(s).position(off)
		start := strings.LastIndexByte(s[:off], '\n') + 1
		if line != strings.Count(s[:off], "\n")+1 || column != utf8.RuneCountInString(s[start:off])+1 {
			t.Fatalf("%q at %d: %d, %d", s, off, line, column)
		}
	})
}

package tree

import (
	"unicode"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Piece is a run of text that two texts share, or that one of them has.
type Piece struct {
	Kind     ChangeKind // Same, Added or Removed
	From, To int        // in bytes, of the second text when it was Added, else of the first
}

// Of returns the piece's text.
func (p Piece) Of(a, b string) string {
	if p.Kind == Added {
		return b[p.From:p.To]
	}
	return a[p.From:p.To]
}

// maxWords bounds the words that are compared one by one, of both texts
// together; longer texts are compared by lines.
const maxWords = 200_000

// DiffWords compares two texts word by word; the pieces that are not Added make
// up the first text, those that are not Removed the second. The difference of
// two texts that have little in common need not be the smallest.
func DiffWords(a, b string) []Piece {
	cut := wordEnd
	if len(a)+len(b) > 4*maxWords {
		cut = lineEnd
	}
	first, second := split(a, cut), split(b, cut)
	var out []Piece
	add := func(kind ChangeKind, from, to int) {
		if from < to {
			out = append(out, Piece{kind, from, to})
		}
	}
	i, inA, inB := 0, 0, 0
	for _, gap := range lcs.DiffLines(first, second) {
		same := size(first[i:gap.Start])
		add(Same, inA, inA+same)
		inA, inB = inA+same, inB+same
		removed, added := size(first[gap.Start:gap.End]), size(second[gap.ReplStart:gap.ReplEnd])
		add(Removed, inA, inA+removed)
		add(Added, inB, inB+added)
		inA, inB, i = inA+removed, inB+added, gap.End
	}
	add(Same, inA, len(a))
	return out
}

// size is the length of words together, in bytes.
func size(words []string) int {
	n := 0
	for _, w := range words {
		n += len(w)
	}
	return n
}

// split cuts a text into pieces that together are the text.
func split(s string, end func(string) int) []string {
	var out []string
	for len(s) > 0 {
		n := end(s)
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

// wordEnd returns the length of the word, the white space or the sign at the
// start of s.
func wordEnd(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	class := classOf(r)
	if class == 0 {
		return n
	}
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if classOf(r) != class {
			break
		}
		n += size
	}
	return n
}

// classOf is 0 for what is a word by itself.
func classOf(r rune) int {
	switch {
	case r == '\n':
		return 0
	case unicode.IsSpace(r):
		return 1
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
		return 0 // written without spaces
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		return 2
	}
	return 0
}

func lineEnd(s string) int {
	for i := range len(s) {
		if s[i] == '\n' {
			return i + 1
		}
	}
	return len(s)
}

// Align pairs the lines of two lists: those that are the same in the same
// order, and what lies between them in order, side by side. A pair holds -1
// where a list has no line.
func Align(a, b []string) [][2]int {
	var out [][2]int
	i, j := 0, 0
	for _, gap := range append(lcs.DiffLines(a, b), lcs.Diff{Start: len(a), End: len(a), ReplStart: len(b), ReplEnd: len(b)}) {
		for ; i < gap.Start; i, j = i+1, j+1 {
			out = append(out, [2]int{i, j})
		}
		for ; i < gap.End || j < gap.ReplEnd; i, j = i+1, j+1 {
			pair := [2]int{i, j}
			if i >= gap.End {
				pair[0] = -1
			}
			if j >= gap.ReplEnd {
				pair[1] = -1
			}
			out = append(out, pair)
		}
		i, j = gap.End, gap.ReplEnd
	}
	return out
}

package tree

import (
	"slices"
	"strings"
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

// The bounds of a comparison by words.
const (
	maxWords = 200_000 // of both texts together; longer texts are compared by lines
	shred    = 8       // bytes: a shorter text between two changes is part of them
)

// DiffWords compares two texts word by word: the pieces that are not Added make up the
// first text, those that are not Removed the second. The difference of texts that have
// little in common need not be the smallest: a sign or a short word that happens to be
// equal between two longer changes is part of them.
func DiffWords(a, b string) []Piece {
	cut, head, tail := wordEnd, 0, 0
	if len(a)+len(b) > 4*maxWords {
		if head, tail = sharedEnds(a, b); len(a)+len(b)-2*(head+tail) > 4*maxWords {
			cut = lineEnd
		}
	}
	first, second := split(a[head:len(a)-tail], cut), split(b[head:len(b)-tail], cut)
	var out []Piece
	add := func(kind ChangeKind, from, to int) {
		if from < to {
			out = append(out, Piece{kind, from, to})
		}
	}
	add(Same, 0, head)
	i, inA, inB := 0, head, head
	for _, gap := range joinChanges(lcs.DiffLines(first, second), first, second) {
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

// sharedEnds returns how many bytes two texts share at their beginning and at their
// end, up to a space or a line's end.
func sharedEnds(a, b string) (head, tail int) {
	const between = " \n"
	short := min(len(a), len(b))
	for head < short && a[head] == b[head] {
		head++
	}
	head = max(strings.LastIndexAny(a[:head], between), 0)
	for tail < short-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	if n := strings.IndexAny(a[len(a)-tail:], between); n >= 0 {
		return head, tail - n
	}
	return head, 0
}

// joinChanges joins changes with only shreds of the first text between them: on one line, and no
// longer than what was changed on either side.
func joinChanges(gaps []lcs.Diff, first, second []string) []lcs.Diff {
	var out []lcs.Diff
	changed := func(d lcs.Diff) int {
		return max(upTo(shred, first[d.Start:d.End]), upTo(shred, second[d.ReplStart:d.ReplEnd]))
	}
	for _, gap := range gaps {
		if last := len(out) - 1; last >= 0 {
			between := first[out[last].End:gap.Start]
			if upTo(shred+1, between) <= min(changed(out[last]), changed(gap)) && !slices.Contains(between, "\n") {
				out[last].End, out[last].ReplEnd = gap.End, gap.ReplEnd
				continue
			}
		}
		out = append(out, gap)
	}
	return out
}

// upTo returns the length of words together, at most limit.
func upTo(limit int, words []string) int {
	n := 0
	for i := 0; i < len(words) && n < limit; i++ {
		n += len(words[i])
	}
	return min(n, limit)
}

// size returns the length of words together, in bytes.
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

// lineEnd returns the length of the line at the start of s, with its line feed.
func lineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i + 1
	}
	return len(s)
}

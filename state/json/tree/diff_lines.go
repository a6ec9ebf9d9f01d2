package tree

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// TextDiff is the difference of two texts by lines. It is computed once for every medium: a pane in
// one column or two, a unified diff.
type TextDiff struct {
	Rows  []DiffRow
	Apart bool      // they share less than a fifth, and are different texts
	marks [2][]Span // of each text: see Marks
}

// DiffRow is a line of one text, or two corresponding lines, without line feeds. There may be very
// many.
type DiffRow struct {
	Kind ChangeKind // Same, Changed, Added or Removed
	A, B Span       // the one that there is not is empty
}

// Span is a part of a text, in bytes. An empty one at the end of a line is its line feed.
type Span struct{ From, To int }

// ofAll is the part of two texts, or of two lines, that makes them one that was changed: a
// fifth. What shares less is something else.
const ofAll = 5

// DiffLines compares two texts line by line, and the lines that differ by their words.
func DiffLines(a, b string) *TextDiff {
	d := &lineDiffer{a: a, b: b, out: &TextDiff{}}
	first, second := linesOf(a), linesOf(b)
	i, inA, inB, same := 0, 0, 0, 0
	store := func(lines []string) {
		for _, line := range lines {
			d.out.Rows = append(d.out.Rows, DiffRow{Same, Span{inA, inA + len(line)}, Span{inB, inB + len(line)}})
			inA, inB, same = inA+len(line)+1, inB+len(line)+1, same+len(line)
		}
	}
	for _, gap := range lineGaps(first, second) {
		store(first[i:gap.Start])
		left, right := linesAt(inA, first[gap.Start:gap.End]), linesAt(inB, second[gap.ReplStart:gap.ReplEnd])
		inA, inB, i = endOf(left, inA), endOf(right, inB), gap.End
		d.change(left, right)
	}
	store(first[i:])
	if same += d.same; a != "" && b != "" && 2*2*same < len(a)+len(b) && !shareRuns(a[:min(len(a), maxForRuns)], b[:min(len(b), maxForRuns)]) {
		d.out = &TextDiff{Apart: true, Rows: unrelated(nil, linesAt(0, first), linesAt(0, second))}
	}
	return d.out
}

// linesOf returns the lines of a text; after a line feed at its end is an empty one.
func linesOf(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// linesAt returns some lines that follow one another in a text.
func linesAt(at int, lines []string) []Span {
	out := make([]Span, len(lines))
	for i, line := range lines {
		out[i] = Span{at, at + len(line)}
		at += len(line) + len("\n")
	}
	return out
}

// endOf returns where the line after some lines begins, at if there are none.
func endOf(lines []Span, at int) int {
	if n := len(lines); n > 0 {
		return lines[n-1].To + len("\n")
	}
	return at
}

// lineGaps returns where two lists of lines differ: the lines between those that both have
// once, in the same order, are compared by themselves. A search over all of them would give
// up where much was changed.
func lineGaps(a, b []string) []lcs.Diff {
	var out []lcs.Diff
	i, j := 0, 0
	for _, same := range append(uniqueLines(a, b), [2]int{len(a), len(b)}) {
		for i < same[0] && j < same[1] && a[i] == b[j] {
			i, j = i+1, j+1
		}
		var gaps []lcs.Diff
		switch one, other := a[i:same[0]], b[j:same[1]]; {
		case len(one) > 0 && len(other) > 0:
			gaps = lcs.DiffLines(one, other)
		case len(one)+len(other) > 0:
			gaps = []lcs.Diff{{End: len(one), ReplEnd: len(other)}}
		}
		for _, g := range gaps {
			out = append(out, lcs.Diff{Start: i + g.Start, End: i + g.End, ReplStart: j + g.ReplStart, ReplEnd: j + g.ReplEnd})
		}
		i, j = same[0]+1, same[1]+1
	}
	return out
}

// uniqueLines pairs the lines that each list has once, as many of them as are in the same
// order (patience diff).
func uniqueLines(a, b []string) [][2]int {
	type seen struct{ a, b, inA, inB int }
	lines := make(map[string]*seen, len(a))
	for i, line := range a {
		if s := lines[line]; s != nil {
			s.inA++
		} else {
			lines[line] = &seen{a: i, inA: 1}
		}
	}
	for j, line := range b {
		if s := lines[line]; s != nil {
			s.b, s.inB = j, s.inB+1
		}
	}
	var pairs [][2]int
	for i, line := range a {
		if s := lines[line]; s.inA == 1 && s.inB == 1 {
			pairs = append(pairs, [2]int{i, s.b})
		}
	}
	return rising(pairs)
}

// rising returns the longest part of the pairs in which the second numbers rise.
func rising(pairs [][2]int) [][2]int {
	var ends []int // of the rising part of each length, the pair that it ends in
	before := make([]int, len(pairs))
	for i, p := range pairs {
		n, _ := slices.BinarySearchFunc(ends, p[1], func(e, to int) int { return pairs[e][1] - to })
		if before[i] = -1; n > 0 {
			before[i] = ends[n-1]
		}
		if n < len(ends) {
			ends[n] = i
		} else {
			ends = append(ends, i)
		}
	}
	out := make([][2]int, len(ends))
	if len(ends) > 0 {
		for i, at := len(ends)-1, ends[len(ends)-1]; i >= 0; i, at = i-1, before[at] {
			out[i] = pairs[at]
		}
	}
	return out
}

// runLength is the number of consecutive words that two texts must share to be similar: any two
// texts of a language share single words.
const runLength = 3

// maxForRuns is how much of each text is searched for runs, in bytes.
const maxForRuns = 256 << 10

// shareRuns reports whether at least a fifth of two texts are runs of words that both have, at any
// position.
func shareRuns(a, b string) bool {
	first, second := wordsIn(a), wordsIn(b)
	n := min(runLength, len(first), len(second))
	if n == 0 {
		return false
	}
	both := covered(first, second, n) + covered(second, first, n)
	return both*ofAll >= size(first)+size(second)
}

// covered returns how much of some words, in bytes, is in runs of n that others have too.
func covered(words, others []string, n int) int {
	have := map[string]bool{}
	for i := range len(others) - n + 1 {
		have[strings.Join(others[i:i+n], " ")] = true
	}
	sum, counted := 0, 0
	for i := range len(words) - n + 1 {
		if have[strings.Join(words[i:i+n], " ")] {
			sum += size(words[max(i, counted) : i+n])
			counted = i + n
		}
	}
	return sum
}

// wordsIn returns the words of a text, without spaces and signs.
func wordsIn(s string) []string {
	return slices.DeleteFunc(split(s, wordEnd), func(w string) bool {
		return strings.IndexFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0
	})
}

// around is how many lines a unified diff has around each change.
const around = 3

// Unified writes the difference as `diff -u` does, without the two lines of names; nothing
// where there is none. a and b are the texts that were compared.
func (d *TextDiff) Unified(a, b string) string {
	var out strings.Builder
	lines, first, second := strings.Builder{}, [2]int{}, [2]int{} // where the hunk begins in each text, and how many lines it has
	at := [2]int{1, 1}
	end := func() {
		if lines.Len() > 0 {
			fmt.Fprintf(&out, "@@ -%d,%d +%d,%d @@\n%s", first[0], first[1], second[0], second[1], lines.String())
		}
		lines.Reset()
		first, second = [2]int{at[0], 0}, [2]int{at[1], 0}
	}
	end()
	stretches := d.Stretches(around)
	for _, s := range stretches {
		if s.Folded || s.Same && len(stretches) == 1 {
			at[0], at[1] = at[0]+s.To-s.From, at[1]+s.To-s.From
			end()
			continue
		}
		for row, side := range d.Lines(s.From, s.To) {
			text, l := a, d.Rows[row].Side(side)
			if side == Added {
				text = b
			}
			lines.WriteString(map[ChangeKind]string{Same: " ", Removed: "-", Added: "+"}[side] + text[l.From:l.To] + "\n")
			if side != Added {
				at[0]++
				first[1]++
			}
			if side != Removed {
				at[1]++
				second[1]++
			}
		}
	}
	end()
	return out.String()
}

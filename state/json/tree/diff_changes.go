package tree

import (
	"slices"
	"sort"
)

// lineDiffer makes the rows of a comparison.
type lineDiffer struct {
	a, b string
	out  *TextDiff
	same int // bytes of words that both texts have, in lines that differ
}

// change adds the rows of lines that differ: they are compared by their words, and those that share
// words are one row.
func (d *lineDiffer) change(left, right []Span) {
	if len(left) == 0 || len(right) == 0 {
		d.out.Rows = unrelated(d.out.Rows, left, right)
		return
	}
	w := &linedWords{left: left, right: right, shared: make([]map[int]int, len(left)), common: [2]map[int]int{{}, {}}, marks: [2]map[int][]Span{{}, {}}}
	fromA, fromB := left[0].From, right[0].From
	for _, p := range DiffWords(d.a[fromA:left[len(left)-1].To], d.b[fromB:right[len(right)-1].To]) {
		w.add(p, d.a[fromA:], d.b[fromB:])
	}
	for _, n := range w.common[0] {
		d.same += n
	}
	d.mark(0, left, d.a, w)
	d.mark(1, right, d.b, w)
	i, j := 0, 0
	for k, partner := range w.partners(d.a, d.b) {
		if partner < 0 {
			continue
		}
		d.out.Rows = unrelated(d.out.Rows, left[i:k], right[j:partner])
		d.out.Rows = append(d.out.Rows, DiffRow{Changed, left[k], right[partner]})
		i, j = k+1, partner+1
	}
	d.out.Rows = unrelated(d.out.Rows, left[i:], right[j:])
}

// unrelated adds lines that share nothing, side by side.
func unrelated(rows []DiffRow, left, right []Span) []DiffRow {
	both := min(len(left), len(right))
	rows = slices.Grow(rows, max(len(left), len(right)))
	for i := range both {
		rows = append(rows, DiffRow{Changed, left[i], right[i]})
	}
	for _, line := range left[both:] {
		rows = append(rows, DiffRow{Kind: Removed, A: line})
	}
	for _, line := range right[both:] {
		rows = append(rows, DiffRow{Kind: Added, B: line})
	}
	return rows
}

// linedWords splits the words of a comparison by their lines.
type linedWords struct {
	left, right []Span
	i, j        int               // the lines that the next piece begins in
	shared      []map[int]int     // by lines of both: the bytes that they share
	common      [2]map[int]int    // by line: the bytes that the other text has too
	marks       [2]map[int][]Span // by line: the words that the other text lacks
}

// add adds the next piece, of texts that begin where the lines do.
func (w *linedWords) add(p Piece, a, b string) {
	base := w.left[0].From
	text := a
	if p.Kind == Added {
		base, text = w.right[0].From, b
	}
	for at := p.From; at < p.To; {
		end := at + lineEnd(text[at:p.To])
		feed := text[end-1] == '\n'
		words := Span{base + at, base + end}
		if feed {
			words.To--
		}
		switch p.Kind {
		case Removed:
			w.marks[0][w.i] = append(w.marks[0][w.i], words)
		case Added:
			w.marks[1][w.j] = append(w.marks[1][w.j], words)
		default:
			n := solid(text[at:end])
			if w.shared[w.i] == nil {
				w.shared[w.i] = map[int]int{}
			}
			w.shared[w.i][w.j] += n
			w.common[0][w.i] += n
			w.common[1][w.j] += n
		}
		if feed && p.Kind != Added {
			w.i++
		}
		if feed && p.Kind != Removed {
			w.j++
		}
		at = end
	}
}

// solid returns the length of a text without spaces, in bytes.
func solid(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] > ' ' {
			n++
		}
	}
	return n
}

// mark copies the marks of one text's lines, except lines that share hardly anything with the other
// text: all of them differs.
func (d *lineDiffer) mark(side int, lines []Span, text string, w *linedWords) {
	for i, l := range lines {
		if w.common[side][i]*ofAll >= solid(text[l.From:l.To]) && l.From < l.To {
			d.out.marks[side] = append(d.out.marks[side], w.marks[side][i]...)
		}
	}
}

// partners returns for each line of the first text the one of the second with which it
// shares most, in the same order; -1 for none.
func (w *linedWords) partners(a, b string) []int {
	out := make([]int, len(w.left))
	next := 0
	for i, l := range w.left {
		best, most := -1, 0
		for j, n := range w.shared[i] {
			r := w.right[j]
			if j >= next && (n > most || n == most && j < best) && 2*n*ofAll >= solid(a[l.From:l.To])+solid(b[r.From:r.To]) && n > 0 {
				best, most = j, n
			}
		}
		if out[i] = best; best >= 0 {
			next = best + 1
		}
	}
	return out
}

// Lines returns the rows' lines as a unified diff has them: of those that differ side by
// side first all of the first text. side is Same, Removed or Added.
func (d *TextDiff) Lines(from, to int) func(yield func(row int, side ChangeKind) bool) {
	return func(yield func(int, ChangeKind) bool) {
		for i := from; i < to; {
			if d.Rows[i].Kind == Same {
				if !yield(i, Same) {
					return
				}
				i++
				continue
			}
			end := i + 1
			for end < to && d.Rows[end].Kind != Same {
				end++
			}
			for _, side := range []ChangeKind{Removed, Added} {
				for row := i; row < end; row++ {
					if d.Rows[row].Has(side) && !yield(row, side) {
						return
					}
				}
			}
			i = end
		}
	}
}

// Has reports whether a row has a line of the first text (Removed), or of the second.
func (r DiffRow) Has(side ChangeKind) bool {
	return r.Kind == Changed || r.Kind == side || r.Kind == Same
}

// Side returns the line of a row on one side.
func (r DiffRow) Side(side ChangeKind) Span {
	if side == Added {
		return r.B
	}
	return r.A
}

// Marks returns the words of that line which the other text has not; none where that is all of it.
// An empty one at the line's end is its line feed.
func (d *TextDiff) Marks(row int, side ChangeKind) []Span {
	if !d.Rows[row].Has(side) {
		return nil
	}
	marks, line := d.marks[0], d.Rows[row].Side(side)
	if side == Added {
		marks = d.marks[1]
	}
	from := sort.Search(len(marks), func(i int) bool { return marks[i].From >= line.From })
	n := sort.Search(len(marks)-from, func(i int) bool { return marks[from+i].From > line.To })
	return marks[from : from+n]
}

// Counts returns how many lines only the first text has, and only the second.
func (d *TextDiff) Counts() (removed, added int) {
	for _, side := range d.Lines(0, len(d.Rows)) {
		switch side {
		case Removed:
			removed++
		case Added:
			added++
		}
	}
	return removed, added
}

// Stretch is a run of rows: Same ones, or others.
type Stretch struct {
	From, To int
	Same     bool
	Folded   bool // they are all the same, and are left out
}

// Stretches splits the rows into those that differ, with around rows of context, and those between,
// which are left out if that saves more than a line.
func (d *TextDiff) Stretches(around int) []Stretch {
	var out []Stretch
	add := func(s Stretch) {
		if s.From < s.To {
			out = append(out, s)
		}
	}
	for i := 0; i < len(d.Rows); {
		end := i + 1
		same := d.Rows[i].Kind == Same
		for end < len(d.Rows) && (d.Rows[end].Kind == Same) == same {
			end++
		}
		from, to := i, end
		if same && i > 0 {
			from = min(i+around, end)
		}
		if same && end < len(d.Rows) {
			to = max(end-around, from)
		}
		if !same || to-from < 2 {
			add(Stretch{From: i, To: end, Same: same})
		} else {
			add(Stretch{From: i, To: from, Same: true})
			add(Stretch{From: from, To: to, Same: true, Folded: true})
			add(Stretch{From: to, To: end, Same: true})
		}
		i = end
	}
	return out
}

package text

import (
	"strings"
	"unicode/utf8"
)

// Rows breaks text that is safe, drawn or not, into rows of at most width cells: at
// spaces and after hyphens, but for those of a flag (--like-this), and within a word
// that is longer than a row. Every character is in one of the rows, but for the spaces
// at which a row ends.
//
// It is used instead of ansi.Wrap, which counts a hyphen at the edge wrongly and so
// returns rows that are too long.
func Rows(text string, width int) []string { return rowsOf(text, width, false) }

// RowsWithSpaces breaks text as Rows does, but with the spaces at the breaks: for what must be shown
// as it is, such as a value of JSON. A character that is wider than the rows is left out.
func RowsWithSpaces(text string, width int) []string {
	rows := rowsOf(text, width, true)
	for i, row := range rows {
		rows[i] = Truncate(row, width, "")
	}
	return rows
}

// rower collects the rows of a text.
type rower struct {
	width  int
	spaces bool // the spaces at a break
	rows   []string

	row      strings.Builder
	rowWidth int
	words    bool // the row has more than spaces

	gap       strings.Builder // the spaces before word, and what takes no cells among them
	word      strings.Builder
	wordWidth int
}

func rowsOf(text string, width int, spaces bool) []string {
	r := rower{width: max(width, 1), spaces: spaces}
	for len(text) > 0 {
		text = text[r.step(text):]
	}
	r.end()
	return r.rows
}

// step takes the next sequence, space, line feed or character of s and returns its
// length in bytes.
func (r *rower) step(s string) int {
	switch s[0] {
	case '\n':
		r.end()
		return 1
	case ' ':
		if r.spaces && r.wordWidth > 0 && r.wordWidth < r.width {
			r.word.WriteByte(' ') // it goes down with its word, and begins no row
			r.wordWidth++
			r.flush()
			return 1
		}
		r.flush()
		r.gap.WriteByte(' ')
		return 1
	case '\x1b':
		n := sequenceLen(s)
		r.word.WriteString(s[:n])
		return n
	}
	cluster, cells := s[:1], 1
	if s[0] >= utf8.RuneSelf || len(s) > 1 && s[1] >= utf8.RuneSelf {
		cluster, cells = FirstCluster(s)
	} else if s[0] < ' ' || s[0] == 0x7f {
		cells = 0
	}
	if cells > 0 && r.wordWidth+cells > r.width {
		r.flush()
	}
	r.word.WriteString(cluster)
	r.wordWidth += cells
	if cluster == "-" && !strings.HasPrefix(r.word.String(), "-") { // a flag of a command is not broken
		r.flush()
	}
	return len(cluster)
}

// flush puts the word on the row, or on the next one where it does not fit.
func (r *rower) flush() {
	if r.wordWidth == 0 {
		r.gap.WriteString(r.word.String())
		r.word.Reset()
		return
	}
	if gap := strings.Count(r.gap.String(), " "); r.words && r.rowWidth+gap+r.wordWidth > r.width {
		r.space(!r.spaces, false)
		r.newRow()
	}
	r.space(false, true)
	if r.rowWidth+r.wordWidth > r.width { // only spaces precede it
		r.newRow()
	}
	r.row.WriteString(r.word.String())
	r.rowWidth += r.wordWidth
	r.word.Reset()
	r.wordWidth, r.words = 0, true
}

// space writes the gap: without its spaces if drop; else those that fit in the row, and if the line
// continues, the rest in further rows.
func (r *rower) space(drop, continues bool) {
	gap := r.gap.String()
	r.gap.Reset()
	for i := range len(gap) {
		switch full := r.rowWidth == r.width; {
		case gap[i] != ' ':
			r.row.WriteByte(gap[i])
			continue
		case drop:
			continue
		case full && !continues:
			r.gap.WriteString(gap[i:])
			return
		case full:
			r.newRow()
		}
		r.row.WriteByte(' ')
		r.rowWidth++
	}
}

// end ends the row at the end of a line.
func (r *rower) end() {
	r.flush()
	r.space(false, r.spaces)
	r.space(true, false) // what of the spaces has no room
	r.newRow()
}

func (r *rower) newRow() {
	r.rows = append(r.rows, r.row.String())
	r.row.Reset()
	r.rowWidth, r.words = 0, false
}

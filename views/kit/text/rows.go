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
func Rows(text string, width int) []string {
	return eachRow(text, breaker{width: max(width, 1), hyphens: true, hanging: true}, func(line string, r row) string {
		// Among the spaces at the end of a row may be sequences.
		surplus := -1
		if r.end == len(line) {
			surplus = max(r.cells-width, 0)
		}
		return line[:r.wordEnd] + strings.Replace(line[r.wordEnd:r.end], " ", "", surplus)
	})
}

// RowsWithSpaces breaks text as Rows does, but with the spaces at the breaks: for what must be shown
// as it is, such as a value of JSON. A character that is wider than the rows is left out.
func RowsWithSpaces(text string, width int) []string {
	return eachRow(text, breaker{width: max(width, 1), hyphens: true}, func(line string, r row) string {
		return Truncate(line[:r.end], width, "")
	})
}

func eachRow(text string, b breaker, draw func(line string, r row) string) (rows []string) {
	for line := range strings.SplitSeq(text, "\n") {
		for first := true; first || line != ""; first = false {
			r := b.row(line)
			rows = append(rows, draw(line, r))
			line = line[r.end:]
		}
	}
	return rows
}

// Span is a piece of a text, in bytes.
type Span struct{ From, To int }

// Spans breaks a text, which may be unsafe, into at most maxRows rows of width cells, as Wrap breaks what
// is drawn: at spaces if there are any. The spaces and the line feed at the end of a row belong to it,
// though they are not drawn.
func Spans(text string, width, maxRows int) []Span {
	b := breaker{width: max(width, 1), hanging: true, unsafe: true}
	var rows []Span
	for from := 0; from < len(text) && len(rows) < maxRows; {
		to := from + b.row(text[from:]).end
		rows = append(rows, Span{from, to})
		from = to
	}
	return rows
}

// DrawSpan makes a row safe to draw, without what ends it.
func DrawSpan(row string) string { return SanitizeLine(strings.TrimSuffix(row, "\n")) }

// breaker breaks text into rows.
type breaker struct {
	width   int
	hyphens bool // a row may end after a hyphen
	hanging bool // the spaces at the end of a row need no cells
	unsafe  bool // the text is not safe yet
}

// row is the first row of a text.
type row struct {
	end     int // bytes of the row
	wordEnd int // what the last character that is no space ends
	cells   int // of a row that the text ends with, the spaces at its end included
}

func (b breaker) row(text string) (r row) {
	var last row // to the last place where it may end
	for r.end < len(text) {
		character, cells := b.character(text[r.end:])
		space := character == " "
		switch {
		case character == "\n":
			r.end++
			return r
		case r.cells+cells > b.width && r.end > 0 && cells > 0 && !(space && b.hanging):
			if last.end > 0 {
				return last
			}
			return r
		}
		r.end += len(character)
		r.cells += cells
		if !space && cells > 0 {
			r.wordEnd = r.end
		}
		if space || character == "-" && b.hyphens && !strings.HasPrefix(text[last.end:], "-") { // a flag of a command is not broken
			last = r
		}
	}
	return r
}

// character returns the first character or sequence of a text and its cells, once it is safe.
func (b breaker) character(text string) (character string, cells int) {
	c := text[0]
	switch {
	case c >= ' ' && c < 0x7f && (len(text) == 1 || text[1] < utf8.RuneSelf):
		return text[:1], 1
	case b.unsafe:
		character, cells = FirstCluster(text)
		if safe := SanitizeLine(character); safe != character {
			cells = Width(safe)
		}
		return character, cells
	case c == '\x1b':
		return text[:sequenceLen(text)], 0
	case c < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf): // a control character
		return text[:1], 0
	}
	return FirstCluster(text)
}

package markdown

import (
	"slices"
	"sort"
	"strings"

	"gatehouse/views/kit/text"
)

// maxColumns bounds a table; a wider one is text.
const maxColumns = 64

// align is the side on which a column's words are.
type align uint8

const (
	alignLeft align = iota
	alignRight
	alignCenter
)

// table is what the rows of a table share. Each row is a block, drawn when it scrolls into view, at
// the widths of all rows so far.
type table struct {
	align  []align
	widths []int // of the widest cell of each column, in cells
	bare   bool  // the cells of its head are empty: its first row replaces the head
}

// version returns a number that differs between widths.
func (t *table) version() int {
	v := 1
	for _, w := range t.widths {
		v = v*(text.PieceSize+1) + w
	}
	return v
}

func (t *table) measure(row string) {
	for i, cell := range splitRow(row) {
		if i >= len(t.widths) {
			break
		}
		t.widths[i] = max(t.widths[i], plainWidth(cell))
	}
}

// fit returns the widths of the columns in a line of width cells: as wide as their text, or the
// widest made narrower until all fit.
func (t *table) fit(width int) []int {
	widths := make([]int, len(t.widths))
	copy(widths, t.widths)
	width = max(width-3*(len(widths)-1), len(widths))
	for i := range widths {
		widths[i] = max(widths[i], 1)
	}
	widest := slices.Max(append(widths, 1))
	level := levelOf(widest, func(level int) bool { return cutTo(widths, level) <= width })
	rest := width - cutTo(widths, level)
	for i := len(widths) - 1; i >= 0; i-- {
		switch {
		case widths[i] <= level:
		case rest > 0:
			widths[i] = level + 1
			rest--
		default:
			widths[i] = level
		}
	}
	return widths
}

// levelOf returns the largest width up to most at which columns fit, at least
// 1. It asks a few times however wide they are.
func levelOf(widest int, fits func(level int) bool) int {
	return max(sort.Search(widest, func(n int) bool { return !fits(n + 1) }), 1)
}

// cutTo is what columns take when none is wider than level.
func cutTo(widths []int, level int) int {
	sum := 0
	for _, w := range widths {
		sum += min(w, level)
	}
	return sum
}

// plainWidth returns the width of a cell as it will be drawn, nearly: markup
// is not counted. A cell that turns out wider is wrapped.
func plainWidth(cell string) int {
	if len(cell) > text.PieceSize {
		return text.PieceSize
	}
	if unmarked(cell) {
		return text.Width(text.Sanitize(cell))
	}
	width := text.Width(text.Sanitize(literal([]byte(cell), false)))
	width -= 2 * strings.Count(cell, "**")
	width -= strings.Count(cell, "`")
	if open := strings.Index(cell, "]("); open < 0 {
		single := strings.Count(cell, "*") - 2*strings.Count(cell, "**")
		width -= single - single%2
	} else {
		width -= 3
	}
	return max(width, 1)
}

// splitRow cuts a row into its cells. A pipe after a backslash is part of the
// cell (GFM, tables).
func splitRow(row string) []string {
	row = strings.Trim(row, " \t\r")
	row = strings.TrimPrefix(row, "|")
	var cells []string
	from := 0
	for i := 0; i < len(row); i++ {
		switch row[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, cellText(row[from:i]))
			from = i + 1
		}
	}
	if from < len(row) {
		cells = append(cells, cellText(row[from:]))
	}
	return cells
}

func cellText(s string) string {
	return strings.ReplaceAll(strings.Trim(s, " \t"), `\|`, "|")
}

func delimiterRow(row string) (aligns []align, ok bool) {
	if strings.Trim(row, " \t\r|:-") != "" || strings.IndexByte(row, '-') < 0 || strings.IndexByte(row, '|') < 0 {
		return nil, false
	}
	cells := splitRow(row)
	if len(cells) == 0 || len(cells) > maxColumns {
		return nil, false
	}
	for _, cell := range cells {
		dashes := strings.Trim(cell, ":")
		if dashes == "" || strings.Trim(dashes, "-") != "" {
			return nil, false
		}
		side := alignLeft
		if strings.HasSuffix(cell, ":") {
			side = alignRight
			if strings.HasPrefix(cell, ":") {
				side = alignCenter
			}
		}
		aligns = append(aligns, side)
	}
	return aligns, true
}

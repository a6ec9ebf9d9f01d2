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

// measure widens the columns to the cells of a row.
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
	widest := 1
	for i, w := range t.widths {
		widths[i] = max(w, 1)
		widest = max(widest, w)
	}
	width = max(width-3*(len(widths)-1), len(widths)) // a bar between two columns is 3 cells wide
	limit := largestFitting(widest, func(limit int) bool { return limitedWidth(widths, limit) <= width })
	rest := width - limitedWidth(widths, limit)
	for i, w := range slices.Backward(widths) {
		if w <= limit {
			continue
		}
		widths[i] = limit
		if rest > 0 {
			widths[i]++
			rest--
		}
	}
	return widths
}

// largestFitting returns the largest limit up to widest that fits, at least 1. It calls fits
// O(log widest) times.
func largestFitting(widest int, fits func(limit int) bool) int {
	return max(sort.Search(widest, func(n int) bool { return !fits(n + 1) }), 1)
}

// limitedWidth returns the sum of the widths, each at most limit.
func limitedWidth(widths []int, limit int) int {
	sum := 0
	for _, w := range widths {
		sum += min(w, limit)
	}
	return sum
}

// plainWidth estimates the width of a cell without its markup. A cell that is drawn wider is
// wrapped.
func plainWidth(cell string) int {
	if len(cell) > text.PieceSize {
		return text.PieceSize
	}
	if unmarked(cell) {
		return text.Width(text.Sanitize(cell))
	}
	bold := strings.Count(cell, "**")
	width := text.Width(text.Sanitize(unescape(cell))) - 2*bold - strings.Count(cell, "`")
	if strings.Contains(cell, "](") {
		width -= 3 // [title](address) is drawn as: title address
	} else {
		single := strings.Count(cell, "*") - 2*bold
		width -= single - single%2
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

// cellText returns the markdown of a cell.
func cellText(s string) string {
	return strings.ReplaceAll(strings.Trim(s, " \t"), `\|`, "|")
}

// parseDelimiterRow parses a row below a table's head, such as |:--|--:| (GFM, tables).
func parseDelimiterRow(row string) (aligns []align, ok bool) {
	if strings.Trim(row, " \t\r|:-") != "" || !strings.Contains(row, "-") || !strings.Contains(row, "|") {
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

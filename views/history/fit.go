package history

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/history"
	"gatehouse/views/text"
)

// leastWords is how many cells the first words get before a column goes, in the order of
// droppable.
const leastWords = 16

// droppable are the columns that go where there is no room, the first one first.
var droppable = []string{"origin", "provider", "ttft", "served", "cost", "total", "tokens", requestTitle, "asked"}

// Fit returns the columns for which a line of so many cells has room, and how wide each is
// for some entries of a list. The origin has a column where the list has several.
func Fit(all, entries []history.Entry, width int, now time.Time) (columns []Column, widths []int) {
	wants, most := map[string]int{}, 24
	narrow := width < 107
	if narrow {
		most = 15 // of a name, so that the figures stay
	}
	columns = Columns(!narrow && AnyOfOthers(all))
	if !slices.ContainsFunc(all, func(e history.Entry) bool { return e.Origin != all[0].Origin }) {
		columns = slices.DeleteFunc(columns, func(c Column) bool { return c.Title == "origin" })
	}
	for _, c := range columns {
		wants[c.Title] = max(ansi.StringWidth(c.Title), min(c.Least, 8))
		for i := range entries {
			wants[c.Title] = max(wants[c.Title], min(ansi.StringWidth(c.Cell(&entries[i], now)), max(most, c.Most)))
		}
	}
	for _, name := range append([]string{""}, droppable...) {
		columns = slices.DeleteFunc(columns, func(c Column) bool { return c.Title == name })
		sum := leastWords
		for _, c := range columns {
			sum += wants[c.Title] + 2
		}
		if sum <= width {
			break
		}
	}
	for _, c := range columns {
		widths = append(widths, wants[c.Title])
	}
	return columns, widths
}

// Draw cuts or fills a cell of the column.
func (c Column) Draw(cell string, width int) string {
	if c.Cut != nil {
		cell = c.Cut(cell, width)
	}
	return Aligned(cell, width, c.Right)
}

// Aligned cuts or fills a cell.
func Aligned(cell string, width int, right bool) string {
	if lack := width - ansi.StringWidth(cell); right && lack > 0 {
		return strings.Repeat(" ", lack) + cell
	}
	return text.Fit(cell, width, "…")
}

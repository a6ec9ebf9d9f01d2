package history

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/history"
	"gatehouse/views/text"
)

// The first words get so many cells before a column goes that says nothing of any exchange, or
// another one, in the order of droppable.
const (
	goodWords  = 40
	leastWords = 16
)

// droppable are the columns that go where there is no room, the first one first.
var droppable = []string{"origin", "provider", "ttft", "served", "cost", "total", "tokens", requestTitle, "asked"}

// Fit returns the columns for which a line of so many cells has room, and how wide each is
// for some entries of a list. The origin has a column where the list has several.
func Fit(all, entries []history.Entry, width int, now time.Time) (columns []Column, widths []int) {
	most := 24
	narrow := width < 107
	if narrow {
		most = 15 // of a name, so that the figures stay
	}
	columns = Columns(!narrow && AnyOfOthers(all))
	if !slices.ContainsFunc(all, func(e history.Entry) bool { return e.Origin != all[0].Origin }) {
		columns = slices.DeleteFunc(columns, func(c Column) bool { return c.Title == "origin" })
	}
	wants, mute := map[string]int{}, []string(nil)
	for _, c := range columns {
		want, says := c.width(entries, most, now)
		if wants[c.Title] = want; !says && slices.Contains(droppable, c.Title) {
			mute = append(mute, c.Title)
		}
	}
	columns = dropped(columns, mute, wants, width-goodWords)
	columns = dropped(columns, droppable, wants, width-leastWords)
	for _, c := range columns {
		widths = append(widths, wants[c.Title])
	}
	return columns, widths
}

// dropped is columns without the first ones of order, so that the others have room.
func dropped(columns []Column, order []string, wants map[string]int, room int) []Column {
	for _, name := range order {
		sum := 0
		for _, c := range columns {
			sum += wants[c.Title] + 2
		}
		if sum <= room {
			break
		}
		columns = slices.DeleteFunc(columns, func(c Column) bool { return c.Title == name })
	}
	return columns
}

// width is how wide the column is for some entries, a name up to most cells, and whether it
// says something of one of them.
func (c Column) width(entries []history.Entry, most int, now time.Time) (cells int, says bool) {
	cells = max(ansi.StringWidth(c.Title), min(c.Least, 8))
	for i := range entries {
		cell := c.Cell(&entries[i], now)
		cells = max(cells, min(ansi.StringWidth(cell), max(most, c.Most)))
		says = says || cell != "–"
	}
	return cells, says
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

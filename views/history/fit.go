package history

import (
	"slices"

	"gatehouse/views/text"
)

// The first words get so many cells before a column is left out, before one is that a preview has too,
// and before names get more room.
const (
	leastWords = 20
	fairWords  = 28
	goodWords  = 36
)

// yielding are columns that are left out where the first words would have fewer cells, the first one first.
type yielding struct {
	titles []string
	words  int
}

// yields are those of a list, and besidePreview those where a preview has the figures of the selected
// exchange: what is compared down the list stays. The words they leave become fewer.
var (
	yields        = []yielding{{secondary, goodWords}, {[]string{"provider", "ttft", "cost", "served", "tokens", "total", "asked"}, leastWords}}
	besidePreview = []yielding{{secondary, goodWords}, {[]string{"cost", "provider", "tokens", "ttft", "served", barTitle}, fairWords}, {[]string{"total", "asked"}, leastWords}}

	secondary = []string{"lasted", requestTitle, "origin"}
)

// growing are the columns that get the room that is left, the first one first.
var growing = []string{"served", "asked", requestTitle, "by", "provider", "tokens", barTitle}

// Fit returns the columns for which a line of so many cells has room, and how wide each is.
// It depends on nothing but the width: a filter or a new row moves no column.
func Fit(width int, team bool) (columns []Column, widths []int) {
	return fit(width, Columns(team), yields)
}

// fitList is Fit for a list that has the bars of time too, where there is room; beside says
// that a preview stands beside it.
func fitList(width int, beside, team bool) (columns []Column, widths []int) {
	all := Columns(team)
	at := slices.IndexFunc(all, func(c Column) bool { return c.Title == "tokens" })
	all = slices.Insert(all, at, Column{Title: barTitle, Cells: 12, Most: 24}) // the list knows the scale
	if beside {
		return fit(width, all, besidePreview)
	}
	return fit(width, all, append([]yielding{{[]string{barTitle}, goodWords}}, yields...))
}

func fit(width int, columns []Column, give []yielding) ([]Column, []int) {
	for _, y := range give {
		columns = dropped(columns, y.titles, width-y.words)
	}
	for _, title := range growing {
		spare := left(columns, width-goodWords)
		at := slices.IndexFunc(columns, func(c Column) bool { return c.Title == title })
		if at >= 0 && spare > 0 {
			columns[at].Cells = min(columns[at].Cells+spare, columns[at].Most)
		}
	}
	var widths []int
	for _, c := range columns {
		widths = append(widths, c.Cells)
	}
	return columns, widths
}

// dropped is columns without the first ones of order, so that the others have room.
func dropped(columns []Column, order []string, room int) []Column {
	for _, title := range order {
		if left(columns, room) >= 0 {
			break
		}
		columns = slices.DeleteFunc(columns, func(c Column) bool { return c.Title == title })
	}
	return columns
}

// left is how many cells of a room some columns leave.
func left(columns []Column, room int) int {
	for _, c := range columns {
		room -= c.Cells + 2
	}
	return room
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
	if right {
		cell = text.Right(cell, width)
	}
	return text.Fit(cell, width, "…")
}

package history

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/views/kit/text"
)

// timeBars is the column that draws the time of each exchange: the list knows the scale.
var timeBars = history.Column{Cell: history.Cell{Title: barTitle, Place: 12, Width: 12, Most: 24, Spare: history.Drop{Order: 24, MinWords: history.GoodWords}, Preview: history.Drop{Order: 11, MinWords: history.FairWords}, Grow: 7}}

// Fit returns the columns that fit a line of width cells, and how wide each is.
// It depends on nothing but the width: a filter or a new row moves no column.
func Fit(width int, team bool) (columns []history.Column, widths []int) {
	all := slices.DeleteFunc(history.ListColumns(team), func(c history.Column) bool { return c.Name == "caller" })
	return fit(width, all, func(c history.Column) history.Drop { return c.Cell.Spare })
}

// fitList is Fit for a list that has the bars of time too, where they fit; preview says that
// a preview is next to it, callers that several programs made the exchanges. The column that the list is
// ordered by always fits.
func fitList(width int, preview, team, callers bool, by history.Order) (columns []history.Column, widths []int) {
	all := history.ListColumns(team)
	if !callers {
		all = slices.DeleteFunc(all, func(c history.Column) bool { return c.Name == "caller" })
	}
	if by.Column == "lasted" { // in place of the total, which may be of a part
		all = slices.DeleteFunc(all, func(c history.Column) bool { return c.Name == by.Column })
		total := &all[slices.IndexFunc(all, func(c history.Column) bool { return c.Name == "total" })]
		total.Cell.Title = by.Column
		total.Cell.Text = func(e *history.Entry, _ time.Time) string { return figures.Duration(e.LastedUS) }
	}
	at := slices.IndexFunc(all, func(c history.Column) bool { return c.Cell.Place > timeBars.Cell.Place })
	return fit(width, slices.Insert(all, at, timeBars), func(c history.Column) history.Drop {
		switch {
		case by.IsBy(&c):
			return history.Drop{}
		case preview:
			return c.Cell.Preview
		}
		return c.Cell.Spare
	})
}

func fit(width int, columns []history.Column, spare func(history.Column) history.Drop) ([]history.Column, []int) {
	order := slices.DeleteFunc(slices.Clone(columns), func(c history.Column) bool { return spare(c).Order == 0 })
	slices.SortFunc(order, func(a, b history.Column) int { return cmp.Compare(spare(b).Order, spare(a).Order) })
	for _, c := range order {
		if left(columns, width-spare(c).MinWords) < 0 {
			columns = slices.DeleteFunc(columns, func(o history.Column) bool { return o.Cell.Title == c.Cell.Title })
		}
	}
	for grow := 1; grow <= timeBars.Cell.Grow; grow++ {
		at := slices.IndexFunc(columns, func(c history.Column) bool { return c.Cell.Grow == grow })
		if spare := left(columns, width-history.GoodWords); at >= 0 && spare > 0 {
			cell := &columns[at].Cell
			cell.Width = min(cell.Width+spare, cell.Most)
		}
	}
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = c.Cell.Width
	}
	return columns, widths
}

// left returns how many of some cells the columns leave.
func left(columns []history.Column, cells int) int {
	for _, c := range columns {
		cells -= c.Cell.Width + 2
	}
	return cells
}

// Cell returns what a column shows of an exchange, safe to draw.
func Cell(c *history.Column, e *history.Entry, now time.Time) string {
	return text.SafeLine(c.CellOf(e, now))
}

// Draw cuts or fills a cell of the column.
func Draw(c *history.Column, cell string, width int) string {
	switch c.Cell.Cut {
	case history.AtPath:
		cell = cutRequest(cell, width)
	case history.ToThousands:
		cell = cutTokens(cell, width)
	}
	return Aligned(cell, width, c.Cell.Right)
}

// Aligned cuts or fills a cell.
func Aligned(cell string, width int, right bool) string {
	if right {
		cell = text.Right(cell, width)
	}
	return text.Fit(cell, width, "…")
}

var thousands = regexp.MustCompile(`,\d{3}\b([^,]|$)`)

// cutTokens shortens counts that are too wide for a column to thousands.
func cutTokens(tokens string, cells int) string {
	if text.Width(tokens) <= cells {
		return tokens
	}
	return thousands.ReplaceAllString(tokens, " k$1")
}

// cutRequest shortens a path from its beginning, at one of its slashes if possible: the end identifies
// the endpoint.
func cutRequest(request string, cells int) string {
	at := strings.LastIndexByte(request, ' ') // a method has none, and what represents it may
	if at < 0 || text.Width(request) <= cells {
		return request
	}
	method, path := request[:at], request[at+1:]
	width := cells - text.Width(method) - 2
	if width < 1 {
		return request
	}
	if end := lastSegments(path, width); end != "" {
		return method + " …" + end
	}
	if strings.Contains(method, " ") {
		return method
	}
	return method + " …" + text.TruncateLeft(path, text.Width(path)-width, "")
}

// lastSegments returns the most of a path's end that begins with a slash, though not with its
// first byte, and fits in some cells; empty where nothing does. It measures each byte at
// most once: a path may be nothing but slashes.
func lastSegments(path string, cells int) string {
	from := len(path)
	for {
		slash := strings.LastIndexByte(path[:from], '/')
		if slash <= 0 {
			return path[from:]
		}
		if cells -= text.Width(path[slash:from]); cells < 0 {
			return path[from:]
		}
		from = slash
	}
}

// maxBefore is how many cells a request takes before the words.
const maxBefore = 20

// Words returns the first words of an exchange in a list with some columns. Without a column for the
// request, they name it if there are no words, or before them if its endpoint neither generates text
// nor ranks. An empty answer and a silence at the end are named first.
func Words(e *history.Entry, columns []history.Column) string {
	words := text.SafeLine(e.Words)
	foreign := e.Caller != "" || !e.Kind.IsNative() // sent by another program, or to another API
	if e.Path != "" && foreign && !slices.ContainsFunc(columns, func(c history.Column) bool { return c.Cell.Title == history.RequestTitle }) {
		request := cutRequest(text.SafeLine(e.Request.String()), maxBefore)
		switch {
		case words == "":
			words = request
		case e.Kind == state.Other:
			words = request + "  " + words
		}
	}
	if e.IsEmpty() {
		words = strings.TrimSpace("empty answer  " + words)
	}
	if us := e.SilenceAtEnd(); us > 0 {
		words = strings.TrimSpace("silent for " + figures.Duration(us) + " at the end  " + words)
	}
	if len(e.Changed) > 0 {
		words = history.ChangedMark + " " + words
	}
	return words
}

// barTitle is the title of the column that draws the time of each exchange.
const barTitle = "time"

// timeScale returns how long a bar is that has all cells, in microseconds: for the longest of some
// exchanges, and a number that is easily read.
func timeScale(entries []history.Entry) int64 {
	longest := int64(1000)
	for i := range entries {
		longest = max(longest, entries[i].TotalUS)
	}
	for scale := int64(1); ; scale *= 10 {
		for _, step := range []int64{1, 2, 5} {
			if scale*step >= longest {
				return scale * step
			}
		}
	}
}

// timeBar draws the time of an exchange on cells cells: the wait for the first token, and the rest.
// Without a first token all of it is wait. Both are empty if the time is not known.
func timeBar(e *history.Entry, scale int64, cells int) (wait, stream string) {
	if e.TotalUS < 0 || scale <= 0 {
		return "", ""
	}
	parts := max(int(min(e.TotalUS, scale)*int64(cells)*8/scale), 1) // what took no time is seen too
	first := e.TotalUS
	if e.TTFTUS >= 0 {
		first = min(e.TTFTUS, e.TotalUS)
	}
	waits := min(int((first*int64(cells)+scale/2)/scale), (parts+7)/8)
	wait = strings.Repeat("░", waits)
	return wait, figures.Bar(max(parts-8*waits, 0))
}

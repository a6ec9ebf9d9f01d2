package report

import (
	"slices"
	"strings"

	"gatehouse/state/figures"
	"gatehouse/state/report"
	"gatehouse/views/text"
)

// numbers draws figures side by side, on as many lines as they need, each behind its mark
// where there are marks.
func (p Pen) numbers(list report.Numbers, marks []string, gap int) []string {
	var lines []string
	line := ""
	for i, f := range list {
		drawn := p.Styles.Text.Render(text.SafeLine(f.Value))
		if f.Label != "" && !f.Bare {
			drawn = p.Styles.Dim.Render(f.Label+" ") + drawn
		}
		if marks != nil {
			drawn = marks[i] + " " + drawn
		}
		switch {
		case line == "":
			line = drawn
		case text.Width(line)+gap+text.Width(drawn) <= p.Width:
			line += strings.Repeat(" ", gap) + drawn
		default:
			lines, line = append(lines, line), drawn
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// between is the room between two columns of a table, in cells, and leastCells the width below
// which a column tells nothing.
const between, leastCells = 2, 5

// mostRows bounds the rows of a table in what is drawn at once: a page has all of them.
const mostRows = 100

// table draws rows of cells below their titles. Where there is no room for all, the widest
// columns give way; where that would leave nothing of one, each row has lines of its own.
func (p Pen) table(t report.Table) []string {
	more := len(t.Rows) - mostRows
	t.Rows = t.Rows[:min(len(t.Rows), mostRows)]
	t = p.fitted(t.AtPoint(" "))
	widths, fits := p.widths(t)
	switch last := len(t.Columns) - 1; {
	case fits:
	case last > 0 && t.Columns[last].Aside:
		return p.table(withoutAside(t))
	default:
		return p.stacked(t)
	}
	var out []string
	if titled(t) {
		out = append(out, p.titles(t, widths))
	}
	for _, r := range t.Rows {
		out = append(out, p.told(r, p.cells(t, widths, r))...)
		if r.Note == "" {
			continue
		}
		note, last := text.SafeLine(r.Note), len(out)-1
		if text.Width(out[last])+between+text.Width(note) <= p.Width {
			out[last] += strings.Repeat(" ", between) + p.Styles.Dim.Render(note)
			continue
		}
		out = append(out, p.below(p.continued(inset), note, p.Styles.Dim, p.Width-inset, 4)...)
	}
	if more > 0 {
		out = append(out, p.Styles.Dim.Render("… and "+figures.Thousands(more)+" more"))
	}
	return out
}

// Grid is a table that fits a width, whose rows are drawn one at a time.
type Grid struct {
	pen    Pen
	table  report.Table
	widths []int
}

// Grid lays a table out.
func (p Pen) Grid(t report.Table) Grid {
	t = p.fitted(t.AtPoint(" "))
	widths, _ := p.widths(t)
	return Grid{p, t, widths}
}

// Head is the line with the titles of the columns.
func (g Grid) Head() string { return g.pen.titles(g.table, g.widths) }

// Len is how many rows there are.
func (g Grid) Len() int { return len(g.table.Rows) }

// Row is the line of a row.
func (g Grid) Row(i int) string { return g.pen.cells(g.table, g.widths, g.table.Rows[i]) }

// fitted is a table without the columns that can be spared, as far as there is no room for them:
// names keep so many cells meanwhile.
func (p Pen) fitted(t report.Table) report.Table {
	for least(t) > p.Width {
		spare := 0
		for _, c := range t.Columns {
			spare = max(spare, c.Spare)
		}
		if spare == 0 {
			break
		}
		t = without(t, func(c report.Column) bool { return c.Spare == spare })
	}
	return t
}

// least is how wide a table is with all its columns, of which names have as many cells as most need.
func least(t report.Table) int {
	const leastName = 20
	natural, _ := natural(t)
	sum := -between
	for i, c := range t.Columns {
		w := natural[i]
		if !c.Right && c.Spare == 0 {
			w = min(w, leastName)
		}
		sum += w + between
	}
	return sum
}

// without is a table without some of its columns.
func without(t report.Table, drop func(report.Column) bool) report.Table {
	out := report.Table{}
	for _, c := range t.Columns {
		if !drop(c) {
			out.Columns = append(out.Columns, c)
		}
	}
	for _, r := range t.Rows {
		cells := r.Cells
		r.Cells = nil
		for i, cell := range cells {
			if !drop(t.Columns[i]) {
				r.Cells = append(r.Cells, cell)
			}
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

// titled reports whether the columns of a table have titles.
func titled(t report.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c report.Column) bool { return c.Title != "" })
}

func (p Pen) titles(t report.Table, widths []int) string {
	return columns(t, widths, func(i int) string {
		return p.Styles.Dim.Render(text.Truncate(t.Columns[i].Title, widths[i], "…"))
	})
}

func (p Pen) cells(t report.Table, widths []int, r report.Row) string {
	return columns(t, widths, func(i int) string {
		if i >= len(r.Cells) {
			return ""
		}
		if c := r.Cells[i]; c.Role == report.Name {
			return p.Role(c.Role).Render(shortName(text.SafeLine(c.Text), widths[i]))
		}
		return text.Truncate(p.Span(r.Cells[i]), widths[i], "…")
	})
}

// shortName is a name in so many cells, cut in its middle. Two names that are compared lose their vendors
// first, and then each is cut by itself, the longer one first.
func shortName(name string, cells int) string {
	for _, sign := range []string{" − ", " · "} {
		first, second, pair := strings.Cut(name, sign)
		room := cells - text.Width(sign)
		if !pair || room < 2*leastCells || text.Width(name) <= cells {
			continue
		}
		first, second = first[strings.Index(first, "/")+1:], second[strings.Index(second, "/")+1:]
		if text.Width(first)+text.Width(second) <= room {
			return first + sign + second
		}
		short := min(text.Width(first), max(room-text.Width(second), room/2))
		return text.Middle(first, short) + sign + text.Middle(second, room-short)
	}
	return text.Middle(name, cells)
}

// columns puts the cells of a line below those of others. A column of which all cells are
// empty takes no room.
func columns(t report.Table, widths []int, cell func(i int) string) string {
	var line strings.Builder
	for i, c := range t.Columns {
		if widths[i] == 0 {
			continue
		}
		drawn := cell(i)
		gap := strings.Repeat(" ", max(widths[i]-text.Width(drawn), 0))
		if c.Right {
			drawn = gap + drawn
		} else {
			drawn += gap
		}
		if line.Len() > 0 {
			line.WriteString(strings.Repeat(" ", between))
		}
		line.WriteString(drawn)
	}
	return strings.TrimRight(line.String(), " ")
}

// withoutAside is a table whose last column stands below its rows.
func withoutAside(t report.Table) report.Table {
	last := len(t.Columns) - 1
	out := report.Table{Columns: t.Columns[:last]}
	for _, r := range t.Rows {
		if len(r.Cells) > last {
			r.Note = strings.Trim(r.Cells[last].Text+"; "+r.Note, "; ")
			r.Cells = r.Cells[:last]
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

// widths are how wide the columns of a table are; it does not fit where one would have to
// give way too far.
func (p Pen) widths(t report.Table) (widths []int, fits bool) {
	widths, sum := natural(t)
	if sum > p.Width && t.Columns[len(widths)-1].Aside {
		return widths, false
	}
	for ; sum > p.Width; sum-- {
		widest := -1
		for i, w := range widths { // a number is never cut
			if !t.Columns[i].Right && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 || widths[widest] <= leastCells {
			return widths, false
		}
		widths[widest]--
	}
	return widths, true
}

// natural are how wide the columns are where there is room, and what all take together.
func natural(t report.Table) (widths []int, sum int) {
	widths = make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = text.Width(c.Title)
	}
	for _, r := range t.Rows {
		for i, c := range r.Cells {
			widths[i] = max(widths[i], text.Width(text.SafeLine(c.Text)))
		}
	}
	sum = -between
	for i, w := range widths {
		if most := t.Columns[i].Most; most > 0 {
			w = min(w, most)
		}
		if widths[i] = w; w > 0 {
			sum += w + between
		}
	}
	return widths, sum
}

// stacked draws a table without room for its columns: of each row the first cell, and below
// it the others with their titles.
func (p Pen) stacked(t report.Table) []string {
	var out []string
	inner := p
	inner.Width = max(p.Width-2, 1)
	for _, r := range t.Rows {
		if len(r.Cells) == 0 {
			continue
		}
		out = append(out, text.Truncate(p.Span(r.Cells[0]), p.Width, "…"))
		var rest report.Numbers
		for i, c := range r.Cells[1:] {
			if c.Text != "" && c.Text != "–" {
				title := t.Columns[i+1].Title
				rest = append(rest, report.Number{Label: title, Value: strings.TrimRight(c.Text, " "), Bare: title == ""})
			}
		}
		for _, line := range inner.numbers(rest, nil, between) {
			out = append(out, p.continued(inset)+text.Truncate(line, inner.Width, "…"))
		}
		if r.Note != "" {
			out = append(out, p.below(p.continued(inset), text.SafeLine(r.Note), p.Styles.Dim, p.Width-inset, 4)...)
		}
	}
	return out
}

// series draws numbers as a row of bars, the highest as high as there is room.
func (p Pen) series(s report.Series) string {
	const words, most = 28, 60 // about what stands before and behind the graph; and the graph
	levels := []rune("▁▂▃▄▅▆▇█")
	values := s.Values(max(min(p.Width-words, most), 1))
	peak := 0.0
	for _, v := range values {
		peak = max(peak, v)
	}
	var b strings.Builder
	for _, v := range values {
		at := 0
		if peak > 0 {
			at = int(v/peak*float64(len(levels)-1) + 1e-9) // what is as high as another is not drawn lower
		}
		b.WriteRune(levels[min(max(at, 0), len(levels)-1)])
	}
	return p.Styles.Dim.Render(s.Label+" ") + p.Styles.Model.Render(b.String()) + "  " + p.Styles.Text.Render(s.Said)
}

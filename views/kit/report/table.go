package report

import (
	"slices"
	"strings"

	"gatehouse/state/report"
	"gatehouse/views/kit/text"
)

// The gap between two columns of a table, the width to which names count where columns are left
// out, and the width below which a column shows nothing of use, in cells.
const (
	between   = 2
	minName   = 20
	minColumn = 5
)

// Grid is a table laid out for a width.
type Grid struct {
	pen     Pen
	table   report.Table
	widths  []int // of the columns, in cells; 0: the column is not drawn
	aside   bool  // the cells of the last column are notes
	stacked bool  // the columns do not fit: the cells of a row are below its first one
}

// Grid lays a table out with one line a row.
func (p Pen) Grid(t report.Table) Grid { return p.layOut(t, true) }

// layOut lays a table out. If it is too wide, columns that can be spared are left out, the largest
// Spare first; then the last column becomes notes, if it may; then the widest columns without
// numbers are cut. If that is not enough, rows are stacked. With oneLine the rows
// have neither notes nor further lines.
func (p Pen) layOut(t report.Table, oneLine bool) Grid {
	g := Grid{pen: p, table: t.AtPoint(" ")}
	g.widths = p.naturalWidths(g.table)
	if !p.bounded() {
		return g
	}
	spare := 0
	for _, c := range t.Columns {
		spare = max(spare, c.Spare)
	}
	for ; spare > 0 && g.minWidth() > p.Width; spare-- {
		g.drop(spare)
	}
	last := len(g.widths) - 1
	if !oneLine && last > 0 && t.Columns[last].Aside && g.width() > p.Width {
		g.aside, g.widths[last] = true, 0
	}
	g.stacked = !g.cut() && !oneLine
	return g
}

// naturalWidths returns the widths of the columns with nothing cut.
func (p Pen) naturalWidths(t report.Table) []int {
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = text.Width(c.Title)
	}
	for _, r := range t.Rows {
		for i, c := range r.Cells {
			widths[i] = max(widths[i], text.Width(p.cell(c)))
		}
	}
	for i, c := range t.Columns {
		if c.MaxWidth > 0 {
			widths[i] = min(widths[i], c.MaxWidth)
		}
	}
	return widths
}

// cell returns the safe text of a cell. Without a width it is complete: what a program reads from a pipe,
// or a user pastes, may be a long document.
func (p Pen) cell(c report.Span) string {
	if !p.bounded() {
		return text.SanitizeLine(c.Text)
	}
	return text.SafeLine(c.Text)
}

// drop leaves out the columns with a Spare of at least spare.
func (g Grid) drop(spare int) {
	for i, c := range g.table.Columns {
		if c.Spare >= spare {
			g.widths[i] = 0
		}
	}
}

// minWidth returns the width of the table with its names cut to minName cells.
func (g Grid) minWidth() int {
	widths := slices.Clone(g.widths)
	for i, c := range g.table.Columns {
		if !c.Right && c.Spare == 0 {
			widths[i] = min(widths[i], minName)
		}
	}
	return Grid{widths: widths}.width()
}

func (g Grid) width() int {
	sum := -between
	for _, w := range g.widths {
		if w > 0 {
			sum += w + between
		}
	}
	return sum
}

// cut cuts the widest columns until the table fits, and reports whether it does. A number is
// never cut.
func (g Grid) cut() bool {
	for excess := g.width() - g.pen.Width; excess > 0; excess-- {
		widest := -1
		for i, w := range g.widths {
			if !g.table.Columns[i].Right && (widest < 0 || w > g.widths[widest]) {
				widest = i
			}
		}
		if widest < 0 || g.widths[widest] <= minColumn {
			return false
		}
		g.widths[widest]--
	}
	return true
}

// Len returns how many rows there are.
func (g Grid) Len() int { return len(g.table.Rows) }

// Head returns the line with the titles of the columns.
func (g Grid) Head() string {
	return g.line(func(i int) string {
		return g.pen.Styles.Dim.Render(text.Truncate(g.table.Columns[i].Title, g.widths[i], "…"))
	})
}

func (g Grid) titled() bool {
	return !g.stacked && slices.ContainsFunc(g.table.Columns, func(c report.Column) bool { return c.Title != "" })
}

// Row returns the line of a row, with its note if that fits.
func (g Grid) Row(i int) string {
	line, r := g.cells(i), g.table.Rows[i]
	if note := g.note(r); !g.stacked && note != "" && g.fitsNext(line, note) {
		line += strings.Repeat(" ", between) + g.pen.Styles.Dim.Render(note)
	}
	return line
}

// cells returns the line of a row without its note.
func (g Grid) cells(i int) string {
	p, r := g.pen, g.table.Rows[i]
	if g.stacked {
		return text.Truncate(p.row(report.Row{Cells: r.Cells[:min(len(r.Cells), 1)]}), p.Width, "…")
	}
	return g.line(func(i int) string {
		if i >= len(r.Cells) {
			return ""
		}
		c := r.Cells[i]
		if c.Role == report.Name {
			return p.Role(c.Role).Render(shortName(p.cell(c), g.widths[i]))
		}
		return text.Truncate(p.Role(c.Role).Render(p.cell(c)), g.widths[i], "…")
	})
}

// below returns the lines below that of a row: if stacked its other cells with their titles, and a
// note that does not fit next to it.
func (g Grid) below(i int) []string {
	p, r := g.pen, g.table.Rows[i]
	var out []string
	if g.stacked {
		var rest report.Numbers
		for i, c := range r.Cells {
			if i > 0 && g.widths[i] > 0 && c.Text != "" && c.Text != "–" {
				title := g.table.Columns[i].Title
				rest = append(rest, report.Number{Label: title, Value: strings.TrimRight(c.Text, " "), Bare: title == ""})
			}
		}
		inner := p
		inner.Width = max(p.Width-inset, 1)
		for _, line := range inner.numbers(rest, nil, between) {
			out = append(out, p.continued(inset)+text.Truncate(line, inner.Width, "…"))
		}
	}
	if note := g.note(r); note != "" && (g.stacked || !g.fitsNext(g.cells(i), note)) {
		out = append(out, p.hang(p.continued(inset), inset, note, p.Styles.Dim, maxAbout)...)
	}
	return out
}

// note returns the note of a row, with the cell that has no column, on one line.
func (g Grid) note(r report.Row) string {
	note := r.Note
	if last := len(g.widths) - 1; g.aside && last < len(r.Cells) {
		note = strings.Trim(r.Cells[last].Text+"; "+note, "; ")
	}
	return text.SafeLine(note)
}

// fitsNext reports whether a note fits next to its row.
func (g Grid) fitsNext(line, note string) bool {
	return !g.pen.bounded() || text.Width(line)+between+text.Width(note) <= g.pen.Width
}

func (g Grid) line(cell func(i int) string) string {
	var line strings.Builder
	blanks := 0 // before the next cell: none follow the last one, whose column may be as wide as a document
	for i, c := range g.table.Columns {
		if g.widths[i] == 0 {
			continue
		}
		drawn := cell(i)
		gap := max(g.widths[i]-text.Width(drawn), 0)
		if c.Right {
			blanks, gap = blanks+gap, 0
		}
		if drawn != "" {
			line.WriteString(strings.Repeat(" ", blanks) + drawn)
			blanks = 0
		}
		blanks += gap + between
	}
	return strings.TrimRight(line.String(), " ")
}

// shortName returns a name cut in its middle to a number of cells. Two names that are compared lose their vendors
// first, and then each is cut by itself, the longer one first.
func shortName(name string, cells int) string {
	for _, sign := range []string{" − ", " · "} {
		first, second, pair := strings.Cut(name, sign)
		width := cells - text.Width(sign)
		if !pair || width < 2*minColumn || text.Width(name) <= cells {
			continue
		}
		first, second = first[strings.Index(first, "/")+1:], second[strings.Index(second, "/")+1:]
		if text.Width(first)+text.Width(second) <= width {
			return first + sign + second
		}
		short := min(text.Width(first), max(width-text.Width(second), width/2))
		return text.Middle(first, short) + sign + text.Middle(second, width-short)
	}
	return text.Middle(name, cells)
}

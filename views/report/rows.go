package report

import (
	"strconv"
	"strings"

	"gatehouse/state/report"
	"gatehouse/state/rope"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// rows collects the rows of a report.
type rows struct {
	page.Rows
	pen    Pen
	narrow bool   // the flow did not fit: the parts that tell of its steps are the picture, from top to bottom
	begin  string // of that picture, until it was drawn
}

// Rows adds the blocks of reports to the rows of a page: what unfolds, and what leads
// somewhere, whose Of is the report.Way.
func Rows(to page.Rows, keys *views.Keys, reports ...report.Report) []page.Row {
	const margin = 3 // cells for the cursor and the sign
	w := &rows{Rows: to, pen: Pen{Styles: to.Styles, Keys: keys, Width: max(to.Width-margin, 8)}}
	for _, r := range reports {
		if r.Sum.Text != "" {
			w.Para("", w.pen.Role(r.Sum.Role), 0, r.Sum.Text)
		}
		w.blocks(r.ID, 0, r.Blocks)
	}
	return w.List
}

// blocks adds blocks moved in by so many cells; id begins the IDs of their rows.
func (w *rows) blocks(id string, in int, blocks []report.Block) {
	pen := w.pen
	pen.Width = max(pen.Width-in, 8)
	names := labelled(blocks, pen.Width)
	for i, b := range blocks {
		id := id + "/" + strconv.Itoa(i)
		if extra, is := b.(report.Extra); is {
			b = extra.Block
		}
		switch b := b.(type) {
		case report.Report:
			w.part(b)
		case report.Row:
			w.row(id, in, b, func() string { return pen.row(b) })
		case report.Table:
			b = pen.fitted(b.AtPoint(" "))
			widths, _ := pen.widths(b)
			if titled(b) {
				w.lines(id, in, []string{pen.titles(b, widths)})
			}
			for j, r := range b.Rows {
				w.row(id+"/"+strconv.Itoa(j), in, r, func() string { return pen.cells(b, widths, r) })
			}
		case report.Quote:
			w.quote(id, in, pen, b)
		case report.Flow:
			w.flow(id, pen, b)
		case report.Way:
			w.way(id, pen, b)
		default:
			w.lines(id, in, pen.block(b, names))
		}
	}
}

func (w *rows) lines(id string, in int, lines []string) {
	for i, line := range lines {
		w.Styled(id+"/"+strconv.Itoa(i), strings.Repeat(" ", in)+line)
	}
}

// inset is how far what is said about a thing is moved in, in cells.
const inset = 2

func (w *rows) row(id string, in int, r report.Row, draw func() string) {
	if r.ID != "" {
		id = r.ID
	}
	row := page.Row{ID: id, JSON: r.JSON, Line: func() string { return strings.Repeat(" ", in) + draw() }}
	if r.Text != "" {
		whole := rope.Plain(r.Text)
		row.Text = func() *rope.Rope { return whole }
	}
	w.Add(row)
	w.blocks(id, in+inset, r.Below)
}

// part adds a report within another.
func (w *rows) part(r report.Report) {
	if r.Empty() && r.Title == "" {
		return
	}
	title := text.SafeLine(r.Title)
	switch {
	case title == "":
		w.Blank()
	case r.Step && w.narrow:
		if w.begin != "" {
			w.Blank()
			w.Styled("flow", w.begin)
			w.begin = ""
		}
		w.Add(page.Row{Line: func() string { return w.Styles.Dim.Render("│") }, Of: "rail"})
		line := w.Styles.Strong.Render("▼ "+title) + "   " + w.pen.Span(r.Sum)
		w.Add(page.Row{Line: func() string { return line }, Of: title})
	default:
		w.Heading(title, r.Sum.Text)
	}
	id := r.ID
	if id == "" {
		id = r.Title
	}
	w.blocks(id, 0, r.Blocks)
}

// quote adds what others wrote: of what is long its beginning, and a row that unfolds to all
// of it.
func (w *rows) quote(id string, in int, pen Pen, q report.Quote) {
	lines := pen.paragraph(pen.quoted(q))
	if len(lines) <= mostQuoted {
		w.lines(id, in, lines)
		return
	}
	w.lines(id, in, lines[:ofMore])
	w.row(id+"/all", in, report.Row{Text: q.Text}, func() string { return inTotal(pen, q) })
}

// flow draws a picture where it fits; else the steps of which no part tells stand before
// the first that one tells of.
func (w *rows) flow(id string, pen Pen, f report.Flow) {
	lines, fits := pen.picture(f)
	if fits {
		w.Blank()
		w.lines(id, 0, lines)
		return
	}
	var names []string
	for _, s := range f.Steps {
		if !s.Told {
			names = append(names, pen.Span(report.Span{Text: s.Nodes[0].Names[0], Role: s.Nodes[0].Role}))
		}
	}
	w.narrow, w.begin = true, strings.Join(names, arrow(pen))
}

// way adds what can be done next, with its key. The words come first: what they leave of the
// line is the places', and words that are too long go on below.
func (w *rows) way(id string, pen Pen, way report.Way) {
	key := pen.wayKey(way)
	if key == "" {
		return
	}
	const behindKey = 4
	lines := text.Rows(text.SafeLine(way.Words), max(pen.Width-behindKey, 8))
	if len(lines) == 1 && way.Places != "" {
		if whole := lines[0] + "  " + text.SafeLine(way.Places); text.Width(whole)+behindKey <= pen.Width {
			lines[0] = whole
		}
	}
	w.Press(id, key, lines[0], way)
	for i, line := range lines[1:] {
		w.Styled(id+"/"+strconv.Itoa(i), "   "+pen.Styles.Text.Render(line))
	}
}

// Way is where the selected row of a page leads; ok is false for a row that leads nowhere.
func Way(s *page.Sheet) (way report.Way, ok bool) {
	r, _ := s.Selected()
	way, ok = r.Of.(report.Way)
	return way, ok
}

// wayKey is the key of a way, as the key table has it; empty for none.
func (p Pen) wayKey(way report.Way) string {
	if way.Number == 0 {
		return p.Keys.Name(views.Action(way.Action))
	}
	c, _ := p.Keys.Command(views.Action(way.Action))
	if way.Number > len(c.Keys) {
		return ""
	}
	return c.Keys[way.Number-1]
}

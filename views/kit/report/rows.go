package report

import (
	"cmp"
	"strconv"
	"strings"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/text/rope"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// rows collects the rows of blocks: of a page, whose rows unfold and lead somewhere, or of lines,
// which write out what the rows of a page unfold to.
type rows struct {
	page.Rows
	pen    Pen
	isPage bool
	narrow bool   // the flow did not fit: the parts that describe its steps are the picture, from top to bottom
	begin  string // of that picture, until it was drawn
}

// Rows adds the blocks of reports to the rows of a page: what unfolds, and what leads
// somewhere, whose Of is the report.Action, or the report.Finding in an exchange.
func Rows(to page.Rows, keys *views.Keys, reports ...report.Report) []page.Row {
	const margin = 3 // cells for the cursor and the sign
	w := &rows{Rows: to, pen: Pen{Styles: to.Styles, Keys: keys, Width: max(to.Width-margin, 8)}, isPage: true}
	for _, r := range reports {
		if r.Sum.Text != "" {
			w.Para("", w.pen.Role(r.Sum.Role), 0, r.Sum.Text)
		}
		w.blocks(r.ID, 0, r.Blocks)
	}
	return w.List
}

// Blocks draws the blocks of one report.
func (p Pen) Blocks(blocks []report.Block) []string {
	w := rows{pen: p}
	w.blocks("", 0, blocks)
	lines := make([]string, len(w.List))
	for i, r := range w.List {
		lines[i] = r.Line()
	}
	return lines
}

// maxRows bounds the rows of a table in lines: a page has all of them.
const maxRows = 100

// blocks adds blocks indented by in cells; id begins the IDs of their rows.
func (w *rows) blocks(id string, in int, blocks []report.Block) {
	pen := w.pen
	pen.Width = max(pen.Width-in, 1)
	names := labelled(blocks, pen.Width)
	first := len(w.List)
	for i, b := range blocks {
		id := id + "/" + strconv.Itoa(i)
		if extra, is := b.(report.Extra); is {
			if pen.Brief {
				continue
			}
			b = extra.Block
		}
		switch b := b.(type) {
		case report.Report:
			w.part(id, in, pen, b, len(w.List) > first)
		case report.Row:
			w.row(id, in, b, func() string { return text.Truncate(pen.row(b), pen.Width, "…") })
		case report.Table:
			w.table(id, in, pen, b)
		case report.Quote:
			w.quote(id, in, pen, b)
		case report.Flow:
			if w.isPage {
				w.flow(id, pen, b)
			} else {
				w.lines(id, in, pen.flow(b, names))
			}
		case report.Action:
			if w.isPage {
				w.action(id, pen, b)
			}
		case report.Finding:
			n := len(w.List)
			w.lines(id, in, pen.finding(b))
			for i := range w.List[n:] {
				if b.Exchange != "" {
					w.List[n+i].Of = b
				}
			}
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

// inset is how far the text about a thing is indented, in cells.
const inset = 2

func (w *rows) row(id string, in int, r report.Row, draw func() string, below ...string) {
	if r.ID != "" {
		id = r.ID
	}
	row := page.Row{ID: id, JSON: r.JSON, Line: func() string { return strings.Repeat(" ", in) + draw() }}
	if r.Text != "" && w.isPage {
		complete := rope.Plain(r.Text)
		row.Text = func() *rope.Rope { return complete }
	}
	w.Add(row)
	w.lines(id+"/below", in, below)
	if !w.isPage {
		w.lines(id+"/text", in, w.pen.unfolded(r.Text, w.pen.Width-in))
	}
	w.blocks(id, in+inset, r.Below)
}

func (w *rows) table(id string, in int, pen Pen, t report.Table) {
	more := 0
	if !w.isPage && len(t.Rows) > maxRows {
		more = len(t.Rows) - maxRows
		t.Rows = t.Rows[:maxRows]
	}
	grid := pen.layOut(t, false)
	if grid.titled() {
		w.lines(id, in, []string{grid.Head()})
	}
	for i, r := range t.Rows {
		w.row(id+"/"+strconv.Itoa(i), in, r, func() string { return grid.Row(i) }, grid.below(i)...)
	}
	if more > 0 {
		w.lines(id+"/more", in, []string{pen.Styles.Dim.Render("… and " + figures.Thousands(more) + " more")})
	}
}

// part adds a report within another; among lines after an empty one, unless it is the first.
func (w *rows) part(id string, in int, pen Pen, r report.Report, after bool) {
	title := text.SafeLine(r.Title)
	if r.Empty() && title == "" {
		return
	}
	if !w.isPage {
		if after {
			w.Blank()
		}
		if title != "" {
			line := pen.Styles.Strong.Render(text.Rows(title, pen.Width)[0])
			if r.Sum.Text != "" {
				line += "  " + pen.Span(r.Sum)
			}
			w.lines(id, in, []string{text.Truncate(line, pen.Width, "…")})
			in += inset
		}
		w.blocks(id, in, r.Blocks)
		return
	}
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
	w.blocks(cmp.Or(r.ID, r.Title), 0, r.Blocks)
}

// quote adds what others wrote: of what is long its beginning, and on a page a row that unfolds
// to all of it.
func (w *rows) quote(id string, in int, pen Pen, q report.Quote) {
	lines := pen.paragraph(pen.quoted(q))
	if len(lines) <= maxQuoted {
		w.lines(id, in, lines)
		return
	}
	w.lines(id, in, lines[:ofMore])
	total := pen.Styles.Dim.Render("… " + figures.Size(len(q.Text)) + " in total")
	if w.isPage {
		w.row(id+"/all", in, report.Row{Text: q.Text}, func() string { return total })
		return
	}
	if key := pen.key(views.TabOf(q.Topic)); q.Topic != "" && key != "" {
		total += pen.Styles.Dim.Render(": ") + key + pen.Styles.Dim.Render(" shows it all")
	}
	w.lines(id+"/all", in, []string{total})
}

// flow draws a picture if it fits; else the steps that no part describes are named before the first
// part that describes one.
func (w *rows) flow(id string, pen Pen, f report.Flow) {
	lines, fits := pen.picture(f)
	if fits {
		w.Blank()
		w.lines(id, 0, lines)
		return
	}
	var names []string
	for _, s := range f.Steps {
		if !s.Detailed {
			names = append(names, pen.Span(report.Span{Text: s.Nodes[0].Names[0], Role: s.Nodes[0].Role}))
		}
	}
	w.narrow, w.begin = true, strings.Join(names, arrow(pen))
}

// action adds what can be done next, with its key. The words come first; places get the rest of the
// line, and words that are too long continue below.
func (w *rows) action(id string, pen Pen, action report.Action) {
	key := pen.actionKey(action)
	if key == "" {
		return
	}
	const keyCells = 4
	lines := text.Rows(text.SafeLine(action.Words), max(pen.Width-keyCells, 8))
	if len(lines) == 1 && action.Places != "" {
		if complete := lines[0] + "  " + text.SafeLine(action.Places); text.Width(complete)+keyCells <= pen.Width {
			lines[0] = complete
		}
	}
	w.Press(id, key, lines[0], action)
	for i, line := range lines[1:] {
		w.Styled(id+"/"+strconv.Itoa(i), "   "+pen.Styles.Text.Render(line))
	}
}

// actionKey returns the key of a way, as the key table has it; empty for none.
func (p Pen) actionKey(action report.Action) string {
	if action.Number == 0 {
		return p.Keys.Name(views.Action(action.Action))
	}
	c, _ := p.Keys.Command(views.Action(action.Action))
	if action.Number > len(c.Keys) {
		return ""
	}
	return c.Keys[action.Number-1]
}

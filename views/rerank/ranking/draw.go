package ranking

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/rank"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func (m *Model) View() string { return m.view.Get(m.styles.Version, m.draw) }

func (m *Model) draw() string {
	if m.Width == 0 || m.Height == 0 {
		return ""
	}
	out := m.table()
	if m.find.Open {
		out = append(out[:min(len(out), m.Height-1)], m.findLine())
	}
	return text.Rect(out, m.Width, m.Height)
}

// fit cuts or fills a drawn line to a width.
func fit(s string, width int) string { return text.Fit(s, width, "") }

// nothing returns the screen without documents: what to do.
func (m *Model) nothing() []string {
	s := m.styles
	first, style := "", s.Key
	if !m.Focused { // its letters are text where the keys are now
		first, style = s.Key.Render(m.keys.Name(views.ActNextPane))+s.Text.Render("  moves here; then"), s.Dim
	}
	var lines []string
	wrapped := func(before, words string, look lipgloss.Style) { // the rows continue below the words
		in := text.Width(before)
		for i, row := range text.Rows(words, max(m.Width-2-in, 1)) {
			if i > 0 {
				before = strings.Repeat(" ", in)
			}
			lines = append(lines, "  "+before+look.Render(row))
		}
	}
	action := func(a views.Action, words string) { wrapped(style.Render(m.keys.Name(a))+"  ", words, s.Text) }
	lines = append(lines, "")
	wrapped("", "How do rerankers order your documents?", s.Strong)
	about := len(lines)
	wrapped("", "Put a query, documents and one or more models side by side.", s.Dim)
	introEnd := len(lines)
	lines = append(lines, "  "+first)
	action(views.ActRankEdit, "load an example")
	action(views.ActRankLoad, "load documents: text, CSV, JSON, JSONL, a folder, a BEIR data set")
	action(views.ActRankAdd, "type or paste documents")
	action(views.ActRankAddModel, "add a model")
	action(views.ActOpen, "open a saved set")
	if len(lines) > m.Height { // what can be done is worth more
		lines = slices.Delete(lines, about, introEnd)
	}
	if n := len(m.columns) - 1; n > 0 {
		names := make([]string, n)
		for i, c := range m.columns[1:] {
			names[i] = clip(c.Label)
		}
		lines = append(lines, "")
		wrapped("", "models: "+strings.Join(names, ", "), s.Dim)
	}
	return lines
}

func (m *Model) table() []string {
	if len(m.docs) == 0 {
		return m.nothing()
	}
	g := m.measure()
	m.lines.Frame()
	out := m.heads(g)
	paths := make([][]string, len(m.columns))
	rows := min(m.rows(), m.count()-m.top)
	for c := m.first + 1; c <= m.first+g.models && c < len(m.columns); c++ {
		if m.sort == byRank {
			paths[c] = m.paths(c, g.gutter, rows)
		}
	}
	messages := m.messages(g, rows)
	for i := range rows {
		place, topN := m.placeAt(m.top + i)
		var b strings.Builder
		b.WriteString(m.inputCell(g, place, topN))
		for c := m.first + 1; c <= m.first+g.models && c < len(m.columns); c++ {
			if paths[c] != nil {
				b.WriteString(paths[c][i])
			} else {
				b.WriteString(strings.Repeat(" ", g.gutter))
			}
			b.WriteString(m.modelCell(g, c, place, topN, messages[c], i))
		}
		out = append(out, b.String())
	}
	return append(out, m.below(g, rows, messages)...)
}

// heads returns the lines above the columns: their names with how it went, how good
// it is and what it cost, and who served if it fits.
func (m *Model) heads(g measure) []string {
	s := m.styles
	name := "input order"
	if m.sort != byRank && m.sort != byInput {
		name = "documents"
	}
	sign, style := m.headStyle(0)
	name = sign + name
	sorted := m.sortName()
	if left := m.first; left > 0 {
		sorted = fmt.Sprintf("‹ %d more", left)
	}
	labels := []span{{name, style}, {clip(sorted), s.Dim}, {"served", s.Faint}}[:m.headRows()]
	at, gap, rows := m.shownRows(g.input, labels)
	lines := make([]string, len(labels))
	for i, label := range labels {
		line := label.style.Render(label.text)
		if i == at {
			line += strings.Repeat(" ", gap) + s.Dim.Render(rows)
		}
		lines[i] = fit(line, g.input)
	}
	for c := m.first + 1; c <= m.first+g.models && c < len(m.columns); c++ {
		col := &m.columns[c]
		served := fit(s.Dim.Render(servedLine(col.Model, col.Provider, col.Tokens, g.cell)), g.cell)
		parts := []string{m.head(g, c, col), m.noteLine(g, c, col), served}
		for i := range lines {
			lines[i] += strings.Repeat(" ", g.gutter) + parts[i]
		}
	}
	return lines
}

// notes returns what is to know of a column, the most important first.
func (m *Model) notes(col *column) (notes []span) {
	s := m.styles
	add := func(note string, style lipgloss.Style) { notes = append(notes, span{clip(note), style}) }
	if n := len(col.Notes); n > 0 {
		add(fmt.Sprintf("⚠ %d", n), s.Warn)
	}
	if col.Earlier != "" {
		add("earlier", s.Dim)
	}
	switch {
	case col.Ranked && m.normal && col.tied:
		add("one score", s.Text)
	case col.Ranked && m.normal:
		add(col.scale.ends(), s.Text)
	case col.Grade != "":
		add(col.Grade, s.Text)
	}
	if unit := col.scale.unit(); col.Ranked && unit != "" {
		add("score "+unit, s.Text)
	}
	for _, note := range col.paid() {
		add(note, s.Dim)
	}
	return notes
}

// noteLine is as many notes of a column as fit.
func (m *Model) noteLine(g measure, c int, col *column) string {
	notes, width := m.notes(col), 0
	for _, note := range notes {
		width += text.Width(note.text)
	}
	all, paging := g.cell, ""
	if more := len(m.columns) - 1 - m.first - g.models; more > 0 && c == m.first+g.models { // at the column's end: before its figures it looked like one of them
		if paging = fmt.Sprintf("%d more ›", more); width+max(len(notes)-1, 0)+text.Width(paging)+2 > g.cell {
			paging = fmt.Sprintf("+%d ›", more)
		}
		all = max(g.cell-text.Width(paging)-2, 0)
	}
	gap := 2
	if width+gap*(len(notes)-1) > all {
		gap = 1
	}
	line, left := "", all
	for i, note := range notes {
		if i == 0 {
			note.text = text.Truncate(note.text, max(left, 0), "…")
		}
		if text.Width(note.text) > left {
			break // less important notes do not replace it
		}
		line += note.style.Render(note.text) + strings.Repeat(" ", gap)
		left -= text.Width(note.text) + gap
	}
	return fit(fit(line, g.cell-text.Width(paging))+m.styles.Dim.Render(paging), g.cell)
}

// head returns a model's name with the verdict and the time of its run.
func (m *Model) head(g measure, c int, col *column) string {
	s := m.styles
	sign, style := m.headStyle(c)
	right := ""
	if col.Asked != nil {
		right = explain.Sign(col.Verdict)
		switch {
		case col.Verdict == state.Running:
			right += m.runningFor(g, c)
		case col.TimeUS > 0:
			right += " " + figures.Duration(col.TimeUS)
		}
	}
	name := m.nameIn(c, max(g.cell-text.Width(sign+right)-1, 0))
	return fit(style.Render(sign+name)+" "+views.VerdictStyle(s, col.Verdict).Render(right), g.cell)
}

// here is before the name of the column with the cursor, and in it before the
// selected document, while the pane has the keys: it works without colours too.
const here = "❯"

// headStyle returns how a column's name is drawn, and the sign that is before it.
func (m *Model) headStyle(c int) (sign string, style lipgloss.Style) {
	switch {
	case c != m.col:
		return "", m.styles.Strong
	case m.Focused:
		return here + " ", m.styles.Accent.Bold(true)
	}
	return "", m.styles.Strong.Underline(true)
}

// lead returns the blank before what a column's cell says, or the sign of the cursor.
func (m *Model) lead(doc, c int) string {
	if m.Focused && c == m.col && doc == m.doc {
		return m.styles.Accent.Bold(true).Render(here)
	}
	return " "
}

// runningFor returns how long a model has been asked, in words if they fit next to its name.
func (m *Model) runningFor(g measure, c int) string {
	if c > len(m.elapsed) || m.elapsed[c-1] == 0 {
		return " running"
	}
	us := figures.Duration(m.elapsed[c-1])
	if words := " running " + us; text.Width(clip(m.columns[c].Label)+" ●"+words)+text.Width(here+" ") <= g.cell {
		return words
	}
	return " " + us
}

// nameIn returns a model's name in a number of cells: without its vendor where it does not
// fit with it and no other is called so, and then cut before its settings, which tell
// the same model apart.
func (m *Model) nameIn(c, width int) string {
	name := clip(m.columns[c].Label)
	if text.Width(name) <= width {
		return name
	}
	bare := func(name string) string { return name[strings.Index(name, "/")+1:] }
	for i := 1; i < len(m.columns); i++ {
		if i != c && bare(clip(m.columns[i].Label)) == bare(name) {
			return text.CutName(name, width)
		}
	}
	return text.CutName(bare(name), width)
}

func (m *Model) stars(doc int) string {
	n, ok := m.mark(doc)
	if !ok {
		return ""
	}
	return strings.Repeat("★", n) + strings.Repeat("☆", 3-n)
}

// star returns a mark in one cell: whether there is one, and whether it says relevant.
func (m *Model) star(doc int) string {
	switch n, ok := m.mark(doc); {
	case !ok:
		return " "
	case n == 0:
		return "☆"
	}
	return "★"
}

func (m *Model) mark(doc int) (n int, ok bool) {
	n = m.marked(doc)
	return max(min(n, 3), 0), n != rank.None
}

// shownRows returns which of the rows the window shows, and after which of the
// labels over the request's order, after which number of blanks, that fits; nothing
// where all are shown. The width is that of the largest numbers: the words
// stay where they are while the rows go by.
func (m *Model) shownRows(width int, labels []span) (at, gap int, words string) {
	n, shown := len(m.docs), min(m.rows(), m.count()-m.top)
	if m.count() <= m.rows() || shown < 1 {
		return -1, 0, ""
	}
	first, _ := m.placeAt(m.top)
	last, topN := m.placeAt(m.top + shown - 1)
	if topN == 0 { // it is no line of a cut
		last++
	}
	for _, all := range [...]string{" of " + figures.Thousands(n), ""} {
		widest := text.Width(extent(n, n) + all)
		for _, at := range [...]int{1, 2, 0} { // the line below the names is the emptiest
			if at >= len(labels) {
				continue
			}
			label, gap := text.Width(labels[at].text), 0
			if label > 0 {
				gap = max(min(width-label-widest, 3), 1)
			}
			if label+gap+widest <= width {
				return at, gap, extent(first+1, last) + all
			}
		}
	}
	return -1, 0, ""
}

func extent(first, last int) string {
	return fmt.Sprintf("%s–%s", figures.Thousands(first), figures.Thousands(last))
}

package source

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

const gutter = 2 // cells before the text: a sign and a space

// parts are the heights of the pane's parts, from the top to the bottom.
type parts struct{ title, text, status, gap, list int }

func (m *Model) parts() parts {
	h := max(m.height, 0)
	p := parts{}
	if h >= 4 {
		p.title = 1
	}
	switch {
	case len(m.findings.List) == 0 || h < 6:
	case h < 9:
		p.list = 2
	default:
		p.list = min(1+m.findings.Rows(m.width-findingsMargin), h/3)
	}
	p.status = min(len(m.status()), max(h-p.title-p.list, 0)/2)
	if p.list > 0 && h >= 16 {
		p.gap = 1
	}
	p.text = h - p.title - p.status - p.gap - p.list
	return p
}

func (m *Model) View() string { return m.view.Get(m.styles.Version, m.draw) }

func (m *Model) draw() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	m.pens.make(m.styles)
	p := m.parts()
	out := make([]string, 0, m.height)
	if p.title > 0 {
		out = append(out, m.title())
	}
	out = append(out, m.drawText(p.text)...)
	out = append(out, m.status()[:p.status]...)
	if p.gap > 0 {
		out = append(out, "")
	}
	if p.list > 0 {
		out = append(out, m.drawFindings(p.list)...)
	}
	for i := range out {
		out[i] = m.fit(out[i])
	}
	return text.Rect(out, m.width, m.height)
}

// title names the pane, the state of the text, and where the cursor is.
func (m *Model) title() string {
	left := " " + m.styles.Strong.Render("JSON")
	switch {
	case m.editing:
		left += "  " + m.styles.Accent.Render("writing")
		if m.width >= 50 {
			line, column := m.ed.Buffer().Position(m.ed.At())
			left += m.styles.Dim.Render(fmt.Sprintf("  line %d, column %d", line, column))
		}
	case len(m.ed.Folds()) > 0 && m.width >= 50:
		left += "  " + m.styles.Dim.Render("long data shortened")
	}
	size := m.styles.Dim.Render("  " + figures.Size(m.ed.Buffer().Len()) + " ")
	for _, right := range []string{m.state(true) + size, m.state(false) + size, m.state(false) + " "} {
		if line, ok := text.Ends(left, right, m.width, 2); ok {
			return line
		}
	}
	return left
}

// state describes the state of the text, in full or in a word.
func (m *Model) state(full bool) string {
	found := m.findings.List
	switch {
	case m.verdict == broken && m.fault != nil:
		return m.styles.Bad.Render("✗ broken")
	case m.verdict == broken:
		return m.styles.Bad.Render("✗ not applied")
	case m.verdict == unchecked:
		return m.styles.Dim.Render("checking …")
	case !m.findings.known:
		return ""
	case !full:
		found = report.Faults(found)
	}
	return reports.Pen{Styles: m.styles}.Span(report.Counted(found))
}

// status returns the lines below the text: what is wrong with it and what can be
// done, and the search.
func (m *Model) status() []string {
	var out []string
	say := func(style lipgloss.Style, words string) {
		out = append(out, text.Paragraph(m.styles, style, 1, max(m.width-1, 9), words)...)
	}
	if m.find.Open {
		line, _ := m.findLine()
		out = append(out, line) // first: it stays if no more lines fit
	}
	name := m.keys.Name
	stop, resume := name(views.ActStop), ", "+name(views.ActSourceEdit)+" continues editing"
	if m.find.Open { // which it ends before
		stop += " " + name(views.ActStop)
	}
	if m.editing {
		stop, resume = stop+" "+name(views.ActStop), ""
	}
	switch {
	case m.verdict == broken:
		what, _ := m.Broken()
		say(m.styles.Bad, "✗ "+text.SanitizeLine(what))
		if m.elsewhere {
			say(m.styles.Warn, "the document changed elsewhere: "+stop+" takes that version"+resume)
		} else {
			say(m.styles.Dim, "the last valid document is still in use: "+stop+" or "+name(views.ActUndo)+" restores it"+resume)
		}
	case m.elsewhere:
		say(m.styles.Warn, "the document changed elsewhere; your text replaces it")
	case m.dropped != nil && !m.editing:
		say(m.styles.Dim, name(views.ActSourceBack)+" restores the broken text you discarded")
	}
	return out
}

func (m *Model) drawText(height int) []string {
	out := make([]string, 0, height)
	if m.ed.Buffer().Len() == 0 && !m.editing {
		words := "empty: " + m.keys.Name(views.ActSourceEdit) + " to write or paste a request"
		out = text.Paragraph(m.styles, m.styles.Dim, 1, max(m.width-1, 9), words)
	} else {
		at, s := m.ed.SpotAt(m.ed.At()).Row().From, m.ed.SpotAt(m.top)
		for more := true; more && len(out) < height; {
			out = append(out, m.drawRow(s, s.Row().From == at))
			s, more = m.ed.Next(s)
		}
	}
	return append(out, make([]string, height)...)[:height]
}

func (m *Model) drawRow(s edit.Spot, here bool) string {
	r := s.Row()
	p := painter{pens: &m.pens, spans: s.Spans(), marks: m.findings.marksIn(r.From, max(r.To, r.From+1)), selected: here && m.focus && !m.editing}
	if m.verdict == broken && m.fault != nil {
		p.brokenAt, p.broken = m.fault.Offset, true
	}
	if m.find.Open {
		p.words, p.hit = m.find.Words, -1
		if hit, ok := m.find.Hit(); ok {
			p.hit = hit
		}
		p.findIn(m.ed.Buffer(), r)
	}
	p.run.Add(p.plain(), strings.Repeat(" ", r.Lead))
	width := m.ed.Width()
	m.ed.Cells(s, func(off, col int, c edit.Cell, src string) bool {
		if col+c.Width > width {
			return false
		}
		if c.Drawn {
			src = c.Text
		}
		p.run.Add(p.at(off, c), src)
		return true
	})
	if p.broken && p.brokenAt == r.To && (r.Next > r.To || r.Next == m.ed.Buffer().Len()) {
		p.run.Add(m.pens.look[punctuation][atBroken], " ")
	}
	return m.margin(r, here, p.marks) + p.run.String()
}

// margin draws the gutter of a row: where the cursor is, and what was found in
// the row.
func (m *Model) margin(r edit.Row, here bool, marks []mark) string {
	for _, level := range []report.Level{report.Failed, report.Warning} {
		for _, k := range marks {
			if k.level == level && k.from >= r.From {
				return reports.Pen{Styles: m.styles}.Span(report.Span{Text: k.sign, Role: level.Role()}) + " "
			}
		}
	}
	if here && !m.editing {
		style := m.styles.Dim
		if m.focus {
			style = m.styles.Accent
		}
		return style.Render("▸") + " "
	}
	return "  "
}

func (m *Model) Cursor() *tea.Cursor {
	if !m.Typing() || m.width <= gutter || m.height <= 0 {
		return nil
	}
	p := m.parts()
	if m.find.Typing {
		if p.status == 0 {
			return nil
		}
		_, end := m.findLine()
		return tea.NewCursor(min(end, m.width-1), p.title+p.text)
	}
	s, y := m.ed.SpotAt(m.top), 0
	at := m.ed.SpotAt(m.ed.At())
	for more := true; more && y < p.text && s.Row().From != at.Row().From; y++ {
		s, more = m.ed.Next(s)
	}
	if y >= p.text || s.Row().From != at.Row().From {
		return nil
	}
	return tea.NewCursor(min(gutter+m.ed.Column(at, m.ed.At()), m.width-1), p.title+y)
}

// fit makes a drawn line as wide as the pane.
func (m *Model) fit(s string) string {
	cut, w := s, text.Width(s)
	for width := m.width; w > m.width && width >= 0; width-- { // a selector may widen what it is cut after
		cut = text.Truncate(s, width, "…")
		w = text.Width(cut)
	}
	return cut + strings.Repeat(" ", max(m.width-w, 0))
}

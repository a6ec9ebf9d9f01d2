package diff

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/wire"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// headers makes the section of where the requests went, and with which
// headers.
func (m *Model) headers() section {
	s := section{title: "HEADERS"}
	known := func(s views.Subject) bool { return s.Capture != nil && s.Capture.Sent.Method != "" }
	if sides, why := unknown(m.a, m.b, known); sides != "" {
		s.setAbout("Not compared: not known for " + sides + why + ".")
		return s
	}
	a, b := m.a.Capture.Sent, m.b.Capture.Sent
	all := []sideRow{{a: text.SanitizeLine(a.Method + " " + a.URL), b: text.SanitizeLine(b.Method + " " + b.URL)}}
	var rows []sideRow
	names := slices.AppendSeq(slices.Collect(maps.Keys(a.Header)), maps.Keys(b.Header))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if wire.Credential(name) && a.Header[name] != nil && b.Header[name] != nil {
			s.about = "keys are hidden and not compared"
		}
		all = append(all, sideRow{a: field(a.Header, name), b: field(b.Header, name)})
	}
	same := true
	for _, r := range all {
		if r.differs = r.a != r.b; !m.only || r.differs {
			rows = append(rows, r)
		}
		same = same && !r.differs
	}
	if s.folded = same && !m.complete; s.folded || len(rows) == 0 {
		s.setAbout("Same URL and headers.")
		return s
	}
	content := &lines{draw: func(i, width int) []string { return m.sides(rows[i], width) }}
	for _, r := range rows {
		content.text = append(content.text, r.a+"  |  "+r.b)
	}
	s.content = content
	s.about = strings.TrimSuffix("as sent; "+s.about, "; ")
	return s
}

// field returns the text of a header, empty for one that was not sent. A key is masked
// even if some of it was stored.
func field(h http.Header, name string) string {
	values, sent := h[name]
	switch {
	case !sent:
		return ""
	case wire.Credential(name):
		return text.SanitizeLine(name) + ": (hidden)"
	}
	return text.SanitizeLine(name + ": " + strings.Join(values, ", "))
}

// sideRow is a line of A next to a line of B.
type sideRow struct {
	a, b    string
	differs bool
}

// sides draws a row on as many lines as it needs.
func (m *Model) sides(r sideRow, width int) []string {
	column := max((width-7)/2, 4)
	left, right := m.styles.Text, m.styles.Text
	signA, signB := " ", " "
	if r.differs {
		left, right = m.styles.Bad, m.styles.Good
		if r.a != "" {
			signA = text.OnlyA
		}
		if r.b != "" {
			signB = text.OnlyB
		}
	}
	cell := func(i int, sign string, lines []string, style lipgloss.Style) string {
		s := ""
		if i < len(lines) {
			s = lines[i]
		}
		if i > 0 {
			sign = " "
		}
		return style.Render(sign) + " " + style.Render(s) + strings.Repeat(" ", max(column-text.Width(s), 0))
	}
	a, b := m.cell(r.a, column), m.cell(r.b, column)
	out := make([]string, max(len(a), len(b)))
	for i := range out {
		out[i] = text.Truncate(cell(i, signA, a, left)+m.styles.Rule.Render(" │ ")+cell(i, signB, b, right), width, "")
	}
	return out
}

// cellRows is how many lines a row takes at first.
const cellRows = 6

// cell wraps the text of a column. All lines but the first are indented.
func (m *Model) cell(s string, column int) []string {
	rest := strings.TrimLeft(s, " ")
	indent := s[:len(s)-len(rest)]
	lines := wrapped(rest, max(column-len(indent)-2, 4))
	if len(lines) > cellRows && !m.complete {
		m.cut = true
		lines = append(lines[:cellRows-1], "… "+figures.Counted(len(lines)-cellRows+1, "more line"))
	}
	for i, line := range lines {
		if i > 0 {
			line = "  " + line
		}
		lines[i] = text.Truncate(indent+line, column, "…")
	}
	return lines
}

// wrapped breaks words, made safe, into lines of at most width cells.
func wrapped(words string, width int) []string {
	return text.Rows(text.SafeLine(words), max(width, 1))
}

// unknown names the sides for which something that was sent is not known, and the reason
// if a file lacks it; sides is empty if it is known for both.
func unknown(a, b views.Subject, known func(views.Subject) bool) (sides, why string) {
	var names []string
	for _, side := range []struct {
		name string
		views.Subject
	}{{"A", a}, {"B", b}} {
		if known(side.Subject) {
			continue
		}
		names = append(names, side.name)
		if request := explain.NoRequest(side.Exchange); request != "" {
			why = ": " + request
		}
	}
	return strings.Join(names, " and "), why
}

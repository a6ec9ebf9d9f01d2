package diff

import (
	"bytes"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/explain"
	"gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/body"
)

// ways is the comparison of two ways, kept for the metadata it was made of.
type ways struct {
	a, b []byte
	made bool
	rows []wayRow
}

// wayRow is a step of the way side by side, or below it what else is told of
// that step and differs.
type wayRow struct {
	a, b    string
	context bool // it is the same, and below it something is not
}

// compare compares the ways of two exchanges again when their metadata came.
func (w *ways) compare(a, b []byte) []wayRow {
	if w.made && bytes.Equal(w.a, a) && bytes.Equal(w.b, b) {
		return w.rows
	}
	*w = ways{a: a, b: b, made: true}
	first, restA := way(a)
	second, restB := way(b)
	for _, p := range tree.Align(keysOf(first), keysOf(second)) {
		var one, other stop
		if p[0] >= 0 {
			one = first[p[0]]
		}
		if p[1] >= 0 {
			other = second[p[1]]
		}
		var inside [][2]string
		if one.key == other.key {
			inside = apart(one.leaves, other.leaves)
		}
		w.rows = append(w.rows, wayRow{one.line, other.line, one.line == other.line && len(inside) > 0})
		w.below(inside, "    ")
	}
	if len(a) > 0 && len(b) > 0 {
		w.below(apart(restA, restB), "")
	}
	return w.rows
}

func (w *ways) below(pairs [][2]string, indent string) {
	for _, p := range pairs {
		for i := range p {
			if p[i] != "" {
				p[i] = indent + p[i]
			}
		}
		w.rows = append(w.rows, wayRow{a: p[0], b: p[1]})
	}
}

func keysOf(stops []stop) []string {
	out := make([]string, len(stops))
	for i, s := range stops {
		out[i] = s.key
	}
	return out
}

// pipeline makes the section of the ways: side by side, what is the same on
// one line.
func (m *Model) pipeline() section {
	s := section{title: "PIPELINE"}
	a, b := m.a.Exchange.Routing, m.b.Exchange.Routing
	why := m.unrouted()
	if len(a) == 0 && len(b) == 0 {
		s.content = said(m.styles, why...)
		return s
	}
	var rows []wayRow
	differ := 0
	for _, r := range m.ways.compare(a, b) {
		if r.a != r.b {
			differ++
		}
		if !m.only || r.a != r.b || r.context {
			rows = append(rows, r)
		}
	}
	s.about = "nothing in the routing metadata differs"
	if differ > 0 {
		s.about = counted(differ, "difference")
	}
	if len(why) > 0 {
		s.about = why[0]
	}
	if len(rows) == 0 {
		s.content = said(m.styles, "The same way.")
		return s
	}
	s.content = m.besides(rows)
	return s
}

// besides draws what stands side by side.
func (m *Model) besides(rows []wayRow) body.Content {
	content := &lines{draw: func(i, width int) string { return m.step(rows[i].a, rows[i].b, width) }}
	for _, r := range rows {
		content.text = append(content.text, r.a+"  |  "+r.b)
	}
	return content
}

// unrouted says of each side without routing metadata why it has none, and how
// it is asked for where that was not done.
func (m *Model) unrouted() []string {
	reason := func(s views.Subject) string {
		return explain.NoRouting(s.Exchange, s.Metadata, explain.MetadataHeader(s.Service))
	}
	a, b := reason(m.a), reason(m.b)
	var words []string
	switch {
	case a == b && a != "":
		words = append(words, "Neither has routing metadata. "+a)
	default:
		if a != "" {
			words = append(words, "A has no routing metadata. "+a)
		}
		if b != "" {
			words = append(words, "B has no routing metadata. "+b)
		}
	}
	could := func(s views.Subject) bool { return !s.Metadata && s.Exchange != nil && !s.Exchange.Reranks() }
	if a != "" && could(m.a) || b != "" && could(m.b) {
		words = append(words, m.keys.Name(views.ActMetadata)+" asks for it with what is sent from then on.")
	}
	return words
}

// step draws two steps side by side.
func (m *Model) step(a, b string, width int) string {
	column := max((width-7)/2, 4)
	left, right := m.styles.Text, m.styles.Text
	signA, signB := " ", " "
	if a != b {
		left, right = m.styles.Bad, m.styles.Good
		if a != "" {
			signA = "-"
		}
		if b != "" {
			signB = "+"
		}
	}
	cell := func(sign, s string, style lipgloss.Style) string {
		s = ansi.Truncate(body.SafeLine(s), column, "…")
		return style.Render(sign) + " " + style.Render(s) + strings.Repeat(" ", column-ansi.StringWidth(s))
	}
	return ansi.Truncate(cell(signA, a, left)+m.styles.Rule.Render(" │ ")+cell(signB, b, right), width, "")
}

// newSections makes all sections of the pair.
func (m *Model) newSections() *sections {
	if !m.pair() {
		return newSections(m.styles, nil)
	}
	return newSections(m.styles, []section{m.figures(), m.pipeline(), m.headers(),
		m.request.section(m.styles, m.only), m.result.section(m.styles, m.only), m.answer.section(m.styles, m.only)})
}

package diff

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/body"
)

// steps tells the way of an exchange, from what was requested to what was
// tried, a step a line.
func steps(x *state.Exchange) []string {
	if len(x.Routing) == 0 {
		return nil
	}
	r := wire.ReadRouting(x.Routing)
	var out []string
	add := func(words ...string) {
		if line := strings.Join(strings.Fields(strings.Join(words, " ")), " "); line != "" {
			out = append(out, body.SanitizeLine(line)) // whole: steps are compared
		}
	}
	if r.Requested != "" {
		add("requested", r.Requested)
	}
	if r.Strategy != "" {
		add("strategy", r.Strategy)
	}
	if r.Region != "" {
		add("region", r.Region)
	}
	for _, s := range r.Pipeline {
		name := s.Name
		if name == "" {
			name = s.GuardrailID
		}
		words := "◆ " + s.Type
		if name != "" && name != s.Type {
			words += " " + name
		}
		if s.Summary != "" {
			words += ": " + s.Summary
		}
		add(words)
	}
	for _, e := range r.Endpoints {
		mark := "○"
		if e.Selected {
			mark = "●"
		}
		add(mark, e.Provider, e.Model)
	}
	for i, a := range r.Attempts {
		add(fmt.Sprintf("attempt %d", i+1), a.Provider, a.Model, fmt.Sprint(a.Status))
	}
	return out
}

// pipeline makes the section of the ways: side by side, what is the same on
// one line.
func (m *Model) pipeline() section {
	s := section{title: "PIPELINE"}
	a, b := steps(m.a.Exchange), steps(m.b.Exchange)
	why := m.unrouted()
	if a == nil && b == nil {
		s.content = said(m.styles, why...)
		return s
	}
	var pairs [][2]int
	content := &lines{}
	for _, p := range tree.Align(a, b) {
		same := p[0] >= 0 && p[1] >= 0 && a[p[0]] == b[p[1]]
		if m.only && same {
			continue
		}
		pairs = append(pairs, p)
		content.text = append(content.text, at(a, p[0])+"  |  "+at(b, p[1]))
	}
	if len(pairs) == 0 {
		s.content = said(m.styles, "The same way.")
		return s
	}
	content.draw = func(i, width int) string { return m.step(at(a, pairs[i][0]), at(b, pairs[i][1]), width) }
	if len(why) > 0 {
		s.about = why[0]
	}
	s.content = content
	return s
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

func at(list []string, i int) string {
	if i < 0 {
		return ""
	}
	return list[i]
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
	return newSections(m.styles, []section{m.figures(), m.pipeline(), m.request.section(m.styles, m.only), m.answer.section(m.styles, m.only)})
}

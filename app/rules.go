package app

import (
	"strings"

	"gatehouse/views"
	"gatehouse/views/text"
)

// rules are the lines between the areas of the screen, and what they were drawn
// for: they stay while what is between them changes.
type rules struct {
	layout views.Layout
	style  int
	beyond string

	top, middle, foot string
	bars              [len(views.Layout{}.Bars)]string
}

// ruled draws the rules, again only when they have changed.
func (m *Model) ruled(beyond string) *rules {
	l, r := m.layout.Layout, &m.drawn.rules
	if r.layout == l && r.style == m.Styles.Version && r.beyond == beyond {
		return r
	}
	*r = rules{layout: l, style: m.Styles.Version, beyond: beyond}
	r.top = m.Styles.Rule.Render(rule(l, l.TopRule, '┬'))
	r.middle = m.Styles.Rule.Render(rule(l, l.Rule, '─'))
	r.foot = m.footRule(beyond)
	for i, b := range l.Bars {
		if b.H > 0 {
			r.bars[i] = m.bar(b)
		}
	}
	return r
}

// rule is a line across a rectangle, with a joint where it meets a bar.
func rule(l views.Layout, r views.Rect, joint rune) string {
	line := []rune(strings.Repeat("─", r.W))
	for _, b := range l.Bars {
		if b.H > 0 && b.X < len(line) && b.Y <= r.Y+1 {
			line[b.X] = joint
		}
	}
	return string(line)
}

// bar is a line down a rectangle, with a joint where the composer's rule ends
// at it.
func (m *Model) bar(r views.Rect) string {
	line := strings.Repeat(m.Styles.Rule.Render("│")+"\n", r.H)
	end := m.layout.Rule
	if end.H == 0 || end.W != r.X {
		return line
	}
	rows := strings.SplitAfter(line, "\n")
	rows[end.Y-r.Y] = m.Styles.Rule.Render("┤") + "\n"
	return strings.Join(rows, "")
}

// footRule is the rule above the footer, with words at its end.
func (m *Model) footRule(words string) string {
	r, style := m.layout.FootRule, m.Styles.Rule
	line, end := rule(m.layout.Layout, r, '┴'), r.W-text.Width(words)-2
	if words == "" || end < 0 {
		return style.Render(line)
	}
	return style.Render(text.Cut(line, 0, end)) + m.Styles.Dim.Render(words) + style.Render(text.Cut(line, r.W-2, r.W))
}

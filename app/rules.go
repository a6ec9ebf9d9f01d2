package app

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
	"gatehouse/views/kit/text"
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

// markFocus makes the rule above the pane with the keys heavy, so that it is seen at a
// glance and without colours, or the rule above the screen if the pane has none. Under an
// overlay no pane has the keys.
func (m *Model) markFocus(lines []string) {
	if m.Overlays.Top() != nil {
		return
	}
	at := m.rect(m.Focus())
	if rule := m.layout.Rule; rule.Y == at.Y-1 && rule.X == at.X { // wider than the lines of text below it
		at.W = max(at.W, rule.W)
	}
	for _, y := range []int{at.Y - 1, at.Y, m.layout.TopRule.Y} {
		if y <= 0 || y >= len(lines) || at.H == 0 {
			continue
		}
		if marked, ok := m.heavy(lines[y], at); ok {
			lines[y] = marked
			return
		}
	}
}

// heavy is a line with the rule in the columns of a rectangle made heavy; ok is false where
// there is none. Words in the rule, which name the pane, are drawn as it is.
func (m *Model) heavy(line string, r views.Rect) (marked string, ok bool) {
	part := ansi.Strip(text.Cut(line, r.X, r.X+r.W))
	if !strings.HasPrefix(part, "──") && !strings.HasPrefix(part, "─ ") {
		return line, false
	}
	part = strings.ReplaceAll(part, "─", "━")
	return text.Cut(line, 0, r.X) + m.Styles.Accent.Render(part) + text.TruncateLeft(line, r.X+r.W, ""), true
}

package diff

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/share/difference"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func (m *Model) View() string { return m.view.Get(m.styles.Version, m.draw) }

func (m *Model) draw() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	if m.madeFor != m.styles.Version {
		m.madeFor = m.styles.Version
		m.makeSections()
	}
	out := []string{m.title()}
	if m.compares() {
		for _, line := range m.page.Drawn() {
			out = append(out, " "+line)
		}
	} else {
		out = append(out, m.empty()...)
	}
	out = append(out, make([]string, m.height)...)[:m.height]
	if foot := m.page.Foot(m.width); foot != "" {
		out[m.height-1] = foot
	}
	for i, line := range out {
		out[i] = text.Guard(line)
	}
	return text.Rect(out, m.width, m.height)
}

// title names the two, with how they ended where one ended in another way.
func (m *Model) title() string {
	left := " " + m.styles.Strong.Render("COMPARE")
	if !m.pair() {
		return left
	}
	words := "all"
	if m.only {
		words = "only what differs"
	}
	left += "  "
	a, b, endA, endB := m.name(m.a, 0), m.name(m.b, 1), "", ""
	if m.a.Exchange.Verdict != m.b.Exchange.Verdict {
		endA, endB = "  "+difference.Verdict(m.a.Exchange), "  "+difference.Verdict(m.b.Exchange)
	}
	width := m.width - text.Width(text.OnlyA+" A    + B "+endA+endB+words) - 3
	if text.Width(left+a+b) > width { // the line of tabs names the page
		left = " "
	}
	each := max((width-text.Width(left))/2, 8)
	left += m.styles.Bad.Render(text.OnlyA+" A ") + m.styles.Text.Render(text.Truncate(a, each, "…")+endA) +
		m.styles.Good.Render("   "+text.OnlyB+" B ") + m.styles.Text.Render(text.Truncate(b, each, "…")+endB)
	line, _ := text.Ends(left, m.styles.Dim.Render(words), m.width-1, 2)
	return line
}

// name tells an exchange from the other: by what differs, else by the number that the line
// of tabs and the list to choose from have for it.
func (m *Model) name(s views.Subject, side int) string {
	name := m.names[side]
	if name == "" {
		name = cmp.Or(s.Exchange.Model, s.Exchange.Chain)
	}
	if name = text.SafeLine(name); !s.Exchange.Known.Request {
		name = "(saved) " + name
	}
	if m.names[side] != "" {
		return name
	}
	switch {
	case s.Number != 0:
		name = strings.TrimSpace(fmt.Sprintf("exchange %d %s", s.Number, name))
	case name == "":
		name = "exchange " + text.SafeLine(s.Exchange.ID)
	}
	return name
}

// empty explains how two exchanges are chosen.
func (m *Model) empty() []string {
	first, second := m.keys.Name(views.ActDiffFirst), m.keys.Name(views.ActDiffSecond)
	words := "Choose two exchanges to compare: " + first + " picks the left one, " + second + " the right one."
	switch {
	case m.isSame():
		words = "A and B are the same exchange. Choose another: " + first + " picks the left one, " + second + " the right one."
	case m.a.Exchange != nil:
		words = "A is " + m.name(m.a, 0) + ". Press " + second + " to choose B, the exchange to compare it with."
	case m.b.Exchange != nil && m.b.Alone:
		words = "Only one exchange " + OnlyOne(m.b.Exchange, m.inRun, m.keys) + "."
	case m.b.Exchange != nil:
		words = "B is " + m.name(m.b, 1) + ". Press " + first + " to choose A, the exchange to compare it with."
	}
	return append([]string{""}, text.Paragraph(m.styles, m.styles.Dim, 1, max(m.width-1, 2), words)...)
}

// OnlyOne says of the only exchange of its conversation what it can be compared with; inRun is how many
// exchanges the list of this run has.
func OnlyOne(x *state.Exchange, inRun int, keys *views.Keys) string {
	saved, again := explain.Saved(x), "press "+keys.Name(views.ActResend)+" to send this one again"
	switch {
	case inRun > 1:
		list := keys.In(views.History)
		words := "in this conversation; " + keys.Name(views.ActHistory) + " lists the " + figures.Thousands(inRun) + " of this run, where " +
			list.Name(views.ActHistoryMark) + " marks two and " + list.Name(views.ActHistoryCompare) + " compares them"
		if saved != "" {
			return words
		}
		return words + "; or " + again
	case saved != "":
		return "so far, " + saved + "; send a request to compare it with"
	}
	return "so far; send another, or " + again
}

func (m *Model) Overflow() (above, below bool) {
	if !m.compares() {
		return false, false
	}
	return m.page.Overflow()
}

func (m *Model) Typing() bool { return m.page.Typing() }

func (m *Model) Cursor() *tea.Cursor { return m.page.CursorAt(m.width, m.height) }

func (m *Model) StopWord() string { return m.page.StopWord() }

// minSideBySide is the width in cells from which two answers are side by side.
const minSideBySide = 140

// shown returns how much of the answers is drawn, and how.
func (m *Model) shown() text.Shown {
	s := text.Shown{Around: text.Around, MaxLines: maxAlone, SideBySide: m.width >= minSideBySide}
	switch {
	case m.only:
		s.Around = 0
	case m.complete:
		s.Around = text.AllLines
	}
	if m.complete {
		s.MaxLines = 0
	}
	return s
}

// maxAlone is how many lines of one answer follow one another at first, so that the other's
// are in view.
const maxAlone = 24

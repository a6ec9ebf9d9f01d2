package transcript

import (
	"slices"
	"strings"

	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Offer is a row of an empty conversation. It is comparable, as its intent has to be.
type Offer struct {
	Group   string // what taking it does, in a word: before the first row of several
	Words   string
	Details string // after the words, dim; empty for none
	Done    bool   // it was taken before
	Take    views.Intent
}

// label returns its words, with a mark if it was taken before.
func (o Offer) label() string {
	if o.Done {
		return text.SanitizeLine(o.Words) + " ✓"
	}
	return text.SanitizeLine(o.Words)
}

// Welcome is what an empty conversation shows.
type Welcome struct {
	Title  string   // what this is
	About  []string // and what one should know of it, a sentence a line
	Offers []Offer  // nil: nothing is offered
}

// welcome is what an empty conversation shows, and which of its offers is chosen.
type welcome struct {
	Welcome
	at   int
	rows []int // the offer on each line of the screen, -1 for none
}

// SetWelcome sets what an empty conversation shows.
func (m *Model) SetWelcome(w Welcome) {
	is := &m.welcome
	if is.Title == w.Title && slices.Equal(is.About, w.About) && slices.Equal(is.Offers, w.Offers) {
		return
	}
	*is = welcome{Welcome: w}
	m.changed()
}

// isEmpty reports whether the conversation has no turn.
func (m *Model) isEmpty() bool { return m.conv == nil || m.tip() == nil }

// Choosing reports whether keys choose among the offers of an empty conversation.
func (m *Model) Choosing() bool { return m.focused && m.isEmpty() && len(m.welcome.Offers) > 0 }

// empty draws a conversation without turns. Where it is low, the offers go before the
// text about them.
func (m *Model) empty() []string {
	w, page := &m.welcome, m.page()
	var lines []string
	var rows []int
	add := func(line string, offer int) {
		lines = append(lines, noGutter+text.Truncate(line, m.columns(), "…"))
		rows = append(rows, offer)
	}
	if head := append(m.welcomeHead(), ""); len(head)+len(w.Offers) <= page {
		for _, line := range head {
			add(line, -1)
		}
	}
	from := 0
	if len(lines) == 0 {
		from = max(w.at-page+1, 0)
	}
	for i := from; i < len(w.Offers); i++ {
		add(m.offerLine(i, i == from), i)
	}
	above := max(page-len(lines), 0) / 3
	lines = slices.Concat(make([]string, above), lines, make([]string, page))
	w.rows = slices.Concat(slices.Repeat([]int{-1}, above), rows, slices.Repeat([]int{-1}, page))[:page]
	return lines[:page]
}

// welcomeHead returns what this is, and what one should know of it.
func (m *Model) welcomeHead() []string {
	w := &m.welcome
	var lines []string
	if w.Title != "" {
		lines = append(lines, m.styles.Strong.Render(text.SanitizeLine(w.Title)))
	}
	for _, about := range w.About {
		lines = append(lines, text.Paragraph(m.styles, m.styles.Dim, 0, m.columns(), about)...)
	}
	return lines
}

// offerLine draws an offer: the mark of the chosen one, the group where the row is the
// first of it on the screen, and the words.
func (m *Model) offerLine(i int, first bool) string {
	w := &m.welcome
	o, column, widest := w.Offers[i], 0, 0
	for _, one := range w.Offers {
		column = max(column, text.Width(one.Group))
		if one.Group == o.Group && one.Details != "" { // details are aligned
			widest = max(widest, text.Width(one.label()))
		}
	}
	group := o.Group
	if !first && w.Offers[i-1].Group == group {
		group = ""
	}
	mark, style := "  ", m.styles.Text // next to the words that enter takes
	if i == w.at && m.focused {        // before, enter is the composer's
		mark, style = m.styles.Accent.Render("▸")+" ", m.styles.Selection
	}
	line := m.styles.Dim.Render(group+strings.Repeat(" ", column-text.Width(group)+1)) + mark + style.Render(o.label())
	if o.Details != "" {
		apart := widest - text.Width(o.label()) + 2
		line += strings.Repeat(" ", apart) + m.styles.Dim.Render(text.SanitizeLine(o.Details))
	}
	return line
}

// choose does an action among the offers of an empty conversation. Above the first is
// the text that is being written.
func (m *Model) choose(a views.Action) views.Answer {
	w := &m.welcome
	was, n := w.at, len(w.Offers)
	if n == 0 {
		return views.Answer{}
	}
	switch a {
	case views.ActGoUp, views.ActItemBefore:
		if w.at == 0 {
			return views.Ask(views.RunAction{Action: views.ActChat})
		}
		w.at--
	case views.ActGoDown, views.ActItemAfter:
		w.at = min(w.at+1, n-1)
	case views.ActGoTop, views.ActGoPageUp:
		w.at = 0
	case views.ActGoEnd, views.ActGoPageDown:
		w.at = n - 1
	case views.ActListChoose, views.ActOpenRow:
		return views.Ask(w.Offers[w.at].Take)
	}
	m.changed()
	return views.Answer{Used: w.at != was}
}

func (m *Model) clickOffer(y int) views.Answer {
	w := &m.welcome
	if y < 0 || y >= len(w.rows) || w.rows[y] < 0 {
		return views.Answer{}
	}
	w.at = w.rows[y]
	m.changed()
	return views.Ask(w.Offers[w.at].Take)
}

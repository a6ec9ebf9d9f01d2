package ranking

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/rank"
	"gatehouse/views/kit/text"
)

// inputCell returns a row of the request's order, which nothing cuts.
func (m *Model) inputCell(g measure, place, topN int) string {
	if topN > 0 {
		return strings.Repeat(" ", g.input)
	}
	doc := m.docAt(0, place)
	stars := m.stars(doc)
	style := m.textStyle(doc, 0)
	number := fmt.Sprintf("%*d", g.digits, doc+1)
	words := m.words(doc, g.input-len(number)-1-text.Width(stars)-1)
	behind := style.Render(" ")
	if lead := m.lead(doc, 0); lead != " " {
		behind = lead
	}
	line := fit(m.quiet(doc, style).Render(number)+behind+style.Render(words), max(g.input-text.Width(stars), 0))
	return fit(line+m.styles.Strong.Render(stars), g.input)
}

// cutCell returns the line in a column after which its top_n cuts. A blank separates it from
// the paths.
func (m *Model) cutCell(g measure, topN int) string {
	s, words := m.styles, "top_n "+strconv.Itoa(topN)
	dashes := strings.Repeat("╌", max(g.cell-text.Width(" ╌ "+words+" "), 0))
	return fit(s.Rule.Render(" ╌ ")+s.Dim.Render(words)+s.Rule.Render(" "+dashes), g.cell)
}

// textStyle returns how a document's words are drawn in a column.
func (m *Model) textStyle(doc, col int) lipgloss.Style {
	switch {
	case doc == m.doc && m.Focused && col == m.col:
		return m.styles.Selection.Bold(true)
	case doc == m.doc:
		return m.styles.Selection
	}
	return m.styles.Text
}

// quiet returns how a document's number is drawn next to words of a style.
func (m *Model) quiet(doc int, style lipgloss.Style) lipgloss.Style {
	if doc == m.doc {
		return style
	}
	return m.styles.Dim
}

// words returns the first of a document's words.
func (m *Model) words(doc, width int) string {
	if width <= 0 {
		return ""
	}
	const maxBytes = 400 // bytes looked at
	start := text.Start(m.docs[doc], maxBytes)
	key := strconv.Itoa(width) + "\x00" + start
	return m.lines.Line(key, func(string) string {
		line := strings.Join(strings.Fields(start), " ")
		if line == "" {
			line = "(empty)"
		}
		return text.Truncate(text.SanitizeLine(line), width, "…")
	})
}

// modelCell returns a row of a model's order: the score on its bar, the document, and
// how far it moved since the column before; where the rows are sorted the rank
// and the bar, for the document is on the left.
func (m *Model) modelCell(g measure, c, place, topN int, bad []string, row int) string {
	col := &m.columns[c]
	switch {
	case !col.Ranked && row < len(bad):
		return fit(bad[row], g.cell)
	case !col.Ranked:
		return strings.Repeat(" ", g.cell)
	case topN > 0 && col.TopN == topN && (m.sort == byRank || m.sort == byInput+sort(c)):
		return m.cutCell(g, topN)
	case topN > 0:
		return strings.Repeat(" ", g.cell)
	}
	doc := m.docAt(c, place)
	style := m.textStyle(doc, c)
	at := col.Order.Place[doc]
	if at == rank.None {
		return m.absentCell(g, c, doc)
	}
	line := m.lead(doc, c)
	if g.rank {
		line += style.Render(fmt.Sprintf("%*d ", g.digits, at+1))
	}
	score, tie := m.score(col, doc), col.tie(at)
	switch {
	case m.sort != byRank && g.bar > 0:
		full := lipgloss.NewStyle().Foreground(m.styles.FillHere.GetBackground())
		line += full.Render(bar(m.share(col, doc), g.bar)) + " " + style.Render(score) + m.styles.Dim.Render(tie)
	case m.sort != byRank:
		line += style.Render(score) + m.styles.Dim.Render(tie)
	default:
		star, stars := m.star(doc), ""
		if g.text >= starredText {
			star, stars = " ", m.stars(doc)
		}
		if stars != "" {
			stars = " " + stars
		}
		words, starStyle := g.text-text.Width(stars), m.styles.Strong
		if doc == m.doc {
			starStyle = m.styles.Selection
		}
		line += m.filled(doc, m.share(col, doc), []span{
			{score, style}, {tie, m.quiet(doc, style)}, {fmt.Sprintf("%*d", g.digits, doc+1), m.quiet(doc, style)},
			{star, starStyle}, {text.Fit(m.words(doc, words), words, ""), style}, {stars, starStyle},
		})
	}
	return fit(fit(line, max(g.cell-g.move, 0))+m.styles.Dim.Render(m.move(g, c, doc)), g.cell)
}

// absentCell returns the row of a document that was not returned.
func (m *Model) absentCell(g measure, c, doc int) string {
	style := m.styles.Faint
	if doc == m.doc {
		style = m.styles.Selection
	}
	line := fmt.Sprintf("%*s", g.digits, "–")
	if m.sort == byRank {
		line = strings.Repeat(" ", g.rankCells()) + fmt.Sprintf("%*s", scoreCell, "–") + strings.Repeat(" ", tieCell) + fmt.Sprintf("%*d ", g.digits, doc+1) + m.words(doc, g.text)
	}
	return fit(m.lead(doc, c)+style.Render(line), g.cell)
}

type span struct {
	text  string
	style lipgloss.Style
}

// filled draws pieces on a bar that fills a share of them.
func (m *Model) filled(doc int, share float64, spans []span) string {
	fill := m.styles.Fill
	if doc == m.doc {
		fill = m.styles.FillHere
	}
	width := 0
	for _, s := range spans {
		width += text.Width(s.text)
	}
	left := int(math.Round(share * float64(width)))
	var b strings.Builder
	for _, s := range spans {
		inside := text.Truncate(s.text, max(left, 0), "")
		if inside != "" {
			b.WriteString(m.styles.Filled(inside, s.style, fill))
		}
		if inside != s.text {
			b.WriteString(s.style.Render(s.text[len(inside):]))
		}
		left -= text.Width(s.text)
	}
	return b.String()
}

// move returns how far a document is from its place in the nearest order on the left.
func (m *Model) move(g measure, c, doc int) string {
	at := m.columns[c].Order.Place[doc]
	for c = m.before(c); c > 0 && !m.columns[c].Ranked; c = m.before(c) {
	}
	was, text := doc, ""
	if c > 0 {
		was = m.columns[c].Order.Place[doc]
	}
	switch {
	case was == rank.None:
		text = "new"
	case at < was:
		text = "↑" + strconv.Itoa(was-at)
	case at > was:
		text = "↓" + strconv.Itoa(at-was)
	}
	return fmt.Sprintf("%*s", g.move, text)
}

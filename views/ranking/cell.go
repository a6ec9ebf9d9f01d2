package ranking

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/rank"
	"gatehouse/views/body"
)

// inputCell is a row of the request's own order; where the row is a cut, the
// words for it.
func (m *Model) inputCell(g measure, place, topN int) string {
	if topN > 0 {
		return m.cutCell(g.input, topN)
	}
	doc := m.docAt(0, place)
	stars := m.stars(doc)
	style := m.textStyle(doc, 0)
	number := fmt.Sprintf("%*d ", g.digits, doc+1)
	words := m.words(doc, g.input-len(number)-ansi.StringWidth(stars)-1)
	line := fit(style.Render(number+words), max(g.input-ansi.StringWidth(stars), 0))
	return fit(line+m.styles.Strong.Render(stars), g.input)
}

// cutCell is a column's part of the line behind which top_n cuts.
func (m *Model) cutCell(width, topN int) string {
	words := "╌ top_n " + strconv.Itoa(topN) + " "
	ranked := 0
	for _, c := range m.columns[1:] {
		if c.Ranked {
			ranked++
		}
	}
	for _, c := range m.cutsShown() {
		names := body.SanitizeLine(strings.Join(c.names, ", ")) + " "
		if c.topN == topN && len(c.names) < ranked && ansi.StringWidth(words+names) <= width {
			words += names
		}
	}
	words = ansi.Truncate(words, width, "")
	return m.styles.Rule.Render(words + strings.Repeat("╌", max(width-ansi.StringWidth(words), 0)))
}

// textStyle is how a document's words are drawn in a column.
func (m *Model) textStyle(doc, col int) lipgloss.Style {
	switch {
	case doc == m.doc && m.focus && col == m.col:
		return m.styles.Selection.Bold(true)
	case doc == m.doc:
		return m.styles.Selection
	}
	return m.styles.Text
}

// words are the first of a document's words.
func (m *Model) words(doc, width int) string {
	const most = 400 // bytes looked at
	text := m.docs[doc]
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	key := strconv.Itoa(width) + "\x00" + text
	return m.lines.Line(key, func(string) string {
		line := strings.Join(strings.Fields(text), " ")
		if line == "" {
			line = "(empty)"
		}
		return ansi.Truncate(body.SanitizeLine(line), max(width, 0), "…")
	})
}

// modelCell is a row of a model's order: rank, bar, score, words, and how far
// the document moved since the column before.
func (m *Model) modelCell(g measure, c, place, topN int, bad []string, row int) string {
	col := &m.columns[c]
	switch {
	case !col.Ranked:
		line := ""
		if row < len(bad) {
			line = bad[row]
		}
		return fit(line, g.cell)
	case topN > 0:
		return m.styles.Rule.Render(strings.Repeat("╌", g.cell))
	}
	doc := m.docAt(c, place)
	style := m.textStyle(doc, c)
	at := col.Order.Place[doc]
	if at == rank.None {
		line := fmt.Sprintf("%*s ", g.digits, "–") + strings.Repeat(" ", max(g.cell-g.digits-1-g.text-moveCell, 0)) + m.words(doc, g.text)
		if doc != m.doc {
			style = m.styles.Faint
		}
		return fit(style.Render(line), g.cell)
	}
	var b strings.Builder
	b.WriteString(style.Render(fmt.Sprintf("%*d ", g.digits, at+1)))
	if g.bar > 0 {
		b.WriteString(m.styles.Accent.Render(bar(m.share(col, doc), g.bar)) + " ")
	}
	near := " "
	if at < len(col.near) && col.near[at] || at > 0 && col.near[at-1] {
		near = "≈"
	}
	b.WriteString(style.Render(m.score(col, doc)) + m.styles.Dim.Render(near))
	b.WriteString(style.Render(m.words(doc, g.text)))
	return fit(fit(b.String(), max(g.cell-moveCell, 0))+m.styles.Dim.Render(m.move(c, doc)), g.cell)
}

// share is how much of its bar a document fills: of the range from 0, or where
// a score is negative from the least, to the best score; where the columns are
// normalised from the worst score to the best.
func (m *Model) share(col *column, doc int) float64 {
	v, low, high := col.Order.Score[doc], col.scale.low, col.scale.high
	if !m.normal {
		low = min(low, 0)
	}
	switch {
	case math.IsNaN(v):
		return 0
	case high <= low:
		return 1
	}
	return max(min((v-low)/(high-low), 1), 0)
}

// score writes a document's score.
func (m *Model) score(col *column, doc int) string {
	v, text := col.Order.Score[doc], ""
	switch {
	case math.IsNaN(v):
		text = "–"
	case m.normal:
		text = strconv.FormatFloat(m.share(col, doc), 'f', 3, 64)
	case col.scale.decimals < 0:
		if text = strconv.FormatFloat(v, 'e', 0, 64); v == 0 {
			text = "0"
		}
	default:
		text = strconv.FormatFloat(v, 'f', col.scale.decimals, 64)
	}
	return fmt.Sprintf("%*s", scoreCell, text)
}

// bar draws a share of 1 in so many cells, to an eighth of a cell.
func bar(share float64, cells int) string {
	eighths := int(math.Round(share * float64(cells) * 8))
	full := min(eighths/8, cells)
	s := strings.Repeat("█", full)
	if part := eighths % 8; part > 0 && full < cells {
		s += string([]rune("▏▎▍▌▋▊▉")[part-1])
		full++
	}
	return s + strings.Repeat(" ", cells-full)
}

// move is how far a document stands from its place in the nearest order on the
// left.
func (m *Model) move(c, doc int) string {
	at := m.columns[c].Order.Place[doc]
	for c = m.before(c); c > 0 && !m.columns[c].Ranked; c = m.before(c) {
	}
	was := doc
	if c > 0 {
		if was = m.columns[c].Order.Place[doc]; was == rank.None {
			return fmt.Sprintf("%*s", moveCell, "new")
		}
	}
	switch {
	case at < was:
		return fmt.Sprintf("%*s", moveCell, "↑"+short(was-at))
	case at > was:
		return fmt.Sprintf("%*s", moveCell, "↓"+short(at-was))
	}
	return strings.Repeat(" ", moveCell)
}

// short writes a count in at most three characters.
func short(n int) string {
	if n >= 1000 {
		return strconv.Itoa(n/1000) + "k"
	}
	return strconv.Itoa(n)
}

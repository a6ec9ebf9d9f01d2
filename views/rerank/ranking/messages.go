package ranking

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/answer/explain"
	"gatehouse/state/rank"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// messages returns the words in the columns, wrapped, by column and line of
// the window: why there is no order, from the first line; what is odd about one,
// below the documents, where it fits.
func (m *Model) messages(g measure, rows int) map[int][]string {
	out := map[int][]string{}
	for c := m.first + 1; c <= m.first+g.models && c < len(m.columns); c++ {
		col := &m.columns[c]
		style := m.styles.Dim
		var words string
		switch {
		case col.Ranked:
			out[c] = m.odd(g, col, rows)
			continue
		case col.Failure != "":
			words, style = explain.Sign(col.Verdict)+" "+col.Failure, views.VerdictStyle(m.styles, col.Verdict)
		case col.Asked != nil:
			words = "running; in this column " + m.keys.Name(views.ActRankStop) + " stops it"
		default:
			words = m.keys.Name(views.ActSendNow) + " runs it"
		}
		out[c] = m.wrapped(words, g.cell, m.rows(), style)
	}
	return out
}

// odd returns what is odd about an answer, below as many rows and an empty one.
func (m *Model) odd(g measure, col *column, rows int) []string {
	if len(col.Notes) == 0 {
		return nil
	}
	lines := make([]string, rows+1)
	for i, words := range col.Notes {
		left := m.rows() - len(lines)
		lines = append(lines, m.wrapped("⚠ "+words, g.cell, left, m.styles.Warn)...)
		if last := len(lines) - 1; len(lines) >= m.rows() && i < len(col.Notes)-1 && left > 0 {
			lines[last] = text.Truncate(lines[last], max(g.cell-1, 0), "") + m.styles.Warn.Render("…")
			break
		}
	}
	return lines
}

// wrapped are words in a width and a number of lines; the last line of longer ones
// ends in an ellipsis.
func (m *Model) wrapped(words string, width, maxLines int, style lipgloss.Style) []string {
	if maxLines <= 0 {
		return nil
	}
	const maxBytes = 2000
	lines := text.Rows(text.ClipLine(words, maxBytes), max(width, 1))
	if len(lines) > maxLines {
		lines = lines[:maxLines]
		lines[maxLines-1] = text.Truncate(lines[maxLines-1], max(width-1, 0), "") + "…"
	}
	for i := range lines {
		lines[i] = style.Render(lines[i])
	}
	return lines
}

// below returns the lines under the documents: what the columns say continues there.
func (m *Model) below(g measure, rows int, messages map[int][]string) (out []string) {
	last := 0
	for _, lines := range messages {
		last = max(last, len(lines))
	}
	for i := rows; i < min(last, m.rows()); i++ {
		var b strings.Builder
		b.WriteString(strings.Repeat(" ", g.input))
		for c := m.first + 1; c <= m.first+g.models && c < len(m.columns); c++ {
			line := ""
			if i < len(messages[c]) {
				line = messages[c][i]
			}
			b.WriteString(strings.Repeat(" ", g.gutter) + fit(line, g.cell))
		}
		out = append(out, b.String())
	}
	return out
}

// clip returns the start of a name or an id as a line: it may be as long as an answer.
func clip(s string) string { return text.ClipLine(s, 400) }

// servedLine returns who served and how many tokens it took, for a width in cells: if it is small, without
// the vendor, then without the provider, at last with the model cut. A number is never cut.
func servedLine(model, provider, tokens string, width int) string {
	model, provider = clip(model), clip(provider)
	if tokens != "" {
		tokens += " tok"
	}
	bare := model[strings.LastIndex(model, "/")+1:]
	dense := strings.ReplaceAll(joinParts(bare, provider, tokens), " · ", "·")
	for _, line := range [...]string{joinParts(model, provider, tokens), joinParts(bare, provider, tokens), dense, joinParts(bare, tokens)} {
		if text.Width(line) <= width {
			return line
		}
	}
	const minName = 4 // cells
	if left := width - text.Width(" · "+tokens); left >= minName && tokens != "" {
		return joinParts(text.Truncate(cmp.Or(bare, provider), left, "…"), tokens)
	}
	return text.Truncate(cmp.Or(bare, provider), max(width, 0), "…")
}

func joinParts(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " · ")
}

// Signs explains the signs that the columns show, in the order of a row's cells. Scores and bars,
// which are always there, are not among them.
func (m *Model) Signs() []string {
	var absent, same, near, moved, fresh bool
	left := m.columns[0]
	for _, col := range m.columns[1:] {
		if !col.Ranked {
			continue
		}
		same = same || slices.Contains(col.same, true)
		near = near || slices.Contains(col.near, true)
		for doc, at := range col.Order.Place {
			was := doc
			if left.Ranked {
				was = left.Order.Place[doc]
			}
			absent = absent || at == rank.None
			fresh = fresh || at != rank.None && was == rank.None
			moved = moved || at != rank.None && was != rank.None && at != was
		}
		left = col
	}
	var all []string
	for _, sign := range []struct {
		shown bool
		words string
	}{
		{absent, "– not returned"},
		{same, "= same score"},
		{near, "≈ nearly the same"},
		{moved, "↑ ↓ places higher or lower than on the left"},
		{fresh, "new: not on the left"},
	} {
		if sign.shown {
			all = append(all, sign.words)
		}
	}
	return all
}

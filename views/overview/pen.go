package overview

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/figures"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/text"
)

// pen draws lines of one width.
type pen struct {
	styles *themes.Styles
	keys   *views.Keys
	width  int
}

// block is a section: its title, the unit of all its figures where they have one,
// what stands at the right of it, and its lines.
type block struct {
	title, unit, right string
	lines              []string
}

// empty reports whether there is nothing to show.
func (b block) empty() bool { return len(b.lines) == 0 }

// rows draws a section.
func (p pen) rows(b block) []string {
	if b.title == "" {
		return b.lines
	}
	title := p.styles.Strong.Render(b.title)
	if b.unit != "" {
		title += p.styles.Dim.Render(" in " + b.unit)
	}
	return append([]string{p.spread(title, p.styles.Dim.Render(b.right))}, b.lines...)
}

// stacked draws sections below one another, an empty line between two.
func (p pen) stacked(blocks ...block) []string {
	var out []string
	for _, b := range blocks {
		if b.empty() {
			continue
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, p.rows(b)...)
	}
	return out
}

// spread puts two drawn strings at both ends of a line; the left gives way.
func (p pen) spread(left, right string) string {
	room := p.width - text.Width(right)
	if room < 2 || right == "" {
		return text.Truncate(left, p.width, "…")
	}
	return padded(text.Truncate(left, room-1, "…"), room) + right
}

// padded makes a drawn line exactly width cells wide.
func padded(line string, width int) string { return text.Fit(line, width, "…") }

// flushRight puts blanks before a drawn word.
func flushRight(word string, width int) string {
	return strings.Repeat(" ", max(width-text.Width(word), 0)) + word
}

// mostOf is how much of a text of several lines is looked at, in bytes: it may be
// megabytes.
const mostOf = 2000

// wrapped draws text from the wire on as many lines as it needs.
func (p pen) wrapped(s string, style lipgloss.Style) []string {
	return text.Paragraph(p.styles, style, 0, p.width, text.ClipSized(s, mostOf))
}

// quoted draws what others wrote: of what is long its beginning, and where all of
// it is.
func (p pen) quoted(message string) []string {
	const most, ofMore = 8, 4 // lines
	lines := p.wrapped("“"+message+"”", p.styles.Text)
	if len(lines) <= most {
		return lines
	}
	return append(lines[:ofMore], p.styles.Dim.Render("… "+figures.Size(len(message))+" in total: ")+
		p.styles.Key.Render(p.keys.Name(views.ActTabRoute))+p.styles.Dim.Render(" shows it all"))
}

// hanging draws quiet words behind a sign, which stands alone before them.
func (p pen) hanging(sign, words string) []string {
	inset := text.Width(sign)
	inner := p
	inner.width = max(p.width-inset, 8)
	lines := inner.wrapped(words, p.styles.Dim)
	for i, l := range lines {
		if lines[i] = strings.Repeat(" ", inset) + l; i == 0 {
			lines[i] = p.styles.Dim.Render(sign) + l
		}
	}
	return lines
}

// flow joins drawn words by a gap, on as many lines as they need.
func (p pen) flow(words []string, gap int) []string {
	var lines []string
	line := ""
	for _, w := range words {
		switch {
		case line == "":
			line = w
		case text.Width(line)+gap+text.Width(w) <= p.width:
			line += strings.Repeat(" ", gap) + w
		default:
			lines, line = append(lines, line), w
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// labels is how wide the labels of facts are, in cells.
const labels = 11

// fact draws a label and its value, the values below one another.
func (p pen) fact(label, drawn string) string {
	return padded(p.styles.Dim.Render(label), labels) + drawn
}

// more draws a fact and what is to be said of it: beside it, or where there is
// no room below, on a few lines.
func (p pen) more(label, drawn, words string, style lipgloss.Style) []string {
	const most = 4 // lines; the page of what is told of here has all of it
	first := p.fact(label, drawn)
	if p.fits(first, words) {
		return []string{first + "  " + style.Render(words)}
	}
	lines := []string{first}
	room := max(p.width-labels-2, 8)
	for i, l := range text.Rows(words, room) {
		if i == most {
			lines[i] = text.Truncate(lines[i], labels+1+room, "") + style.Render("…")
			break
		}
		lines = append(lines, strings.Repeat(" ", labels+2)+style.Render(l))
	}
	return lines
}

// below draws words on so many lines at most, under the name that they belong to.
func (p pen) below(words string, most int) []string {
	const inset = 2
	lines := text.Rows(words, max(p.width-inset, 8))
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = text.Truncate(lines[most-1], max(p.width-inset-1, 8), "") + "…"
	}
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", inset) + p.styles.Dim.Render(l)
	}
	return lines
}

// fits reports whether two drawn strings have room on one line.
func (p pen) fits(left, right string) bool {
	return text.Width(left)+2+text.Width(right) <= p.width
}

// figure draws a quiet label and its number.
func (p pen) figure(label, value string) string {
	return p.styles.Dim.Render(label+" ") + p.styles.Text.Render(value)
}

// Package report draws any report: as lines inside a pane, as a pane, and as plain text for a
// command.
package report

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Pen draws blocks of reports on lines no wider than Width cells.
type Pen struct {
	Styles   *themes.Styles
	Keys     *views.Keys // that lead to a page of the inspector; nil where none do
	Away     bool        // the inspector is not in view: its key comes before those of its pages
	Width    int
	MaxAbout int  // the most lines of what is next to a thing; 0: 4
	Brief    bool // there is little room: extras, the names of facts in a list and what is below a finding are left out
	Flat     bool // other programs read the lines: none begins with what others wrote
}

// Lines draws reports below one another, an empty line between two.
func (p Pen) Lines(reports ...report.Report) []string {
	var out []string
	for _, r := range reports {
		if r.Empty() && r.Role == report.Value {
			continue
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, p.complete(r)...)
	}
	return out
}

// complete draws a report with its title, and its sum at the right of that.
func (p Pen) complete(r report.Report) []string {
	lines := p.Blocks(r.Blocks)
	if r.Title == "" {
		return lines
	}
	style, title := p.Styles.Strong, text.SafeLine(r.Title)
	if r.Role != report.Value {
		style = p.Role(r.Role).Bold(true)
	}
	rows := text.Paragraph(p.Styles, style, 0, p.Width, title)
	if p.Flat {
		rows = p.hang("", inset, title, style, 0)
	}
	last := len(rows) - 1
	if r.Unit != "" {
		rows[last] += p.Styles.Dim.Render(" in " + r.Unit)
	}
	sum := p.Span(r.Sum)
	switch {
	case r.Sum.Text == "":
	case !p.bounded():
		rows[last] += "  " + sum
	case text.Width(rows[last])+2+text.Width(sum) <= p.Width:
		rows[last] = text.Fit(rows[last], p.Width-text.Width(sum), "…") + sum
	case r.Role == report.Value && !p.Flat:
		rows = append(rows, text.Truncate(sum, p.Width, "…"))
	default:
		rows = append(rows, p.hang(p.continued(inset), inset, r.Sum.Text, p.Role(r.Sum.Role), 0)...)
	}
	return append(rows, lines...)
}

func (p Pen) block(b report.Block, names int) []string {
	switch b := b.(type) {
	case report.Span:
		return p.paragraph(b)
	case report.Field:
		return p.field(b, names)
	case report.List:
		return p.list(b, names)
	case report.Numbers:
		return p.numbers(b, nil, 3)
	case report.Shares:
		return p.shares(b)
	case report.Words:
		return p.words(b)
	case report.Excerpt:
		return []string{p.excerpt(b)}
	case report.Waterfall:
		return p.waterfall(b)
	case report.Timeline:
		return p.timeline(b)
	case report.Series:
		return []string{p.series(b)}
	case report.Chart:
		return p.chart(b)
	case report.Scatter:
		return p.scatter(b)
	}
	return nil
}

func (p Pen) row(r report.Row) string {
	var cells []string
	for _, c := range r.Cells {
		if c.Text != "" {
			cells = append(cells, p.Span(c))
		}
	}
	return strings.Join(cells, "  ")
}

// unfolded draws the first lines of the text that a row of a page unfolds to.
func (p Pen) unfolded(words string, width int) (lines []string) {
	const maxLines = 12 // lines
	if words == "" {
		return nil
	}
	all := strings.Split(words, "\n")
	mark := p.continued(inset)
	if p.Flat {
		mark = p.continued(2 * inset)
	}
	for _, l := range all[:min(len(all), maxLines)] {
		if p.Flat {
			l = spelling.OneLine(l)
		}
		lines = append(lines, mark+text.Truncate(p.Styles.Dim.Render(text.SafeLine(l)), max(width-text.Width(mark), 1), "…"))
	}
	if more := len(all) - maxLines; more > 0 {
		lines = append(lines, p.Styles.Dim.Render("  … and "+figures.Thousands(more)+" more"))
	}
	return lines
}

// words draws spans that run on, as one text after a sign.
func (p Pen) words(w report.Words) []string {
	var all strings.Builder
	for _, s := range w.Spans {
		all.WriteString(p.Span(s))
	}
	sign := p.Span(w.Sign)
	lines := text.Rows(all.String(), max(p.Width-text.Width(sign), 8))
	for i, l := range lines {
		lines[i] = p.continued(text.Width(sign)) + l
		if i == 0 {
			lines[i] = sign + l
		}
	}
	return lines
}

// excerpt draws words that were found in the middle of what fits on a line.
func (p Pen) excerpt(e report.Excerpt) string {
	marks := [2]string{}
	if p.Flat {
		marks = [2]string{"“", "”"}
		e = report.Excerpt{Before: spelling.Enclosed(e.Before), Found: spelling.Enclosed(e.Found), After: spelling.Enclosed(e.After)}
	}
	space := max(p.Width-text.Width("[]"+marks[0]+marks[1]), 4)
	found := text.Truncate(text.SafeLine(e.Found), space, "…")
	space -= text.Width(found)
	before, after := text.SafeLine(e.Before), text.SafeLine(e.After)
	left := max(space/2, space-text.Width(after))
	switch wide := text.Width(before); {
	case wide > left && left < 2:
		before = strings.Repeat("…", left)
	case wide > left:
		before = text.TruncateLeft(before, wide-left+1, "…")
	}
	after = text.Truncate(after, max(space-text.Width(before), 0), "…")
	return p.Styles.Text.Render(marks[0]+before) + p.Styles.MatchHere.Render("["+found+"]") + p.Styles.Text.Render(after+marks[1])
}

// Span draws a span on one line, however long.
func (p Pen) Span(s report.Span) string { return p.Role(s.Role).Render(text.SafeLine(s.Text)) }

// maxText is how much of a text of several lines is looked at, in bytes: it may be megabytes.
const maxText = 2000

// paragraph draws a span on as many lines as it needs.
func (p Pen) paragraph(s report.Span) []string {
	words := text.ClipSized(s.Text, maxText)
	switch {
	case s.Role == report.Advice:
		return p.hang(p.Styles.Text.Render("→ "), inset, words, p.Styles.Text, 0)
	case s.Role == report.Address:
		return []string{p.Styles.Dim.Render(ends(text.SafeLine(s.Text), p.Width))}
	case p.Brief && s.Role == report.Warn:
		return []string{text.Truncate(p.Span(s), p.Width, "…")}
	case p.Flat:
		return p.hang("", inset, words, p.Role(s.Role), 0)
	}
	return text.Paragraph(p.Styles, p.Role(s.Role), 0, p.Width, words)
}

// ends leaves out the middle of a line that is too long.
func ends(line string, width int) string {
	long := text.Width(line) - width
	if long <= 0 {
		return line
	}
	begin := width / 3
	return text.Truncate(line, begin, "") + text.TruncateLeft(line, begin+long+1, "…")
}

// maxQuoted is how many lines of what others wrote are drawn in full; of more, the first ofMore.
const maxQuoted, ofMore = 8, 4

// quoted returns what others wrote, in marks.
func (p Pen) quoted(q report.Quote) report.Span {
	words := "“" + q.Text + "”"
	switch {
	case p.Flat:
		words = spelling.Quoted(q.Text)
	case q.Bare:
		words = q.Text
	}
	return report.Span{Text: q.Before + words, Role: q.Role}
}

// key draws the key of an action; empty where no key leads anywhere.
func (p Pen) key(a views.Action) string {
	if p.Keys == nil {
		return ""
	}
	name := p.Keys.Name(a)
	if p.Away {
		name = p.Keys.Name(views.ActInspect) + " " + name
	}
	return p.Styles.Key.Render(name)
}

// continued returns the beginning of a line that continues a text: inset blanks. If other programs
// read the lines, the last two blanks are a mark.
func (p Pen) continued(inset int) string {
	if p.Flat && inset >= 2 {
		return strings.Repeat(" ", inset-2) + "│ "
	}
	return strings.Repeat(" ", inset)
}

// maxAbout is how many lines about a thing are drawn.
const maxAbout = 4

// hang draws words after a lead, on at most the given number of lines (0: any); all but the first
// are moved in by inset cells.
func (p Pen) hang(lead string, inset int, words string, style lipgloss.Style, maxLines int) []string {
	width := max(p.Width-inset, 8)
	lines := text.Paragraph(p.Styles, style, 0, width, words)
	if maxLines > 0 && len(lines) > maxLines {
		lines = lines[:maxLines]
		lines[maxLines-1] = text.Truncate(lines[maxLines-1], width-1, "") + style.Render("…")
	}
	for i, l := range lines {
		lines[i] = lead + l
		lead = p.continued(inset)
	}
	return lines
}

// Role returns how a role looks.
func (p Pen) Role(r report.Role) lipgloss.Style {
	switch r {
	case report.Good:
		return p.Styles.Good
	case report.Warn:
		return p.Styles.Warn
	case report.Bad:
		return p.Styles.Bad
	case report.Quiet, report.Address:
		return p.Styles.Dim
	case report.Running:
		return p.Styles.Running
	case report.Model:
		return p.Styles.Model
	case report.Advice, report.Mark:
		return p.Styles.Accent
	case report.Title:
		return p.Styles.Strong
	case report.Removed:
		return p.Styles.Bad.Bold(true)
	case report.Added:
		return p.Styles.Good.Bold(true)
	}
	return p.Styles.Text
}

// endless is the width of lines that nothing bounds, in cells.
const endless = 1 << 20

// bounded reports whether something bounds the width of the lines.
func (p Pen) bounded() bool { return p.Width < endless }

// Plain writes reports as text without any style, no line wider than width cells; 0: as wide
// as they are, with all text of a table's cells. Text that was received ends no line, begins none and is no command for a CI system.
func Plain(width int, reports ...report.Report) string {
	if width <= 0 || width > endless {
		width = endless
	}
	styles := themes.Dark()
	var b strings.Builder
	for _, line := range (Pen{Styles: &styles, Width: width, Flat: true}).Lines(report.Inert(reports...)...) {
		b.WriteString(spelling.Inert(strings.TrimRight(ansi.Strip(line), " ")) + "\n")
	}
	return b.String()
}

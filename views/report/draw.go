// Package report draws any report: as lines for what holds one, in a pane of its own, and as
// plain text for a command.
package report

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/figures"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views/text"
)

// Lines draws blocks of a report, no line wider than width cells: of nested reports the title,
// and below it their blocks.
func Lines(blocks []report.Block, styles *themes.Styles, width int) []string {
	d := drawer{styles: styles, width: max(width, 1)}
	for _, b := range blocks {
		d.block(b)
	}
	return d.out
}

// Line draws a sum.
func Line(s report.Span, styles *themes.Styles, width int) string {
	return roleStyle(styles, s.Role).Render(text.Fit(text.SanitizeLine(s.Text), min(width, text.Width(s.Text)), "…"))
}

// Plain writes blocks as text without any style, no line wider than width cells; 0: as wide as
// they are.
func Plain(blocks []report.Block, width int) string {
	const endless = 1 << 20
	if width <= 0 {
		width = endless
	}
	styles := themes.Dark()
	var b strings.Builder
	for _, line := range Lines(blocks, &styles, width) {
		b.WriteString(strings.TrimRight(ansi.Strip(line), " ") + "\n")
	}
	return b.String()
}

// drawer draws blocks below one another.
type drawer struct {
	styles *themes.Styles
	width  int
	indent int // of the blocks of a nested report, in cells
	out    []string
}

func (d *drawer) block(b report.Block) {
	switch b := b.(type) {
	case report.Report:
		d.nested(b)
	case report.Finding:
		d.finding(b)
	}
}

// nested draws a report within another: an empty line, its title, and its blocks moved in.
func (d *drawer) nested(r report.Report) {
	if len(d.out) > 0 {
		d.out = append(d.out, "")
	}
	d.out = append(d.out, d.styles.Strong.Render(text.Rows(text.SanitizeLine(r.Title), d.width)[0]))
	const in = 2
	d.indent += in
	for _, b := range r.Blocks {
		d.block(b)
	}
	d.indent -= in
}

// names is how wide the names of findings are, in cells.
const names = 12

// finding draws a sign, a name and what was seen; below, what it means and the remedy.
func (d *drawer) finding(f report.Finding) {
	name := min(names, max(d.width/3-d.indent-3, 1))
	indent := d.indent + 2 + name + 1
	room := max(d.width-indent, 1)
	begin := strings.Repeat(" ", d.indent) + roleStyle(d.styles, f.Level.Role()).Render(f.Level.Sign()) + " " +
		d.styles.Text.Render(text.Fit(text.SanitizeLine(f.Name), name, "…")) + " "
	add := func(words string, style lipgloss.Style) {
		for _, line := range text.Rows(text.SanitizeLine(words), room) {
			d.out = append(d.out, begin+style.Render(line))
			begin = strings.Repeat(" ", indent)
		}
	}
	said := f.Said
	if f.Took > 0 {
		said += "  " + figures.Duration(f.Took.Microseconds())
	}
	add(said, d.styles.Text)
	if f.Remedy != "" { // before what it means, so that it is in view
		add("→ "+f.Remedy, d.styles.Accent)
	}
	if f.Detail != "" {
		add(f.Detail, d.styles.Dim)
	}
}

// roleStyle is how a role looks.
func roleStyle(styles *themes.Styles, r report.Role) lipgloss.Style {
	switch r {
	case report.Good:
		return styles.Good
	case report.Warn:
		return styles.Warn
	case report.Bad:
		return styles.Bad
	case report.Quiet:
		return styles.Dim
	case report.Running:
		return styles.Running
	}
	return styles.Text
}

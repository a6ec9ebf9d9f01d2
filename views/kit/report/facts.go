package report

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Least and most widths of the names of facts, in cells.
const minNames, maxNames = 9, 30

// labelled returns how wide the names of the facts among blocks are, with the gap after them.
func labelled(blocks []report.Block, width int) int {
	wide := minNames
	look := func(name string) { wide = max(wide, text.Width(text.SafeLine(name))) }
	for _, b := range blocks {
		if extra, is := b.(report.Extra); is {
			b = extra.Block
		}
		switch b := b.(type) {
		case report.Field:
			look(b.Label)
		case report.List:
			look(b.Label)
		case report.Flow:
			for _, s := range b.Steps {
				if !s.Detailed {
					look(s.Label)
				}
			}
		}
	}
	return min(wide, maxNames, max(width/3, 1)) + 2
}

func (p Pen) field(f report.Field, names int) []string {
	label := text.Fit(p.Styles.Dim.Render(text.SafeLine(f.Label)), names-1, "…") + " "
	if p.Brief {
		label = p.Styles.Dim.Render(text.SafeLine(f.Label)) + " "
	}
	return p.item(report.Item{Value: f.Value, About: f.About}, label, names)
}

// list draws a name, and after it things below one another.
func (p Pen) list(l report.List, names int) []string {
	var out []string
	label := text.Fit(p.Styles.Dim.Render(text.SafeLine(l.Label)), names-1, "…") + " "
	if p.Brief {
		label, names = "", 0
	}
	for _, it := range l.Items {
		out = append(out, p.item(it, label, names)...)
		label = strings.Repeat(" ", names)
		if p.Flat && names > 1 {
			label = label[2:] + "· "
		}
	}
	if l.More != "" {
		out = append(out, label+p.Styles.Dim.Render(l.More))
	}
	return out
}

// item draws a thing after a name, and the text about it next to it or, if that does not fit, below.
func (p Pen) item(it report.Item, label string, names int) []string {
	maxLines := cmp.Or(p.MaxAbout, maxAbout)
	if len(it.Value) == 1 && it.About.Text == "" && !p.Brief { // a value alone is drawn in full
		return p.hang(label, names, text.ClipSized(it.Value[0].Text, maxText), p.Role(it.Value[0].Role), maxLines)
	}
	var lines []string
	line := ""
	for i, v := range it.Value {
		drawn := p.Span(v)
		switch {
		case i == 0:
			line = label + drawn
		case text.Width(line)+2+text.Width(drawn) > p.Width:
			lines, line = append(lines, text.Truncate(line, p.Width, "…")), p.continued(names+2)+drawn
		default:
			line += "  " + drawn
		}
	}
	lines = append(lines, text.Truncate(line, p.Width, "…"))
	if it.About.Text == "" {
		return lines
	}
	words := text.SafeLine(it.About.Text)
	if last := len(lines) - 1; text.Width(lines[last])+2+text.Width(words) <= p.Width {
		lines[last] += "  " + p.Role(it.About.Role).Render(words)
		return lines
	}
	if last := len(lines) - 1; p.Brief && maxLines == 1 {
		if len(it.Value) == 1 {
			lines[last] = text.Truncate(lines[last]+"  "+p.Role(it.About.Role).Render(words), p.Width, "…")
		}
		return lines
	}
	return append(lines, p.hang(p.continued(names+2), names+2, words, p.Role(it.About.Role), maxLines)...)
}

// flow draws the steps as facts, or in a Brief drawing on one line with arrows; nothing if parts of the
// report describe the steps. A last step that was not reached has a label instead of an arrow.
func (p Pen) flow(f report.Flow, names int) []string {
	if slices.ContainsFunc(f.Steps, func(s report.Step) bool { return s.Detailed }) {
		return nil
	}
	var out []string
	line := ""
	for i, s := range f.Steps {
		n := s.Nodes[0]
		if !p.Brief {
			out = append(out, p.field(report.Field{Label: s.Label, Value: []report.Span{{Text: n.Names[0], Role: n.Role}}}, names)...)
			continue
		}
		last := i == len(f.Steps)-1
		switch {
		case i > 0 && last && n.Names[0] == f.Steps[i-1].Nodes[0].Names[0]:
			line = ""
		case i > 0 && last && !f.Ends:
			line += p.Styles.Dim.Render("  " + s.Label + " ")
		case i > 0:
			line += p.Styles.Dim.Render(" ─▶ ")
		}
		line += p.Span(report.Span{Text: n.Names[0], Role: n.Role})
	}
	if p.Brief {
		return []string{line}
	}
	return out
}

// finding draws a sign, a name and what was seen; below, what it means and the remedy.
func (p Pen) finding(f report.Finding) []string {
	const names = 12
	sign, role := f.Mark(), p.Role(f.Level.Role())
	if f.Name == "" {
		return p.remark(f, sign, role)
	}
	name := min(max(names, text.Width(text.SafeLine(f.Name))), max(p.Width/3-3, 1))
	indent := 2 + name + 1
	seen := text.SafeLine(f.Message)
	if f.Took > 0 {
		seen += "  " + figures.Duration(f.Took.Microseconds())
	}
	lead := role.Render(sign) + " " + p.Styles.Text.Render(text.Fit(text.SafeLine(f.Name), name, "…")) + " "
	out := p.hang(lead, indent, seen, p.Styles.Text, 0)
	lead = strings.Repeat(" ", indent)
	if f.Remedy != "" { // before what it means, so that it is in view
		out = append(out, p.hang(lead, indent, text.SafeLine("→ "+f.Remedy), p.Styles.Accent, 0)...)
	}
	if f.Detail != "" {
		out = append(out, p.hang(lead, indent, text.SafeLine(f.Detail), p.Styles.Dim, 0)...)
	}
	return out
}

// remark draws a finding whose words say what was looked at.
func (p Pen) remark(f report.Finding, sign string, style lipgloss.Style) []string {
	if p.Brief {
		return []string{style.Render(text.Truncate(sign+" "+text.SafeLine(f.Words()), p.Width, "…"))}
	}
	words := text.ClipSized(f.Words(), maxText)
	lines := text.Paragraph(p.Styles, style, 0, p.Width, sign+" "+words)
	if p.Flat {
		lines = p.hang(style.Render(sign+" "), inset, words, style, 0)
	}
	if key := p.key(views.TabOf(f.Topic)); f.Topic != "" && key != "" {
		leads := "  " + key + p.Styles.Dim.Render(" "+string(f.Topic))
		if last := len(lines) - 1; text.Width(lines[last])+text.Width(leads) <= p.Width {
			lines[last] += leads
		} else {
			lines = append(lines, leads)
		}
	}
	for words := range strings.SplitSeq(f.Detail, "\n") {
		if words != "" {
			lines = append(lines, p.hang("  ", inset, text.SafeLine(words), p.Styles.Dim, maxAbout)...)
		}
	}
	return lines
}

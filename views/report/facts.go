package report

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/figures"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/text"
)

// Least and most widths of the names of facts, in cells.
const leastNames, mostNames = 9, 30

// labelled is how wide the names of the facts among blocks are, with the gap behind them.
func labelled(blocks []report.Block, width int) int {
	wide := leastNames
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
				if !s.Told {
					look(s.Label)
				}
			}
		}
	}
	return min(wide, mostNames, max(width/3, 1)) + 2
}

// field draws a name and its value.
func (p Pen) field(f report.Field, names int) []string {
	label := text.Fit(p.Styles.Dim.Render(text.SafeLine(f.Label)), names-1, "…") + " "
	if p.Brief {
		label = p.Styles.Dim.Render(text.SafeLine(f.Label)) + " "
	}
	return p.item(report.Item{Value: f.Value, About: f.About}, label, names)
}

// list draws a name, and behind it things below one another.
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

// item draws a thing behind a name; what is said about it stands beside it, or where there is
// no room below it.
func (p Pen) item(it report.Item, label string, names int) []string {
	most := p.Beside
	if most == 0 {
		most = 4
	}
	room := max(p.Width-names, 8)
	var lines []string
	if len(it.Value) == 1 && it.About.Text == "" && !p.Brief { // a value alone is told whole
		lines = text.Paragraph(p.Styles, p.Role(it.Value[0].Role), 0, max(p.Width-text.Width(label), 8), text.ClipSized(it.Value[0].Text, mostOf))
		if len(lines) > most {
			lines = lines[:most]
			lines[most-1] = text.Truncate(lines[most-1], max(p.Width-text.Width(label)-1, 8), "") + p.Styles.Dim.Render("…")
		}
		for i := range lines {
			if i == 0 {
				lines[i] = label + lines[i]
			} else {
				lines[i] = p.continued(names) + lines[i]
			}
		}
		return lines
	}
	line := ""
	for i, v := range it.Value {
		drawn := p.Span(v)
		switch {
		case i == 0:
			line = label + drawn
		case p.Brief && text.Width(line)+2+text.Width(drawn) > p.Width:
			lines, line = append(lines, line), p.continued(names+2)+drawn
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
	if last := len(lines) - 1; p.Brief && most == 1 {
		if len(it.Value) == 1 {
			lines[last] = text.Truncate(lines[last]+"  "+p.Role(it.About.Role).Render(words), p.Width, "…")
		}
		return lines
	}
	return append(lines, p.below(p.continued(names+2), words, p.Role(it.About.Role), room-2, most)...)
}

// below draws words on at most most lines under what they are about, the first one after begin.
func (p Pen) below(begin, words string, style lipgloss.Style, room, most int) []string {
	lines := text.Rows(words, max(room, 8))
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = text.Truncate(lines[most-1], max(room-1, 8), "") + "…"
	}
	for i, l := range lines {
		lines[i] = begin + style.Render(l)
		begin = p.continued(text.Width(begin))
	}
	return lines
}

// flow draws the steps as facts, where no parts of the report tell of them; where there is
// little room in one line, with arrows between them. A last step that was not reached is what
// was reported.
func (p Pen) flow(f report.Flow, names int) []string {
	if slices.ContainsFunc(f.Steps, func(s report.Step) bool { return s.Told }) {
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
	name := min(names, max(p.Width/3-3, 1))
	indent := 2 + name + 1
	begin := role.Render(sign) + " " + p.Styles.Text.Render(text.Fit(text.SanitizeLine(f.Name), name, "…")) + " "
	var out []string
	add := func(words string, style lipgloss.Style) {
		for _, line := range text.Rows(text.SanitizeLine(words), max(p.Width-indent, 1)) {
			out = append(out, begin+style.Render(line))
			begin = p.continued(indent)
		}
		begin = strings.Repeat(" ", indent)
	}
	said := f.Said
	if f.Took > 0 {
		said += "  " + figures.Duration(f.Took.Microseconds())
	}
	add(said, p.Styles.Text)
	if f.Remedy != "" { // before what it means, so that it is in view
		add("→ "+f.Remedy, p.Styles.Accent)
	}
	if f.Detail != "" {
		add(f.Detail, p.Styles.Dim)
	}
	return out
}

// remark draws a finding whose words say what was looked at.
func (p Pen) remark(f report.Finding, sign string, style lipgloss.Style) []string {
	if p.Brief {
		return []string{style.Render(text.Truncate(sign+" "+text.SafeLine(f.Words()), p.Width, "…"))}
	}
	words := text.ClipSized(f.Words(), mostOf)
	lines := text.Paragraph(p.Styles, style, 0, p.Width, sign+" "+words)
	if p.Flat {
		lines = p.hanging(sign+" ", words, style)
	}
	if key := p.key(views.Action("tab-" + f.Page)); f.Page != "" && key != "" {
		leads := "  " + key + p.Styles.Dim.Render(" "+string(f.Page))
		if last := len(lines) - 1; text.Width(lines[last])+text.Width(leads) <= p.Width {
			lines[last] += leads
		} else {
			lines = append(lines, leads)
		}
	}
	const most = 4 // lines of what is ours
	for words := range strings.SplitSeq(f.Detail, "\n") {
		if words != "" {
			lines = append(lines, p.below("  ", text.SafeLine(words), p.Styles.Dim, p.Width-2, most)...)
		}
	}
	return lines
}

package form

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/field"
	"gatehouse/views/kit/text"
)

// control draws a row's value in lines of at most width cells.
func (m *Model) control(r *row, width int, selected bool) []string {
	style := m.styles.Text
	switch {
	case selected && m.focus && r.label == "":
		style = m.styles.Selection
	case m.inert(r) != "":
		style = m.styles.Faint
	}
	one := func(s string) []string { return []string{text.Truncate(s, width, "…")} }
	switch r.kind {
	case rowAdd:
		return one(m.addControl(r, selected))
	case rowHead:
		return one(m.headControl(r, width, style))
	case rowExtra:
		return m.extraControl(r, width)
	case rowFixed:
		return m.fixedControl(r, width)
	case rowJSON:
		if r.value == nil {
			return m.unsetLines(r.what, width)
		}
		return one(style.Render(source(r.value, width)))
	}
	switch {
	case r.in != nil && r.in.kind == field.Pairs:
		return one(m.styles.Tool.Render(cut(r.name, width/2)) + m.styles.Dim.Render(": ") + style.Render(pairSummary(r, width)))
	case r.what.Kind == field.Toggle:
		return one(m.toggleControl(r, width))
	case r.what.Kind == field.Choice && r.in == nil:
		return m.choiceControl(r, width, selected, style)
	case r.value == nil:
		return m.unsetLines(r.what, width)
	case scan.KindOf(r.value) == scan.String:
		return m.textControl(r, width, style)
	}
	return one(style.Render(summary(r.value, width)))
}

// unsetWords describes the default of a field that is not set.
func (m *Model) unsetWords(f *field.Field) string {
	return m.styles.Faint.Render(text.SanitizeLine(unset(f)))
}

// unsetLines is unsetWords in as many lines as it takes.
func (m *Model) unsetLines(f *field.Field, width int) []string {
	lines := few(wrapped(unset(f), width), maxFound, width)
	for i, line := range lines {
		lines[i] = m.styles.Faint.Render(line)
	}
	return lines
}

func unset(f *field.Field) string {
	if f.Default == "" {
		return "not set"
	}
	return "default " + defaultOf(f)
}

func (m *Model) addControl(r *row, selected bool) string {
	style := m.styles.Dim
	if selected && m.focus {
		style = m.styles.Selection
	}
	out := style.Render("+ add")
	switch {
	case r.list.size > 0:
	case r.value == nil && r.what.Default != "":
		out += "  " + m.unsetWords(r.what)
	case r.value == nil:
	case scan.KindOf(r.value) == scan.Null:
		out += "  " + m.styles.Text.Render("null")
	default:
		out += "  " + m.styles.Text.Render("empty")
	}
	return out
}

// headControl draws what an object holds, in one line.
func (m *Model) headControl(r *row, width int, style lipgloss.Style) string {
	sign := "▸ "
	if r.open {
		sign = "▾ "
	}
	sign = m.styles.Dim.Render(sign)
	switch {
	case r.value == nil:
		return sign + m.unsetWords(r.what)
	case scan.KindOf(r.value) != scan.Object:
		return sign + style.Render(summary(r.value, width))
	case r.in != nil:
		words := strconv.Itoa(r.index+1) + "  "
		if r.open {
			return sign + style.Render(words+summary(scan.Get(r.value, "type"), width))
		}
		return sign + style.Render(words+summary(r.value, width))
	}
	return sign + style.Render(strconv.Itoa(len(members(r.value)))+" set")
}

func (m *Model) extraControl(r *row, width int) []string {
	words := strings.TrimLeft(r.extra.Text, " ")
	indent := strings.Repeat(" ", min(len(r.extra.Text)-len(words), width/2))
	lines := few(wrapped(words, width-len(indent)), maxExtra, width-len(indent))
	for i, line := range lines {
		lines[i] = indent + m.styles.Text.Render(line)
	}
	if r.extra.Choose != nil {
		if last := len(lines) - 1; text.Width(lines[last])+9 <= width {
			lines[last] += m.styles.Dim.Render("  (enter)")
		}
	}
	return lines
}

// fixedControl draws a field that cannot be set, and a value that it has all
// the same.
func (m *Model) fixedControl(r *row, width int) []string {
	words, style := r.what.Default, m.styles.Dim
	if r.value != nil {
		words, style = summary(r.value, width), m.styles.Text
	}
	return m.withWords(style.Render(cut(words, width)), r.what.Help, m.styles.Faint, width)
}

// withWords puts words after a control, or below it if they do not fit.
func (m *Model) withWords(control, words string, style lipgloss.Style, width int) []string {
	words = text.SanitizeLine(words)
	switch {
	case words == "":
		return []string{control}
	case text.Width(control)+2+text.Width(words) <= width:
		return []string{control + "  " + style.Render(words)}
	}
	out := []string{control}
	for _, line := range few(wrapped(words, width-2), maxFound, width-2) {
		out = append(out, "  "+style.Render(line))
	}
	return out
}

func (m *Model) toggleControl(r *row, width int) string {
	on, set := string(r.value) == "true", r.value != nil
	null, style := set && scan.KindOf(r.value) == scan.Null, m.styles.Text
	if !set || m.inert(r) != "" {
		style, on = m.styles.Faint, isYes(r.what.Default)
	}
	marked := set || r.what.Default != ""
	one := func(word string, chosen bool) string {
		if chosen && marked {
			return style.Render("● " + word)
		}
		return m.styles.Faint.Render("○ " + word)
	}
	out := one("yes", on && !null) + "  " + one("no", !on && !null)
	if r.what.Nullable {
		out += "  " + one("null", null)
	}
	words := "  " + m.unsetWords(r.what)
	if !set && r.what.Default != "" && text.Width(out+words) <= width {
		out += words // where there is no room, or no default, the circles say it
	}
	return out
}

func (m *Model) choiceControl(r *row, width int, selected bool, style lipgloss.Style) []string {
	arrows, words, help := m.styles.Faint, r.what.Default, ""
	if selected && m.focus {
		arrows = m.styles.Accent
	}
	switch {
	case r.value == nil && words == "":
		style, words = m.styles.Faint, "not set"
	case r.value == nil:
		style, help = m.styles.Faint, "default"
	case scan.KindOf(r.value) == scan.Null:
		words = "null"
	default:
		words, _ = start(r.value, 400)
		for _, o := range r.what.Options {
			if o.Value == words {
				help = o.Help
			}
		}
	}
	control := arrows.Render("◂ ") + style.Render(cut(words, width-4)) + arrows.Render(" ▸")
	return m.withWords(control, help, m.styles.Dim, width)
}

// textControl draws a text: a long one in its first lines.
func (m *Model) textControl(r *row, width int, style lipgloss.Style) []string {
	if len(r.value) == 2 {
		return []string{m.styles.Dim.Render("\"\" (empty string)")}
	}
	if !r.what.Long {
		first, _ := start(r.value, 16*width)
		return []string{text.Truncate(style.Render(text.SanitizeLine(first)), width, "…")}
	}
	shown := r.shown.Get(width, func() []string { return firstLines(r.value, width) })
	out := make([]string, len(shown))
	for i, line := range shown {
		out[i] = style.Render(line)
		if i == longLines-1 && strings.HasPrefix(line, "… ") {
			out[i] = m.styles.Dim.Render(line)
		}
	}
	return out
}

// maxWrapped is how much of a long text is wrapped to show its first lines, in
// bytes of its source.
const maxWrapped = 64 << 10

// firstLines wraps the beginning of a long text. If not all is shown, the last line gives the size.
func firstLines(value []byte, width int) []string {
	first, more := start(value, maxWrapped)
	lines := text.Rows(text.Sanitize(first), max(width, 1))
	switch rest := len(lines) - longLines + 1; {
	case more:
		lines = append(lines[:min(len(lines), longLines-1)], "… "+figures.Size(len(value))+" in all")
	case len(lines) > longLines:
		lines = append(lines[:longLines-1], "… and "+strconv.Itoa(rest)+" more lines")
	}
	return lines
}

// summary returns a value in one line of at most width cells: a string as the text
// that it is, all else as JSON.
func summary(value []byte, width int) string {
	if scan.KindOf(value) != scan.String || len(value) == 2 {
		return source(value, width)
	}
	text, _ := start(value, 8*width)
	return cut(text, width)
}

// source returns a value in one line of at most width cells, as it is spelled but
// for white space.
func source(value []byte, width int) string {
	text := string(value[:min(len(value), 8*max(width, 1))])
	if scan.KindOf(value) != scan.String {
		text = strings.Join(strings.Fields(text), " ")
	}
	return cut(strings.ToValidUTF8(text, ""), width)
}

// pairSummary returns a pair's value in one line, written as it is typed.
func pairSummary(r *row, width int) string {
	if len(r.what.Values) > 0 && len(r.value) < 1000 {
		return cut(pairText(r.what, r.value), width)
	}
	return summary(r.value, width)
}

package form

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/field"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// help draws the lines below the rows: what the selected field is, or the words
// that are looked for. below is the first row of the form that is out of sight
// at the lower edge.
func (m *Model) help(rows, below int) []string {
	if rows <= 0 {
		return nil
	}
	var out []string
	if rows > 1 {
		out = append(out, m.edge(below))
	}
	if m.find.Open {
		out = append(out, m.findLine(len(out)))
	}
	if m.height < tall {
		out = append(out, m.helpLines(max(rows-len(out), 1), m.width-2)...)
	}
	for len(out) < rows {
		out = append(out, "")
	}
	return out[:rows]
}

// helpLines draws what the selected field is, in at most maxLines lines, but for one of each phrase.
func (m *Model) helpLines(maxLines, width int) (out []string) {
	for _, p := range m.words() {
		for _, line := range few(wrapped(p.words, width), max(maxLines-len(out), 1), width) {
			style := m.styles.Dim
			if p.loud {
				style = m.styles.Warn
			}
			out = append(out, " "+style.Render(line))
		}
	}
	return out
}

// edge returns the rule below the rows, with the number of those out of sight.
func (m *Model) edge(below int) string {
	sign := ""
	if m.top > 0 {
		sign = " ↑ " + strconv.Itoa(m.top)
	}
	if rest := len(m.rows) - below; rest > 0 {
		sign += " ↓ " + strconv.Itoa(rest)
	}
	if sign != "" {
		sign += " more "
	}
	rule := max(m.width-2-text.Width(sign), 0)
	return " " + m.styles.Rule.Render(strings.Repeat("─", rule)) + m.styles.Dim.Render(sign)
}

// findLine draws the end of the words that are looked for.
func (m *Model) findLine(line int) string {
	words := text.SanitizeLine(m.find.Words)
	words = text.TruncateLeft(words, max(text.Width(words)-max(m.width-12, 1), 0), "")
	if m.find.Typing {
		m.cache.cursor = tea.NewCursor(min(3+text.Width(words), m.width-1), m.height-m.helpHeight()+line)
	}
	out := " " + m.styles.Accent.Render("/") + " " + m.styles.Text.Render(words)
	if m.find.Missed() {
		out += m.styles.Warn.Render("  not found")
	}
	return out
}

// phrase is a piece of the help.
type phrase struct {
	words string
	loud  bool
}

// words says of the selected field what it does, what holds without it, what
// bounds it has, and why it may have no effect.
func (m *Model) words() []phrase {
	r := m.row()
	if r == nil {
		return nil
	}
	if m.typed != nil {
		return []phrase{{words: m.typingWords()}}
	}
	var out []phrase
	if why := m.inert(r); why != "" {
		out = append(out, phrase{r.title() + " " + why, true})
	}
	f := r.what
	if r.kind == rowExtra || f == nil {
		return out
	}
	if f.Deprecated != "" {
		out = append(out, phrase{"deprecated: " + f.Deprecated, true})
	}
	var parts []string
	if f.Help != "" {
		parts = append(parts, f.Help)
	}
	if f.Default != "" && r.kind != rowFixed {
		parts = append(parts, "Default: "+defaultOf(f)+".")
	}
	if limits := limits(f); limits != "" {
		parts = append(parts, strings.ToUpper(limits[:1])+limits[1:]+".")
	}
	if f.Nullable {
		parts = append(parts, "May be null.")
	}
	if r.kind == rowJSON && r.value != nil && f.Kind != field.JSON && f.Kind != field.Fixed {
		parts = append(parts, "Not the type that this field takes; shown as JSON.")
	}
	return append(out, phrase{words: strings.Join(parts, "  ")})
}

// typingWords describes what the keys do while text is typed.
func (m *Model) typingWords() string {
	t, name := m.typed, m.keys.Name
	out := name(views.ActSend) + " applies, " + name(views.ActStop) + " cancels"
	if t.multiline() {
		out += ", " + name(views.ActNewLine) + " adds a line"
	}
	if len(t.offers) > 0 {
		out += "; " + name(views.ActDown) + " and " + name(views.ActUp) + " choose"
	}
	if t.multiline() && (t.what.Long || t.mode == writeJSON) {
		out += "; " + name(views.ActEditor) + " opens your editor"
	}
	return out
}

// defaultOf writes what holds where a field is not set; empty where the
// document does not say.
func defaultOf(f *field.Field) string {
	switch {
	case f.Kind == field.Toggle && f.Default == "true":
		return "yes"
	case f.Kind == field.Toggle && f.Default == "false":
		return "no"
	}
	return f.Default
}

// limits writes a field's bounds.
func limits(f *field.Field) string {
	var parts []string
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	switch {
	case f.Min != nil && f.Max != nil:
		parts = append(parts, number(*f.Min)+" to "+number(*f.Max))
	case f.Min != nil:
		parts = append(parts, "at least "+number(*f.Min))
	case f.Max != nil:
		parts = append(parts, "at most "+number(*f.Max))
	}
	thing := "element"
	if f.Kind == field.Pairs {
		thing = "pair"
	}
	switch {
	case f.MinItems > 0 && f.MaxItems > 0:
		parts = append(parts, strconv.Itoa(f.MinItems)+" to "+figures.Counted(f.MaxItems, thing))
	case f.MaxItems > 0:
		parts = append(parts, "at most "+figures.Counted(f.MaxItems, thing))
	case f.MinItems > 0:
		parts = append(parts, "at least "+figures.Counted(f.MinItems, thing))
	}
	if f.MaxKey > 0 {
		parts = append(parts, "keys of at most "+strconv.Itoa(f.MaxKey)+" characters")
	}
	if f.BadInKey != "" {
		parts = append(parts, "no "+strings.Join(strings.Split(f.BadInKey, ""), " ")+" in keys")
	}
	if f.MaxLength > 0 {
		of := ""
		switch f.Kind {
		case field.List:
			of = " each"
		case field.Pairs:
			of = " a value"
		}
		parts = append(parts, "at most "+strconv.Itoa(f.MaxLength)+" characters"+of)
	}
	if f.MaxTotal > 0 {
		parts = append(parts, "at most "+strconv.Itoa(f.MaxTotal)+" characters in all")
	}
	return strings.Join(parts, ", ")
}

// right is drawn at the right end of a row: counters, and that a field
// is deprecated.
func (m *Model) right(r *row) string {
	switch {
	case r.kind == rowExtra || r.what == nil:
		return ""
	case r.kind == rowAdd:
		return r.list.counters()
	case r.in != nil && r.in.kind == field.Pairs && r.kind == rowValue:
		return pairLengths(r)
	case r.what.Deprecated != "":
		return "deprecated"
	case len(r.value) > 4000 && (r.kind == rowJSON || r.kind == rowValue && !r.what.Long):
		return figures.Size(len(r.value))
	case r.what.MaxLength > 0 && r.kind == rowValue && scan.KindOf(r.value) == scan.String && r.in == nil:
		return strconv.Itoa(r.runes()) + " of " + strconv.Itoa(r.what.MaxLength)
	}
	return ""
}

// runes counts the characters of a row's text, once.
func (r *row) runes() int {
	if !r.counted {
		r.counted, r.length = true, scan.Runes(r.value)
	}
	return r.length
}

func pairLengths(r *row) string {
	var parts []string
	if limit := r.in.what.MaxKey; limit > 0 {
		parts = append(parts, strconv.Itoa(len([]rune(r.name)))+" of "+strconv.Itoa(limit))
	}
	if limit := r.what.MaxLength; limit > 0 && scan.KindOf(r.value) == scan.String {
		parts = append(parts, strconv.Itoa(r.runes())+" of "+strconv.Itoa(limit))
	}
	return strings.Join(parts, ", ")
}

// counters describes how much of a list's bounds is used up.
func (g *group) counters() string {
	f := g.what
	if g.size == 0 || f.MaxItems == 0 && f.MaxTotal == 0 {
		return ""
	}
	words := strconv.Itoa(g.size)
	if f.MaxItems > 0 {
		words += " of " + strconv.Itoa(f.MaxItems)
	}
	if f.MaxTotal > 0 {
		if !g.counted {
			g.counted = true
			for _, e := range scan.Elements(g.value) {
				g.length += scan.Runes(e)
			}
		}
		words += ", " + strconv.Itoa(g.length) + " characters"
	}
	return words
}

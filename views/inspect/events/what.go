package events

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/frames"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// pen draws some words of a row.
type pen func(lipgloss.Style, string) string

// what describes a line's frames in some cells: their type, the model if it is not the
// answer's, why the frame stands out, the item, and the frame's text. The last of these is
// truncated first, then the type is shortened; the model and what is wrong are complete.
func (m *Model) what(k rowKey, cells int, plain pen) string {
	l, s, list := k.Line, m.styles, m.list()
	panel, read := list.Panel(l.First, l.Count), summary{}
	if l.Count == 1 {
		read = m.summary(l.First)
	}
	style := s.Text
	switch list.Type(l.First) {
	case frames.Comment, frames.Done, frames.Fields:
		style = s.Dim
	case frames.Data:
		style = s.Warn
	}
	const between = "  "
	warnings := ""
	if l.Count == 1 {
		for _, odd := range m.oddities(k, read) {
			warnings += between + plain(s.Warn, odd)
		}
	}
	model := read.model
	if panel.Models == 1 {
		model = text.ClipLine(panel.Model, 60)
	}
	if width := cells - text.Width(warnings); model != "" && width > minName {
		warnings = between + plain(style, text.Truncate(model, width, "…")) + warnings
	}
	rest := ""
	if k.item != "" {
		rest = between + plain(s.Dim, k.item)
	}
	name := m.name(l, read, panel).fitted(cells-text.Width(warnings), text.Width(rest))
	words := warnings
	if name != "" {
		words = plain(style, name) + warnings
	}
	if read.what != "" {
		rest += between + plain(s.Dim, read.what)
	}
	if width := cells - text.Width(words); width > len(between)+len("#0") {
		words += text.Truncate(rest, width, "…")
	}
	return text.Truncate(strings.TrimPrefix(words, between), cells, "…")
}

// typeName is the type of a line's frames in its forms, from the longest to the shortest,
// and the text around it.
type typeName struct {
	before string
	forms  []string
	after  string
}

// minName is the least number of cells of a name that is worth showing.
const minName = 5

// fitted returns the longest form that fits with more cells after it; else as many of the
// last words of the shortest as fit.
func (n typeName) fitted(cells, more int) string {
	cells -= text.Width(n.before) + text.Width(n.after)
	for _, form := range n.forms {
		if text.Width(form)+more <= cells {
			return n.before + form + n.after
		}
	}
	shortest := n.forms[len(n.forms)-1]
	if text.Width(shortest) <= cells {
		return n.before + shortest + n.after
	}
	if cells < minName {
		return ""
	}
	return n.before + views.TypeEnd(shortest, cells) + n.after
}

// name names the type of a line's frames. A run of a fusion's panel has both types if there
// are two, and the number of its models if there are several.
func (m *Model) name(l frames.Line, read summary, panel frames.Panel) typeName {
	const response, fusion = "response.", "fusion_call."
	long := text.ClipLine(m.list().Name(m.list().Type(l.First)), 80)
	short := strings.TrimPrefix(long, response)
	n := typeName{forms: []string{short}}
	if _, delta, ok := strings.Cut(short, "/"); ok { // content_block_delta/text_delta
		n.forms = append(n.forms, delta)
	}
	switch {
	case panel.Mixed:
		n.forms = []string{fusion + "panel.delta, panel.reasoning.delta", "panel deltas"}
	case strings.HasPrefix(short, fusion+"panel.") || strings.HasPrefix(short, fusion+"analysis."):
		n.forms = append(n.forms, strings.TrimPrefix(short, fusion))
	}
	switch {
	case l.Member && m.layout().width < 100 && panel.Models == 0 && read.what != "":
		n.forms = []string{"·"} // the row of the run names them
	case l.Member:
		n.before = "· "
	case m.layout().width >= 100 && long != short && !panel.Mixed:
		n.forms = append([]string{long}, n.forms...)
	}
	if panel.Models > 1 {
		n.after = " (" + figures.Thousands(panel.Models) + " models)"
	}
	if l.Count > 1 {
		n.before = figures.Thousands(l.Count) + " × "
	}
	return n
}

// oddities says in words why a frame stands out.
func (m *Model) oddities(k rowKey, read summary) []string {
	var odd []string
	frame := k.First
	marks := m.list().Marks(frame)
	if silent := m.rows.AfterSilence(frame); silent && k.longest {
		odd = append(odd, "longest silence")
	} else if silent {
		odd = append(odd, "long silence")
	}
	if marks&frames.Gap != 0 {
		odd = append(odd, m.leap(frame, read))
	}
	for _, c := range []struct {
		mark  frames.Mark
		words string
	}{
		{frames.Unknown, unknownWords(m.list().Name(m.list().Type(frame)))}, {frames.Late, "after the end of the response"},
		{frames.Torn, "cut off: no blank line at the end"}, {frames.Undecodable, "nested too deep to parse fully"},
	} {
		if marks&c.mark != 0 && (c.mark != frames.Undecodable || m.readAsJSON(frame)) {
			odd = append(odd, c.words)
		}
	}
	return odd
}

// unknownWords returns what is unknown: the event, or what is in one that is known.
func unknownWords(event string) string {
	switch strings.TrimPrefix(event, "response.") {
	case "output_item.added", "output_item.done", "content_part.added", "content_part.done",
		"created", "queued", "in_progress", "completed", "incomplete", "failed":
		return "unknown content"
	}
	return "unknown"
}

// leap describes a break in sequence_number before a frame.
func (m *Model) leap(frame int, read summary) string {
	const far = 64 // frames without a number between two that have one
	for i := frame - 1; i >= max(frame-far, 0) && read.numbered; i-- {
		if before := m.summary(i); before.numbered {
			name := "sequence_number"
			if m.layout().width < 100 { // the column has that name
				name = "seq"
			}
			return fmt.Sprintf("%s %d → %d", name, before.sequence, read.sequence)
		}
	}
	return "a break in sequence_number"
}

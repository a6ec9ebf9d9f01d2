package tree

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Head is what is above a body on the wire.
type Head struct {
	Line   string      // the request's method and address, or the status line; empty for no head
	Fields http.Header // keys are hidden

	Trailers http.Header // that arrived after the body; keys are hidden
}

// headShape is what a head is drawn for.
type headShape struct {
	text.Shape
	open bool
}

// headLines returns the head for a width, drawn once: one line when it is folded.
func (m *Model) headLines(width int) []string {
	if m.content.Head.Line == "" || len(m.layers) > 1 {
		return nil
	}
	shape := headShape{text.Shape{Width: width, Style: m.styles.Version}, m.open}
	return m.head.Get(shape, func() []string { return m.drawHead(width) })
}

func (m *Model) drawHead(width int) []string {
	h := m.content.Head
	count, behind := fieldsOf(h.Fields), fieldsOf(h.Trailers)
	counted := figures.Counted(count, "header")
	if behind > 0 {
		counted += ", " + figures.Counted(behind, "trailer")
	}
	sign, words := "▸ ", "  "+counted+", "+m.keys.Name(views.ActTreeHead)+" shows them"
	if m.open {
		sign, words = "▾ ", ""
	}
	if count+behind == 0 {
		sign, words = "  ", "  no headers"
	}
	line := text.Truncate(text.SanitizeLine(h.Line), max(width-2-text.Width(words), 12), "…")
	lines := []string{m.styles.Dim.Render(sign) + m.styles.Strong.Render(line) + m.styles.Dim.Render(words)}
	if m.open {
		lines = append(lines, m.fields(h.Fields, width)...)
	}
	if m.open && behind > 0 {
		lines = append(lines, "  "+m.styles.Strong.Render("trailers"))
		lines = append(lines, m.fields(h.Trailers, width)...)
	}
	return append(lines, "")
}

func fieldsOf(h http.Header) (count int) {
	for _, values := range h {
		count += len(values)
	}
	return count
}

func (m *Model) fields(h http.Header, width int) (lines []string) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			lines = append(lines, m.field(name, hidden(name, value), width)...)
		}
	}
	return lines
}

// field draws one header field, wrapped.
func (m *Model) field(name, value string, width int) []string {
	const maxField = 8 << 10
	if len(value) > maxField {
		value = value[:maxField] + "… " + figures.Size(len(value)-maxField) + " more"
	}
	prefix := text.SanitizeLine(name) + ": "
	lines := text.RowsWithSpaces(prefix+text.SanitizeLine(value), max(width-4, 1))
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, prefix); ok && i == 0 {
			lines[i] = "    " + m.styles.Dim.Render(prefix) + m.styles.Text.Render(rest)
		} else {
			lines[i] = "    " + m.styles.Text.Render(line)
		}
	}
	return lines
}

// hidden returns a field's value without what is secret in it. What was
// recorded holds no key; this is the second look.
func hidden(name, value string) string {
	if !wire.Credential(name) || strings.Contains(value, "*") || strings.Contains(value, "REDACTED") || value == "" {
		return value
	}
	scheme, _, ok := strings.Cut(value, " ")
	if !ok || len(scheme) > 12 {
		return "(hidden)"
	}
	return scheme + " (hidden)"
}

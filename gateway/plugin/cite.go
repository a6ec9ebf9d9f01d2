package plugin

import (
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// Cite adds the sources to the last message, each as a line of its own with a
// citation over what is quoted. A message that is JSON, or a refusal, is left as
// it is.
func Cite(items []output.Placed, sources []Source) []output.Placed {
	if len(sources) == 0 {
		return items
	}
	for i := len(items) - 1; i >= 0; i-- {
		m, ok := items[i].Item.(output.Message)
		if !ok {
			continue
		}
		if m.Refusal || gjson.Valid(m.Text) {
			return items
		}
		cited := append([]output.Placed{}, items...)
		cited[i].Item = withSources(m, sources)
		return cited
	}
	return items
}

func withSources(m output.Message, sources []Source) output.Message {
	var b strings.Builder
	b.WriteString(m.Text)
	b.WriteString("\n\n### From the web\n\nSimulated: these pages are the local gateway's own.\n")
	at := utf8.RuneCountInString(b.String())
	m.Citations = append([]output.Citation{}, m.Citations...)
	for _, s := range sources {
		line := "\n- " + s.Excerpt + " [" + s.Title + "](" + s.URL + ")"
		b.WriteString(line)
		start := at + len("\n- ")
		at += utf8.RuneCountInString(line)
		m.Citations = append(m.Citations, output.Citation{URL: s.URL, Title: s.Title, Start: start, End: at})
	}
	m.Text = b.String()
	return m
}

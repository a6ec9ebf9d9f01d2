package plugin

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/output"
)

// Cite adds the sources to a message, each as a line of its own with a citation
// over what is quoted. A message that is JSON, or a refusal, is left as it is,
// and so is any other item.
func Cite(it output.Placed, sources []Source) output.Placed {
	if m, ok := it.Item.(output.Message); ok && len(sources) > 0 && !m.Refusal && !json.Valid([]byte(m.Text)) {
		it.Item = withSources(m, sources)
	}
	return it
}

func withSources(m output.Message, sources []Source) output.Message {
	const heading = "\n\n### From the web\n\nSimulated: these pages are built into the local gateway.\n"
	var b strings.Builder
	b.WriteString(heading)
	at := utf8.RuneCountInString(m.Text) + utf8.RuneCountInString(heading)
	m.Citations = append([]output.Citation{}, m.Citations...)
	for _, s := range sources {
		line := "\n- " + s.Excerpt + " [" + s.Title + "](" + s.URL + ")"
		b.WriteString(line)
		start := at + len("\n- ")
		at += utf8.RuneCountInString(line)
		m.Citations = append(m.Citations, output.Citation{URL: s.URL, Title: s.Title, Start: start, End: at})
	}
	m.Text += b.String()
	return m
}

package rerank

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/export"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// copyMenu lists what can be copied of the cursor's model and of the comparison.
func (s *Screen) copyMenu() tea.Cmd {
	var items []picker.Item
	add := func(label, words string, text func() string) {
		items = append(items, picker.Item{Label: label, Words: words, Choose: func() views.Intent { return views.CopyWritten{What: label, Text: text} }})
	}
	if model, ok := s.ranking.Column(); ok {
		name := s.label(model)
		if run := s.runOf(model); run != nil && run.capture != nil {
			c := run.capture
			if c.Sent.URL != "" {
				add("curl command", "the request to "+name+" as sent, the key in $"+export.KeyVariable, func() string { return s.Curl(c.Sent) })
			}
			if c.Text().Len() > 0 {
				add("response", "of "+name+", the body as it came", func() string { return string(c.Text().All()) })
			}
		}
		if s.set.Missing(s.at, model) == nil {
			set, at := s.set, s.at
			add("request", "the JSON that "+name+" would be asked now", func() string {
				doc, _ := set.Request(at, model) // empty where it cannot be written
				return string(doc)
			})
		}
	}
	if len(s.set.Documents) > 0 {
		table := s.Table()
		add("comparison", "as a markdown table", func() string { return string(table.Markdown()) })
		if doc, ok := s.ranking.Selected(); ok {
			text := s.set.Documents[doc].Text
			add("document", fmt.Sprintf("number %d", doc+1), func() string { return text })
		}
	}
	return s.OpenCopyMenu(items)
}

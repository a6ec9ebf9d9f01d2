package rerank

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/export"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/picker"
	reports "gatehouse/views/report"
)

// makeCheck makes a check of what the cursor's model answered.
func (s *Screen) makeCheck() tea.Cmd {
	if model, ok := s.ranking.Column(); ok {
		if run := s.runOf(model); run != nil {
			return s.MakeCheck(&run.Exchange)
		}
	}
	return s.Notify("no answer to check yet")
}

// plainTable draws a table as gatehouse rerank prints it.
func plainTable(t report.Table) string {
	return reports.Plain(0, report.Report{Blocks: []report.Block{t}})
}

// copyMenu lists what can be copied and exported of the cursor's model and of the comparison.
func (s *Screen) copyMenu() tea.Cmd {
	of := export.Comparison{Set: s.set, Query: s.at, Model: -1, Document: -1, Table: s.Table(), Plain: plainTable}
	var run *Run
	if model, ok := s.ranking.Column(); ok {
		of.Model, of.Label = model, s.label(model)
		if run = s.runOf(model); run != nil {
			of.Capture = run.Capture
		}
	}
	if doc, ok := s.ranking.Selected(); ok {
		of.Document = doc
	}
	var items []picker.Item
	for _, c := range export.Copies(of, export.ComparisonFormats()) {
		items = append(items, picker.Item{
			Label: c.Name, Words: c.About, Verb: "copy",
			File:   screen.FileOf(c),
			Choose: func() views.Intent { return views.CopyWritten{What: c.Name, Text: c.Text} },
		})
	}
	share := screen.Sharing{Parts: items}
	if run != nil {
		share.Of, share.Name, share.All = screen.Exported(&run.Exchange, run.State, ""), of.Label, run.Session()
	}
	return s.OpenCopyMenu(share)
}

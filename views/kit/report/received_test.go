package report

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/report"
)

// TestPlainReportsHoldNoReceivedLine: whatever others wrote, in any place of a report where that may be,
// it begins no line of the plain text, ends none, and is no command for a CI system.
func TestPlainReportsHoldNoReceivedLine(t *testing.T) {
	received := regexp.MustCompile("^[ \t]*(##|::|RECEIVED|→ RECEIVED|not ok 99|```|<b>|”)")
	executed := regexp.MustCompile(`##[\w.-]*\[|\[\[\w+\||[\r\x1b\x0b\x{85}\x{2028}]`)
	piece := rapid.SampledFrom([]string{"##vso[task.x]1", "::error::RECEIVED", "RECEIVED", "→ RECEIVED", "not ok 99", "##[", "[[ATTACHMENT|x]]", "\n", "\r", "\r\n", "\x1b[0K", "\u2028", "\u0085", "”", "```", "<b>", " ", "word "})
	rapid.Check(t, func(t *rapid.T) {
		text := func() string {
			return "RECEIVED " + strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "text"), "")
		}
		span := func() report.Span { return report.Span{Text: text(), Role: report.Bad} }
		row := func() report.Row {
			return report.Row{Cells: []report.Span{{Text: text(), Role: report.Name}, span()}, Text: text(), Note: text(), Below: []report.Block{report.Quote{Text: text()}}}
		}
		list := []report.Report{{Title: "OURS", Sum: span(), Blocks: []report.Block{
			report.Quote{Text: text(), Bare: true}, report.Quote{Before: "ours: ", Text: text()},
			report.Field{Label: "ours", Value: []report.Span{span()}}, report.Field{Label: "ours", Value: []report.Span{span(), span()}, About: span()},
			report.List{Label: "ours", Items: []report.Item{{Value: []report.Span{span()}}, {Value: []report.Span{span()}, About: span()}}},
			report.Numbers{{Label: "ours", Value: text()}},
			report.Table{Columns: []report.Column{{Title: "ours"}, {Title: text()}}, Rows: []report.Row{row(), row()}},
			report.Report{Title: "ours", Sum: span(), Blocks: []report.Block{row()}},
			report.Flow{Steps: []report.Step{{Label: "ours", Nodes: []report.Node{{Names: []string{text()}, Role: report.Model}}}}},
			report.Words{Sign: report.Span{Text: "~ "}, Spans: []report.Span{span(), span()}},
			report.Excerpt{Before: text(), Found: text(), After: text()},
			report.Finding{Message: text(), Path: "ours"}, report.Finding{Message: text(), Quoted: true}, report.Finding{Name: "ours", Message: text(), Remedy: "ours: " + text()},
			report.Span{Text: "Ours: " + text()}, report.Span{Text: "ours: " + text(), Role: report.Advice},
		}}}
		for _, width := range []int{0, rapid.IntRange(20, 120).Draw(t, "width")} {
			drawn := Plain(width, list...)
			for line := range strings.Lines(drawn) {
				if line = strings.TrimSuffix(line, "\n"); received.MatchString(line) || executed.MatchString(line) {
					t.Fatalf("%q in\n%s", line, drawn)
				}
			}
		}
	})
}

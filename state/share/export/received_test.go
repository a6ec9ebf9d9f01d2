package export

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/report"
)

// TestMarkdownReportsHoldNoReceivedLine: whatever others wrote, in any place of a report where that may
// be, it begins no line but that of a quotation, and is neither markup nor a command for a CI system.
func TestMarkdownReportsHoldNoReceivedLine(t *testing.T) {
	received := regexp.MustCompile("^ *(RECEIVED|::|```|~~~|not ok|##?[^# ]|<|”)")
	markup := regexp.MustCompile("(^|[^\\\\])(<b>|\\[x\\]\\()|##[\\w.-]*\\[|\\[\\[\\w+\\||[\r\x1b\x0b\\x{85}\\x{2028}]")
	piece := rapid.SampledFrom([]string{"##vso[task.x]1", "::error::RECEIVED", "RECEIVED", "# RECEIVED", "not ok 99", "##[", "[[ATTACHMENT|x]]", "\n", "\r", "\r\n", "\x1b[0K", "\u2028", "\u0085", "”", "```", "~~~", "<b>", "[x](http://e)", " ", "|", "---", "===", "\n\n"})
	rapid.Check(t, func(t *rapid.T) {
		text := func() string {
			return "RECEIVED" + strings.Join(rapid.SliceOfN(piece, 0, 20).Draw(t, "text"), "")
		}
		span := func() report.Span { return report.Span{Text: text(), Role: report.Bad} }
		row := func() report.Row {
			return report.Row{Cells: []report.Span{{Text: text(), Role: report.Name}, span()}, Note: text()}
		}
		unfolds := row()
		unfolds.Text, unfolds.Below = text(), []report.Block{report.Quote{Text: text()}}
		out := Reports(report.Report{Title: "Ours " + text(), Sum: report.Span{Text: "ours: " + text()}, Blocks: []report.Block{
			report.Quote{Text: text(), Bare: true}, report.Quote{Before: "ours: ", Text: text()},
			report.Field{Label: "ours", Value: []report.Span{span(), span()}, About: span()},
			report.List{Label: "ours", Items: []report.Item{{Value: []report.Span{span()}}, {Value: []report.Span{span()}, About: span()}}},
			report.Numbers{{Label: "ours", Value: text()}},
			report.Table{Columns: []report.Column{{Title: "ours"}, {Title: text()}}, Rows: []report.Row{row(), row()}},
			report.Report{Title: "ours", Blocks: []report.Block{unfolds}},
			report.Flow{Steps: []report.Step{{Label: "ours", Nodes: []report.Node{{Names: []string{text()}, Role: report.Model}}}}},
			report.Words{Sign: report.Span{Text: "~ "}, Spans: []report.Span{span(), span()}},
			report.Excerpt{Before: text(), Found: text(), After: text()},
			report.Finding{Message: text(), Path: "ours"}, report.Finding{Message: text(), Quoted: true}, report.Finding{Name: "ours", Message: text(), Remedy: text()},
			report.Span{Text: "Ours: " + text()}, report.Span{Text: text(), Role: report.Advice},
		}})
		for line := range strings.Lines(out) {
			if line = strings.TrimSuffix(line, "\n"); received.MatchString(line) || markup.MatchString(line) {
				t.Fatalf("%q in\n%s", line, out)
			}
		}
	})
}

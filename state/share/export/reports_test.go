package export

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gfm "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"gatehouse/state/report"
)

func TestReportsAreWrittenAsMarkdown(t *testing.T) {
	got := Reports(
		report.Report{Title: "VERDICT", Sum: report.Span{Text: "✗ failed"}, Blocks: []report.Block{
			report.Quote{Before: "it says", Text: "no\nway"},
			report.Span{Text: "Try another model.", Role: report.Advice},
			report.Field{Label: "model", Value: []report.Span{{Text: "a/max_b"}}, About: report.Span{Text: "listed"}},
			report.List{Label: "warnings", Items: []report.Item{{Value: []report.Span{{Text: "one"}}}, {Value: []report.Span{{Text: "two"}}}}, More: "3 more"},
			report.Action{Words: "send it again", Action: "send"},
			report.Numbers{{Label: "in", Value: "12"}, {Label: "out", Value: "3", Bare: true}},
		}},
		report.Report{Title: "EMPTY"},
		report.Report{Title: "ROUTE", Blocks: []report.Block{
			report.Table{Columns: []report.Column{{Title: "model"}, {}, {Title: "ms", Right: true}}, Rows: []report.Row{{Cells: []report.Span{{Text: "a|b"}, {}, {Text: "7"}}, Note: "slow"}}},
			report.Report{Title: "stage", Blocks: []report.Block{report.Finding{Level: report.Failed, Message: "blocked", Detail: "by a\nrule", Remedy: "reword it"}}},
			report.Extra{Block: report.Words{Sign: report.Span{Text: "~"}, Spans: []report.Span{{Text: "was", Role: report.Removed}, {Text: " "}, {Text: "is", Role: report.Added}}}},
			report.Flow{Steps: []report.Step{{Label: "asked", Nodes: []report.Node{{Names: []string{"m", "a/m"}, Did: report.Span{Text: "429"}}}}}},
			report.Chart{Label: "TTFT", Low: "p50", High: "p95", Parts: []report.ChartPart{{Label: "failed"}}, Write: func(float64) string { return "1 s" },
				Bars: []report.Bar{{When: "2026-01-02", Counts: []int{2}, Low: 1, High: -1}, {When: "empty", Counts: []int{0}}}},
		}},
	)
	want := `## Verdict

✗ failed

it says

> no
> way

→ Try another model.

- model: a/max_b (listed)
- warnings:
  - one
  - two
  - 3 more
- in 12 · 3

## Route

| model | ms |
|---|---:|
| a\|b | 7 slow |

### stage

- ✗ blocked

  by a

  rule

  → reword it

\~ ~~was~~ **is**

- asked: a/m 429

| from | failed | TTFT p50 | TTFT p95 |
|---|---:|---:|---:|
| 2026-01-02 | 2 | 1 s | – |
`
	if got != strings.TrimSuffix(want, "\n") {
		t.Errorf("got\n%s", got)
	}
}

// TestNoTextOfAReportIsMarkup: whatever was received is in the markdown as text.
func TestNoTextOfAReportIsMarkup(t *testing.T) {
	const alphabet = "ab_*`[]()<>|~&#;+-=.!\\\n\r\t 12\"'/:>"
	rapid.Check(t, func(t *rapid.T) {
		hostile := rapid.StringOfN(rapid.SampledFrom([]rune(alphabet)), 1, 40, -1).Draw(t, "text")
		for name, b := range map[string]report.Block{
			"paragraph": report.Span{Text: hostile}, "quote": report.Quote{Text: hostile}, "field": report.Field{Label: "x", Value: []report.Span{{Text: hostile}}},
			"finding": report.Finding{Message: "x", Detail: hostile}, "row": report.Row{Cells: []report.Span{{Text: "x " + hostile}}},
			"table": report.Table{Columns: []report.Column{{Title: "t"}}, Rows: []report.Row{{Cells: []report.Span{{Text: hostile}}}}},
		} {
			source := []byte(Reports(report.Report{Title: "T", Blocks: []report.Block{b}}))
			doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
			depth := 0
			_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
				if !entering {
					return ast.WalkContinue, nil
				}
				switch n.Kind() {
				case ast.KindEmphasis, ast.KindLink, ast.KindImage, ast.KindCodeSpan, ast.KindRawHTML, ast.KindHTMLBlock, ast.KindFencedCodeBlock, ast.KindCodeBlock, ast.KindThematicBreak, gfm.KindStrikethrough, gfm.KindTaskCheckBox:
					t.Fatalf("%s: %s in\n%s", name, n.Kind(), source)
				case ast.KindHeading, ast.KindList, ast.KindBlockquote:
					depth++
				}
				return ast.WalkContinue, nil
			})
			if most := 2; depth > most {
				t.Fatalf("%s: more blocks than are ours in\n%s", name, source)
			}
		}
	})
}

func TestACarriageReturnIsAPicture(t *testing.T) {
	got := Reports(report.Report{Blocks: []report.Block{report.Quote{Text: "a\rb\r\nc"}}})
	if want := "> a␍b\n> c"; strings.TrimSpace(got) != want || strings.Contains(got, "\r") {
		t.Errorf("%q", got)
	}
}

package report

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// margin is the cells before a report for the cursor and the fold sign.
const margin = 3

// shown is a report in an overlay that leaves width by height cells for it.
func shown(width, height int, r report.Report) *List {
	styles := themes.Dark()
	m := NewList(&styles, views.NewKeys(views.DefaultCommands()), "findings", views.RunAction{Action: views.ActDoctor})
	m.Show(r)
	m.SetSize(margin+width, height)
	return m
}

// looked is what the doctor found in an area.
func looked(area string, f report.Finding) report.Examined {
	return report.Examined{Area: area, Finding: f}
}

func plain(m *List) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimRight(lines[i], " "), "   ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func TestPlainWithoutWidthHasCompleteCells(t *testing.T) {
	const size = 2 << 20
	long := strings.Repeat("word ", size/5) + "end"
	table := report.Table{
		Columns: []report.Column{{Title: "rank", Right: true}, {Title: "score", Right: true, Spare: 1}, {Title: "text"}},
		Rows:    []report.Row{{Cells: []report.Span{{Text: "1"}, {Text: "0.5000"}, {Text: long}}}, {Cells: []report.Span{{Text: "2"}, {Text: "0.2500"}, {Text: "short"}}, Note: "tied"}},
	}
	of := report.Report{Blocks: []report.Block{table}}
	want := "rank   score  text\n   1  0.5000  " + long + "\n   2  0.2500  short  tied\n"
	if got := Plain(0, of); got != want {
		t.Errorf("%d bytes of %d: %.60q … %q", len(got), len(want), got, got[max(len(got)-60, 0):])
	}
	for line := range strings.Lines(Plain(80, of)) {
		if text.Width(strings.TrimSuffix(line, "\n")) > 80 {
			t.Errorf("wider than 80 cells: %.90q", line)
		}
	}
}

func TestFindings(t *testing.T) {
	found := []report.Examined{
		looked("terminal", report.Finding{Name: "size", Level: report.OK, Message: "80 × 24 cells"}),
		looked("connection", report.Finding{Name: "TLS", Level: report.Failed, Message: "the certificate is not trusted", Detail: "It was signed by an authority that this machine does not know.", Remedy: "name it as ca_file in the profile", Took: 2 * time.Millisecond}),
		looked("connection", report.Finding{Name: "key", Level: report.Skipped, Message: "not known"}),
		looked("proxies", report.Finding{Name: "ALL_PROXY", Level: report.Warning, Message: "set, but not used"}),
		looked("proxies", report.Finding{Name: "usage missing", Level: report.Warning, Message: "none"}),
	}
	m := shown(60, 20, report.Doctor(found, false))
	want := `

terminal
✓ size         80 × 24 cells

connection
✗ TLS          the certificate is not trusted  2 ms
               → name it as ca_file in the profile
               It was signed by an authority that this
               machine does not know.
– key          not known

proxies
! ALL_PROXY    set, but not used
! usage missing none`
	if got := plain(m); got != "● looking"+want {
		t.Errorf("got\n%s", got)
	}
	m.Show(report.Doctor(found, true))
	if got := plain(m); got != "1 thing does not work: TLS; 2 notes."+want {
		t.Errorf("got\n%s", got)
	}
	if got, ok := viewstest.Press(m, "y").(views.Copy); !ok || !strings.Contains(got.Text, "\nconnection\n  ✗ TLS          the certificate is not trusted  2 ms\n                 → name it") {
		t.Errorf("copied %q", got.Text)
	}
	m = shown(60, 20, report.Doctor(nil, true))
	if got := plain(m); got != "Everything works." {
		t.Errorf("got %q", got)
	}
}

// TestValuesThatDoNotFitContinueBelow: the last of them is an ID that the reader looks up.
func TestValuesThatDoNotFitContinueBelow(t *testing.T) {
	f := report.Field{Label: "compared", Value: []report.Span{{Text: "1.1 s before"}, {Text: "sim/writer by Local"}, {Text: "7k2f9d01"}}}
	want := "compared   1.1 s before\n             sim/writer by Local\n             7k2f9d01"
	if got := plain(shown(34, 5, report.Report{Blocks: []report.Block{f}})); !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s", got)
	}
}

// TestAnyFindings: at any size the overlay has exactly that size, and no received text reaches the
// terminal as it is.
func TestAnyFindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "\x1b[2J", "a\u202eb", "世界 世界", "two\nlines", "\r"}))
		var found []report.Examined
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			found = append(found, looked(texts.Draw(t, "area"), report.Finding{
				Name: texts.Draw(t, "name"), Level: rapid.SampledFrom([]report.Level{report.OK, report.Warning, report.Failed, report.Skipped}).Draw(t, "level"),
				Message: texts.Draw(t, "said"), Detail: texts.Draw(t, "detail"), Remedy: texts.Draw(t, "remedy"), Took: time.Millisecond,
			}))
		}
		width, height := rapid.IntRange(1, 90).Draw(t, "width"), rapid.IntRange(0, 30).Draw(t, "height")
		lines := strings.Split(shown(width, height, report.Doctor(found, true)).View(), "\n")
		if len(lines) != max(height, 1) {
			t.Fatalf("%d lines of %d", len(lines), height)
		}
		for _, line := range lines {
			if w := text.Width(line); w > margin+width {
				t.Fatalf("%d cells of %d: %q", w, margin+width, line)
			}
			if s := ansi.Strip(line); strings.ContainsAny(s, "\x1b\r\u202e") {
				t.Fatalf("%q", s)
			}
		}
	})
}

package report

import (
	"math"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

func compared() report.Rerankers {
	judged := rank.Judgement{Relevant: 4, NDCG: 0.91, RR: 1, AP: 0.8333}
	asked := &dataset.Model{}
	return report.Rerankers{
		Marked: 5, Documents: 12,
		Runs: []report.RankRun{
			{Answer: dataset.Answer{Label: "sim/bm25", Asked: asked, Verdict: state.Completed, TimeUS: 3000, Tokens: "209", Units: "1", Price: "<$0.000001", Model: "sim/bm25", Provider: "Local", ID: "gen-rerank-1234567890-abcdefghijklmnopqrstuvwxyz", Ranked: true}, Judged: judged, Mean: judged, Over: []int{0, 1}},
			{Answer: dataset.Answer{Label: "a-long-vendor/a-long-name", Asked: asked, Verdict: state.Completed, Ranked: true, Earlier: "asked for “rotate keys”", Notes: []string{"several results for one document (index 3); the first counts"}}, Judged: judged, Mean: judged, Over: []int{1}},
			{Answer: dataset.Answer{Label: "fault/500", Asked: asked, Verdict: state.Failed, TimeUS: 900, Status: 500}},
			{Answer: dataset.Answer{Label: "sim/position"}},
		},
		Depth: 10, Queries: 2,
		Pairs:  []dataset.Pair{{B: 1, Agreement: rank.Agreement{Documents: 12, Shared: 12, TauB: 0.62, Rho: math.NaN(), RBO: 0.8, P: 0.9, Overlap: 4, K: 5, Pairs: rank.Pairs{All: 66, Same: 50, Opposite: 12}}}},
		Splits: []report.Split{{Document: 6, Places: 9, Words: "The rotary press \x1b[31m was invented"}},
	}
}

func model(width, height int, f report.Rerankers) *Measures {
	styles := themes.Dark()
	m := NewMeasures(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(width, height)
	m.SetFigures(f)
	return m
}

func TestScreensOfMeasures(t *testing.T) {
	working := compared()
	working.Working = true
	for name, m := range map[string]*Measures{
		"all-30x44": model(30, 44, compared()), "all-80x36": model(80, 36, compared()), "short-40x12": model(40, 12, compared()),
		"none-40x12": model(40, 12, report.Rerankers{Depth: 10}), "working-40x12": model(40, 12, working), "empty-0x0": model(0, 0, compared()),
	} {
		viewstest.Golden(t, "measures-"+name, ansi.Strip(m.View())+"\n")
	}
}

// TestRunsFitOnOneScreen: without scrolling, at 80x24, where the
// figures of two models have 18 rows, also with marks for several queries.
func TestRunsFitOnOneScreen(t *testing.T) {
	f := compared()
	f.Runs = f.Runs[:2]
	f.Runs[1].Earlier = ""
	f.Runs[1].Verdict, f.Runs[1].Units = state.Failed, "2"
	flat := strings.Join(strings.Fields(ansi.Strip(model(80, 18, f).View())), " ")
	for _, want := range []string{"verdict time units tokens cost", "bm25 ✓ completed 3 ms 1 209 <$0.000001", "name ✗ failed – 2 – –"} {
		if !strings.Contains(flat, want) {
			t.Errorf("%q is missing in\n%s", want, ansi.Strip(model(80, 18, f).View()))
		}
	}
}

func TestEveryFigureHasItsDefinitionOneKeyAway(t *testing.T) {
	m := model(60, 200, compared())
	m.Update(tea.KeyPressMsg{Code: '=', Text: "="})
	flat := strings.Join(strings.Fields(ansi.Strip(m.View())), " ")
	for _, d := range rank.Definitions() {
		for _, line := range d.Lines {
			if !strings.Contains(flat, strings.Join(strings.Fields(line), " ")) {
				t.Errorf("%s: %q is missing", d.Name, line)
			}
		}
	}
	if intent := m.Update(tea.KeyPressMsg{Code: tea.KeyEscape}).Intent; intent != nil || !strings.Contains(ansi.Strip(m.View()), "AGREEMENT") {
		t.Errorf("esc does not lead back to the figures, but is %v", intent)
	}
}

func TestTheEndIsReachedByScrolling(t *testing.T) {
	m := model(30, 10, compared())
	if strings.Contains(ansi.Strip(m.View()), "HTTP status 500") || !strings.Contains(ansi.Strip(m.View()), "more below") {
		t.Errorf("a panel that does not fit does not say so:\n%s", ansi.Strip(m.View()))
	}
	m.Update(views.Perform{Action: views.ActGoEnd})
	if got := ansi.Strip(m.View()); !strings.Contains(got, "HTTP status 500") || strings.Contains(got, "more below") {
		t.Errorf("the end:\n%s", got)
	}
}

func TestAnyFiguresAreExactlyTheirSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := compared()
		for i := range f.Runs {
			f.Runs[i].Label = rapid.String().Draw(t, "name")
			f.Runs[i].Notes = []string{rapid.String().Draw(t, "note")}
			f.Runs[i].Price = rapid.String().Draw(t, "cost")
			f.Runs[i].ID = rapid.String().Draw(t, "id")
		}
		width, height := rapid.IntRange(0, 90).Draw(t, "width"), rapid.IntRange(0, 60).Draw(t, "height")
		m := model(width, height, f)
		if rapid.Bool().Draw(t, "define") {
			m.show(true)
		}
		m.Scroll(0, rapid.IntRange(-5, 50).Draw(t, "dy"))
		viewstest.Exact(t, m.View(), width, height)
	})
}

func TestTheParametersOfBM25AreStated(t *testing.T) {
	m := model(60, 200, compared())
	m.show(true)
	if all := strings.Join(strings.Fields(ansi.Strip(m.View())), " "); !strings.Contains(all, "k1 1.2 and b 0.75") {
		t.Error(all)
	}
}

func TestWhatIsMissingHasItsReason(t *testing.T) {
	f := compared()
	f.Pairs[0].Agreement.TauB, f.Runs[1].Order = math.NaN(), rank.Order{Docs: []int{0, 1}, Score: []float64{1, 1}}
	f.Splits[0].Places = 4.5
	f.Runs[2].Failure = "server error (500): " + strings.Repeat("word ", 60) + "the end"
	flat := strings.Join(strings.Fields(ansi.Strip(model(60, 80, f).View())), " ")
	for _, want := range []string{"a-long-name gives all documents the same score", "4.5", "server error (500): word", "word the end"} {
		if !strings.Contains(flat, want) {
			t.Errorf("%q is missing in %s", want, flat)
		}
	}
	f.Pairs[0].Agreement.Documents, f.Runs[1].Order = 1, rank.Order{}
	if flat := strings.Join(strings.Fields(ansi.Strip(model(60, 80, f).View())), " "); !strings.Contains(flat, "at least two documents") {
		t.Error(flat)
	}
}

// TestColumnsOfTheFiguresEndTogether: costs below their head, whatever they are, and the numbers
// of documents below each other.
func TestColumnsOfTheFiguresEndTogether(t *testing.T) {
	for _, cost := range []string{"$0.1", "$0.00000418", "$12,345.67890123", ""} {
		f := compared()
		f.Runs[0].Price = cost
		f.Splits = append(f.Splits, report.Split{Document: 9, Places: 2, Words: "What"})
		var ends []int
		var words []int
		for line := range strings.Lines(ansi.Strip(model(80, 60, f).View())) {
			if line = strings.TrimRight(line, " \n"); strings.HasSuffix(line, "cost") || strings.Contains(line, "bm25") && strings.Contains(line, "completed") {
				ends = append(ends, text.Width(line))
			}
			for _, word := range []string{"The rotary", "What"} {
				if before, _, ok := strings.Cut(line, word); ok {
					words = append(words, text.Width(before))
				}
			}
		}
		if len(ends) != 2 || ends[0] != ends[1] || len(words) != 2 || words[0] != words[1] {
			t.Errorf("cost %q: rows end at %v, documents begin at %v\n%s", cost, ends, words, ansi.Strip(model(80, 60, f).View()))
		}
	}
}

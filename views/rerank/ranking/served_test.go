package ranking

import (
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
)

func TestHeadShowsWhoServed(t *testing.T) {
	columns := three()
	columns[0].Earlier, columns[0].Provider = "another query", "Lo\x1b[2Jcal"
	columns[1].Model, columns[1].Provider, columns[1].Tokens = "", "", ""
	m := model(120, 20, columns...)
	lines := strings.Split(plain(m), "\n")
	for line, want := range map[int][]string{
		1: {"earlier  1 unit"},
		2: {"served", "bm25 · Lo␛[2Jcal · 1,209 tok"},
	} {
		for _, words := range want {
			if !strings.Contains(lines[line], words) {
				t.Errorf("%q is not in %q", words, lines[line])
			}
		}
	}
	if strings.Contains(lines[2], "·  ") || strings.Count(lines[2], "·") != 2 {
		t.Errorf("what was not told is made up: %q", lines[2])
	}
}

// Verdict and time are in the first line, units and cost in the second, also next to a grade.
func TestHeadShowsTheCost(t *testing.T) {
	m := model(120, 20, three()...)
	m.SetGrades([]string{"nDCG@10 0.914 ±0"})
	if line := strings.Split(plain(m), "\n")[1]; !strings.Contains(line, "nDCG@10 0.914 ±0 1 unit $0.001") {
		t.Errorf("%d cells: %q", m.measure().cell, line)
	}
}

// TestColumnsOfOneModelDiffer: where a name does not fit, what it ends in
// stays, and of two vendors' models of one name the vendors.
func TestColumnsOfOneModelDiffer(t *testing.T) {
	for want, names := range map[string][2]string{
		"bm25 top_n 12":    {"sim/bm25 top_n 12", "sim/bm25 top_n 13"},
		"reranke… top_n 2": {"vendor/reranker-with-a-label top_n 2", "vendor/reranker-with-a-label"},
		"one/rera…k-large": {"one/reranker-rank-large", "two/reranker-rank-large"},
		"sim/bm25":         {"sim/bm25", "sim/bm25 top_n 3"},
	} {
		m := model(120, 20, ranked(names[0], 0, order(8, 0, 0.1, 1, 0)), ranked(names[1], 0, order(8, 0, 0.1, 1, 0)))
		if got := m.nameIn(1, 16); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The heads shrink so that documents are visible, and do not move while a model is asked
// again.
func TestHeadsLeaveSpaceForDocuments(t *testing.T) {
	for height, want := range map[int]int{0: 2, 3: 2, 4: 2, 5: 3, 11: 3, 40: 3} {
		m := model(80, height, three()...)
		if got := m.headRows(); got != want {
			t.Errorf("%d rows: %d of them are the heads'", height, got)
		}
		m.SetColumns([]Column{unranked("sim/bm25", state.Running, "")})
		if m.headRows() != want {
			t.Errorf("%d rows: while it runs there are %d", height, m.headRows())
		}
		if m.SetColumns([]Column{{Answer: dataset.Answer{Label: "sim/bm25"}}}); m.headRows() != minHead {
			t.Errorf("before anything was asked there are %d", m.headRows())
		}
	}
}

func TestWhoServedFits(t *testing.T) {
	for room, want := range map[int]string{
		39: "vendor/model-5 · Provider · 1,209 tok",
		36: "model-5 · Provider · 1,209 tok",
		29: "model-5·Provider·1,209 tok",
		22: "model-5 · 1,209 tok",
		16: "mod… · 1,209 tok",
		13: "model-5",
		0:  "",
	} {
		if got := servedLine("vendor/model-5", "Provider", "1,209", room); got != want {
			t.Errorf("%d cells: %q, want %q", room, got, want)
		}
	}
	if got := servedLine(strings.Repeat("x", 1<<20), "", "", 1<<20); len(got) > 2*400 {
		t.Errorf("%d bytes of a name are looked at", len(got))
	}
}

// With hundreds of documents a blank separates an arrow from the words before it, and each
// column has words from its minimum width on.
func TestColumnsFitWords(t *testing.T) {
	for _, models := range []int{1, 2, 3, 4} {
		for _, n := range []int{8, 99, 200, 10_000} {
			var columns []Column
			for i := range models {
				docs := identity(n).seq
				for j := range docs {
					docs[j] = (j + n/2 + i) % n
				}
				columns = append(columns, ranked(string(rune('a'+i)), 0, order(n, 0, 1e-5, docs...)))
			}
			m := model(120, 20)
			m.SetDocuments(strings.Split(strings.Repeat("0123456789abcdefgh\n", n-1)+"x", "\n"))
			m.SetColumns(columns)
			m.SetMarks(func(int) int { return rank.None })
			m.SetSize(m.Roomy(), 20)
			if g := m.measure(); g.models != models || g.text < minText || g.gutter < minGutter {
				t.Errorf("%d models, %d documents, %d columns: %+v", models, n, m.Roomy(), g)
			}
			for _, width := range []int{80, 89, 120, 160} {
				m.SetSize(width, 20)
				for _, line := range strings.Split(plain(m), "\n")[m.headRows():] {
					if at := strings.IndexAny(line, "↑↓"); at > 0 && line[at-1] != ' ' {
						t.Fatalf("%d models, %d documents: %q", models, n, line)
					}
				}
			}
		}
	}
	if m := model(120, 20); m.Roomy() > minInput {
		t.Errorf("without models the table wants %d columns", m.Roomy())
	}
}

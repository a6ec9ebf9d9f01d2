package report

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/lab"
)

// labOf returns the trials of some variants, each of which fails every nth case.
func labOf(cases, repeat int, every ...int) (r lab.Results) {
	for v := range every {
		r.Variants = append(r.Variants, fmt.Sprint("variant ", v))
	}
	for c := range cases {
		r.Cases = append(r.Cases, fmt.Sprint("case ", c))
		row := make([][]lab.Trial, len(every))
		for v, n := range every {
			for i := range repeat {
				t := lab.Trial{ID: fmt.Sprint(c, v, i), Verdict: state.Completed, Status: 200, Served: "m", TTFTUS: int64(1000 * (v + 1)), TotalUS: 9000, Rate: 1000, Cost: 0.001, Passed: c%n != 0}
				if !t.Passed {
					t.Missed = []string{"text_contains: expected x, got y"}
				}
				row[v] = append(row[v], t)
			}
		}
		r.Trials = append(r.Trials, row)
	}
	return r
}

// TestLabMarksTheBestWhereVariantsDiffer, and a variant whose answers all failed is not the cheapest.
func TestLabMarksTheBestWhereVariantsDiffer(t *testing.T) {
	r := labOf(4, 2, 100, 2)
	for c := range r.Trials {
		for i := range r.Trials[c][1] {
			r.Trials[c][1][i].Verdict, r.Trials[c][1][i].Cost, r.Trials[c][1][i].Passed = state.Failed, 0, false
		}
	}
	table := Variants(r).Blocks[0].(Table)
	if cells := fmt.Sprint(table.Rows[1].Cells); strings.Contains(cells, "✓") {
		t.Errorf("what failed is the best: %s", cells)
	}
	if got := table.Rows[0].Cells[1].Text + ", " + table.Rows[1].Cells[1].Text; got != "6 of 8, 0 of 8" {
		t.Errorf("%s passed", got)
	}
	r = labOf(4, 2, 100, 2)
	if cells := fmt.Sprint(Variants(r).Blocks[0].(Table).Rows[0].Cells); strings.Count(cells, "✓") != 3 { // TTFT, its p95, the cost of a pass
		t.Errorf("the best of the first: %s", cells)
	}
}

// TestEqualFiguresAreMarkedAlike: both of two, and none of all.
func TestEqualFiguresAreMarkedAlike(t *testing.T) {
	table := Variants(labOf(4, 2, 100, 100, 2)).Blocks[0].(Table)
	for v, want := range []string{"✓", "✓", ""} {
		if text := table.Rows[v].Cells[10].Text; strings.Contains(text, "✓") != (want != "") { // the cost of a pass
			t.Errorf("variant %d: %q", v, text)
		}
		if text := table.Rows[v].Cells[5].Text; strings.Contains(text, "✓") { // the total time
			t.Errorf("variant %d: %q", v, text)
		}
	}
}

// TestALabWithoutVariantsHasAReport, as it can be exported while it is being written.
func TestALabWithoutVariantsHasAReport(t *testing.T) {
	for _, cases := range []int{0, 1, 2} {
		if all := Lab(labOf(cases, 1)); len(all) == 0 {
			t.Error("no report")
		}
	}
}

// TestMissedCountsWhatWasSent: repeats that were not sent met nothing, and missed nothing.
func TestMissedCountsWhatWasSent(t *testing.T) {
	r := labOf(1, 3, 1)
	r.Trials[0][0][2] = lab.Trial{}
	if f := MissedBy(r, 50).Blocks[0].(Finding); !strings.HasPrefix(f.Detail, "2 of 2;") {
		t.Errorf("%q", f.Detail)
	}
}

// BenchmarkLab makes the report of a lab of 3,000 answers.
func BenchmarkLab(b *testing.B) {
	r := labOf(200, 3, 3, 5, 7, 11, 13)
	for b.Loop() {
		Lab(r)
	}
}

func TestADifferenceHasTheUnitOfItsFigure(t *testing.T) {
	r := labOf(8, 1, 100, 100)
	for c, row := range r.Trials {
		row[1][0].TotalUS += int64(250_000 + c)
		row[1][0].Cost += 0.00002
	}
	for measure, want := range map[lab.Measure]string{lab.Total: "−250 ms", lab.Cost: "−$0.00002", lab.Pass: "0.000"} {
		table := Bench{Bench: r.Bench()}.Differences(r.Figures(measure)).Blocks[0].(Table)
		if got := table.Rows[0].Cells[1].Text; got != want {
			t.Errorf("measure %d differs by %q, want %q", measure, got, want)
		}
	}
}

// TestLabWithoutExpectationsCountsTheCompleted: "passed" would say that something was checked.
func TestLabWithoutExpectationsCountsTheCompleted(t *testing.T) {
	r := labOf(2, 1, 100, 2)
	for only, want := range map[bool]string{false: "passed", true: "completed"} {
		r.CompletedOnly = only
		if got := Variants(r).Blocks[0].(Table).Columns[1].Title + ", " + r.Figures(lab.Pass).Title; got != want+", "+want {
			t.Errorf("%v: %s", only, got)
		}
	}
}

package lab

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gatehouse/state"
	"gatehouse/state/lab"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/lab/grid"
)

// large are the results of 5 variants × 200 cases × 3 repeats.
func large() lab.Results {
	random := rand.New(rand.NewPCG(1, 1))
	r := lab.Results{}
	for v := range 5 {
		r.Variants = append(r.Variants, fmt.Sprintf("vendor/model-%d · t 0.%d", v, v))
	}
	for c := range 200 {
		r.Cases = append(r.Cases, fmt.Sprintf("case %d about the rotation of a key", c))
		var row [][]lab.Trial
		for v := range 5 {
			trials := make([]lab.Trial, 3)
			for n := range trials {
				t := &trials[n]
				t.ID, t.Verdict, t.Passed = fmt.Sprint(c, v, n), state.Completed, random.IntN(10) > v
				t.Served, t.Provider, t.Cost = r.Variants[v], fmt.Sprint("provider ", random.IntN(3)), random.Float64()/1000
				t.TTFTUS, t.TotalUS, t.ThoughtUS, t.Rate = random.Int64N(1e6), random.Int64N(1e7), -1, random.Int64N(1e5)
				t.Output = random.Int64N(1000)
				t.Text = fmt.Sprint("an answer of ", random.IntN(4))
				if !t.Passed {
					t.Missed = []string{"text_contains: expected key, got an answer"}
				}
			}
			row = append(row, trials)
		}
		r.Trials = append(r.Trials, row)
	}
	return r
}

// BenchmarkFigures computes the grid and all reports, which is done in the background.
func BenchmarkFigures(b *testing.B) {
	r := large()
	for b.Loop() {
		gridOf(r, grid.Choice{}, true)
	}
}

// BenchmarkGrid draws the grid after a change.
func BenchmarkGrid(b *testing.B) {
	styles := themes.Dark()
	m, g := grid.New(&styles, views.NewKeys(views.DefaultCommands()), views.Lab), gridOf(large(), grid.Choice{}, true)
	m.SetSize(120, 35)
	for b.Loop() {
		m.Show(g)
		_ = m.View()
	}
}

// BenchmarkGridScrolled draws the grid after a key.
func BenchmarkGridScrolled(b *testing.B) {
	styles := themes.Dark()
	m, at := grid.New(&styles, views.NewKeys(views.DefaultCommands()), views.Lab), 0
	m.SetSize(120, 35)
	m.Show(gridOf(large(), grid.Choice{}, true))
	for b.Loop() {
		at = (at + 1) % 200
		m.Select(at)
		_ = m.View()
	}
}

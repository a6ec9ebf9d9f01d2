package lab

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state"
)

// Values computed by hand from the formula, and those of the literature: Newcombe, Statistics in Medicine 17
// (1998), table I, method 3.
func TestWilsonByHand(t *testing.T) {
	for _, c := range []struct {
		passed, of int
		low, high  float64
	}{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}, {5, 5, 0.5655, 1},
	} {
		low, high := Wilson(c.passed, c.of)
		if math.Abs(low-c.low) > 0.0001 || math.Abs(high-c.high) > 0.0001 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.passed, c.of, low, high, c.low, c.high)
		}
	}
}

// TestWilsonSolvesItsEquation: at either end the share is 1.96 standard errors off, by the variance there.
func TestWilsonSolvesItsEquation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.IntRange(1, 5000).Draw(t, "of")
		passed := rapid.IntRange(0, of).Draw(t, "passed")
		low, high := Wilson(passed, of)
		share := float64(passed) / float64(of)
		if low > share+1e-12 || high < share-1e-12 {
			t.Fatalf("%v to %v does not hold %v", low, high, share)
		}
		for _, end := range []float64{low, high} {
			if end == 0 || end == 1 {
				continue
			}
			if z := math.Abs(share-end) / math.Sqrt(end*(1-end)/float64(of)); math.Abs(z-1.959964) > 1e-4 && passed != 0 && passed != of {
				t.Fatalf("%d of %d: %v is %v standard errors off", passed, of, end, z)
			}
		}
	})
}

func trial(model, provider, text string, passed bool, ttft int64, cost float64) Trial {
	v := state.Completed
	if text == "" {
		v = state.Failed
	}
	return Trial{ID: "x", Served: model, Provider: provider, Verdict: v, Status: 200, TTFTUS: ttft, TotalUS: 2 * ttft, Rate: -1, Cost: cost, Passed: passed, Text: text}
}

// The figures of two cases, three repeats each, computed by hand.
func TestSummaryByHand(t *testing.T) {
	r := Results{Cases: []string{"a", "b"}, Variants: []string{"v"}, Trials: [][][]Trial{
		{{trial("m", "p", "yes", true, 100, 0.1), trial("m", "p", "yes", true, 300, 0.1), trial("m", "q", "no", false, 200, 0.2)}},
		{{trial("m", "q", "x", true, 400, 0.2), trial("", "", "", false, 1, 0), {}}},
	}}
	s := r.Summary(0)
	if s.Passed != 3 || s.Of != 5 || s.Unsent != 1 || !near(s.Cost, 0.6) || !near(s.CostOfPass(), 0.2) || !near(s.CostOfAnswer, 0.15) {
		t.Errorf("%+v", s)
	}
	if s.TTFT.P50 != 250 || s.Total.P50 != 500 || s.Failures["failed"] != 1 || !math.IsNaN(s.Rate) {
		t.Errorf("%+v", s)
	}
	if f := r.Figures(Pass); !near(f.Grid[0][0], 2.0/3) || !near(f.Grid[1][0], 0.5) {
		t.Errorf("%v", f.Grid)
	}
	if f := r.Figures(TTFT); !near(f.Grid[0][0], 200) || !near(f.Grid[1][0], 400) { // the failure is not quick
		t.Errorf("%v", f.Grid)
	}
	served := r.Served(0)
	if len(served) != 3 || served[0].Provider != "p" || served[0].Of != 2 || served[1].Provider != "q" || !near(served[1].CostOfAnswer, 0.2) || served[2].Failed != 1 {
		t.Errorf("%+v", served)
	}
}

// TestAReasoningModelIsNotTheFirstToSpeak: its first token is early, its first word is not. An estimate of
// tokens is no figure.
func TestAReasoningModelIsNotTheFirstToSpeak(t *testing.T) {
	thinks := trial("m", "p", "x", true, 100, 0.1)
	thinks.ThoughtUS, thinks.Output = 900, -1
	r := Results{Cases: []string{"a"}, Variants: []string{"v"}, Trials: [][][]Trial{{{thinks}}}}
	if s := r.Summary(0); s.TTFT.P50 != 100 || s.FirstWord.P50 != 1000 || !math.IsNaN(s.Tokens) {
		t.Errorf("%+v", s)
	}
}

// TestTheLastMarkOfATextCounts, in the order of the file and not of the variants; a failure has no text to share.
func TestTheLastMarkOfATextCounts(t *testing.T) {
	row := [][]Trial{
		{trial("m", "p", "same", true, 1, 0), trial("m", "p", "", false, 1, 0)},
		{trial("m", "p", " same\n", true, 1, 0), trial("m", "p", "", false, 1, 0)},
	}
	for v := range row {
		for i := range row[v] {
			row[v][i].ID = string(rune('a' + 2*v + i))
		}
	}
	row = WithMarks(row, []Mark{{Answer: "a", Mark: 3}, {Answer: "c", Mark: 1}, {Answer: "a", Mark: 2}, {Answer: "b", Mark: 0}})
	if row[0][0].Mark != 2 || row[1][0].Mark != 2 || !row[0][1].Marked || row[1][1].Marked {
		t.Errorf("%+v", row)
	}
}

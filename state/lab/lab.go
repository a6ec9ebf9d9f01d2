// Package lab compares candidates over cases, such as rerankers over queries: it runs the requests
// of a grid within a limit of the cost, and computes its figures and whether two candidates differ
// by more than chance. What an answer is worth is measured by the packages that use it.
package lab

import (
	"math"
	"slices"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// Bench is the answers of candidates to cases.
type Bench struct {
	Case, Candidate string // what one is called, such as query and model
	Cases           []string
	Candidates      []string
	Repeat          int        // the most answers of a candidate to a case; 0: 1
	Answers         [][]Answer // by case, then by candidate
}

// Answer is what one candidate answered to one case.
type Answer struct {
	Verdict state.Verdict // empty: not asked, or not ended
	Running bool
	Valid   bool    // it can be measured
	TimeUS  int64   // 0: unknown
	Cost    float64 // in USD; NaN: unknown
}

// Figure is one figure of every case by every candidate.
type Figure struct {
	Grid
	Title, MeanTitle string // of one case, and of the mean over cases
	Share            bool   // it is 0 to 1, and high is better
	High             bool   // high is better, though it is no share; else low is better
	Write            func(v float64) string
	Words            func(c, candidate int) string // of one case, in place of Write; nil: there are no others
	Needs            string                        // what a case needs to have one, for its empty table
	Unknown          func(c int) string            // why a valid answer has none
}

// LowIsBetter reports whether a low value is the better one.
func (f Figure) LowIsBetter() bool { return !f.Share && !f.High }

// Started reports whether any candidate was asked.
func (b Bench) Started() bool {
	return slices.ContainsFunc(b.Answers, func(row []Answer) bool {
		return slices.ContainsFunc(row, func(a Answer) bool { return a.Verdict != "" || a.Running })
	})
}

// Size returns how many cases, candidates and repeats there are, in words.
func (b Bench) Size() string {
	words := figures.Counted(len(b.Cases), b.Case) + " × " + figures.Counted(len(b.Candidates), b.Candidate)
	if b.Repeat > 1 {
		words += " × " + figures.Thousands(b.Repeat)
	}
	return words
}

// Times returns how long each valid answer took, in microseconds: a failure is no quick answer.
func (b Bench) Times() Figure {
	return b.figure("time", func(us float64) string { return figures.Duration(int64(us)) }, func(a Answer) float64 {
		if a.TimeUS <= 0 || !a.Valid {
			return math.NaN()
		}
		return float64(a.TimeUS)
	})
}

// Costs returns what each answer cost, in USD.
func (b Bench) Costs() Figure {
	return b.figure("cost", figures.PriceOf, func(a Answer) float64 {
		if a.Verdict == "" {
			return math.NaN()
		}
		return a.Cost
	})
}

func (b Bench) figure(title string, write func(float64) string, of func(Answer) float64) Figure {
	g := make(Grid, len(b.Answers))
	for c, row := range b.Answers {
		for _, a := range row {
			g[c] = append(g[c], of(a))
		}
	}
	return Figure{Grid: g, Title: title, MeanTitle: title, Write: write, Unknown: func(int) string { return "not known" }}
}

package stats

import (
	"math"
	"slices"
	"time"
)

// Change is how a figure of a group differs from the one before.
type Change struct {
	Verdict ChangeVerdict
	P       float64 // how likely so large a difference is by chance; 1 where that was not tested
}

// ChangeVerdict is the result of testing a difference.
type ChangeVerdict int

// The results of testing a difference.
const (
	TooFew ChangeVerdict = iota // exchanges, to say anything
	Chance                      // it may be by chance
	More                        // it is more than chance would do, and is more
	Less                        // significantly less
)

// minTested is from how many values on each side a difference is tested: below, the
// distribution of ranks is not the normal one that the test uses.
const minTested = 20

// Significance is the probability that any difference shown in a table is chance: each of n tests
// gets its part of it (Bonferroni).
const Significance = 0.01

// Compared is a group now and before. Both have its name; one of them may be without exchanges.
type Compared struct {
	Now, Before               Group
	Failed, TTFT, Total, Cost Change
}

// TestsOfGroup is how many differences of a group are tested.
const TestsOfGroup = 4

// CompareWith compares the groups of a dimension with those of exchanges before, the largest now
// first. Shares that failed are compared by Fisher's exact test, times and costs by the rank-sum
// test of Mann and Whitney, with its correction for ties.
func (x *Exchanges) CompareWith(before *Exchanges, d Dimension, line int, in *time.Location) []Compared {
	now, old := x.Groups(d, line, in), before.Groups(d, line, in)
	places := map[string]int{}
	all := make([]Compared, 0, len(now))
	for _, g := range now {
		places[g.Name] = len(all)
		all = append(all, Compared{Now: g, Before: Group{Name: g.Name}})
	}
	for _, g := range old {
		at, ok := places[g.Name]
		if !ok {
			at = len(all)
			all = append(all, Compared{Now: Group{Name: g.Name}})
		}
		all[at].Before = g
	}
	tests := TestsOfGroup * len(all)
	for i := range all {
		all[i].Failed = shareChange(&all[i].Now, &all[i].Before, tests)
	}
	byNow, byBefore := x.by(d, in), before.by(d, in)
	for _, of := range []struct {
		column func(*Exchanges) []int64
		to     func(*Compared) *Change
	}{
		{func(x *Exchanges) []int64 { return x.TTFT }, func(c *Compared) *Change { return &c.TTFT }},
		{func(x *Exchanges) []int64 { return x.Total }, func(c *Compared) *Change { return &c.Total }},
		{func(x *Exchanges) []int64 { return x.Cost }, func(c *Compared) *Change { return &c.Cost }},
	} {
		now, old := byNow.named(x.values(byNow, of.column(x))), byBefore.named(before.values(byBefore, of.column(before)))
		for i := range all {
			name := all[i].Now.Name
			*of.to(&all[i]) = valueChange(now[name], old[name], tests)
		}
	}
	return all
}

// named returns the values of each group by its name.
func (d division) named(values [][]int64) map[string][]int64 {
	by := make(map[string][]int64, len(d.names))
	for i, name := range d.names {
		by[name] = values[i]
	}
	return by
}

func changeOf(p float64, tests int, difference float64) Change {
	switch {
	case p > Significance/float64(tests) || difference == 0:
		return Change{Chance, p}
	case difference > 0:
		return Change{More, p}
	}
	return Change{Less, p}
}

func shareChange(now, before *Group, tests int) Change {
	if now.Count < minTested || before.Count < minTested {
		return Change{TooFew, 1}
	}
	p := Fisher(now.Failed, now.Count, before.Failed, before.Count)
	return changeOf(p, tests, now.FailedShare()-before.FailedShare())
}

func valueChange(now, before []int64, tests int) Change {
	if len(now) < minTested || len(before) < minTested {
		return Change{TooFew, 1}
	}
	p, difference := RankSum(now, before)
	return changeOf(p, tests, difference)
}

// Fisher returns the two-sided p-value of Fisher's exact test: the probability that two samples with
// as many hits together have them as unevenly or more so.
func Fisher(hitsA, a, hitsB, b int) float64 {
	hits := hitsA + hitsB
	low, high := max(0, hits-b), min(hits, a)
	all := logChoose(a+b, hits)
	log := func(k int) float64 { return logChoose(a, k) + logChoose(b, hits-k) - all }
	const even = 1e-7 // rounding must not tell apart what is equally likely
	seen := log(hitsA) + even
	p := 0.0
	for k := low; k <= high; k++ {
		if l := log(k); l <= seen {
			p += math.Exp(l)
		}
	}
	return min(p, 1)
}

func logChoose(n, k int) float64 { return logFactorial(n) - logFactorial(k) - logFactorial(n-k) }

func logFactorial(n int) float64 {
	l, _ := math.Lgamma(float64(n) + 1)
	return l
}

// RankSum returns the two-sided p-value of the rank-sum test (Mann and Whitney's U), by the normal
// distribution with corrections for ties and for continuity. The difference is above zero where
// the values of a are rather the larger ones. It sorts both.
func RankSum(a, b []int64) (p, difference float64) {
	slices.Sort(a)
	slices.Sort(b)
	n, m := float64(len(a)), float64(len(b))
	ranks, ties := 0.0, 0.0 // of a; of groups of equal values, the sum of t³-t
	for i, j, before := 0, 0, 0.0; i < len(a) || j < len(b); {
		var value int64
		switch {
		case i == len(a):
			value = b[j]
		case j == len(b):
			value = a[i]
		default:
			value = min(a[i], b[j])
		}
		ofA, ofB := equal(a[i:], value), equal(b[j:], value)
		i, j = i+ofA, j+ofB
		t := float64(ofA + ofB)
		ranks += float64(ofA) * (before + (t+1)/2)
		ties += t*t*t - t
		before += t
	}
	u := ranks - n*(n+1)/2
	difference = u - n*m/2
	all := n + m
	variance := n * m / 12 * (all + 1 - ties/(all*(all-1)))
	if variance <= 0 {
		return 1, 0
	}
	z := max(math.Abs(difference)-0.5, 0) / math.Sqrt(variance)
	return math.Erfc(z / math.Sqrt2), difference
}

// equal returns how many values at the beginning of sorted ones are equal to one.
func equal(sorted []int64, value int64) int {
	n := 0
	for n < len(sorted) && sorted[n] == value {
		n++
	}
	return n
}

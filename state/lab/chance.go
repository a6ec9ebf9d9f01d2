package lab

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Difference is how much better one candidate is than another over the cases that both have a
// value for, and whether that is more than chance.
type Difference struct {
	Cases     int     // that both have a value for
	Differing int     // of Cases, those for which the values differ
	Mean      float64 // of the first less the second; NaN without a case
	Low, High float64 // 95 % confidence interval of Mean; NaN for fewer than two cases
	P         float64 // two-sided, of the randomisation test; NaN without a case
	Exact     bool    // P counts all assignments, else Samples drawn ones
	Samples   int
	Resamples int // of the bootstrap
}

// MaxExact is up to how many differing cases all 2^n assignments are counted.
const MaxExact = 16

// Limits of the tests. The seed is fixed, so that the same values give the same figures.
const (
	Samples        = 10_000
	Resamples      = 10_000
	seed           = 20_260_101
	confidence     = 0.95
	significant    = 0.05
	equalDeviation = 1e-12 // below it two values are the same, but for rounding
)

// Differ compares the values of two candidates, one a case, NaN where a candidate has none. The test
// is Fisher's paired randomisation test: were the candidates equal, each case's difference could
// as well have the other sign; P is the share of all assignments of signs whose mean is at
// least as far from 0 (Smucker, Allan, Carterette: A Comparison of Statistical Significance
// Tests for Information Retrieval Evaluation, CIKM 2007). The interval is that of the
// percentiles of the mean over cases drawn with replacement (Efron, Annals of Statistics 7,
// 1979).
func Differ(a, b []float64) Difference {
	var diffs, other []float64
	for i := range min(len(a), len(b)) {
		d := a[i] - b[i]
		if math.IsNaN(d) {
			continue
		}
		if math.Abs(d) < equalDeviation {
			d = 0
		}
		diffs = append(diffs, d)
		if d != 0 {
			other = append(other, d)
		}
	}
	out := Difference{Cases: len(diffs), Differing: len(other), Mean: math.NaN(), Low: math.NaN(), High: math.NaN(), P: math.NaN()}
	if len(diffs) == 0 {
		return out
	}
	out.Mean = mean(diffs)
	if out.Exact = len(other) <= MaxExact; out.Exact {
		out.P = exactP(other)
	} else {
		out.P, out.Samples = sampledP(other), Samples
	}
	if len(diffs) > 1 {
		out.Low, out.High = bootstrap(diffs)
		out.Resamples = Resamples
	}
	return out
}

// MinP is the smallest p that the test can give with that many cases that differ.
func (d Difference) MinP() float64 { return min(2/math.Exp2(float64(d.Differing)), 1) }

// TooFew reports whether the cases that differ are too few for any difference to count as
// more than chance.
func (d Difference) TooFew() bool { return d.MinP() > significant }

// Significant reports whether the difference is more than chance.
func (d Difference) Significant() bool { return d.P <= significant }

// minSum is from which sum on an assignment is as far from 0 as the observed one, but for rounding.
func minSum(diffs []float64) float64 {
	var observed, all float64
	for _, d := range diffs {
		observed += d
		all += math.Abs(d)
	}
	return math.Abs(observed) - equalDeviation*max(all, 1)
}

// exactP counts all assignments of signs.
func exactP(diffs []float64) float64 {
	least := minSum(diffs)
	far := 0
	var count func(at int, sum float64)
	count = func(at int, sum float64) {
		if at == len(diffs) {
			if math.Abs(sum) >= least {
				far++
			}
			return
		}
		count(at+1, sum+diffs[at])
		count(at+1, sum-diffs[at])
	}
	count(0, 0)
	return float64(far) / math.Exp2(float64(len(diffs)))
}

// sampledP draws assignments of signs. The observed one counts too, so that no p is 0.
func sampledP(diffs []float64) float64 {
	least := minSum(diffs)
	random, far := rand.New(rand.NewPCG(seed, 1)), 1
	for range Samples {
		sum, bits := 0.0, uint64(0)
		for i, d := range diffs {
			if i%64 == 0 {
				bits = random.Uint64()
			}
			if bits&1 == 0 {
				d = -d
			}
			bits >>= 1
			sum += d
		}
		if math.Abs(sum) >= least {
			far++
		}
	}
	return float64(far) / (Samples + 1)
}

// bootstrap is the interval of the mean.
func bootstrap(diffs []float64) (low, high float64) {
	random, means := rand.New(rand.NewPCG(seed, 2)), make([]float64, Resamples)
	for i := range means {
		sum := 0.0
		for range diffs {
			sum += diffs[random.IntN(len(diffs))]
		}
		means[i] = sum / float64(len(diffs))
	}
	slices.Sort(means)
	const tail = (1 - confidence) / 2
	return quantile(means, tail), quantile(means, 1-tail)
}

// quantile returns the value below which a share of sorted values is, interpolated linearly; NaN without one.
func quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := share * float64(len(sorted)-1)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (at-float64(below))*(sorted[above]-sorted[below])
}

// mean returns the mean of values; NaN without one.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return ratio(sum, len(values))
}

package rank

import (
	"math"
	"slices"
)

// Judgement is how good an order is by a person's marks.
type Judgement struct {
	Marked   int     // documents with a mark, 0 included
	Relevant int     // documents with a mark of at least 1
	K        int     // depth of NDCG
	NDCG     float64 // 0 to 1; NaN when no document is relevant
	RR       float64 // reciprocal rank, 0 to 1; NaN when no document is relevant
	AP       float64 // average precision, 0 to 1; NaN when no document is relevant
}

// Judge measures an order by marks: one a document, 0 to 3, or None for a
// document without one, which counts as not relevant. The places behind the
// end of a shortened list hold nothing relevant.
func Judge(o Order, marks []int, k int) Judgement {
	j := Judgement{K: k}
	var gains []float64
	for _, mark := range marks {
		if mark != None {
			j.Marked++
		}
		if mark > 0 {
			j.Relevant++
			gains = append(gains, gain(mark))
		}
	}
	if j.Relevant == 0 {
		j.NDCG, j.RR, j.AP = math.NaN(), math.NaN(), math.NaN()
		return j
	}
	slices.SortFunc(gains, func(a, b float64) int { return int(b - a) })
	var ideal, got float64
	for place, g := range gains[:min(max(k, 0), len(gains))] {
		ideal += g * discount(place)
	}
	found := 0
	for place, doc := range o.Docs {
		if doc >= len(marks) || marks[doc] <= 0 {
			continue
		}
		if place < k {
			got += gain(marks[doc]) * discount(place)
		}
		if found++; found == 1 {
			j.RR = 1 / float64(place+1)
		}
		j.AP += float64(found) / float64(place+1)
	}
	j.AP /= float64(j.Relevant)
	j.NDCG = got / ideal
	return j
}

// Mean returns the mean of judgements, one a query, leaving out those of
// queries without a relevant document: nDCG, MRR and MAP. Marked and Relevant
// are sums.
func Mean(all []Judgement) (mean Judgement, queries int) {
	mean.NDCG, mean.RR, mean.AP = math.NaN(), math.NaN(), math.NaN()
	var ndcg, rr, ap float64
	for _, j := range all {
		mean.K = j.K
		mean.Marked += j.Marked
		if mean.Relevant += j.Relevant; j.Relevant == 0 {
			continue
		}
		queries++
		ndcg, rr, ap = ndcg+j.NDCG, rr+j.RR, ap+j.AP
	}
	if n := float64(queries); n > 0 {
		mean.NDCG, mean.RR, mean.AP = ndcg/n, rr/n, ap/n
	}
	return mean, queries
}

func gain(mark int) float64 { return math.Exp2(float64(mark)) - 1 }

func discount(place int) float64 { return 1 / math.Log2(float64(place)+2) }

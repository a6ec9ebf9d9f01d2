package rank

import (
	"cmp"
	"math"
	"slices"
)

// Merged joins the orders of the parts of a request, whose documents follow one another, to one
// of all of it: by score, equal ones as the parts stand. Of more than topN documents,
// where that is not 0, the first are kept. ok is false where a document has no score.
func Merged(topN int, parts ...Order) (o Order, ok bool) {
	for _, part := range parts {
		from := o.Len()
		for _, doc := range part.Docs {
			if math.IsNaN(part.Score[doc]) {
				return Order{}, false
			}
			o.Docs = append(o.Docs, from+doc)
		}
		o.Place, o.Score = append(o.Place, part.Place...), append(o.Score, part.Score...)
	}
	slices.SortStableFunc(o.Docs, func(a, b int) int { return cmp.Compare(o.Score[b], o.Score[a]) })
	for i := range o.Place {
		o.Place[i] = None
	}
	for place, doc := range o.Docs {
		if topN > 0 && place >= topN {
			o.Score[doc] = math.NaN()
			continue
		}
		o.Place[doc] = place
	}
	if topN > 0 {
		o.Docs = o.Docs[:min(topN, len(o.Docs))]
	}
	return o, true
}

// Moved is how far the scores of the documents that both orders have lie apart at most, as a
// share of the range of the first order's scores; NaN where that is none.
func Moved(a, b Order) float64 {
	low, high, most := math.Inf(1), math.Inf(-1), math.NaN()
	for doc, score := range a.Score {
		if math.IsNaN(score) {
			continue
		}
		low, high = math.Min(low, score), math.Max(high, score)
		if doc < len(b.Score) && !math.IsNaN(b.Score[doc]) {
			if by := math.Abs(score - b.Score[doc]); !(by <= most) {
				most = by
			}
		}
	}
	if !(high > low) {
		return math.NaN()
	}
	return most / (high - low)
}

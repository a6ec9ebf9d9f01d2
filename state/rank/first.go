package rank

import "math"

// FirstRelevant returns the place, from 1, of the first document of an order that is relevant by
// marks, in a tie the mean over all orders of the tie; NaN where none of it is.
func FirstRelevant(o Order, marks []int) float64 {
	for from, to := range o.groups() {
		relevant := 0
		for _, doc := range o.Docs[from:to] {
			if doc < len(marks) && marks[doc] > 0 {
				relevant++
			}
		}
		if relevant > 0 { // the expected first of that many places drawn from the tie's
			return float64(from) + float64(to-from+1)/float64(relevant+1)
		}
	}
	return math.NaN()
}

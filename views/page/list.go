package page

import "cmp"

// List is a short list, which is looked through at once, row by row.
func List(here, count func() int, show func(row int), holds func(row int, words string) bool) Findable[int] {
	look := func(words string, from int) (look func() Part[int], quick bool) {
		if from >= count() {
			return nil, true
		}
		return func() Part[int] {
			part := Part[int]{Next: count()}
			for row := from; row < part.Next; row++ {
				if holds(row, words) {
					part.Hits = append(part.Hits, row)
				}
			}
			return part
		}, true
	}
	return Findable[int]{Here: here, FromHere: true, Before: cmp.Less[int], Show: show, Look: look}
}

package ranking

import (
	"slices"

	"gatehouse/state/rank"
)

// Signs explains the signs that the columns show, in the order of a row's cells. What is
// always there, scores and bars, is not among them.
func (m *Model) Signs() []string {
	var absent, same, near, moved, fresh bool
	for c := 1; c < len(m.columns); c++ {
		col := &m.columns[c]
		if !col.Ranked {
			continue
		}
		same = same || slices.Contains(col.same, true)
		near = near || slices.Contains(col.near, true)
		left := c - 1
		for left > 0 && !m.columns[left].Ranked {
			left--
		}
		for doc, at := range col.Order.Place {
			was := doc
			if left > 0 {
				was = m.columns[left].Order.Place[doc]
			}
			absent = absent || at == rank.None
			fresh = fresh || at != rank.None && was == rank.None
			moved = moved || at != rank.None && was != rank.None && at != was
		}
	}
	var all []string
	for _, sign := range []struct {
		shown bool
		words string
	}{
		{absent, "– not returned"},
		{same, "= same score"},
		{near, "≈ nearly the same"},
		{moved, "↑2 two places higher than on the left"},
		{fresh, "new: not on the left"},
	} {
		if sign.shown {
			all = append(all, sign.words)
		}
	}
	return all
}

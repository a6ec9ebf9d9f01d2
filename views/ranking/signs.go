package ranking

import (
	"slices"

	"gatehouse/state/rank"
)

// Signs explains the signs that the columns show, in the order of a row's cells. Scores and bars,
// which are always there, are not among them.
func (m *Model) Signs() []string {
	var absent, same, near, moved, fresh bool
	left := m.columns[0]
	for _, col := range m.columns[1:] {
		if !col.Ranked {
			continue
		}
		same = same || slices.Contains(col.same, true)
		near = near || slices.Contains(col.near, true)
		for doc, at := range col.Order.Place {
			was := doc
			if left.Ranked {
				was = left.Order.Place[doc]
			}
			absent = absent || at == rank.None
			fresh = fresh || at != rank.None && was == rank.None
			moved = moved || at != rank.None && was != rank.None && at != was
		}
		left = col
	}
	var all []string
	for _, sign := range []struct {
		shown bool
		words string
	}{
		{absent, "– not returned"},
		{same, "= same score"},
		{near, "≈ nearly the same"},
		{moved, "↑ ↓ places higher or lower than on the left"},
		{fresh, "new: not on the left"},
	} {
		if sign.shown {
			all = append(all, sign.words)
		}
	}
	return all
}

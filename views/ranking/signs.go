package ranking

import (
	"fmt"
	"slices"

	"gatehouse/state/rank"
)

// Signs explains the signs that the columns show, in the order of a row's cells. What is
// always there, scores and bars, is not among them.
func (m *Model) Signs() []string {
	var absent, same, near, fresh bool
	var up, down int // the fewest places that a document rose and fell; 0: none
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
			switch {
			case at == rank.None || was == rank.None:
			case at < was:
				up = fewest(up, was-at)
			case at > was:
				down = fewest(down, at-was)
			}
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
		{up > 0 || down > 0, moves(up, down)},
		{fresh, "new: not on the left"},
	} {
		if sign.shown {
			all = append(all, sign.words)
		}
	}
	return all
}

// fewest is the smaller of two numbers of places, of which the first may be none.
func fewest(a, b int) int {
	if a == 0 {
		return b
	}
	return min(a, b)
}

// moves explains the signs of documents that rose, fell or did both, by numbers that are shown.
func moves(up, down int) string {
	switch {
	case down == 0:
		return fmt.Sprintf("↑%d %s higher than on the left", up, places(up))
	case up == 0:
		return fmt.Sprintf("↓%d %s lower than on the left", down, places(down))
	}
	return fmt.Sprintf("↑%d ↓%d places higher or lower than on the left", up, down)
}

func places(n int) string {
	if n == 1 {
		return "place"
	}
	return "places"
}

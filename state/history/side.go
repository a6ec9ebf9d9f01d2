package history

import (
	"cmp"
	"strings"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// Side is what can tell an exchange from one that it is compared with.
type Side struct {
	Start        time.Time // zero: not known
	Model, Words string    // that answered; the first words of what was asked
}

// SideOf returns what can tell an exchange from another, with the words that it asked: Asked. Either
// of x and c may be nil.
func SideOf(x *state.Exchange, c *wire.Capture, words string) Side {
	s := Side{Words: words}
	if x != nil {
		s.Model = cmp.Or(x.Model, x.Chain)
	}
	if c != nil && !c.Lacks.Start { // else it is the time of a file
		s.Start = c.Start
	}
	return s
}

// Distinguish names two exchanges that are compared by what differs: when they began, the
// model, the first words. A name is empty where nothing of that is known.
func Distinguish(a, b Side) (names [2]string) {
	layout := "15:04:05"
	switch {
	case a.Start.IsZero() || b.Start.IsZero():
	case a.Start.Format(time.DateOnly) != b.Start.Format(time.DateOnly):
		layout = "2006-01-02 15:04"
	case a.Start.Format(layout) == b.Start.Format(layout):
		layout = "15:04:05.000"
	}
	for i, s := range [2]Side{a, b} {
		other := [2]Side{b, a}[i]
		var parts []string
		if !s.Start.IsZero() && !s.Start.Equal(other.Start) {
			parts = append(parts, s.Start.Local().Format(layout))
		}
		if s.Model != "" && s.Model != other.Model {
			parts = append(parts, s.Model)
		}
		if s.Words != "" && s.Words != other.Words {
			parts = append(parts, s.Words)
		}
		names[i] = strings.Join(parts, "  ")
	}
	return names
}

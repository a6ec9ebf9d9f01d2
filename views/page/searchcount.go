package page

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// tally counts the lines that hold the words, and which of them was found.
type tally[P comparable] struct {
	busy   bool
	at     P   // the line to look at next
	looked int // lines looked at
	hits   int
	here   int // which of the hits was found, from 1; 0 before it was met
}

// mostCounted is how many lines of a page are looked at to count hits, some 0.2 s
// of slices beside the keys; of a longer page nothing is counted.
const mostCounted = 20 * searchSlice

// count looks through the next slice.
func (s *Search[P]) count() tea.Cmd {
	t := &s.tally
	for range searchSlice {
		if s.holds(t.at) {
			if t.hits++; t.at == s.at {
				t.here = t.hits
			}
		}
		next, ok := s.page.Step(t.at, 1)
		if t.at, t.looked = next, t.looked+1; !ok {
			t.busy = false
			return nil
		}
	}
	if t.looked >= mostCounted {
		s.tally = tally[P]{}
		return nil
	}
	return s.nextSlice()
}

// words say which of how many lines was found; nothing while that is not counted.
func (t tally[P]) words() string {
	if t.busy || t.here == 0 {
		return ""
	}
	return views.Thousands(t.here) + " of " + views.Counted(t.hits, "line") + "   "
}

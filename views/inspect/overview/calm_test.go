package overview

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestNothingMovesWhileAnAnswerArrives: from the moment the request is sent until the answer has ended,
// the parts of the column, their rows and the types of the frames stay in their places.
func TestNothingMovesWhileAnAnswerArrives(t *testing.T) {
	for _, width := range []int{38, 52, 64} {
		staysInPlace(t, width)
	}
}

func staysInPlace(t *testing.T, width int) {
	c := stored(t, "routed")
	places := map[string][2]int{} // row and column by title or type
	for _, frames := range []int{0, 1, 2, 5, 12, 38, 60, 120, 205, 208, -1} {
		s := subject(c, frames)
		s.NowUS = s.Exchange.LatestUS()
		for row, line := range strings.Split(screen(pageOf(s, true, width, 44)), "\n") {
			for _, name := range []string{"TIME", "TOKENS", "TTFT", "tok/s", "EVENTS"} {
				if strings.HasPrefix(line, " "+name) {
					stays(t, places, name, frames, [2]int{row})
				}
			}
			if at := strings.Index(line, "output_text.delta"); at >= 0 {
				stays(t, places, "a type", frames, [2]int{0, utf8.RuneCountInString(line[:at])})
			}
		}
	}
	if len(places) != 6 {
		t.Errorf("of the column only %v was drawn", places)
	}
}

func stays(t *testing.T, places map[string][2]int, name string, frames int, at [2]int) {
	t.Helper()
	if was, known := places[name]; known && was != at {
		t.Errorf("with %d frames %s stands at %v, it was at %v", frames, name, at, was)
	}
	places[name] = at
}

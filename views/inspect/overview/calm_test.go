package overview

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestNothingMovesInTheFirstSeconds: from the moment the request is sent, the parts of the column
// and the types of the frames stay in their places, however much arrives.
func TestNothingMovesInTheFirstSeconds(t *testing.T) {
	for _, width := range []int{38, 52} {
		staysInPlace(t, width)
	}
}

func staysInPlace(t *testing.T, width int) {
	c := stored(t, "routed")
	places := map[string][2]int{} // row and column by title or type
	for frames := range 38 {      // before its silence
		s := subject(c, frames)
		s.NowUS = s.Exchange.LatestUS()
		for row, line := range strings.Split(screen(pageOf(s, true, width, 44)), "\n") {
			for _, name := range []string{"TIME", "TOKENS", "EVENTS"} {
				if strings.HasPrefix(line, " "+name) {
					stays(t, places, name, frames, [2]int{row})
				}
			}
			if at := strings.Index(line, "text.delta"); at >= 0 {
				stays(t, places, "a type", frames, [2]int{0, utf8.RuneCountInString(line[:at])})
			}
		}
	}
	if len(places) != 4 {
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

package overview

import (
	"strings"
	"testing"
)

// TestWhatTheEndReplacedIsToldUnderTheVerdict: on the page and in the column, and nothing
// where the end brought what was streamed.
func TestWhatTheEndReplacedIsToldUnderTheVerdict(t *testing.T) {
	s := subject(paced(5, 6), -1)
	const told = "⚠ 2 items came otherwise at the end than in the stream: what came at the end is shown"
	for _, compact := range []bool{false, true} {
		s.Exchange.Replaced = 0
		if got := screen(page(s, compact, 99, 40)); strings.Contains(got, "otherwise") {
			t.Error(got)
		}
		s.Exchange.Replaced = 2
		if got := screen(page(s, compact, 99, 40)); !strings.Contains(got, told) {
			t.Error(got)
		}
	}
}

package events

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/frames"
)

// TestEveryFrameTellsItsNumber: the sequence_number has a column, at 80 columns
// too; a run tells its first and its last, a frame too long to be read for its
// row tells its own, and one without a number none.
func TestEveryFrameTellsItsNumber(t *testing.T) {
	var b strings.Builder
	say := func(n int, rest string) { fmt.Fprintf(&b, "data: {\"sequence_number\":%d,%s}\n\n", n, rest) }
	say(7, `"type":"response.created"`)
	b.WriteString(": wait\n\n")
	for n := 8; n <= 12; n++ {
		say(n, `"type":"response.output_text.delta","output_index":0,"delta":"w"`)
	}
	say(13, `"type":"vendor.note","text":"`+strings.Repeat("x", frames.Readable)+`"`)
	b.WriteString("data: {\"type\":\"response.completed\"}\n\n")
	for _, width := range []int{80, 120, 200} {
		s := newStage(width, 24)
		s.play([]byte(b.String()), steady, wire.EndClean)
		lines := strings.Split(s.trimmed(), "\n")[2:]
		end := strings.Index(lines[0], "seq") + len("seq") // the column is written to the right
		if end < len("seq") {
			t.Fatalf("at %d columns no column of numbers in\n%s", width, s.trimmed())
		}
		for i, want := range []string{"7", "–", "8…12", "13", "–"} {
			got := strings.Fields(string([]rune(lines[i+1])[:end]))
			if got[len(got)-1] != want {
				t.Errorf("at %d columns line %d ends its number with %q, want %q, in\n%s", width, i+1, got[len(got)-1], want, s.trimmed())
			}
		}
	}
}

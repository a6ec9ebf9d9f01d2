package transcript

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestAFrameLeadsToItsWords goes from frames of a long answer to what they
// wrote, and from the section back to its first frame.
func TestAFrameLeadsToItsWords(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("count")
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.created","response":{"model":"m"}}`))
	for i := range 30 {
		x.Apply(s.talk.event(`{"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"delta":"thought %d\n"}`, i))
	}
	for i := range 300 {
		x.Apply(s.talk.delta(1, fmt.Sprintf("- line %d\n", i)))
	}
	x.Apply(s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
	turn := s.conv.Current.ID
	for frame, want := range map[int]string{1: "thought 0", 25: "thought 24", 31: "line 0", 180: "line 149"} {
		w, ok := x.Written(frame)
		if !ok || !s.ShowWritten(turn, w) {
			t.Errorf("frame %d leads nowhere", frame)
		}
		if got := s.trimmed(); !strings.Contains(got, want) {
			t.Errorf("frame %d: %q is not in view:\n%s", frame, want, got)
		}
		on, back, ok := s.Selected()
		if first, found := x.WrittenBy(back); !ok || !found || on != turn || first > frame || frame < 31 && first != 1 || frame >= 31 && first != 31 {
			t.Errorf("frame %d: the section leads back to %d", frame, first)
		}
	}
	if s.ShowWritten(turn+7, state.Written{}) {
		t.Error("a turn that is not there was shown")
	}
}

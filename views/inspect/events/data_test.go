package events

import (
	"strings"
	"testing"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
)

// TestACommentIsExplained: users who never saw one take it for a part of the answer. An
// event has no such note.
func TestACommentIsExplained(t *testing.T) {
	s := newStage(120, 40)
	s.play(answered(t, "fault/comments"), steady, wire.EndClean)
	says := func() bool { return strings.Contains(s.trimmed(), "it is not part of the answer") }
	s.press("g", "enter")
	for range 4 {
		if comment := s.list().Type(s.Model.frame) == frames.Comment; comment != says() {
			t.Errorf("a comment %t: got\n%s", comment, s.trimmed())
		}
		s.press("j")
	}
}

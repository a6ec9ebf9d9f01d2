package events

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// TestTheEndIsFollowedUntilOneLeavesIt plays a stream on while it is looked at.
func TestTheEndIsFollowedUntilOneLeavesIt(t *testing.T) {
	s := newStage(100, 12)
	s.begin()
	s.feed(textStream(60), steady)
	if got := s.trimmed(); !strings.Contains(got, "[DONE]") {
		t.Errorf("the last frame is not in view:\n%s", got)
	}
	s.press("g")
	s.feed(textStream(60), steady)
	if got := s.trimmed(); !strings.Contains(got, "response.created") {
		t.Errorf("the view left the first frame:\n%s", got)
	}
	s.press("G")
	s.feed([]byte(": last words\n\n"), steady)
	if got := s.trimmed(); !strings.Contains(got, "last words") {
		t.Errorf("the end is not followed again:\n%s", got)
	}
}

func TestAFinishedStreamIsReadFromItsFirstFrame(t *testing.T) {
	live := newStage(100, 10)
	live.play(textStream(60), steady, wire.EndClean)
	s := newStage(100, 10)
	s.exchange, s.capture = live.exchange, live.capture
	s.show()
	if got := s.trimmed(); !strings.Contains(got, "response.created") {
		t.Errorf("the first frame is not in view:\n%s", got)
	}
}

func TestAFrameIsFoundFromTheTranscript(t *testing.T) {
	s := newStage(100, 16)
	s.play(textStream(60), steady, wire.EndClean)
	s.press("f", "g", "j", "enter", "f") // hides response.created; the first type in the list is the comments'
	s.press("=")
	s.ShowFrame(28)
	if got := s.trimmed(); !strings.Contains(got, "· output_text.delta  “word23 ”") || s.selection.frame != 28 {
		t.Errorf("frame 29 is not shown:\n%s", got)
	}
}

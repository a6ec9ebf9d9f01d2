package events

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// TestASearchContinuesWithTheStream: it counts what arrives, shows that there may be more,
// and never moves the selection by itself.
func TestASearchContinuesWithTheStream(t *testing.T) {
	s := newStage(100, 20)
	s.begin()
	s.feed(delta("a needle"), steady)
	s.press("/", "needle", "enter")
	for range 2 {
		s.feed(delta("another needle"), steady)
		for cmd := s.Work(); cmd != nil; {
			cmd = s.Update(cmd()).Cmd
		}
	}
	if got := s.trimmed(); !strings.Contains(got, "1 of 3 frames so far") || s.selection.frame != 0 {
		t.Errorf("frame %d:\n%s", s.selection.frame+1, got)
	}
	s.end(wire.EndClean)
	if got := s.trimmed(); !strings.Contains(got, "1 of 3 frames") || strings.Contains(got, "so far") {
		t.Errorf("at the end:\n%s", got)
	}
	if s.press("esc"); s.Work() != nil {
		t.Error("it goes on when it is closed")
	}
}

func TestASearchEndsWhenItIsClosed(t *testing.T) {
	s := newStage(100, 12)
	s.play(textStream(200), steady, wire.EndClean)
	s.press("/")
	slice := s.Update(keyMsg("w")).Cmd
	s.press("esc")
	if more := s.Update(slice()).Cmd; more != nil || s.find.Open || s.find.Count() > 0 {
		t.Error("the search went on")
	}
	s.press("/", "w", "o", "r", "d", "1", "7", "down", "down")
	if got := s.trimmed(); !strings.Contains(got, "3 of 11 frames") || !strings.Contains(got, "word171") {
		t.Errorf("the third hit is not shown:\n%s", got)
	}
	s.press("enter", "n")
	if got := s.trimmed(); s.Typing() || !strings.Contains(got, "4 of 11 frames") {
		t.Errorf("n does not go on:\n%s", got)
	}
	s.feed([]byte("data: word17 again\n\n"), steady)
	for range 8 {
		s.press("n")
	}
	if got := s.trimmed(); !strings.Contains(got, "12 of 12 frames") {
		t.Errorf("what came since was not looked through:\n%s", got)
	}
}

func delta(text string) []byte {
	return []byte(`data: {"type":"response.output_text.delta","output_index":0,"delta":"` + text + `"}` + "\n\n")
}

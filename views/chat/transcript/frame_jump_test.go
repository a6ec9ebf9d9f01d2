package transcript

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/kit/text"
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
		w, ok := x.FramePosition(frame)
		if !ok || !s.ShowFrameText(turn, frame, w) {
			t.Errorf("frame %d leads nowhere", frame)
		}
		if got := s.trimmed(); !strings.Contains(got, want) {
			t.Errorf("frame %d: %q is not in view:\n%s", frame, want, got)
		}
		if got := s.press("E"); got != (views.ShowFrame{Turn: turn, Frame: frame}) {
			t.Errorf("frame %d leads back to %+v", frame, got)
		}
		on, back, ok := s.Selected()
		if first, found := x.FrameAt(back); !ok || !found || on != turn || first > frame || frame < 31 && first != 1 || frame >= 31 && first != 31 {
			t.Errorf("frame %d: the section leads back to %d", frame, first)
		}
	}
	if s.ShowFrameText(turn+7, 0, state.TextPosition{}) {
		t.Error("a turn that is not there was shown")
	}
}

// TestWhatAFrameWroteIsMarked goes through a document whose words repeat, in all that
// markdown has, and looks at what is marked.
func TestWhatAFrameWroteIsMarked(t *testing.T) {
	deltas := []string{"## The ", "head\n\nthe ", "**the", " end** of the", " line, [the", " link](https://example.com/the) and ", "the `the", "` rest. ",
		"And a long ", "sentence, so ", "that the ", "line is ", "wrapped where the", " pane ends.\n\n- the ", "first\n- the ", "second\n\n```go\nfor the", " := range the {\n", "}\n```\n", "| the | a |\n|---|---|\n", "| 1 | the", " |\n"}
	s := newStage(40, 60)
	x := s.ask("the question")
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.created","response":{"model":"m"}}`))
	for _, d := range deltas {
		x.Apply(s.talk.delta(1, d))
	}
	x.Apply(s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
	for _, width := range []int{40, 24, 80} {
		s.SetSize(width, 60)
		for i, d := range deltas {
			w, ok := x.FramePosition(1 + i)
			if !ok || w.Length != len(d) || !s.ShowFrameText(s.conv.Current.ID, 1+i, w) {
				t.Fatalf("frame %d: %+v", 1+i, w)
			}
			s.View()
			got := ""
			for _, r := range s.rows {
				for _, p := range s.spans(r) {
					if p.line == r.line {
						got += text.Cut(ansi.Strip(r.text), p.from, p.to)
					}
				}
			}
			if string(drawnLetters(got)) != string(drawnLetters(d)) {
				t.Errorf("%d columns: frame %d wrote %q, marked is %q\n%s", width, 1+i, d, got, s.trimmed())
			}
		}
	}
	s.press("esc")
	if s.hasFrameMark() {
		t.Error("esc leaves the mark")
	}
}

// TestAHitLeadsToTheFrameThatWroteIt: from what the search has found to the
// delta with its first character, and back to that place; to the event
// at the end where that alone had the text.
func TestAHitLeadsToTheFrameThatWroteIt(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("count")
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.created","response":{"model":"m"}}`))
	for i := range 9 {
		x.Apply(s.talk.event(`{"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"delta":"thought %d\n"}`, i))
	}
	full := ""
	for i := range 300 {
		full += fmt.Sprintf("- line %d\n", i)
		x.Apply(s.talk.delta(1, fmt.Sprintf("- line %d\n", i)))
	}
	x.Apply(s.talk.event(`{"type":"response.output_text.done","output_index":1,"content_index":0,"text":%s}`, quote(full+"and a tail")))
	x.Apply(s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
	turn := s.conv.Current.ID
	for words, want := range map[string]int{"line 149": 159, "thought 7": 8, "a tail": 310} {
		s.press("/")
		s.write(words)
		s.press("enter")
		if got := s.press("E"); got != (views.ShowFrame{Turn: turn, Frame: want}) {
			t.Errorf("%q, in view, leads to %+v, want frame %d", words, got, want)
		}
		if w, ok := x.FramePosition(want); words != "a tail" && (!ok || !s.ShowFrameText(turn, want, w)) {
			t.Errorf("frame %d leads nowhere", want)
		}
		if !strings.Contains(s.trimmed(), words) {
			t.Errorf("frame %d does not lead back to %q:\n%s", want, words, s.trimmed())
		}
		s.press("esc")
	}
	s.press("/")
	s.write("line 149")
	s.press("enter", "pgdown", "pgdown", "pgdown")
	if got := s.press("E"); got != (views.ShowFrame{Turn: turn, Frame: 10}) {
		t.Errorf("a hit that is not in view leads to %+v", got)
	}
}

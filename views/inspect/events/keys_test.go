package events

import (
	"strings"
	"testing"

	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/views"
)

func TestKeysThatAskForSomething(t *testing.T) {
	last := len(cutUp(textStream(20))) - 1
	frame := func(s *stage, n int) string {
		ref := s.capture.Frames.All()[n]
		return string(s.capture.Body.Bytes(ref.Offset, ref.Offset+int64(ref.Length)))
	}
	for _, c := range []struct {
		name string
		at   int // of the cursor of time
		keys []string
		want views.Intent
	}{
		{"back from the end", -1, []string{","}, views.Seek{Frame: last - 1}},
		{"on to the last frame", last - 1, []string{"."}, views.Seek{Frame: -1}},
		{"on at the end", -1, []string{"."}, views.Notify{Text: "playback is at the end"}},
		{"back", 7, []string{","}, views.Seek{Frame: 6}},
		{"back at the start", 0, []string{","}, views.Seek{Frame: 0}},
		{"on", 7, []string{"."}, views.Seek{Frame: 8}},
		{"ten back", 17, []string{"<"}, views.Seek{Frame: 7}},
		{"ten on", 7, []string{">"}, views.Seek{Frame: 17}},
		{"over the end", last - 3, []string{">"}, views.Seek{Frame: -1}},
		{"here", -1, []string{"g", "j", "@"}, views.Seek{Frame: 5}}, // after the run
		{"the list of types hides the frames", -1, []string{"f", "@"}, views.Notify{Text: "the type list is open; esc closes it"}},
		{"play", -1, []string{"space"}, views.Play{Speed: 1}},
		{"play faster", -1, []string{"+", "space"}, views.Play{Speed: 10}},
		{"a jump takes the cursor along", 7, []string{"T"}, views.Seek{Frame: 1}},
		{"a jump alone", -1, []string{"T"}, nil},
		{"a jump to a frame in a run goes to it alone", -1, []string{"T", "@"}, views.Seek{Frame: 1}},
		{"to the end", 7, []string{"G"}, views.Seek{Frame: -1}},
		{"esc in the past, which app ends", 7, []string{"esc"}, views.Cancel{}},
		{"esc", -1, []string{"esc"}, views.Cancel{}},
		{"text", -1, []string{"T", "j", `"`}, views.ShowText{Frame: 2}},
		{"no text", -1, []string{"g", `"`}, views.Notify{Text: "this frame has no text; *.delta frames do"}},
		{"a filter that hides all", -1, []string{"g", "j", "enter", "f", "g", "space", "f", "y"}, views.Notify{Text: "the filter hides all frames; 0 shows them"}},
		{"all again", -1, []string{"g", "j", "enter", "f", "g", "space", "f", "enter", "0", "g", "j", "@"}, views.Seek{Frame: 5}},
		{"nothing stands out", -1, []string{"g", "}"}, views.Notify{Text: "nothing stands out after this frame"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(100, 30)
			s.play(textStream(20), steady, wire.EndClean)
			s.SetTime(c.at, 0, 0, nil)
			if got := s.press(c.keys...); got != c.want {
				t.Errorf("got %#v, want %#v", got, c.want)
			}
		})
	}
	s := newStage(100, 30)
	s.play(textStream(20), steady, wire.EndClean)
	if got := s.press("g", "y"); got != (views.Copy{What: "frame", Text: frame(s, 0)}) {
		t.Errorf("copied %#v", got)
	}
	if got := s.press("j", "y"); got != (views.Copy{What: "5 frames", Text: frame(s, 1) + frame(s, 2) + frame(s, 3) + frame(s, 4) + frame(s, 5)}) {
		t.Errorf("copied of a run %#v", got)
	}
}

// TestAFrameThatCannotBeReadWroteNothing, whatever its type.
func TestAFrameThatCannotBeReadWroteNothing(t *testing.T) {
	s := newStage(120, 40)
	s.play(answered(t, "fault/bad-json"), steady, wire.EndClean)
	if got, want := s.press("g", "}", `"`), (views.Notify{Text: "this frame could not be parsed, so none of it is in the answer"}); got != want {
		t.Errorf("got %#v, want %#v", got, want)
	}
}

func TestNoTwoKeysClash(t *testing.T) {
	k := views.NewKeys(views.DefaultCommands())
	if clashes := k.Clashes(); len(clashes) > 0 {
		t.Error(strings.Join(clashes, "\n"))
	}
}

func TestTheFooterNamesTheKeysBeforeTheListIsDrawn(t *testing.T) {
	s := newStage(80, 24)
	s.play(answered(t, "sim/writer"), steady, wire.EndClean)
	other := New(s.styles, s.keys, sse.At)
	other.SetSubject(s.subject)
	if len(other.ShortHelp()) == 0 {
		t.Error("no keys are named")
	}
}

// TestTheFooterSaysWhatOpeningDoes to the selected row.
func TestTheFooterSaysWhatOpeningDoes(t *testing.T) {
	s := newStage(100, 30)
	s.play(textStream(20), steady, wire.EndClean)
	for _, c := range []struct {
		keys []string
		word string
	}{{[]string{"g"}, "open"}, {[]string{"enter"}, "close"}, {[]string{"enter"}, "open"}, {[]string{"j"}, "unfold"}, {[]string{"enter"}, "fold"}} {
		s.press(c.keys...)
		if got := s.ShortHelp()[0].Help(); got.Key != "enter" || got.Desc != c.word {
			t.Errorf("%s %s, want %s", got.Key, got.Desc, c.word)
		}
	}
}

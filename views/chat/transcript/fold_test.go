package transcript

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func TestEveryItemFolds(t *testing.T) {
	s := newStage(80, 30)
	x := s.ask("my own words")
	x.Apply(s.talk.head(200), s.talk.delta(0, "what the model says"),
		s.talk.event(`{"type":"response.refusal.delta","output_index":1,"content_index":0,"delta":"no, I will not"}`), s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
	s.View()
	s.press("g")
	for _, c := range []struct{ words, folded string }{
		{"no, I will not", "▸ ⚠ the model refuses  14 B"},
		{"what the model says", "▸ message  19 B"},
		{"my own words", "▌ ▸ You  12 B"},
	} {
		s.press("K")
		has(t, s, c.words)
		s.press("space")
		hasNot(t, s, c.words)
		has(t, s, c.folded)
		s.press("space")
		has(t, s, c.words)
		s.press("space")
	}
	viewstest.Exact(t, s.View(), 80, 30)
	s.press("/")
	s.write("model says") // what is folded is found, and unfolded
	has(t, s, "what the model says")
}

func TestAFoldedMessageSaysHowItGrows(t *testing.T) {
	s := newStage(80, 30)
	x := s.ask("go")
	x.Apply(s.talk.head(200), s.talk.delta(0, "some words"))
	s.View()
	s.press("K", "space")
	has(t, s, "▸ message  10 B")
	x.Apply(s.talk.delta(0, strings.Repeat("x", 5000)))
	has(t, s, "▸ message  5.0 KB")
	hasNot(t, s, "xxx")
}

func TestUnfoldingKeepsTheHeadWhereItWas(t *testing.T) {
	for _, running := range []bool{false, true} {
		s := newStage(80, 12)
		x := s.ask("go")
		x.Apply(s.talk.head(200), s.talk.delta(0, "# the title\n\n"+strings.Repeat("a line of many\n\n", 40)))
		if !running {
			x.Apply(s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
		}
		s.View()
		s.press("K", "space", "G")
		before := lineOf(s, "▸ message")
		if before < 0 || !s.Following() {
			t.Fatalf("running %v: the folded message is not followed:\n%s", running, strings.Join(s.screen(), "\n"))
		}
		s.press("K", "space")
		if at := lineOf(s, "the title"); at != before {
			t.Errorf("running %v: the head went from line %d to %d:\n%s", running, before, at, strings.Join(s.screen(), "\n"))
		}
		if s.Following() {
			t.Errorf("running %v: it is still followed", running)
		}
	}
}

// lineOf returns the line of the screen that shows words, or -1.
func lineOf(s *stage, words string) int {
	for i, line := range s.screen() {
		if strings.Contains(line, words) {
			return i
		}
	}
	return -1
}

// TestAnItemThatComesLateMovesNoFold: what the user folded and selected stays so where
// an item is inserted before it, and at a time before that item arrived.
func TestAnItemThatComesLateMovesNoFold(t *testing.T) {
	s := newStage(80, 30)
	x := s.ask("go")
	x.Apply(s.talk.head(200), s.talk.delta(1, "what came first"))
	s.View()
	s.press("K", "space")
	folded := "▸ message  15 B"
	has(t, s, folded)
	x.Apply(s.talk.delta(0, "what came late"))
	only := func(when string) {
		t.Helper()
		if screen := s.trimmed(); !strings.Contains(screen, folded) || strings.Contains(screen, "what came first") {
			t.Errorf("%s\n%s", when, screen)
		}
	}
	only("with the late item")
	has(t, s, "what came late")
	if got, want := s.press("E"), (views.ShowFrame{Turn: 1, Frame: 0}); got != want {
		t.Errorf("what is selected was written by %+v, not %+v", got, want)
	}

	then := state.NewExchange("x", x.Request)
	s.talk = wireTalk{}
	then.Apply(s.talk.head(200), s.talk.delta(1, "what came first"))
	s.SetEarlier(s.conv.Current, then)
	only("before the late item")
	hasNot(t, s, "what came late")
	s.SetEarlier(nil, nil)
	only("back from there")

	s.press("space")
	has(t, s, "what came late")
	has(t, s, "what came first")
	if !s.ShowFrameText(1, 1, state.TextPosition{Item: 0, Part: 0, Length: 4}) || s.press("space") != nil {
		t.Fatal("what the late item's frame wrote is not shown")
	}
	hasNot(t, s, "what came late")
	has(t, s, "what came first")
}

// TestTheSelectionStaysInItsItem: where the part that was selected disappears, in an item
// that arrived late.
func TestTheSelectionStaysInItsItem(t *testing.T) {
	s := newStage(80, 30)
	x := s.ask("go")
	x.Apply(s.talk.head(200), s.talk.delta(1, "what came first"), s.talk.delta(0, "what stays"),
		s.talk.event(`{"type":"response.output_text.delta","output_index":0,"content_index":1,"delta":"what falls away"}`))
	s.View()
	s.press("K", "K")
	if got := s.press("y"); got != (views.Copy{What: "message", Text: "what falls away"}) {
		t.Fatalf("%+v is selected", got)
	}
	x.Apply(s.talk.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":"what stays"}]}}`))
	if got := s.press("y"); got != (views.Copy{What: "message", Text: "what stays"}) {
		t.Errorf("%+v is selected", got)
	}
}

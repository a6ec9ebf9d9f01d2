package transcript

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/views"
)

// TestTheLineAboutAnAnswerCopiesItsText: the keys apply to it when the pane gets the
// focus, also after an answer that was stopped.
func TestTheLineAboutAnAnswerCopiesItsText(t *testing.T) {
	s := newStage(60, 20)
	x := s.ask("the question")
	x.Apply(s.talk.head(200), s.talk.delta(0, "as far as it came"), s.talk.end(wire.EndCancelled))
	s.SetFocus(true)
	s.View()
	if got := s.press("y"); got != (views.Copy{What: "message", Text: "as far as it came"}) {
		t.Errorf("%+v is copied", got)
	}
	s.answered("another", "the whole answer")
	s.View()
	if got := s.press("y"); got != (views.Copy{What: "message", Text: "the whole answer"}) {
		t.Errorf("%+v is copied", got)
	}
}

// TestNothingToCopyIsReported: of an answer without any text the question is not copied instead.
func TestNothingToCopyIsReported(t *testing.T) {
	s := newStage(60, 20)
	s.ask("the question").Apply(s.talk.head(200), s.talk.end(wire.EndCancelled))
	s.SetFocus(true)
	s.View()
	if n, ok := s.press("y").(views.Notify); !ok {
		t.Errorf("%+v is said", n)
	}
	if got := s.press("K", "y"); got != (views.Copy{What: "your message", Text: "the question"}) {
		t.Errorf("%+v is copied", got)
	}
}

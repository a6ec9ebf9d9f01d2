package transcript

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state/request/talk"
	"gatehouse/views/viewstest"
)

func TestTheModelThatTheEndNamesIsShown(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("who are you?")
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.created","response":{"model":"vendor/aaa"}}`))
	has(t, s, "vendor/aaa")
	x.Apply(s.talk.event(`{"type":"response.completed","response":{"model":"vendor/bbb","status":"completed"}}`))
	has(t, s, "vendor/bbb")
	hasNot(t, s, "vendor/aaa")
}

func TestTheRawPageShowsTrailers(t *testing.T) {
	s := newStage(80, 40)
	x := s.ask("go")
	end := s.talk.end(wire.EndClean)
	end.End.Trailer = http.Header{"X-Sum": {"42"}}
	x.Apply(s.talk.head(200), s.talk.delta(0, "answer"), s.talk.completed(), s.talk.done(), end)
	hasNot(t, s, "X-Sum")
	s.press("v")
	has(t, s, "trailers")
	has(t, s, "X-Sum: 42")
}

func TestAnEmptyTurnIsShown(t *testing.T) {
	for _, doc := range []string{`{"object":"response","output":[]}`, `{"object":"response","model":"m","output":[]}`} {
		conv, err := talk.Open([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		s := newStage(60, 10)
		s.SetConversation(conv)
		has(t, s, "no output")
		for _, k := range []string{"g", "K", "J", "[", "]", "v", "space", "/", "a", "esc", "y", "G"} {
			s.press(k)
			viewstest.Exact(t, s.View(), 60, 10)
		}
	}
}

func TestTheLastWordsAreCutBetweenLetters(t *testing.T) {
	thought := strings.Repeat("思考過程", 40)
	for width := range 30 {
		if got := lastWords(thought, width); !utf8.ValidString(got) || strings.Contains(ansi.Strip(got), "\ufffd") {
			t.Errorf("at %d columns the last words are %q", width, got)
		}
	}
}

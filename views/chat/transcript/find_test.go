package transcript

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
)

func click(x, y int) tea.MouseClickMsg { return tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft} }

func (s *stage) write(words string) {
	for _, r := range words {
		s.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestFindGoesToHitsAndCountsThem(t *testing.T) {
	s := newStage(80, 14)
	s.answered("first", long(300)+"the NEEDLE here\n\n"+long(300))
	s.answered("second", long(100)+"another needle\n\n"+long(50))
	s.View()
	s.press("g", "/")
	if !s.Typing() || s.Cursor() == nil {
		t.Fatal("the find line does not take letters")
	}
	s.write("needle")
	has(t, s, "the NEEDLE here")
	has(t, s, "1 of 2")
	s.press("enter")
	if s.Typing() {
		t.Fatal("enter did not end the typing")
	}
	s.press("n")
	has(t, s, "another needle")
	has(t, s, "2 of 2")
	s.press("N")
	has(t, s, "the NEEDLE here")
	s.press("esc")
	hasNot(t, s, "1 of 2")
	has(t, s, "the NEEDLE here")
}

func TestTheFindLineHasTheKeysInForce(t *testing.T) {
	s := newStage(80, 14)
	s.answered("first", "some needle and a Needle")
	s.keys.Rebind(map[string][]string{"list-choose": {"f6"}, "go-down": {"f7"}, "delete-back": {"f8"}, "next-hit": {"m"}, "stop": {"f9"}})
	s.press("/")
	s.write("needlex")
	has(t, s, "F6 keep   F9 close")
	s.Update(tea.KeyPressMsg{Code: tea.KeyF8})
	has(t, s, "1 of 2")
	s.Update(tea.KeyPressMsg{Code: tea.KeyF7})
	has(t, s, "2 of 2")
	s.Update(tea.KeyPressMsg{Code: tea.KeyF6})
	has(t, s, "m next   N previous   F9 close")
	s.press("m")
	has(t, s, "1 of 2")
	s.Update(tea.KeyPressMsg{Code: tea.KeyF9})
	hasNot(t, s, "close")
}

func TestFindMarksWhatItFound(t *testing.T) {
	s := newStage(80, 14)
	s.answered("first", "some needle and a Needle")
	s.press("/")
	s.write("needle")
	on, _, _ := strings.Cut(s.styles.MatchHere.Render("x"), "x")
	if n := strings.Count(s.View(), on); n != 2 {
		t.Errorf("%d hits are marked, want 2", n)
	}
}

func TestFindUnfoldsWhatHidesAHit(t *testing.T) {
	s := newStage(80, 40)
	scene(s)
	s.View()
	s.press("g", "/")
	hasNot(t, s, "which key comes first")
	s.write("key comes")
	has(t, s, "which key comes first")
}

func TestFindReportsNoHit(t *testing.T) {
	s := newStage(80, 14)
	s.answered("first", "some text")
	s.press("/")
	s.write("zebra")
	has(t, s, "no hit")
	s.press("backspace", "backspace", "backspace", "backspace", "backspace", "backspace")
	if s.find.Open {
		t.Error("the find line stays open without words")
	}
}

func TestFindGoesOnInWhatArrives(t *testing.T) {
	s := newStage(80, 14)
	x := s.ask("count")
	x.Apply(s.talk.head(200), s.talk.delta(0, "one needle "))
	s.press("/")
	s.write("needle")
	has(t, s, "1 of 1")
	x.Apply(s.talk.delta(0, "and a nee"), s.talk.delta(0, "dle"))
	s.View()
	has(t, s, "1 of 2")
}

func TestRawShowsTheBytes(t *testing.T) {
	s := newStage(100, 60)
	x := s.ask("hello")
	c := s.conv.Current.Capture
	for _, frame := range []string{": waiting\n\n", "data: {\"type\":\"response.created\",\"x\":\"\\u001b\"}\n\n", "data: \x1b[31mtorn"} {
		at := c.Body.Len()
		c.Body.Append([]byte(frame), 1500)
		c.Frames.Append(frameRef(at, frame))
	}
	x.Apply(s.talk.head(200), s.talk.delta(0, "hello"))
	s.View()
	s.press("v")
	for _, want := range []string{"POST http://h/api/v1/responses", `{"model":"service/auto","stream":true}`, "HTTP/1.1 200 OK",
		"Content-Type: text/event-stream", ": waiting", `"x":"\u001b"`, "data: ␛[31mtorn", "truncated: no blank line at its end", "0.002 s"} {
		has(t, s, want)
	}
	s.press("v")
	hasNot(t, s, "POST")
	has(t, s, "hello")
}

func frameRef(at int64, frame string) wire.FrameRef {
	kind := wire.FrameEvent
	switch {
	case frame[0] == ':':
		kind = wire.FrameComment
	case !strings.HasSuffix(frame, "\n\n"):
		kind = wire.FrameTorn
	}
	return wire.FrameRef{Offset: at, Length: uint32(len(frame)), AtUS: 1500, Kind: kind}
}

// TestWhatComesBelowAFoldIsFound: also where it was unfolded before, and what it held
// then is still there.
func TestWhatComesBelowAFoldIsFound(t *testing.T) {
	s := newStage(80, 30)
	x := s.ask("go")
	code := func(text string) wire.Arrival {
		return s.talk.event(`{"type":"response.code_interpreter_call_code.delta","output_index":0,"delta":%s}`, quote(text))
	}
	x.Apply(s.talk.head(200), code("first = 1\n"))
	s.View()
	s.press("g", "K", "space")
	has(t, s, "▾")
	has(t, s, "first = 1")
	s.press("space")
	x.Apply(code("needle = 2\n"))
	s.View()
	s.press("/")
	s.write("needle")
	has(t, s, "1 of 1")
	has(t, s, "needle = 2")
}

// TestAnItemThatComesLateTakesItsPlace: it is shown above what arrived first, each as it is.
func TestAnItemThatComesLateTakesItsPlace(t *testing.T) {
	s := newStage(60, 20)
	x := s.ask("go")
	x.Apply(s.talk.head(200), s.talk.delta(1, "the second"))
	s.View()
	s.press("/")
	s.write("the")
	has(t, s, "1 of 1")
	x.Apply(s.talk.delta(0, "the first of them"))
	if got := s.trimmed(); !strings.Contains(got, "the first of them\n\n   the second\n") {
		t.Errorf("the answer is\n%s", got)
	}
	has(t, s, "3 of 3") // the one that was gone to stays the one
}

// TestASearchBeginsWhereOneLooks: between the parts of a message it moves to the next.
func TestASearchBeginsWhereOneLooks(t *testing.T) {
	s := newStage(60, 6)
	x := s.ask("go")
	part := func(text, more string) string {
		return fmt.Sprintf(`{"type":"output_text","text":%s%s}`, quote(text), more)
	}
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[%s,%s]}}`,
		part("a needle\n\n"+long(9), `,"annotations":[{"type":"url_citation","url":"https://e.org/a"}]`), part("another needle\n\n"+long(9), "")))
	s.View()
	s.press("g")
	for !strings.Contains(s.screen()[0], "e.org") {
		s.Scroll(0, 1)
	}
	s.press("/")
	s.write("needle")
	has(t, s, "2 of 2")
}

// TestLongConversationIsSearchedInBackground: part by part, and what arrives meanwhile
// too; the first hit is gone to as soon as it is found, and n waits for the next.
func TestLongConversationIsSearchedInBackground(t *testing.T) {
	s := newStage(80, 14)
	filler := strings.Repeat("some words\n\n", searchSlice/10)
	s.answered("first", "the needle "+filler)
	x := s.ask("second")
	x.Apply(s.talk.head(200), s.talk.delta(0, filler+"the needle "))
	s.View()
	s.press("g", "/")
	m := s.Model
	look := m.Update(tea.PasteMsg{Content: "needle"}).Cmd
	if look == nil || m.find.Count() > 0 {
		t.Fatal("it is searched at once")
	}
	look = m.Update(look()).Cmd
	if look == nil || m.find.Number() != 1 {
		t.Fatal("the first hit waits for the others")
	}
	x.Apply(s.talk.delta(0, "and a needle"))
	m.Update(keyMsg("down"))
	if m.View(); m.find.Number() != 1 {
		t.Error("n does not wait")
	}
	s.run(look)
	has(t, s, "2 of 3")
}

package tree

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/views"
)

// passedOn is an exchange with what was sent, and what was sent on.
func passedOn(sent, upstream string) views.Subject {
	s := asked()
	s.Capture.Sent.Body = []byte(sent)
	s.Exchange.Debug = append(s.Exchange.Debug, []byte(`{"echo_upstream_body":`+upstream+`}`))
	s.Exchange.Version++
	return s
}

// TestALongTextSentOnIsComparedByItsWords, in the background.
func TestALongTextSentOnIsComparedByItsWords(t *testing.T) {
	long := strings.Repeat("a line of some words\\n", 5000)
	r := NewRequest(styles(), keys())
	s := newStage(r, 80, 24)
	r.SetSubject(passedOn(`{"instructions":"`+long+`the old end"}`, `{"instructions":"`+long+`the new end"}`))
	s.press("=")
	s.has(t, "… 5,000 lines the same", "− the old end", "+ the new end")
}

// TestATruncatedComparisonOpensCompletely: the key that opens a long text in the tree shows
// the value of a row, and of a changed one both.
func TestATruncatedComparisonOpensCompletely(t *testing.T) {
	long := `"` + strings.Repeat("word ", 100) + `end"`
	r := NewRequest(styles(), keys())
	s := newStage(r, 80, 24)
	r.SetSubject(passedOn(`{"gone":`+long+`,"same":`+long+`,"other":[1,`+long+`]}`, `{"same":`+long+`,"other":{"a":1},"come":`+long+`}`))
	s.press("=", "=")
	s.has(t, "❯− gone")
	for _, want := range []views.RowContent{
		{Title: "only sent: gone", JSON: []byte(long)},
		{Title: "same", JSON: []byte(long)},
		{Title: "other", JSON: []byte(`{"sent":[1,` + long + `],"upstream":{"a":1}}`)},
		{Title: "only upstream: come", JSON: []byte(long)},
	} {
		row := r.upstream.here.Block()
		s.press("enter")
		got, ok := s.last().(views.ShowContent)
		if !ok || got.Content.Title != want.Title || string(got.Content.JSON) != string(want.JSON) {
			t.Errorf("%s is shown as %+v", want.Title, got)
		}
		for r.upstream.here.Block() == row && row < 3 {
			s.press("j")
		}
	}
	s.press("g")
	s.send(tea.MouseClickMsg{X: 4, Y: 3})
	s.has(t, "❯  same")
	if i := s.last(); i != nil {
		t.Errorf("a click on another row does %+v", i)
	}
	s.send(tea.MouseClickMsg{X: 4, Y: 3})
	if got, ok := s.last().(views.ShowContent); !ok || got.Content.Title != "same" {
		t.Errorf("a click on the selected row shows %+v", got)
	}
	s.send(tea.MouseClickMsg{X: 4, Y: 22})
	if i := s.last(); i != nil {
		t.Errorf("a click below the rows does %+v", i)
	}
}

// TestTheSelectedLineStaysInView, wherever a key moves it, and at any size.
func TestTheSelectedLineStaysInView(t *testing.T) {
	var sent, on []string
	for i := range 60 {
		sent = append(sent, fmt.Sprintf(`"a%d":%d`, i, i))
		on = append(on, fmt.Sprintf(`"b%d":{"text":"%s"}`, i, strings.Repeat("word ", 30)))
	}
	r := NewRequest(styles(), keys())
	s := newStage(r, 80, 24)
	r.SetSubject(passedOn("{"+strings.Join(sent, ",")+"}", "{"+strings.Join(on, ",")+"}"))
	s.press("=")
	for _, c := range []struct {
		key           string
		width, height int
		want          string
	}{
		{"j", 80, 24, "❯− a1 1"}, {"pgdown", 80, 24, "❯− a22 22"}, {"G", 80, 24, ""}, {"pgup", 80, 24, ""},
		{"k", 30, 9, ""}, {"k", 200, 24, ""}, {"j", 60, 3, ""}, {"g", 80, 24, "❯− a0 0"}, {"k", 80, 24, "❯− a0 0"},
	} {
		r.SetSize(c.width, c.height)
		s.press(c.key)
		if s.has(t, "❯"+strings.TrimPrefix(c.want, "❯")); c.key == "G" && strings.HasSuffix(strings.TrimRight(s.screen(), "\n"), "\n\n") {
			t.Errorf("the page goes beyond its end\n%s", s.screen())
		}
	}
	r.SetFocus(false)
	s.hasNot(t, "❯")
}

// TestASearchLeadsFromTheComparisonToTheRequest: the words that follow are no keys.
func TestASearchLeadsFromTheComparisonToTheRequest(t *testing.T) {
	for _, key := range []string{"/", "|"} {
		r := NewRequest(styles(), keys())
		s := newStage(r, 80, 24)
		r.SetSubject(passedOn(`{"model":"m"}`, `{"model":"n"}`))
		s.press("=")
		s.has(t, "SENT → UPSTREAM")
		s.press(key)
		s.hasNot(t, "SENT → UPSTREAM")
		if !r.Typing() {
			t.Errorf("%s: letters are keys", key)
		}
	}
}

// TestMessagesForAnotherAPIAreAligned: the texts are compared, not the names of the members
// around them.
func TestMessagesForAnotherAPIAreAligned(t *testing.T) {
	r := NewRequest(styles(), keys())
	s := newStage(r, 120, 24)
	r.SetSubject(passedOn(`{"model":"v/m","instructions":"be kind","input":[{"role":"user","content":"hello"},{"role":"assistant","content":"hi"},{"role":"user","content":"the old end"}]}`,
		`{"model":"v/m","messages":[{"role":"system","content":"be kind"},{"role":"user","content":"hello"},{"role":"user","content":"the new end"}]}`))
	s.press("=")
	s.has(t, "2 differences, Responses → chat completions", "input → messages", `−   input[1].content "hi"`, "~   input[2].content → messages[2].content", `− "the old end"  + "the new end"`)
	s.hasNot(t, "hello")
	s.press("=")
	s.has(t, `instructions → messages[0].content "be kind"`, `input[0].content → messages[1].content "hello"`)
}

// TestRequestIsComparedWithWhatTheProgramSent, where a rule of the proxy changed it.
func TestRequestIsComparedWithWhatTheProgramSent(t *testing.T) {
	r := NewRequest(styles(), keys())
	s := newStage(r, 80, 24)
	subject := asked()
	subject.Capture.Sent.Body = []byte(`{"model":"sim/coder","input":"hi"}`)
	subject.Capture.Changed = &wire.Changed{By: []string{"=> .model"}, Body: `{"model":"gpt-5","input":"hi"}`}
	r.SetSubject(subject)
	s.has(t, "✎ v received, = compares", "sim/coder")
	s.press("v")
	s.has(t, "REQUEST RECEIVED", "v shows what was sent", "gpt-5")
	s.hasNot(t, "sim/coder")
	s.press("v")
	s.has(t, "sim/coder")
	s.hasNot(t, "gpt-5")
	s.press("=")
	s.has(t, "RECEIVED → SENT", "as received from the program", "− received  + sent", `− "gpt-5"  + "sim/coder"`)
	s.hasNot(t, "upstream")
}

package tree

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state"
)

// TestATextThatIsOpenGrows: it goes on where it was read, by its end where that is
// followed, and what is searched in it is counted on.
func TestATextThatIsOpenGrows(t *testing.T) {
	s := newStreamed()
	s.begin()
	s.press("/").write("first words").press("enter", "enter")
	s.has(t, "the text at .output[1].content[0].text", "the first words", "1 of 1")
	s.delta("\n" + strings.Repeat("needle\n", 40) + "the first words again")
	s.run(s.r.findOn())
	s.has(t, "the first words\n", "1 of 2")
	s.hasNot(t, "again")
	s.press("esc", "G")
	s.delta(", and the newest")
	s.has(t, "the first words again, and the newest")
	s.feed(`{"type":"response.completed","response":{"status":"completed","output":[{"type":"function_call"},{"type":"message","content":[{"text":"the whole"}]}]}}`)
	s.has(t, "the text at .output[1].content[0].text", "the whole")
	s.press("esc")
	s.has(t, "completed")
}

// TestATextThatIsOpenBecomesADocument when the arguments of a call are whole; a text in
// that, and what a filter makes of it, follow it. What is gone stays as it was, and
// says so.
func TestATextThatIsOpenBecomesADocument(t *testing.T) {
	s := newStreamed()
	arguments := func(text string) {
		s.feed(fmt.Sprintf(`{"type":"response.function_call_arguments.delta","output_index":0,"delta":%q}`, text))
		s.run(s.r.Model.Work())
	}
	s.feed(`{"type":"response.created","response":{"status":"in_progress"}}`)
	s.feed(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","name":"look","arguments":""}}`)
	arguments(`{"q":"[1`)
	s.press("/").write(`"q"`).press("enter", "esc", "enter")
	s.has(t, "RESPONSE  raw", `{"q":"[1`)
	arguments(`,2]"}`)
	s.has(t, "RESPONSE  pretty", `"q": "[1,2]"`)
	s.press("j", "enter", "|").write("length").press("enter")
	s.has(t, "jq length: 1 result", "2\n")
	done := func(arguments string) {
		s.feed(fmt.Sprintf(`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","name":"look","arguments":%q}}`, arguments))
		s.run(s.r.Model.Work())
	}
	done(`{"q":"[1,2,3]"}`)
	s.has(t, "jq length: 1 result", "3\n")
	s.press("esc")
	done(`{}`)
	s.has(t, "earlier value: the text at", "3\n")
	was := s.r.Model.view
	if s.r.Model.Work(); s.r.Model.view != was {
		t.Error("what is gone is looked for again, and drawn again, with each key")
	}
}

// TestALargeTextThatIsOpenStaysUntilMoreIsRead.
func TestALargeTextThatIsOpenStaysUntilMoreIsRead(t *testing.T) {
	m := New(styles(), keys())
	c := Content{Of: state.NewExchange("x", nil).Identity()}
	c.JSON = fmt.Appendf(nil, "%q", "the beginning\n"+strings.Repeat("word\n", readAtOnce/5))
	m.SetContent(c)
	s := newStage(m, 80, 8)
	s.press("enter")
	s.has(t, "the beginning")
	c.JSON = fmt.Appendf(nil, "%q", "the beginning\n"+strings.Repeat("word\n", readAtOnce/5)+"the newest")
	m.SetContent(c)
	read := m.Work()
	s.has(t, "the beginning")
	s.run(read)
	s.press("G")
	s.has(t, "the newest")
}

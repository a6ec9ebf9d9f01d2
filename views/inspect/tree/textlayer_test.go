package tree

import (
	"fmt"
	"strings"
	"testing"
)

// TestATextThatIsOpenStaysAsItWas while the answer grows, with a note, and is searched in
// that state.
func TestATextThatIsOpenStaysAsItWas(t *testing.T) {
	s := newStreamed()
	s.begin()
	s.press("/").write("first words").press("enter", "enter")
	s.has(t, "the text at .output[1].content[0].text", "the first words", "1 of 1")
	s.hasNot(t, "earlier")
	s.delta(", and the first words again")
	s.run(s.r.findOn())
	s.has(t, "earlier: the text at", "1 of 1")
	s.hasNot(t, "again")
	s.press("esc", "esc")
	s.has(t, "the first words, and the first words again")
	s.press("enter")
	s.has(t, "the text at .output[1].content[0].text", "again")
	s.hasNot(t, "earlier")
}

func TestALargeTextIsReadInTheBackground(t *testing.T) {
	m := New(styles(), keys())
	m.SetContent(Content{JSON: fmt.Appendf(nil, "%q", "the beginning\n"+strings.Repeat("word\n", readAtOnce/5)+"the newest")})
	s := newStage(m, 80, 8)
	cmd := m.Update(keyOf("enter")).Cmd
	s.has(t, "reading 1.3 MB of text")
	s.run(cmd)
	s.has(t, "the beginning")
	s.press("G")
	s.has(t, "the newest")
}

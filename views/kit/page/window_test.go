package page

import (
	"strings"
	"testing"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// headed is content below a block that may have no lines yet.
type headed struct {
	text.Content
	head []string
}

func (h *headed) Len() int { return h.Content.Len() + 1 }

func (h *headed) Lines(i int) []string {
	if i == 0 {
		return h.head
	}
	return h.Content.Lines(i - 1)
}

// TestAWindowAtTheTopStaysThere: lines that come before the first are seen, and a block
// without lines is passed over.
func TestAWindowAtTheTopStaysThere(t *testing.T) {
	styles := themes.Dark()
	body := text.NewPlain(&styles, styles.Text)
	body.Update("a\nb\nc")
	h := &headed{Content: body}
	p := New(h)
	p.SetSize(10, 2)
	p.Scroll(0, 2)
	p.Scroll(0, -5)
	p.Fill()
	if above, below := p.Overflow(); above || !below {
		t.Errorf("at the top: more above %v, below %v", above, below)
	}
	h.head = []string{"head"}
	if got := p.Drawn(); !strings.Contains(got[0], "head") {
		t.Errorf("the head is not seen: %q", got)
	}
	p.End()
	if above, below := p.Overflow(); !above || below {
		t.Errorf("at the end: more above %v, below %v", above, below)
	}
}

// TestATextThatBecomesShorterStaysFilled.
func TestATextThatBecomesShorterStaysFilled(t *testing.T) {
	lines := strings.Split("0 1 2 3 4 5 6 7", " ")
	w := OfLines(func() []string { return lines })
	w.SetSize(1, 3)
	w.End()
	if got := w.View(); got != "5\n6\n7" {
		t.Errorf("%q", got)
	}
	lines = lines[:4]
	if got := w.View(); got != "1\n2\n3" {
		t.Errorf("shorter: %q", got)
	}
	lines = nil
	if got := w.View(); got != " \n \n " {
		t.Errorf("empty: %q", got)
	}
}

package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// newFinder makes the search in the text, without regard to the case of ASCII letters.
// A place is an offset.
func (m *Model) newFinder() page.Finder[int] {
	show := func(at int) {
		m.ed.GoTo(at)
		m.show(m.parts().text / 3)
	}
	here := func() int { return m.ed.At() }
	return page.NewFinder(page.Findable[int]{Here: here, Before: cmp.Less[int], Show: show, Look: m.lookFor})
}

// maxAtOnce is how many bytes are searched at once.
const maxAtOnce = 1 << 20

// lookFor looks through all of the text. What is folded is passed over.
func (m *Model) lookFor(words string, from int) (look func() page.Part[int], quick bool) {
	if from >= m.ed.Buffer().Len() {
		return nil, true
	}
	text, folds := m.ed.Buffer().Clone(), slices.Clone(m.ed.Folds())
	return func() page.Part[int] {
		doc := text.Bytes()
		part := page.Part[int]{Next: len(doc)}
		for at := 0; ; {
			n := spelling.IndexFold(doc[at:], words)
			if n < 0 {
				return part
			}
			at += n
			if i := edit.FoldAt(folds, at); i < len(folds) && folds[i].From <= at {
				at = folds[i].To
				continue
			}
			part.Hits = append(part.Hits, at)
			at += len(words)
		}
	}, text.Len() <= maxAtOnce
}

func (m *Model) openFind() views.Answer {
	opened := m.find.Start()
	m.changed()
	return views.Answer{Used: opened}
}

// writeFind takes a key or a paste while the words are being written.
func (m *Model) writeFind(msg tea.Msg) views.Answer {
	was := m.position()
	answer := m.find.Write(m.keys, msg)
	m.changed()
	answer.Used = answer.Used || m.position() != was
	return answer
}

// toHit goes to the hit after (step 1) or before (-1).
func (m *Model) toHit(step int) views.Answer {
	was := m.position()
	answer := m.find.Step(step)
	m.changed()
	answer.Used = answer.Used || m.position() != was
	return answer
}

// findLine draws the words and how many hits there are.
func (m *Model) findLine() string {
	f := &m.find
	count := "" // while it looks, and of a text that has changed since
	switch {
	case f.Words == "":
		count = "type to search"
	case f.Missed():
		count = "no hit"
	case f.Count() > 0:
		count = fmt.Sprintf("%d of %d", f.Number(), f.Count())
	}
	words := text.SanitizeLine(f.Words)
	width := max(m.width-text.Width(count)-6, 4)
	words = text.TruncateLeft(words, max(text.Width(words)-width, 0), "")
	return m.styles.Accent.Render(" /") + m.styles.Text.Render(words) + "   " + m.styles.Dim.Render(count)
}

// findCursor is the column after the words.
func (m *Model) findCursor() int {
	line := ansi.Strip(m.findLine())
	return text.Width(strings.TrimRight(line[:strings.LastIndex(line, "   ")], "")) // the words may end in spaces
}

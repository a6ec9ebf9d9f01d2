package source

import (
	"cmp"
	"fmt"
	"slices"

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

// withUsed returns an answer, used also if the cursor is no longer at a position.
func (m *Model) withUsed(was position, answer views.Answer) views.Answer {
	m.changed()
	answer.Used = answer.Used || m.position() != was
	return answer
}

// findLine draws the words and how many hits there are; the words end at a column.
func (m *Model) findLine() (line string, end int) {
	f := &m.find
	count := "" // while it looks, and of a text that has changed since
	switch {
	case f.Words == "":
		count = "type to search"
	case f.Missed():
		count = "no hits"
	case f.Count() > 0:
		count = fmt.Sprintf("%d of %d", f.Number(), f.Count())
	}
	words := text.SanitizeLine(f.Words)
	width := max(m.width-text.Width(count)-6, 4)
	words = text.TruncateLeft(words, max(text.Width(words)-width, 0), "")
	line = m.styles.Accent.Render(" /") + m.styles.Text.Render(words)
	return line + "   " + m.styles.Dim.Render(count), text.Width(line)
}

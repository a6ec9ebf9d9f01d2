package ranking

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rank"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// newFinder makes the search in the documents: in the order of the cursor's column, or
// in the request's where that has none. A place is a document.
func (m *Model) newFinder() page.Finder[int] {
	above := func(a, b int) bool {
		col := m.col
		if m.docAt(col, 0) == rank.None {
			col = 0
		}
		return m.placeOf(col, a) < m.placeOf(col, b)
	}
	return page.NewFinder(page.Findable[int]{
		Here: func() int { return m.doc }, FromHere: true,
		Before: above,
		Show:   func(doc int) { m.doc, m.awaited = doc, false },
		Look:   m.look,
	})
}

// maxAtOnce is how many bytes of documents are looked through at once.
const maxAtOnce = 1 << 20

func (m *Model) look(words string, from int) (look func() page.Part[int], quick bool) {
	docs, size := m.docs, 0
	if from >= len(docs) {
		return nil, true
	}
	for _, text := range docs {
		size += len(text)
	}
	order := m.columns[0].seq
	switch own := m.columns[m.col].seq; {
	case m.sort != byRank:
		order = m.perm
	case own != nil:
		order = own
	}
	return func() page.Part[int] {
		part := page.Part[int]{Next: len(docs)}
		for _, doc := range order {
			if spelling.IndexFoldUnicode(docs[doc], words) >= 0 {
				part.Hits = append(part.Hits, doc)
			}
		}
		return part
	}, size <= maxAtOnce
}

// Typing implements views.Typist: the find line owns the letters while its
// words are being written.
func (m *Model) Typing() bool { return m.find.Typing }

// Cursor implements views.Typist; the line draws the cursor itself.
func (m *Model) Cursor() *tea.Cursor { return nil }

// EndFind ends a search; ok is false when there is none.
func (m *Model) EndFind() (ok bool) {
	ok = m.find.Open
	m.find.Close()
	m.show()
	return ok
}

// write takes a key or a paste while the words are being written. The documents
// are looked through when they are finished, not with every letter.
func (m *Model) write(msg tea.Msg) (cmd tea.Cmd) {
	switch m.find.SearchLine.Write(m.keys, msg) {
	case page.AskLook:
		m.find.Forget()
	case page.AskFinish:
		cmd = m.toHit(0)
	case page.AskNext:
		cmd = m.toHit(1)
	case page.AskBefore:
		cmd = m.toHit(-1)
	case page.AskClose:
		m.EndFind()
	}
	m.changed()
	return cmd
}

// toHit goes to the next document in which the words are (by 1), or the one
// before (-1), in the order of the cursor's column; by 0 from the selected one on.
func (m *Model) toHit(by int) tea.Cmd {
	m.find.Sort()
	cmd := m.find.Step(by).Cmd
	m.show()
	return cmd
}

// findLine draws the words and how many documents have them.
func (m *Model) findLine() string {
	f, s := &m.find, m.styles
	line := s.Accent.Render("/") + s.Text.Render(text.SanitizeLine(f.Words))
	if f.Typing {
		line += s.Accent.Render("▏")
	}
	switch {
	case f.Missed():
		line += s.Warn.Render("  no hits")
	case f.Count() > 0:
		line += s.Text.Render("  " + m.hitCount())
	}
	if !f.Typing && f.Count() > 0 {
		line += s.Dim.Render(fmt.Sprintf("  %s next  %s previous", m.keys.Name(views.ActNextHit), m.keys.Name(views.ActPreviousHit)))
	}
	return line
}

// hitCount returns how many hits there are and, on the one that was gone to, which
// it is.
func (m *Model) hitCount() string {
	f := &m.find
	if doc, ok := f.Hit(); ok && doc == m.doc {
		return fmt.Sprintf("hit %d of %d", f.Number(), f.Count())
	}
	if f.Count() == 1 {
		return "1 hit"
	}
	return fmt.Sprintf("%d hits", f.Count())
}

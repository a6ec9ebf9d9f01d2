package ranking

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/casefold"
	"gatehouse/state/rank"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// find is the search in the documents.
type find struct {
	page.SearchLine
	hits  []bool // by document; nil while they have not been looked through
	count int    // of hits
	nth   int    // hit that was gone to last, from 1 in the order of the column
	at    int    // its document
}

// Typing implements views.Typist: the find line owns the letters while its
// words are being written.
func (m *Model) Typing() bool { return m.find.Typing }

// Cursor implements views.Typist; the line draws its own.
func (m *Model) Cursor() *tea.Cursor { return nil }

func (m *Model) openFind() {
	m.find = find{SearchLine: page.SearchLine{Open: true, Typing: true}}
	m.show()
}

// EndFind ends a search; ok is false when there is none.
func (m *Model) EndFind() (ok bool) {
	ok = m.find.Open
	m.find = find{}
	m.show()
	return ok
}

// write takes a key or a paste while the words are being written. The documents
// are looked through when they are finished, not with every letter.
func (m *Model) write(msg tea.Msg) {
	switch m.find.Write(m.keys, msg) {
	case page.AskLook:
		m.find.hits = nil
	case page.AskKeep:
		m.searchFrom(0, 1)
	case page.AskNext:
		m.search(1)
	case page.AskBefore:
		m.search(-1)
	case page.AskClose:
		m.EndFind()
	}
	m.changed()
}

// search goes to the next document, or the one before, in which the words are.
func (m *Model) search(step int) { m.searchFrom(1, step) }

// searchFrom looks from so many steps after the selection on, in the order of
// the cursor's column.
func (m *Model) searchFrom(skip, step int) {
	f := &m.find
	if f.Words == "" || len(m.docs) == 0 {
		return
	}
	m.look()
	m.awaited = false
	n, col := len(m.docs), m.col
	if m.docAt(col, 0) == rank.None {
		col = 0
	}
	at := m.placeOf(col, m.doc)
	for i := skip; i < n+skip; i++ {
		place := ((at+i*step)%n + n) % n
		if doc := m.docAt(col, place); f.hits[doc] {
			m.doc, f.at, f.nth = doc, doc, 0
			for p := range place + 1 {
				if f.hits[m.docAt(col, p)] {
					f.nth++
				}
			}
			break
		}
	}
	m.show()
}

// look looks for the words in all documents.
func (m *Model) look() {
	f := &m.find
	if f.hits != nil {
		return
	}
	f.hits, f.count = make([]bool, len(m.docs)), 0
	for i, text := range m.docs {
		if casefold.IndexUnicode(text, f.Words) >= 0 {
			f.hits[i] = true
			f.count++
		}
	}
}

func (m *Model) findLine() string {
	f, s := &m.find, m.styles
	line := s.Accent.Render("/") + s.Text.Render(text.SanitizeLine(f.Words))
	if f.Typing {
		line += s.Accent.Render("▏")
	}
	switch {
	case f.hits == nil: // the documents are others now
	case f.count == 0:
		line += s.Warn.Render("  no document has it")
	default:
		line += s.Text.Render("  " + m.hitCount())
	}
	if !f.Typing && f.count > 0 {
		line += s.Dim.Render(fmt.Sprintf("  %s next  %s before", m.keys.Name(views.ActNextHit), m.keys.Name(views.ActPreviousHit)))
	}
	return line
}

// hitCount says how many hits there are and, on the one that was gone to, which
// it is.
func (m *Model) hitCount() string {
	f := &m.find
	if m.doc == f.at {
		return fmt.Sprintf("hit %d of %d", f.nth, f.count)
	}
	if f.count == 1 {
		return "1 hit"
	}
	return fmt.Sprintf("%d hits", f.count)
}

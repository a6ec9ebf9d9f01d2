package source

import (
	"fmt"
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/casefold"
	"gatehouse/views/edit"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// find is a search in the text, without regard to the case of ASCII letters.
type find struct {
	page.SearchLine
	from int   // where the search began
	hits []int // offsets; nil: not looked for
	gen  uint64
	at   int // the hit gone to
}

// maxHits bounds the hits that are counted.
const maxHits = 9999

func (m *Model) openFind() {
	m.find.Open, m.find.Typing, m.find.from = true, true, m.ed.At()
	m.changed()
}

// writeFind takes a key or a paste while the words are being written.
func (m *Model) writeFind(msg tea.Msg) {
	defer m.changed()
	switch m.find.Write(m.keys, msg) {
	case page.AskLook:
		m.search()
	case page.AskNext:
		m.toHit(1)
	case page.AskBefore:
		m.toHit(-1)
	case page.AskClose:
		m.find = find{}
	}
}

// search looks for the words and goes to the first hit behind the place where
// the search began.
func (m *Model) search() {
	m.lookUp()
	f := &m.find
	if len(f.hits) == 0 {
		m.changed()
		return
	}
	f.at = sort.SearchInts(f.hits, f.from) % len(f.hits)
	m.toHit(0)
}

// lookUp finds all hits, unless they are known. What is folded is passed over.
func (m *Model) lookUp() {
	f := &m.find
	if f.Words == "" {
		f.hits = nil
		return
	}
	f.hits, f.gen = f.hits[:0], m.gen
	doc, folds := m.bytes(), m.ed.Folds()
	for at := 0; len(f.hits) < maxHits; {
		n := casefold.Index(doc[at:], f.Words)
		if n < 0 {
			return
		}
		at += n
		if i := edit.FoldAt(folds, at); i < len(folds) && folds[i].From <= at {
			at = folds[i].To
			continue
		}
		f.hits = append(f.hits, at)
		at += len(f.Words)
	}
}

// toHit goes to the hit after (step 1) or before (-1).
func (m *Model) toHit(step int) {
	f := &m.find
	if !f.Open {
		return
	}
	if f.hits == nil || f.gen != m.gen {
		m.lookUp()
		f.at = sort.SearchInts(f.hits, m.ed.At()) - 1
	}
	if len(f.hits) == 0 {
		return
	}
	f.at = (max(f.at, -1) + step + len(f.hits)) % len(f.hits)
	m.ed.GoTo(f.hits[f.at])
	m.show(m.parts().text / 3)
	m.changed()
}

// findLine draws the words and how many hits there are.
func (m *Model) findLine() string {
	f := &m.find
	count := "no hit"
	switch {
	case f.Words == "":
		count = "type what to find"
	case f.gen != m.gen:
		count = ""
	case len(f.hits) >= maxHits:
		count = fmt.Sprintf("%d of %d+", f.at+1, maxHits)
	case len(f.hits) > 0:
		count = fmt.Sprintf("%d of %d", f.at+1, len(f.hits))
	}
	words := text.SanitizeLine(f.Words)
	room := max(m.width-ansi.StringWidth(count)-6, 4)
	words = ansi.TruncateLeft(words, max(ansi.StringWidth(words)-room, 0), "")
	return m.styles.Accent.Render(" /") + m.styles.Text.Render(words) + "   " + m.styles.Dim.Render(count)
}

// findCursor is the column behind the words.
func (m *Model) findCursor() int {
	line := ansi.Strip(m.findLine())
	return ansi.StringWidth(strings.TrimRight(line[:strings.LastIndex(line, "   ")], "")) // the words may end in spaces
}

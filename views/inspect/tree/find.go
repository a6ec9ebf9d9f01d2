package tree

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/answer/figures"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// find is a search in what is shown: in the names and values of the document, or in
// the bytes.
type find struct {
	*page.Finder[int] // the one of the two below of what is shown
	values            page.Finder[int]
	raw               page.Finder[int] // counts too how often the bytes have what no name and no value has
	searchedBytes     int64            // how many bytes there were when their end was looked through
	pattern           jsontree.Pattern
	of                *layer // the layer of the places in values
}

func (f *find) inRaw() bool { return f.Finder == &f.raw }

func (m *Model) shownFinder() *page.Finder[int] {
	if m.shown() == asRaw {
		return &m.find.raw
	}
	return &m.find.values
}

func (m *Model) openFind() {
	m.prompt = prompt{}
	if !m.find.Open {
		m.find.Finder, m.find.of = m.shownFinder(), m.top()
	}
	m.find.Start()
}

func (m *Model) closeFind() {
	m.find.values.Close()
	m.find.raw.Close()
}

// writeFind takes a key or a paste while the words are being written.
func (m *Model) writeFind(msg tea.Msg) tea.Cmd {
	switch m.find.SearchLine.Write(m.keys, msg) {
	case page.AskLook:
		return m.searchAgain()
	case page.AskNext:
		return m.toHit(1)
	case page.AskBefore:
		return m.toHit(-1)
	case page.AskClose:
		m.closeFind()
	}
	return nil
}

func (m *Model) searchAgain() tea.Cmd {
	if m.find.Finder != m.shownFinder() {
		return m.findElsewhere()
	}
	m.carryFind()
	return m.searchFrom(m.find.Origin())
}

// searchFrom looks for the words, and goes to the first hit from a place on.
func (m *Model) searchFrom(origin int) tea.Cmd {
	f := &m.find
	f.raw.Forget()
	f.searchedBytes = 0
	f.pattern = jsontree.Words(f.Words)
	return f.FindFrom(origin)
}

// toHit goes to the hit after (by 1) or before (-1).
func (m *Model) toHit(by int) tea.Cmd {
	cmd := m.findOn()
	if m.find.Finder != m.shownFinder() { // the document is being read
		return cmd
	}
	return tea.Batch(cmd, m.find.Step(by).Cmd)
}

// addFound takes what was found in the background.
func (m *Model) addFound(msg tea.Msg) (cmd tea.Cmd, took bool) {
	f := &m.find
	more, took := f.values.Update(msg)
	if !took {
		return nil, false
	}
	bytes, _ := f.raw.Update(msg)
	if f.Open && !f.inRaw() && f.Missed() { // count the bytes that have it
		f.raw.SearchLine = f.SearchLine
		bytes = m.moreBytes()
	}
	return tea.Batch(more, bytes, m.findOn()), true
}

// findLine draws the words and how many hits there are.
func (m *Model) findLine() string {
	f := &m.find
	name := m.keys.Name
	count := "no hits"
	switch {
	case f.Words == "":
		count = "type to search"
	case f.Count() > 0:
		count = figures.Thousands(f.Number()) + " of " + figures.Thousands(f.Count())
	case f.raw.Count() > 0:
		count = "no hits, raw has " + figures.Thousands(f.raw.Count()) + ": " + name(views.ActRaw) + " shows it"
	}
	if f.Words != "" && !f.Done() {
		count += " so far, " + name(views.ActStop) + " stops"
	}
	keys := name(views.ActListChoose) + " keep"
	if !f.Typing {
		keys = f.Keys(m.keys)
	}
	line := f.Draw(m.styles, count+"   "+keys)
	if width := m.width - text.Width(line) - 4; f.Number() > 0 && m.shown() != asRaw && width > 12 {
		line += "   " + m.styles.Text.Render(m.path(width))
	}
	return line
}

// findOn returns the Cmd that searches on where what is shown has changed under the
// search: all of another document, of bytes what was added.
func (m *Model) findOn() tea.Cmd {
	f, l := &m.find, m.top()
	switch {
	case !f.Open || l.reading():
		return nil
	case f.Finder != m.shownFinder():
		return m.findElsewhere()
	case f.inRaw():
		f.Seek()
		return m.moreBytes()
	case f.of == l:
		return nil
	}
	was := f.of
	hit, ok := f.Hit()
	m.carryFind()
	if ok && was.cursor.Node == hit { // the last row would follow the end
		hit, _ = f.Hit()
		l.cursor, l.above = l.folds.Visible(hit), was.above
		m.changed()
	}
	f.Seek()
	return f.Restart()
}

// findElsewhere begins the search again where what is shown has become another
// thing under it: a place in the bytes is no value of the tree.
func (m *Model) findElsewhere() tea.Cmd {
	f, l, to := &m.find, m.top(), m.shownFinder()
	if !f.Open || f.Finder == to {
		return nil
	}
	to.SearchLine = f.SearchLine
	f.Close()
	f.Finder, f.of = to, l
	from := 0
	if !f.inRaw() {
		from = l.cursor.Node
	}
	return m.searchFrom(from)
}

// moreBytes returns the Cmd that looks through the bytes that were added; bytes that
// are fewer than before are others.
func (m *Model) moreBytes() tea.Cmd {
	f, raw := &m.find, m.top().raw
	if raw == nil {
		return nil
	}
	if to, _ := f.raw.Progress(); raw.Len() < max(f.searchedBytes, int64(to)) {
		f.searchedBytes = 0
		return f.raw.Restart()
	}
	return f.raw.More()
}

// carryFind takes the places of the search to the document that is shown now.
func (m *Model) carryFind() {
	f, l := &m.find, m.top()
	if !f.inRaw() && f.of != l {
		f.Move(func(node int) int {
			node, _ = l.x.Same(f.of.x, node)
			return node
		})
	}
	f.of = l
}

package events

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state/casefold"
	"gatehouse/views"
	"gatehouse/views/page"
)

// find is a search in the frames as they came. It looks through them in slices
// beside the screen, each asked for when the one before has come, so that it
// ends when it is closed. While it is open it goes on with the frames that come.
type find struct {
	page.SearchLine
	hits   []uint32 // frames, in their order
	looked int      // frames looked through
	busy   bool     // a slice is on its way
	at     int      // the hit that was gone to; -1 for none
	seeks  bool     // it goes to the next hit that is found among the frames there are
	from   int      // the frame at which the search began
	tag    int      // of the words looked for
}

// sliceFrames and sliceBytes bound what one slice looks through: some 30 ms.
const (
	sliceFrames = 1 << 16
	sliceBytes  = 8 << 20
)

// found brings the hits of one slice.
type found struct {
	tag    int
	hits   []uint32
	looked int // frames looked through, from the first on
}

// openFind begins a search, or goes on with its words.
func (m *Model) openFind() {
	if !m.find.Open {
		m.find = find{at: -1, from: m.frame, tag: m.find.tag + 1}
	}
	m.find.Open, m.find.Typing = true, true
}

// closeFind ends the search.
func (m *Model) closeFind() {
	m.find = find{tag: m.find.tag + 1}
	m.giveBack()
}

// write takes a key or a paste while the words are being written.
func (m *Model) write(msg tea.Msg) tea.Cmd {
	switch m.find.Write(m.keys, msg) {
	case page.AskLook:
		return m.look()
	case page.AskNext:
		return m.toHit(1)
	case page.AskBefore:
		return m.toHit(-1)
	case page.AskClose:
		m.closeFind()
	}
	return nil
}

// look looks for the words, from the first frame on.
func (m *Model) look() tea.Cmd {
	f := &m.find
	f.hits, f.looked, f.busy, f.at, f.seeks = nil, 0, false, -1, true
	f.tag++
	return m.more()
}

// Work implements views.Worker: it looks through the frames that came since.
func (m *Model) Work() tea.Cmd { return m.more() }

// more asks for the next slice when there is something to look through.
func (m *Model) more() tea.Cmd {
	f := &m.find
	if !f.Open || f.Words == "" || f.busy || f.looked >= m.rows.Frames() {
		return nil
	}
	f.busy = true
	text, refs := m.subject.Capture.Text(), m.subject.Capture.Frames.All()[:m.rows.Frames()]
	tag, words, from := f.tag, f.Words, f.looked
	return func() tea.Msg { return slice(text, refs, words, from, tag) }
}

// slice looks through some frames.
func slice(text *wire.Body, refs []wire.FrameRef, words string, from, tag int) tea.Msg {
	out := found{tag: tag, looked: from}
	bytes := int64(0)
	for out.looked < len(refs) && out.looked-from < sliceFrames && bytes < sliceBytes {
		ref := refs[out.looked]
		if casefold.Index(text.Bytes(ref.Offset, ref.Offset+int64(ref.Length)), words) >= 0 {
			out.hits = append(out.hits, uint32(out.looked))
		}
		bytes += int64(ref.Length)
		out.looked++
	}
	return out
}

// takeFound takes a slice's hits and asks for the next slice. Those of a search
// that was given up are dropped.
func (m *Model) takeFound(msg found) tea.Cmd {
	f := &m.find
	if msg.tag != f.tag || !f.Open {
		return nil
	}
	f.hits, f.looked, f.busy = append(f.hits, msg.hits...), msg.looked, false
	all := f.looked >= m.rows.Frames()
	switch {
	case !f.seeks:
	case f.at < 0 && len(f.hits) > 0 && (int(f.hits[len(f.hits)-1]) >= f.from || all):
		at, _ := slices.BinarySearch(f.hits, uint32(max(f.from, 0)))
		m.showHit(at % len(f.hits))
	case f.at >= 0 && f.at+1 < len(f.hits):
		m.showHit(f.at + 1)
	case all: // what comes later moves nothing
		f.seeks = false
	}
	return m.more()
}

// toHit goes to the hit after (1) or before (-1); behind the last it looks
// through what has come since.
func (m *Model) toHit(step int) tea.Cmd {
	f := &m.find
	if !f.Open {
		return nil
	}
	next := max(f.at+step, -1)
	if f.seeks = next >= len(f.hits) && f.looked < m.rows.Frames(); f.seeks {
		return m.more()
	}
	if n := len(f.hits); n > 0 {
		m.showHit((next + n) % n)
	}
	return nil
}

func (m *Model) showHit(at int) {
	f := &m.find
	f.at, f.seeks = at, false
	m.ShowFrame(int(f.hits[at]))
	m.data.open, m.data.sought = true, sought{}
}

// hit reports whether the search found one of the frames of a line.
func (f *find) hit(first, count int) bool {
	i, _ := slices.BinarySearch(f.hits, uint32(first))
	return i < len(f.hits) && int(f.hits[i]) < first+count
}

// Typing implements views.Typist.
func (m *Model) Typing() bool { return m.find.Typing }

// Cursor implements views.Typist.
func (m *Model) Cursor() *tea.Cursor { return m.find.CursorAt(m.width, m.height) }

// findLine draws the words and how many frames hold them; of a stream that goes
// on, so far.
func (m *Model) findLine() string {
	f, running := &m.find, m.subject.Exchange.Running()
	count := "no frame holds it"
	switch {
	case f.Words == "":
		count = "type what to find in the frames"
	case len(f.hits) > 0:
		count = views.Thousands(f.at+1) + " of " + views.Thousands(len(f.hits)) + " frames"
	}
	name := m.keys.Name
	switch {
	case running && f.Words != "":
		count += " so far"
	case f.busy:
		count += ", looked through " + views.Thousands(f.looked) + " of " + views.Thousands(m.rows.Frames())
	}
	keys := name(views.ActListChoose) + " keep"
	if !f.Typing {
		keys = name(views.ActNextHit) + " next   " + name(views.ActPreviousHit) + " before"
	}
	keys += "   " + name(views.ActStop) + " close"
	return f.Draw(m.styles, count+"   "+keys)
}

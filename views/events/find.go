package events

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/figures"
	"gatehouse/state/spelling"
	"gatehouse/views/page"
)

// newFinder makes the search in the frames as they came. A place is a frame.
func (m *Model) newFinder() page.Finder[int] {
	show := func(frame int) {
		m.ShowFrame(frame)
		m.data.open, m.data.sought = m.data.open || m.layOut().data == 0, sought{}
	}
	here := func() int { return max(m.frame, 0) }
	return page.NewFinder(page.Findable[int]{Here: here, Before: cmp.Less[int], Show: show, Look: m.look})
}

// sliceFrames and sliceBytes bound what is looked through at a time: some 30 ms.
const (
	sliceFrames = 1 << 16
	sliceBytes  = 8 << 20
)

// look looks through a slice of the frames.
func (m *Model) look(words string, from int) (look func() page.Part[int], quick bool) {
	count := m.rows.Frames()
	if from >= count {
		return nil, false
	}
	text, refs := m.subject.Capture.Text(), m.subject.Capture.Frames.All()[:count]
	return func() page.Part[int] {
		part := page.Part[int]{Next: from}
		for bytes := int64(0); part.Next < count && part.Next-from < sliceFrames && bytes < sliceBytes; part.Next++ {
			ref := refs[part.Next]
			if spelling.IndexFold(text.Bytes(ref.Shown(), ref.End()), words) >= 0 {
				part.Hits = append(part.Hits, part.Next)
			}
			bytes += int64(ref.Length)
		}
		part.More = part.Next < count
		return part
	}, false
}

// write takes a key or a paste while the words are being written.
func (m *Model) write(msg tea.Msg) tea.Cmd {
	cmd := m.find.Write(m.keys, msg).Cmd
	if !m.find.Open {
		m.giveBack()
	}
	return cmd
}

// Work implements views.Worker: it looks through the frames that came since.
func (m *Model) Work() tea.Cmd { return m.find.More() }

func (m *Model) Typing() bool { return m.find.Typing }

func (m *Model) Cursor() *tea.Cursor { return m.find.CursorAt(m.width, m.height) }

// findLine draws the words and how many frames hold them; of a stream that goes
// on, so far.
func (m *Model) findLine() string {
	f, running := &m.find, m.subject.Exchange.Running()
	count := "no matching frame"
	switch {
	case f.Words == "":
		count = "type to search the frames"
	case f.Count() > 0:
		count = figures.Thousands(f.Number()) + " of " + figures.Thousands(f.Count()) + " frames"
	}
	switch looked, busy := f.Looked(); {
	case running && f.Words != "":
		count += " so far"
	case busy:
		count += ", searched " + figures.Thousands(looked) + " of " + figures.Thousands(m.rows.Frames())
	}
	return f.Draw(m.styles, count+"   "+f.Keys(m.keys))
}

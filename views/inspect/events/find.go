package events

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/figures"
	"gatehouse/state/text/spelling"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// newFinder makes the search in the frames as they arrived. A place is a frame.
func (m *Model) newFinder() page.Finder[int] {
	show := func(frame int) {
		m.ShowFrame(frame)
		m.data.open, m.data.shownHit = m.data.open || m.layout().data == 0, shownHit{}
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
		m.restoreForm()
	}
	return cmd
}

// Work implements views.Worker: it looks through the frames that arrived since.
func (m *Model) Work() tea.Cmd { return m.find.More() }

func (m *Model) Typing() bool { return m.find.Typing }

func (m *Model) Cursor() *tea.Cursor { return m.find.CursorAt(m.Width, m.Height) }

// findLine draws the words and how many frames contain them, so far if the stream runs.
func (m *Model) findLine() string {
	f, running := &m.find, m.subject.Exchange.Running()
	count := "no matching frame"
	switch {
	case f.Words == "":
		count = "type to search the frames"
	case f.Count() > 0:
		count = figures.Thousands(f.Number()) + " of " + figures.Thousands(f.Count()) + " frames"
	}
	switch looked, busy := f.Progress(); {
	case running && f.Words != "":
		count += " so far"
	case busy:
		count += ", searched " + figures.Thousands(looked) + " of " + figures.Thousands(m.rows.Frames())
	}
	return f.Draw(m.styles, count+"   "+f.Keys(m.keys))
}

// shownHit is the hit to which the data was scrolled.
type shownHit struct {
	words string
	frame int
	raw   bool
}

// hitShown reports whether the frame whose data is shown is the hit that was
// gone to.
func (m *Model) hitShown() bool {
	hit, ok := m.find.Hit()
	return ok && hit == m.frame
}

// seekHit scrolls the data to what was searched for, once, unless it is among the first
// count lines. A hit that is only in the bytes of the wire is shown raw.
func (m *Model) seekHit(count int) {
	d := &m.data
	if d.autoRaw && (d.shownHit.words != m.find.Words || d.shownHit.frame != m.frame) {
		m.restoreForm()
		m.makeData(count)
	}
	now := shownHit{m.find.Words, m.frame, d.raw}
	if !m.hitShown() || d.shownHit == now {
		return
	}
	offset := spelling.IndexFold(d.content.Source(), now.words)
	if other := d.shownHit.words != now.words || d.shownHit.frame != now.frame; offset < 0 && other && !d.raw {
		d.raw, d.autoRaw, now.raw = true, true, true
		m.makeData(count)
		offset = spelling.IndexFold(d.content.Source(), now.words)
	}
	if d.shownHit = now; offset < 0 {
		return
	}
	block := d.content.Block(offset)
	found := matches(d.content.Lines(block), now.words, lipgloss.NewStyle())
	line := max(slices.IndexFunc(found, func(ranges []lipgloss.Range) bool { return len(ranges) > 0 }), 0)
	above := line
	for i := 0; i < block && above < count; i++ {
		above += len(d.content.Lines(i))
	}
	if d.page.Top(); above >= count {
		d.page.ShowBlock(block)
		d.page.Scroll(0, line)
	}
}

// restoreForm shows the data as the user chose, where a hit was shown otherwise.
func (m *Model) restoreForm() {
	if m.data.autoRaw {
		m.data.raw, m.data.autoRaw = false, false
	}
}

// matches returns the ranges of words in the drawn lines of a block, those that a line
// break cuts in two included.
func matches(lines []string, words string, style lipgloss.Style) [][]lipgloss.Range {
	ranges := make([][]lipgloss.Range, len(lines))
	plain, from, indent := make([]string, len(lines)), make([]int, len(lines)), make([]int, len(lines))
	var b strings.Builder
	for i, l := range lines {
		plain[i], from[i] = ansi.Strip(l), b.Len()
		if i > 0 {
			indent[i] = len(plain[i]) - len(strings.TrimLeft(plain[i], " "))
		}
		b.WriteString(plain[i][indent[i]:])
	}
	for all, at := b.String(), 0; ; {
		n := spelling.IndexFold(all[at:], words)
		if n < 0 {
			return ranges
		}
		start, end := at+n, at+n+len(words)
		for i, l := range plain {
			a, z := max(start-from[i], 0)+indent[i], min(end-from[i]+indent[i], len(l))
			if a < z {
				ranges[i] = append(ranges[i], lipgloss.NewRange(text.Width(l[:a]), text.Width(l[:z]), style))
			}
		}
		at = end
	}
}

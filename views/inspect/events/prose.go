package events

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/client/frames"
	"gatehouse/client/read"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/rope"
	"gatehouse/views/kit/text"
)

// prose is the text that the frames wrote, as it was drawn last: a window on it.
type prose struct {
	item, part int // whose text it is
	top        int // the byte at which the first row begins
	rows       []text.Span
}

// paragraph is how far back the beginning of a paragraph is looked for, in bytes; what is
// longer is drawn in pieces of this size.
const paragraph = 4 << 10

// deltaNear is how many frames before one that wrote nothing are looked at for one that did.
const deltaNear = 256

// wrote returns where the selected frames wrote; for frames that wrote nothing, after what the
// ones before them did. ok is false where the stream has no text, and marked where it is
// what these very frames wrote.
func (m *Model) wrote() (w state.TextPosition, marked, ok bool) {
	line, list, x := m.lineOrFrame(), m.list(), m.subject.Exchange
	first, last := line.First, line.First+line.Count-1
	at := first
	for at > 0 && at > first-deltaNear && !list.IsDelta(at) {
		at--
	}
	if !list.IsDelta(at) {
		if at, ok = list.FirstDelta(); !ok {
			return w, false, false
		}
	}
	if w, ok = x.FramePosition(at); !ok {
		return w, false, false
	}
	written := x.HasDelta(m.delta(at), w)
	switch {
	case at > first: // it arrives later
		w.Length = 0
	case at < first || !written:
		w.Offset, w.Length = w.Offset+w.Length, 0
	default:
		if end, ok := x.FramePosition(last); ok && end.Item == w.Item && end.Part == w.Part {
			w.Length = end.Offset + end.Length - w.Offset
		}
	}
	size := int(m.subject.Exchange.TextAt(w).Len())
	w.Offset = min(w.Offset, size)
	w.Length = min(w.Length, size-w.Offset)
	return w, w.Length > 0, true
}

// lineOrFrame returns the selected line; the selected frame where the filter hides all, and while the
// selection follows the newest, which is in a folded group.
func (m *Model) lineOrFrame() frames.Line {
	if m.rows.Lines() == 0 || m.follow {
		return frames.Line{First: m.frame, Count: 1}
	}
	return m.rows.Line(m.line())
}

// delta returns what a frame carries of an item.
func (m *Model) delta(frame int) string {
	event, err := read.Event(m.cut(m.subject.Capture.Text(), m.rows.Ref(frame)).Data)
	if err != nil {
		return ""
	}
	return event.Delta
}

// proseLines draws the text around what the selected frames wrote, which is marked in it.
func (m *Model) proseLines(width, height int) []string {
	s := m.styles
	w, marked, ok := m.wrote()
	if !ok {
		m.prose = prose{}
		return fitLines([]string{m.ruled("text", "", width), s.Dim.Render(" no text in this stream")}, height)
	}
	it := m.subject.Exchange.Items[w.Item]
	title := "text of #" + figures.Thousands(it.Index) + " " + text.ClipLine(it.Type, 60)
	lines := []string{m.ruled(title, "", width)}
	all := m.subject.Exchange.TextAt(w)
	m.wrapProse(all, w, width-2, height-1)
	for _, row := range m.prose.rows {
		lines = append(lines, " "+m.proseRow(all, row, w, marked))
	}
	return fitLines(lines, height)
}

// minSoFar is the least number of rows of the text so far, with the line above it.
const minSoFar = 6

// textSoFar draws the end of the text that had been written at the selected frames.
func (m *Model) textSoFar(width, height int) []string {
	w, _, ok := m.wrote()
	end := w.Offset + w.Length
	if !ok || end == 0 {
		return fitLines(nil, height)
	}
	all := m.subject.Exchange.TextAt(w)
	base := paragraphStart(all, max(end-height*width, 0))
	rows := spansOf(all, base, end, width-2, end-base+1)
	lines := []string{m.ruled("text of #"+figures.Thousands(m.subject.Exchange.Items[w.Item].Index)+" so far", "", width)}
	for _, row := range rows[max(len(rows)-height+1, 0):] {
		lines = append(lines, " "+m.styles.Text.Render(text.DrawSpan(all.Cut(int64(row.From), int64(row.To)))))
	}
	return fitLines(lines, height)
}

// fitLines returns as many lines as count, empty ones after those that there are.
func fitLines(lines []string, count int) []string {
	return append(lines, make([]string, max(count-len(lines), 0))...)[:count]
}

// proseRow draws a row: what the frames wrote is marked, and what had not arrived at the
// cursor of time is faint.
func (m *Model) proseRow(all *rope.Rope, row text.Span, w state.TextPosition, marked bool) string {
	s := m.styles
	part := func(from, to int) string {
		from, to = max(from, row.From), min(to, row.To)
		if from >= to {
			return ""
		}
		return text.DrawSpan(all.Cut(int64(from), int64(to)))
	}
	after := s.Text
	if m.time.frame >= 0 && m.time.frame < m.rows.Frames()-1 {
		after = s.Faint
	}
	line := s.Text.Render(part(row.From, w.Offset))
	end := w.Offset
	if marked {
		mark := s.MatchHere
		if m.lineOrFrame().Count > 1 { // the text of one frame is a few letters and must be found, that of many may be all there is
			mark = s.Selection
		}
		end += w.Length
		if words := part(w.Offset, end); words != "" {
			line += mark.Render(words)
		}
	}
	return line + after.Render(part(end, row.To))
}

// wrapProse breaks the text in view into rows. The window stays where it is while it
// contains what the frames wrote; otherwise that is placed at a third of its height.
func (m *Model) wrapProse(all *rope.Rope, w state.TextPosition, width, height int) {
	p := &m.prose
	width, height = max(width, 1), max(height, 0)
	same := p.item == w.Item && p.part == w.Part && len(p.rows) > 0
	p.item, p.part = w.Item, w.Part
	if same && p.top <= w.Offset {
		p.rows = rowsFrom(all, p.top, width, height)
		if n := rowOf(p.rows, w.Offset); n >= 0 && n < max(height-1, 1) {
			return
		}
	}
	above := height / 3
	base := paragraphStart(all, max(w.Offset-above*width, 0))
	rows := spansOf(all, base, w.Offset+width, width, w.Offset-base+1)
	n := max(rowOf(rows, w.Offset), 0)
	if p.top = base; base > 0 || n >= height-1 {
		p.top = rows[max(n-above, 0)].From
	}
	p.rows = rowsFrom(all, p.top, width, height)
}

// rowsFrom breaks a text into at most count rows, from a byte on.
func rowsFrom(all *rope.Rope, from, width, count int) []text.Span {
	const maxOfCell = 4 // bytes that a cell takes at most, without combining marks
	return spansOf(all, from, from+count*(width+1)*maxOfCell, width, count)
}

// spansOf breaks a piece of a text into at most maxRows rows.
func spansOf(all *rope.Rope, from, to, width, maxRows int) []text.Span {
	rows := text.Spans(all.Cut(int64(from), min(int64(to), all.Len())), width, maxRows)
	for i := range rows {
		rows[i].From, rows[i].To = rows[i].From+from, rows[i].To+from
	}
	return rows
}

// rowOf returns the row with a byte; -1 where it is in none. The end of the text is in the last.
func rowOf(rows []text.Span, at int) int {
	return slices.IndexFunc(rows, func(r text.Span) bool {
		return at >= r.From && (at < r.To || at == r.To && r == rows[len(rows)-1])
	})
}

// paragraphStart returns the beginning of the line that a byte is in; of a very long one that of a
// word not far before it.
func paragraphStart(all *rope.Rope, at int) int {
	from := max(at-paragraph, 0)
	before := all.Cut(int64(from), int64(at))
	if i := strings.LastIndexByte(before, '\n'); i >= 0 {
		return from + i + 1
	}
	if from == 0 {
		return 0
	}
	at -= at % paragraph
	const longestWord = 64
	piece := all.Cut(int64(at), int64(at+longestWord))
	if i := strings.IndexByte(piece, ' '); i >= 0 {
		return at + i + 1
	}
	for i := range utf8.UTFMax {
		if i < len(piece) && utf8.RuneStart(piece[i]) {
			return at + i
		}
	}
	return at
}

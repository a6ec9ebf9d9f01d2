package events

import (
	"strings"

	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/text"
)

// filterLines draws the list of types in the place of the frames.
func (m *Model) filterLines(count int) []string {
	types, f := m.filterTypes(), m.rows.Filter()
	m.filter.top = min(m.filter.top, m.filter.at)
	m.filter.top = max(m.filter.top, m.filter.at-count+1, 0)
	var lines []string
	for i := m.filter.top; i <= len(types) && len(lines) < count; i++ {
		name, frameCount, on := "⚠ only what stands out", "", f.Odd
		if i > oddRow {
			t := types[i-1]
			name, frameCount, on = text.ClipLine(m.list().Name(t), 200), views.Thousands(m.list().Types()[t].Count), !f.Hides(t)
		}
		box := "○ "
		if on {
			box = "● "
		}
		line := m.fit("  " + box + right(frameCount, 9) + "  " + name)
		switch {
		case i == m.filter.at:
			line = over(m.styles.Selection, line)
		case !on:
			line = m.styles.Dim.Render(line)
		default:
			line = m.styles.Text.Render(line)
		}
		lines = append(lines, line)
	}
	return lines
}

// empty says why there is no frame, and what to do.
func (m *Model) empty() []string {
	x, name := m.subject.Exchange, m.keys.Name
	head, words := "", ""
	switch {
	case x == nil:
		head = "No exchange yet."
		words = "Send a message (" + name(views.ActChat) + "), and every frame of the answer is listed here with its time and its size, as it comes."
	case !x.Known.Times:
		head = "There are no frames in " + views.Saved(x) + "."
		words = "It tells what was answered, not how that came."
	case x.Running() && x.Head == nil:
		head = "Waiting for the answer."
		words = "The request is on its way; no byte has come back."
	case x.Running():
		head = "Waiting for the first frame."
		words = "The answer has begun, and no frame of it is complete."
	case x.Head == nil:
		head = "No answer came, so there is no frame."
		words = "The overview tells how far the request got."
	case x.Stream && m.subject.Capture != nil && x.FrameList.Len() > 0:
		head = "The frames of this answer have not been found again."
		words = "Their places in the body were not kept."
	case x.NoBody:
		head = "The answer has a head and no body, so there is no frame."
		words = "The overview tells how it ended."
	case x.Stream:
		head = "The stream ended before its first frame."
		words = "The overview tells how it ended."
	case x.IsRerank():
		head = "The answer is one document, not a stream of events."
		words = "The response tab shows it. A rerank is always answered so."
	case x.Verdict == state.Failed && x.AsksStream():
		head = "An error came instead of a stream: there are no events."
		words = "The response tab shows it."
	case x.AsksStream():
		head = "One document came instead of a stream: there are no events."
		words = "A stream was asked for; the response tab shows what came."
	default:
		head = "The answer is one document, not a stream of events."
		words = "The response tab shows it. A request with \"stream\": true is answered frame by frame."
	}
	lines := []string{"", "  " + m.styles.Strong.Render(head)}
	for _, l := range wrapped(words, max(m.width-4, 10)) {
		lines = append(lines, "  "+m.styles.Dim.Render(l))
	}
	return lines
}

// wrapped breaks our own words into lines.
func wrapped(words string, width int) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(words) {
		if line != "" && len(line)+1+len(w) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimLeft(line+" "+w, " ")
	}
	return append(lines, line)
}

package events

import (
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
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
		name, frameCount, on := "⚠ only frames that stand out", "", f.Odd
		if i > oddRow {
			t := types[i-1]
			name, frameCount, on = text.ClipLine(m.list().Name(t), 200), figures.Thousands(m.list().Types()[t].Count), !f.Hides(t)
		}
		box := "○ "
		if on {
			box = "● "
		}
		line := m.fit("  " + box + text.Right(frameCount, 9) + "  " + name)
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
		words = "Send a message (" + name(views.ActChat) + ") to see every frame of the answer here, with its time and size, as it arrives."
	case !x.Known.Answer:
		head = "No frames: the body of the answer was not recorded."
		words = "The Overview tab shows what is known."
	case !x.Known.Times:
		head = "No frames in " + explain.Saved(x) + "."
		words = "It holds the answer, not how the answer arrived."
	case x.Running() && x.Head == nil:
		head = "Waiting for the answer."
		words = "The request was sent; no data received yet."
	case x.Running():
		head = "Waiting for the first frame."
		words = "The response has started, but no frame is complete yet."
	case x.Head == nil:
		head = "No response, so no frames."
		words = "The Overview tab shows how far the request got."
	case x.Stream && m.subject.Capture != nil && x.FrameList.Len() > 0:
		head = "The frames of this answer could not be restored."
		words = "Their positions in the body were not stored."
	case x.NoBody:
		head = "The response has headers but no body, so no frames."
		words = "The Overview tab shows how it ended."
	case x.Stream:
		head = "The stream ended before its first frame."
		words = "The Overview tab shows how it ended."
	case x.IsRerank():
		head = "The answer is a single document, not an event stream."
		words = "See the Response tab. Rerank responses are never streamed."
	case x.Verdict == state.Failed && x.AsksStream():
		head = "An error was returned instead of a stream, so no events."
		words = "See the Response tab."
	case x.AsksStream():
		head = "A single document was returned instead of a stream, so no events."
		words = "A stream was requested; the Response tab shows what was returned."
	case x.Kind() == state.Other:
		head = "The answer is a single document, not an event stream."
		words = "See the Response tab."
	default:
		head = "The answer is a single document, not an event stream."
		words = "See the Response tab. Set \"stream\": true to receive events."
	}
	lines := []string{"", "  " + m.styles.Strong.Render(head)}
	for _, l := range text.Rows(words, max(m.width-4, 10)) {
		lines = append(lines, "  "+m.styles.Dim.Render(l))
	}
	return lines
}

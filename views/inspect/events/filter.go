package events

import (
	"maps"
	"slices"

	"gatehouse/client/frames"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// filter is the list of types, open or not.
type filter struct {
	open    bool
	at, top int             // the row it is at, and the first in view
	alone   []frames.TypeID // that were listed alone last
}

// oddRow is the row of the filter that leaves only what stands out; the types
// follow it.
const oddRow = 0

// filterTypes returns the types that some frame has, in the order of their coming.
func (m *Model) filterTypes() []frames.TypeID {
	var all []frames.TypeID
	for t, kind := range m.list().Types() {
		if kind.Count > 0 {
			all = append(all, frames.TypeID(t))
		}
	}
	return all
}

// openFilter opens the list at the selected frame's type, or closes it.
func (m *Model) openFilter() {
	m.filter.open = !m.filter.open
	if i := slices.Index(m.filterTypes(), m.list().Type(m.frame)); i >= 0 {
		m.filter.at = i + 1
	}
}

// setFilter lists other frames; the selection stays where it can.
func (m *Model) setFilter(f frames.Filter) {
	m.filter.alone = nil
	m.rows.SetFilter(f)
	if n := m.rows.Lines(); n > 0 && !m.follow {
		m.selectLine(m.line())
	}
}

// selectedTypes returns the types of the frames that the selected row represents: of
// a run of a panel's deltas there may be two.
func (m *Model) selectedTypes() []frames.TypeID {
	l := m.rows.Line(m.line())
	var types []frames.TypeID
	for i := l.First; i < l.First+max(l.Count, 1); i++ {
		if t := m.list().Type(i); !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	return types
}

// only lists some types of frames alone, of later frames too; a second time, at one of
// them, it lists all: the filter cuts a run of several types apart.
func (m *Model) only(types ...frames.TypeID) {
	f := frames.Filter{Odd: m.rows.Filter().Odd}
	if slices.Contains(m.filter.alone, types[0]) {
		m.setFilter(f)
		return
	}
	f.Only = map[frames.TypeID]bool{}
	for _, t := range types {
		f.Only[t] = true
	}
	m.setFilter(f)
	m.filter.alone = types
}

// filterAct does what a key means while the type list is open; it reports
// whether it is one that means something there.
func (m *Model) filterAct(a views.Action) bool {
	types := m.filterTypes()
	last := len(types)
	if by, ok := views.Steps(a, m.layout().list-1); ok {
		m.filter.at = min(max(m.filter.at+by, 0), last)
		return true
	}
	switch a {
	case views.ActOpenRow, views.ActTimePlay:
		m.toggle(types)
	case views.ActFrameOnly:
		if m.filter.at > oddRow && m.filter.at <= last {
			m.only(types[m.filter.at-1])
		}
	default:
		return false
	}
	return true
}

// toggle lists the type at the cursor, or hides it.
func (m *Model) toggle(types []frames.TypeID) {
	f := m.rows.Filter()
	if m.filter.at == oddRow {
		f.Odd = !f.Odd
	} else if at := m.filter.at - 1; at < len(types) {
		t := types[at]
		if f.Only != nil {
			f.Only = flipped(f.Only, t)
		} else {
			f.Hidden = flipped(f.Hidden, t)
		}
	}
	if !slices.ContainsFunc(types, f.Hides) {
		f.Hidden, f.Only = nil, nil
	}
	m.setFilter(f)
}

// flipped returns a set of types with one more, or without it where it was in it.
func flipped(set map[frames.TypeID]bool, t frames.TypeID) map[frames.TypeID]bool {
	all := map[frames.TypeID]bool{}
	maps.Copy(all, set)
	if set[t] {
		delete(all, t)
	} else {
		all[t] = true
	}
	return all
}

func (m *Model) filterWords() string {
	f := m.rows.Filter()
	words := "all"
	if f.ByType() {
		types := m.filterTypes()
		all := len(types)
		types = slices.DeleteFunc(types, f.Hides)
		words = figures.Thousands(len(types)) + " of " + figures.Thousands(all) + " types"
	}
	if f.Odd {
		if !f.ByType() {
			return "⚠ only"
		}
		words += ", ⚠ only"
	}
	return words
}

// filterLines draws the list of types instead of the frames.
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
			line = restyled(m.styles.Selection, line)
		case !on:
			line = m.styles.Dim.Render(line)
		default:
			line = m.styles.Text.Render(line)
		}
		lines = append(lines, line)
	}
	return lines
}

// empty returns why there is no frame, and what to do.
func (m *Model) empty() []string {
	x, name := m.subject.Exchange, m.keys.Name
	head, words := "", ""
	switch {
	case x == nil:
		head, words = "No exchange yet.", "Send a message ("+name(views.ActChat)+") to see every frame of the answer here, with its time and size, as it arrives."
	case !x.Known.Answer:
		head, words = "No frames: the body of the answer was not recorded.", "The Overview tab shows what is known."
	case !x.Known.Times:
		head, words = "No frames in "+explain.Saved(x)+".", "It holds the answer, not how the answer arrived."
	case x.Running() && x.Head == nil:
		head, words = "Waiting for the answer.", "The request was sent; no data received yet."
	case x.Running():
		head, words = "Waiting for the first frame.", "The response has started, but no frame is complete yet."
	case x.Head == nil:
		head, words = "No response, so no frames.", "The Overview tab shows how far the request got."
	case x.Stream && m.subject.Capture != nil && x.FrameList.Len() > 0:
		head, words = "The frames of this answer could not be restored.", "Their positions in the body were not stored."
	case x.NoBody:
		head, words = "The response has headers but no body, so no frames.", "The Overview tab shows how it ended."
	case x.Stream:
		head, words = "The stream ended before its first frame.", "The Overview tab shows how it ended."
	case x.IsRerank():
		head, words = "The answer is a single document, not an event stream.", "See the Response tab. Rerank responses are never streamed."
	case x.Verdict == state.Failed && x.AsksStream():
		head, words = "An error was returned instead of a stream, so no events.", "See the Response tab."
	case x.AsksStream():
		head, words = "A single document was returned instead of a stream, so no events.", "A stream was requested; the Response tab shows what was returned."
	case x.Kind() == state.Other:
		head, words = "The answer is a single document, not an event stream.", "See the Response tab."
	default:
		head, words = "The answer is a single document, not an event stream.", "See the Response tab. Set \"stream\": true to receive events."
	}
	return append([]string{"", "  " + m.styles.Strong.Render(head)}, text.Paragraph(m.styles, m.styles.Dim, 2, max(m.Width-2, 12), words)...)
}

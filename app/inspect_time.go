package app

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/read"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/views"
)

// travel is the cursor of time over the exchange that is looked at, which
// begins at its end; nil where there is nothing to go through.
func (m *Model) travel() *journey {
	i, x := &m.inspector, m.looked()
	if x == nil || x.State() == nil || x.Capture() == nil {
		return nil
	}
	if i.journey == nil || i.journey.exchange != x.State() {
		m.leaveTime()
		i.events.SetSubject(m.subjectOf(x)) // it may not have been on the screen yet
		i.journey = newJourney(m.Life.Ctx, x.State(), x.Capture(), m.moved)
	}
	return i.journey
}

// seek puts the cursor of time behind a frame; -1 is the end.
func (m *Model) seek(frame int) tea.Cmd {
	if j := m.travel(); j != nil {
		return j.seek(frame)
	}
	return nil
}

// play lets the cursor of time run; 0 stops it.
func (m *Model) play(speed float64) tea.Cmd {
	if j := m.travel(); j != nil {
		return j.play(speed)
	}
	return nil
}

// moved shows everything as it was at the cursor of time.
func (m *Model) moved() tea.Cmd {
	i := &m.inspector
	j := i.journey
	if j == nil {
		return nil
	}
	i.events.SetTime(j.frame, j.at, j.speed, j.past)
	switch turn := m.inspected(); {
	case j.frame < 0:
		m.transcript.SetPast(nil, nil)
	case j.past != nil:
		m.transcript.SetPast(turn, j.past)
	}
	m.Arrange() // a line tells of it
	return nil
}

// inPast reports whether the cursor of time stands before the end.
func (m *Model) inPast() bool { return m.inspector.journey != nil && m.inspector.journey.frame >= 0 }

// showsPast reports whether the shown screen shows an exchange as it was at the
// cursor of time: Build and Rerank show what is sent next.
func (m *Model) showsPast() bool {
	return m.inPast() && (m.screens.shown == chatScreen || m.screens.shown == inspectScreen)
}

// leaveTime goes back to the end for good, before another exchange is looked
// at.
func (m *Model) leaveTime() {
	i := &m.inspector
	if i.journey == nil {
		return
	}
	i.journey.stop()
	i.journey = nil
	i.events.SetTime(-1, 0, 0, nil)
	m.transcript.SetPast(nil, nil)
	m.Arrange()
}

// asItWas is the exchange that is looked at, as it is shown: as it
// was at the cursor of time, unless that is still being folded. Diff compares the
// ends.
func (m *Model) asItWas(x screen.Exchange) *state.Exchange {
	switch j := m.inspector.journey; {
	case j == nil || j.frame < 0 || j.exchange != x.State() || m.Focus() == diffPane:
		return x.State()
	case j.past != nil:
		figures.MeasureBy(j.past, j.exchange) // it may have ended since
		return j.past
	}
	if shown := m.inspector.Subject; shown.Exchange != nil && shown.Turn == x.Turn() {
		return shown.Exchange
	}
	return x.State()
}

// timeLine says where the cursor of time stands, and by which keys a play is
// stopped there; the list of events says it itself.
func (m *Model) timeLine() []string {
	if !m.showsPast() || m.Focus() == eventsPane {
		return nil
	}
	j := m.inspector.journey
	refs := j.refs()
	if j.frame >= len(refs) {
		return nil
	}
	at := fmt.Sprintf("frame %s of %s", views.Thousands(j.frame+1), views.Thousands(len(refs)))
	if refs[j.frame].AtUS >= 0 {
		at += ", " + views.Moment(j.at)
	}
	end := m.Keys.Name(views.ActStop)
	switch {
	case m.Focus() == diffPane:
		return []string{"Diff compares the ends, not " + at + ": " + end + " goes back to the end"}
	case j.speed == 0:
		return []string{"as it was at " + at + ": " + end + " goes back to the end"}
	}
	keys := m.Keys.Name(views.ActTabEvents) + " " + m.Keys.Name(views.ActTimePlay)
	if m.screens.shown != inspectScreen {
		keys = m.Keys.Name(views.ActInspect) + " " + keys
	}
	return []string{fmt.Sprintf("playing ×%g, %s: %s pauses, %s ends it", j.speed, at, keys, end)}
}

// showFrame goes to a frame in the list of events; turn is the one whose it is,
// 0 for the one that is looked at.
func (m *Model) showFrame(turn, frame int) tea.Cmd {
	m.Overlays.Close()
	if turn != 0 {
		m.choose(m.desk.Shown().Conv.Find(turn))
	}
	cmd := m.Refreshed(m.SetFocus(eventsPane))
	m.inspector.events.ShowFrame(frame)
	return cmd
}

// showText goes to what a frame wrote in the transcript.
func (m *Model) showText(frame int) tea.Cmd {
	looked, conv := m.looked(), m.desk.Shown().Conv
	if looked == nil || looked.State() == nil {
		return nil
	}
	x := m.asItWas(looked)
	w, ok := x.FramePosition(frame)
	if !ok {
		return m.Notify("frame %d wrote nothing that the transcript shows", frame+1)
	}
	turn := turnOf(looked)
	if turn == nil {
		return looked.Change("")
	}
	if !m.desk.Shown().OnPath(turn) {
		conv.Select(conv.Leaf(turn))
	}
	cmd := m.Refreshed(m.SetFocus(transcriptPane))
	stands := w.Length == 0 || x.HasDelta(deltaOf(turn.Capture, frame), w)
	if !stands {
		w.Length = 0 // nothing there is to be marked as what the frame wrote
	}
	if !m.transcript.ShowWritten(turn.ID, frame, w) {
		return tea.Batch(cmd, m.Notify("the transcript does not show what frame %d wrote", frame+1))
	}
	switch {
	case stands:
		return cmd
	case x.Items[w.Item].Replaced():
		return tea.Batch(cmd, m.Notify("what frame %d wrote is gone: the item came otherwise at its end", frame+1))
	}
	return tea.Batch(cmd, m.Notify("where what frame %d wrote stands cannot be told", frame+1))
}

// deltaOf is what a frame carries of an item; empty where it carries none.
func deltaOf(c *wire.Capture, frame int) string {
	if c == nil {
		return ""
	}
	refs := c.Frames.All()
	if frame >= len(refs) {
		return ""
	}
	event, err := read.Event(sse.At(c.Text(), refs[frame]).Data)
	if err != nil {
		return ""
	}
	return event.Delta
}

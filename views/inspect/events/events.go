// Package events is the inspector's list of frames: everything that arrived over
// the stream with its time, its gap and its size, runs of like frames folded
// into one row, and what stands out marked. A cursor of time goes through it.
//
// Only the rows in view are cut out of the body and read.
package events

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/markdown"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Cut cuts a frame out of a body by its place; that is cut.At, which views may
// not know.
type Cut func(*wire.Body, wire.FrameRef) wire.Frame

// Model is the list of the frames of one exchange.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	cut    Cut
	lexers *markdown.Lexers

	subject  views.Subject
	findings findings
	version  uint64 // of the exchange, that was drawn last
	rows     frames.Rows
	selection
	time       clock
	data       data
	prose      prose
	place      views.PreviewPlace
	filter     filter
	find       page.Finder[int]
	summaries  map[int]summary   // of the frames in view
	cachedRows map[rowKey]string // rows drawn for the columns of cachedFor
	cachedFor  drawnRows

	views.Box
	view text.Memo[int, string] // by the version of the styles
}

// selection is the row that keys speak of, and what is in view.
type selection struct {
	frame  int
	head   bool // the run that begins with the frame, not the frame in it
	follow bool // selects the last row when more arrive
	jumped bool // it was gone to, and wants to be seen among others
	top    int  // the first line in view
}

// clock is the position of the cursor of time.
type clock struct {
	frame int             // before the cursor, from 0; -1 is the end
	us    int64           // the moment of the cursor, see SetTime
	then  *state.Exchange // as it was there; nil while it is being folded
	speed float64         // at which it runs; 0 when it is paused
	next  float64         // at which it will run
}

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Typist    = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
	_ views.Worker    = (*Model)(nil)
)

// New makes the pane, without an exchange.
func New(styles *themes.Styles, keys *views.Keys, cut Cut) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Events, views.Inspect), cut: cut, lexers: markdown.NewLexers()}
	m.find = m.newFinder()
	m.begin()
	return m
}

// begin forgets all about the exchange that was looked at.
func (m *Model) begin() {
	m.rows = frames.Rows{}
	m.selection = selection{follow: true}
	m.time = clock{frame: -1, next: 1}
	m.prose = prose{}
	m.data, m.filter, m.summaries = data{raw: m.data.raw && !m.data.autoRaw}, filter{}, map[int]summary{}
	m.cachedRows, m.cachedFor = nil, drawnRows{}
	m.find.Close()
	m.view.Forget()
}

func (m *Model) SetSubject(s views.Subject) {
	if s.Same(m.subject, m.version) && s.Capture == m.subject.Capture && s.NowUS == m.subject.NowUS {
		return
	}
	other := s.Exchange != m.subject.Exchange
	m.view.Forget()
	if m.subject = s; s.Exchange != nil {
		m.version = s.Exchange.Version
	}
	if other {
		m.begin()
	}
	if other && s.Exchange != nil && !s.Exchange.Running() { // nothing is left to follow
		m.selection = selection{head: true}
	}
	m.sync() // the footer is asked for keys before the list is drawn
}

// SetTime sets the cursor of time: the frame before it, counted from 0, or -1 for the end;
// its moment in the silence after that frame, in microseconds after the start of the
// request (anything less means the moment of the frame); the multiple of true speed at
// which it runs, 0 if paused; and the exchange as it was then, nil while that is being
// folded. The list moves with it.
func (m *Model) SetTime(frame int, us int64, speed float64, then *state.Exchange) {
	moved := frame != m.time.frame
	m.time.frame, m.time.us, m.time.speed, m.time.then = frame, us, speed, then
	m.view.Forget()
	if frame < 0 {
		m.time.then = nil
	}
	if m.sync(); moved && frame >= 0 && m.rows.Frames() > 0 {
		m.goTo(min(frame, m.rows.Frames()-1))
	}
}

// ShowFrame goes to a frame, counted from 0, and unfolds the run that it is in.
func (m *Model) ShowFrame(frame int) {
	m.view.Forget()
	m.sync()
	if frame < 0 || frame >= m.rows.Frames() {
		return
	}
	if m.hidden(frame) {
		m.setFilter(frames.Filter{})
	}
	m.rows.SetOpen(frame, true)
	m.goTo(frame)
}

// hidden reports whether the filter hides a frame, counted from 0.
func (m *Model) hidden(frame int) bool {
	if m.rows.Lines() == 0 {
		return true
	}
	line := m.rows.Line(m.rows.Find(frame))
	return frame < line.First || frame >= line.First+line.Count
}

func (m *Model) sync() {
	x, c := m.subject.Exchange, m.subject.Capture
	if x == nil || c == nil {
		return
	}
	m.rows.Update(&x.FrameList, c.Frames.All())
	if m.follow {
		m.frame, m.head = max(m.rows.Frames()-1, 0), false
	}
}

// Empty reports whether there is no frame to list.
func (m *Model) Empty() bool {
	m.sync()
	return m.rows.Frames() == 0
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.view.Forget()
}

// SetPreview sets where the data of the selected frame, and the text that it wrote, are shown.
func (m *Model) SetPreview(place views.PreviewPlace) {
	if m.place != place {
		m.place = place
		m.view.Forget()
	}
}

func (m *Model) ShortHelp() []key.Binding {
	all := []views.Action{
		views.ActOpenRow, views.ActTimePlay, views.ActFrameFilter, views.ActFind, views.ActTimeBack, views.ActTimeOn, views.ActFrameText,
		views.ActFrameFirst, views.ActFrameLongest, views.ActFrameWarning, views.ActCopy, views.ActPreviewPlace,
	}
	if m.untimed() {
		timed := func(a views.Action) bool { return a == views.ActTimePlay || a == views.ActFrameLongest }
		all = slices.DeleteFunc(all, timed)
	}
	switch {
	case m.rows.Frames() == 0:
		return nil
	case m.find.Typing:
		return views.SearchHelp(m.keys)
	case m.filter.open:
		return []key.Binding{
			m.keys.As(views.ActOpenRow, "show, hide"), m.keys.Binding(views.ActFrameOnly), m.keys.Binding(views.ActFrameAll),
			m.keys.As(views.ActFrameFilter, "done"),
		}
	case m.find.Open:
		all = append([]views.Action{views.ActNextHit, views.ActPreviousHit}, all...)
	}
	bindings := m.keys.Bindings(all...)
	for i, a := range all {
		switch a {
		case views.ActOpenRow:
			bindings[i] = m.keys.As(a, m.openWord())
		case views.ActTimePlay:
			bindings[i] = m.keys.As(a, m.playWord())
		}
	}
	return bindings
}

func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Events})
}

package events

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/frames"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
)

func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.View) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	m.sync()
	m.view.Forget()
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		return m.escape(), nil
	}
	if cmd, took := m.find.Update(msg); took {
		return nil, cmd
	}
	switch msg := msg.(type) {
	case tea.PasteMsg:
		if m.find.Typing {
			return nil, m.write(msg)
		}
	case tea.MouseClickMsg:
		return m.click(msg.X, msg.Y), nil
	case tea.KeyPressMsg:
		if m.find.Typing {
			return nil, m.write(msg)
		}
		return m.act(m.keys.Asked(msg, views.Events, views.Global))
	case views.Perform:
		return m.act(msg.Action)
	}
	return nil, nil
}

// escape closes what was opened last, else is app's.
func (m *Model) escape() views.Intent {
	switch {
	case m.filter.open:
		m.filter.open = false
	case m.find.Close():
		m.restoreForm()
	case m.data.open:
		m.data.open = false
	default:
		return views.Cancel{}
	}
	return nil
}

// StopWord implements views.Stopper: what escape does, in its order.
func (m *Model) StopWord() string {
	switch {
	case m.filter.open:
		return "close"
	case m.find.Open:
		return "end search"
	case m.data.open:
		return "close"
	}
	return ""
}

func (m *Model) act(a views.Action) (views.Intent, tea.Cmd) {
	if a == "" || m.rows.Frames() == 0 {
		return nil, nil
	}
	if m.filter.open && a != views.ActFrameFilter && a != views.ActFrameAll {
		if !m.filterAct(a) { // it is for the frames, which are not in view
			return views.Notify{Text: "the type list is open; " + m.keys.Name(views.ActStop) + " closes it"}, nil
		}
		return nil, nil
	}
	if m.rows.Lines() == 0 {
		switch a {
		case views.ActCopy, views.ActFrameText, views.ActFrameInspect, views.ActOpenRow, views.ActGoRight, views.ActGoLeft, views.ActFrameOnly, views.ActTimeHere:
			return views.Notify{Text: "the filter hides all frames; " + m.keys.Name(views.ActFrameAll) + " shows them"}, nil
		}
	}
	switch a {
	case views.ActFind:
		m.find.Start()
	case views.ActNextHit:
		return nil, m.find.Step(1).Cmd
	case views.ActPreviousHit:
		return nil, m.find.Step(-1).Cmd
	case views.ActRaw:
		shown := m.layout().data > 0
		m.data.raw, m.data.open, m.data.autoRaw = !m.data.raw && shown, m.data.open || !shown, false
	case views.ActDataUp, views.ActDataDown:
		by := 1
		if a == views.ActDataUp {
			by = -1
		}
		if m.arrange().data > 0 {
			m.data.page.Scroll(0, by)
		}
	case views.ActPreviewPlace:
		return views.RunAction{Action: a}, nil
	case views.ActFrameFilter:
		m.openFilter()
	case views.ActFrameInspect:
		if h, ok := m.RowContent(); ok {
			return views.ShowContent{Content: h}, nil
		}
	case views.ActFrameOnly:
		m.only(m.selectedTypes()...)
	case views.ActFrameAll:
		m.setFilter(frames.Filter{})
	case views.ActFrameText:
		return m.text(), nil
	case views.ActCopy:
		return m.copy(), nil
	default:
		if m.move(a) {
			return nil, nil
		}
		return m.travel(a), nil
	}
	return nil, nil
}

// move does what moves the selection or unfolds a run; it reports whether a is
// such.
func (m *Model) move(a views.Action) bool {
	if by, ok := views.Steps(a, m.layout().list-1); ok && a != views.ActGoEnd { // which takes the cursor of time along
		m.Scroll(0, by)
		return true
	}
	switch a {
	case views.ActOpenRow:
		m.open()
	case views.ActGoRight:
		if !m.rows.SetOpen(m.frame, true) && m.rows.Line(m.line()).Count < 2 {
			m.data.open = true
		}
	case views.ActGoLeft:
		switch {
		case m.data.open:
			m.data.open = false
		case m.rows.SetOpen(m.frame, false):
			m.frame, _ = m.rows.Run(m.frame)
		}
	default:
		return false
	}
	return true
}

func (m *Model) list() *frames.List { return &m.subject.Exchange.FrameList }

// line returns the number of the selected line.
func (m *Model) line() int {
	n := m.rows.Find(m.frame)
	if m.head && m.rows.Lines() > 0 {
		if l := m.rows.Line(n); l.Member {
			first, _ := m.rows.Run(m.frame)
			n -= m.frame - first + 1
		}
	}
	return n
}

// selectLine selects a line, and leaves the end.
func (m *Model) selectLine(n int) {
	last := m.rows.Lines() - 1
	if last < 0 {
		return
	}
	n = min(max(n, 0), last)
	l := m.rows.Line(n)
	m.frame, m.head, m.follow = l.First, !l.Member, false
}

// goTo selects the line that shows a frame.
func (m *Model) goTo(frame int) {
	m.frame, m.head, m.follow, m.jumped = frame, false, false, true
}

// open unfolds or folds a run, or shows the data of a frame or closes it.
func (m *Model) open() {
	switch l := m.rows.Line(m.line()); {
	case l.Count < 2:
		m.data.open = !m.data.open
	case l.Open:
		m.rows.SetOpen(l.First, false)
	default:
		m.rows.SetOpen(l.First, true)
		m.frame, m.head, m.follow = l.First, true, false
	}
}

// openWord returns what open does to the selected row, in a word.
func (m *Model) openWord() string {
	if m.rows.Lines() == 0 {
		return "open"
	}
	shown := m.layout().shown
	switch l := m.rows.Line(m.line()); {
	case l.Count < 2 && m.data.open && shown:
		return "shrink"
	case l.Count < 2 && shown:
		return "enlarge"
	case l.Count < 2 && m.data.open:
		return "close"
	case l.Count < 2:
		return "open"
	case l.Open:
		return "fold"
	}
	return "unfold"
}

// Scroll implements views.Scroller: the selection goes, and what is in view
// with it.
func (m *Model) Scroll(_, dy int) {
	m.view.Forget()
	switch {
	case m.filter.open:
		m.filter.at = min(max(m.filter.at+dy, 0), len(m.filterTypes()))
	case m.rows.Frames() > 0 && dy != 0:
		m.selectLine(m.line() + dy)
	}
}

// click selects a row; a click on the selected one opens it, and one on the scrubber selects
// the frame of that moment.
func (m *Model) click(x, y int) views.Intent {
	l := m.layout()
	if l.scrubber.Contains(x, y) {
		return m.clickTime(x - l.scrubber.X)
	}
	if x < l.width {
		m.clickRow(y, l)
	}
	return nil
}

func (m *Model) clickRow(y int, l places) {
	if at := m.filter.top + y - l.above; m.filter.open {
		if y >= l.above && at <= len(m.filterTypes()) {
			m.filter.at = at
		}
		return
	}
	shown := m.inView(l.list)
	if y < l.above || y >= l.above+len(shown) || m.rows.Frames() == 0 {
		return
	}
	switch n := shown[y-l.above]; {
	case n < 0: // a silence
	case n == m.line():
		m.open()
	default:
		m.selectLine(n)
	}
}

// text goes to what the selected frame wrote.
func (m *Model) text() views.Intent {
	if m.list().Type(m.frame) == frames.Data {
		return views.Notify{Text: "this frame could not be parsed, so none of it is in the answer"}
	}
	if !m.list().IsDelta(m.frame) {
		if _, item := m.list().Item(m.frame); !item {
			return views.Notify{Text: "this frame has no text; *.delta frames do"}
		}
	}
	return views.ShowText{Frame: m.frame}
}

// copy copies the selected frame, or the complete run, as it was on the wire.
func (m *Model) copy() views.Intent {
	l := m.rows.Line(m.line())
	first, last := m.rows.Ref(l.First), m.rows.Ref(l.First+l.Count-1)
	what := "frame"
	if l.Count > 1 {
		what = figures.Thousands(l.Count) + " frames"
	}
	text := m.subject.Capture.Text().Bytes(first.Offset, last.Offset+int64(last.Length))
	return views.Copy{What: what, Text: string(text)}
}

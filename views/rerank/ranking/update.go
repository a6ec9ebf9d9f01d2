package ranking

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/rank"
	"gatehouse/views"
)

// Update implements views.Pane. What the pane does not do itself it asks for by
// the name of the action.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.View) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		if m.EndFind() {
			return nil, nil
		}
		return views.Cancel{}, nil
	}
	if cmd, took := m.find.Update(msg); took {
		m.show()
		return nil, cmd
	}
	switch msg := msg.(type) {
	case tea.PasteMsg:
		if m.find.Typing {
			return nil, m.write(msg)
		}
		return views.AddDocuments{Text: msg.Content}, nil
	case tea.MouseClickMsg:
		m.click(msg.X, msg.Y)
	case tea.KeyPressMsg:
		if m.find.Typing {
			return nil, m.write(msg)
		}
		return m.act(m.keys.Asked(msg, views.Rerank, views.Global))
	case views.Perform:
		return m.act(msg.Action)
	}
	return nil, nil
}

func (m *Model) StopWord() string {
	if m.find.Open {
		return "end search"
	}
	return ""
}

func (m *Model) act(a views.Action) (views.Intent, tea.Cmd) {
	if mark, ok := views.RankMark(a); ok {
		return m.askMark(mark), nil
	}
	if by, ok := views.Steps(a, m.rows()-1); ok {
		m.goTo(m.cursorPlace() + by)
		return nil, nil
	}
	switch a {
	case "":
	case views.ActGoLeft:
		m.col, m.awaited = max(m.col-1, 0), false
		m.show()
	case views.ActGoRight:
		m.col, m.awaited = min(m.col+1, len(m.columns)-1), false
		m.show()
	case views.ActRankSort:
		m.nextSort()
	case views.ActRankDisagree:
		return m.disagreed(), nil
	case views.ActRankNormal:
		m.normal = !m.normal
		m.changed()
		if m.normal {
			return views.Notify{Text: "scores normalised: 0 is the column's worst, 1 its best"}, nil
		}
		return views.Notify{Text: "scores as returned"}, nil
	case views.ActFind:
		m.find.Close()
		m.find.Start()
		m.show()
	case views.ActNextHit:
		return nil, m.toHit(1)
	case views.ActPreviousHit:
		return nil, m.toHit(-1)
	case views.ActRankUnmark:
		return m.askMark(rank.None), nil
	default:
		return views.RunAction{Action: a}, nil
	}
	return nil, nil
}

func (m *Model) askMark(mark int) views.Intent {
	if len(m.docs) == 0 {
		return views.Notify{Text: "no document to mark yet"}
	}
	m.awaited = false // it is looked at
	marked := views.MarkDocument{Document: m.doc, Mark: mark}
	if mark != rank.None {
		m.goTo(min(m.cursorPlace()+1, len(m.docs)-1)) // the next one to be marked
	}
	return marked
}

// disagreed sorts by disagreement, or as before.
func (m *Model) disagreed() views.Intent {
	switch {
	case m.sort == byDisagree:
		m.setSort(byRank)
	case m.disagree == nil:
		return views.Notify{Text: "needs results of at least two models"}
	default:
		m.setSort(byDisagree)
		m.goTo(0)
	}
	return nil
}

// click selects the document and the column under a cell.
func (m *Model) click(x, y int) {
	if len(m.docs) == 0 {
		return
	}
	g := m.measure()
	m.col, m.awaited = 0, false
	if x >= g.input && g.models > 0 {
		m.col = min(m.first+1+(x-g.input)/max(g.cell+g.gutter, 1), len(m.columns)-1)
	}
	if line := m.top + y - m.headRows(); y >= m.headRows() && line < m.count() {
		if place, topN := m.placeAt(line); topN == 0 {
			m.goTo(place)
		}
	}
	m.show()
}

// Scroll implements views.Scroller: it moves the window, and the selection
// stays in it.
func (m *Model) Scroll(dx, dy int) {
	if len(m.docs) == 0 {
		return
	}
	m.awaited = false
	rows := max(m.rows(), 1)
	m.top = max(min(m.top+dy, m.count()-rows), 0)
	line := m.lineOf(m.cursorPlace())
	switch {
	case line < m.top:
		place, _ := m.placeAt(m.top)
		m.goTo(place)
	case line >= m.top+rows:
		place, topN := m.placeAt(m.top + rows - 1)
		if topN > 0 {
			place-- // what follows the cut is out of sight
		}
		m.goTo(min(place, len(m.docs)-1))
	}
	m.changed()
}

package tree

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.View) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	m.changed()
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		return m.escape(), nil
	}
	if cmd, took := m.addFound(msg); took {
		return nil, cmd
	}
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		return nil, tea.Batch(m.click(msg.Y), m.Work())
	case tea.PasteMsg:
		return nil, m.write(msg)
	case tea.KeyPressMsg:
		if m.Typing() {
			return nil, m.write(msg)
		}
		a := m.keys.Asked(msg, views.Tree, views.Inspect, views.Global)
		if a == views.ActTreeLevel {
			c, _ := m.keys.Command(a)
			if m.shown() == asRaw {
				return m.actRaw(a), nil
			}
			m.level(slices.Index(c.Keys, msg.String()) + 1)
			return nil, nil
		}
		return m.act(a)
	case views.Perform:
		return m.act(msg.Action)
	case loaded:
		msg.show()
		m.refresh()
		return nil, m.Work()
	case filtered:
		m.showFiltered(msg)
		return nil, m.Work()
	}
	return nil, nil
}

// escape removes what is on top: what is written, a search, a filter that
// runs, a result; then it is the program's.
func (m *Model) escape() views.Intent {
	switch {
	case m.isFiltering():
		m.stopFilter()
	case m.prompt.typing:
		m.prompt = prompt{}
	case m.find.Open:
		m.closeFind()
	case len(m.layers) > 1:
		m.layers = m.layers[:len(m.layers)-1]
		m.refresh()
	default:
		return views.Cancel{}
	}
	return nil
}

// StopWord implements views.Stopper: what escape does, in its order.
func (m *Model) StopWord() string {
	switch {
	case m.isFiltering():
		return "stop"
	case m.prompt.typing:
		return "leave"
	case m.find.Open:
		return "end search"
	case len(m.layers) > 1:
		return "back"
	}
	return ""
}

func (m *Model) act(a views.Action) (views.Intent, tea.Cmd) {
	l := m.top()
	switch a {
	case views.ActGoUp, views.ActGoDown, views.ActGoPageUp, views.ActGoPageDown:
		by, _ := views.Steps(a, m.bodyHeight()-1)
		m.move(by)
	case views.ActGoTop:
		m.toTop()
	case views.ActGoEnd:
		m.toEnd()
	case views.ActRaw:
		return m.setMode((m.shown() + 1) % modes)
	case views.ActTreeHead:
		return m.unfoldHead(), nil
	case views.ActFind:
		m.openFind()
	case views.ActNextHit:
		return nil, m.toHit(1)
	case views.ActPreviousHit:
		return nil, m.toHit(-1)
	case "":
	default:
		if m.shown() == asRaw {
			return m.actRaw(a), nil
		}
		return m.actOn(l, a)
	}
	return nil, nil
}

// actRaw answers a key that works on values while the bytes are shown.
func (m *Model) actRaw(a views.Action) views.Intent {
	l := m.top()
	switch a {
	case views.ActCopy, views.ActTreeJSON:
		if l.raw != nil {
			return views.Copy{What: "body", Text: string(l.raw.Bytes(0, l.raw.Len()))}
		}
	case views.ActOpenRow, views.ActGoRight, views.ActGoLeft, views.ActTreeLevel, views.ActTreeAll, views.ActTreeMore, views.ActTreeLess,
		views.ActTreeFilter, views.ActTreePath:
		if l.x != nil {
			return views.Notify{Text: "works on the tree: " + m.keys.Name(views.ActRaw) + " shows it"}
		}
		return views.Notify{Text: strings.TrimSuffix("works on JSON only: "+l.why(), ": ")}
	}
	return nil
}

// actOn does what concerns the selected value, or the tree.
func (m *Model) actOn(l *layer, a views.Action) (views.Intent, tea.Cmd) {
	x, r := l.x, l.cursor
	switch a {
	case views.ActOpenRow:
		intent, cmd := m.openValue(l)
		return intent, tea.Batch(cmd, m.Work())
	case views.ActGoRight:
		if l.folds.Open(r) && !r.Close {
			m.move(1)
		} else if x.Children(r.Node) && !r.Close {
			m.fold(r)
		}
	case views.ActGoLeft:
		if l.folds.Open(r) {
			m.fold(r)
		} else if p := x.Parent(r.Node); p >= 0 {
			m.goTo(p)
		}
	case views.ActTreeLevel:
		m.level(1)
	case views.ActTreeAll:
		m.level(jsontree.AllLevels)
	case views.ActTreeMore:
		m.level(min(l.folds.Level()+1, jsontree.AllLevels))
	case views.ActTreeLess:
		level := l.folds.Level()
		if level == jsontree.AllLevels {
			level = r.Depth + 1
		}
		m.level(max(level-1, 1))
	case views.ActTreeFilter:
		m.openFilter()
	case views.ActTreePath:
		path := l.pathOf(r.Node)
		return views.Copy{What: "path " + text.ClipLine(path, 40), Text: path}, nil
	case views.ActTreeJSON:
		return views.Copy{What: "JSON value", Text: string(x.Value(r.Node))}, nil
	case views.ActCopy:
		v := x.Value(r.Node)
		if x.Kind(r.Node) == scan.String {
			return views.Copy{What: "text", Text: scan.Text(v)}, nil
		}
		return views.Copy{What: "value", Text: string(v)}, nil
	}
	return nil, nil
}

// openValue folds or unfolds what is selected, or opens a text: as a document if it is JSON,
// such as the arguments of a call.
func (m *Model) openValue(l *layer) (views.Intent, tea.Cmd) {
	x, r := l.x, l.cursor
	if x.Container(r.Node) {
		if !x.Children(r.Node) {
			return views.Notify{Text: "this is empty"}, nil
		}
		m.fold(r)
		return nil, nil
	}
	if x.Kind(r.Node) != scan.String {
		return views.Notify{Text: "nothing to unfold here; " + m.keys.Name(views.ActCopy) + " copies it"}, nil
	}
	words := m.find.Words
	hit, found := m.find.Hit()
	m.push(textLayer(m.styles, l, r.Node))
	if !found || hit != r.Node {
		return nil, nil
	}
	m.openFind() // what was found is in it, perhaps after what its row shows
	m.find.Typing, m.find.Words = false, words
	return nil, m.searchAgain()
}

func (m *Model) unfoldHead() views.Intent {
	if m.content.Head.Line == "" || len(m.layers) > 1 {
		return views.Notify{Text: "no headers here"}
	}
	m.open = !m.open
	l := m.top()
	if m.shown() == asRaw {
		m.toTop()
		return nil
	}
	height, left := m.bodyHeight(), l.left
	l.left = 0
	switch {
	case m.open && m.heightAbove(l, height)+len(m.rowLines(l, l.cursor)) <= height:
		l.above = headFirst
	case m.open: // it is seen, or the selected row
		l.left = l.cursor.Node
		m.toTop()
	case l.cursor == l.folds.First():
		m.goTo(left)
	}
	return nil
}

// click selects a row; a click on the selected one opens it.
func (m *Model) click(y int) tea.Cmd {
	l := m.top()
	if y--; y < 0 || y >= len(m.screen) || !m.screen[y].ok || m.shown() == asRaw {
		return nil
	}
	r := m.screen[y].row
	if r == l.cursor {
		_, cmd := m.openValue(l)
		return cmd
	}
	for y > 0 && m.screen[y-1].ok && m.screen[y-1].row == r {
		y--
	}
	l.cursor, l.above = r, y
	return nil
}

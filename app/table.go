package app

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/build"
	"gatehouse/app/chat"
	"gatehouse/app/connect"
	"gatehouse/app/desk"
	"gatehouse/app/history"
	"gatehouse/app/inspect"
	"gatehouse/app/lab"
	"gatehouse/app/look"
	"gatehouse/app/rerank"
	"gatehouse/app/screen"
	"gatehouse/views"
)

// row is a screen in the table.
type row struct {
	name    string        // in the top line
	action  views.Action  // that shows it
	unnamed bool          // the top line does not name it: it is opened from elsewhere
	scopes  []views.Scope // whose keys work on all of its pages
	focus   screen.ID     // the page that has, or had, the keys
	screen.Screen
}

// table returns the screens, in the order of the top line; the first is where esc
// leads. The top line, the footer, esc, F1, the tabs and the keys derive what
// they show from its row.
func table(d *desk.Desk) []row {
	l := look.New(d)
	return []row{
		{name: "Chat", action: views.ActChat, focus: chat.ComposerPane, Screen: chat.New(d, l)},
		{name: "Build", action: views.ActBuild, focus: build.OutlinePane, Screen: build.New(d)},
		{name: "Inspect", action: views.ActInspect, focus: inspect.OverviewPane, scopes: []views.Scope{views.Inspect}, Screen: inspect.New(d, l)},
		{name: "Rerank", action: views.ActRerank, focus: rerank.RankingPane, Screen: rerank.New(d.Host)},
		{name: "History", action: views.ActHistory, focus: history.ListPane, Screen: history.New(d)},
		{name: "Lab", action: views.ActLab, unnamed: true, focus: lab.GridPane, Screen: lab.New(d)},
		{name: "Connections", action: views.ActConnections, unnamed: true, focus: connect.ListPane, Screen: connect.New(d)},
	}
}

// screens are the screens, and which one is shown.
type screens struct {
	rows    []row
	panes   map[screen.ID]place
	all     []screen.Screen // of rows
	senders []screen.Sender // of rows
	shown   int
}

// place is a pane of a screen.
type place struct {
	screen int
	pane   views.Pane
}

// fill takes the table.
func (s *screens) fill(rows []row) {
	*s = screens{rows: rows, panes: map[screen.ID]place{}, shown: s.shown}
	for i, r := range rows {
		for _, p := range r.Pages() {
			s.panes[p.ID] = place{i, p.Pane}
		}
		s.all = append(s.all, r.Screen)
		if sender, ok := r.Screen.(screen.Sender); ok {
			s.senders = append(s.senders, sender)
		}
	}
}

func (s *screens) current() *row { return &s.rows[s.shown] }

func (m *Model) Screens() []screen.Screen { return m.screens.all }

func (m *Model) Focus() screen.ID { return m.screens.current().focus }

func (m *Model) SetFocus(id screen.ID) tea.Cmd {
	s, from := &m.screens, m.Focus()
	if instead := m.page(id).Instead; instead != "" {
		id = instead
	}
	if id == from {
		return nil
	}
	for _, r := range s.rows {
		if w, ok := r.Screen.(screen.Watcher); ok {
			w.FocusMoves(from, id)
		}
	}
	s.shown = s.panes[id].screen
	s.current().focus = id
	cmd := tea.Batch(screen.Address(from, m.Pane(from).SetFocus(false)), screen.Address(id, m.Pane(id).SetFocus(true)))
	m.Arrange() // which pages are drawn may depend on the focus
	return cmd
}

func (m *Model) Show(id screen.ID) tea.Cmd {
	return m.SetFocus(m.screens.rows[m.screens.panes[id].screen].focus)
}

func (m *Model) Back(from screen.ID) screen.Escape {
	if m.HasWarnings() {
		return screen.Escape{Word: "close notice", Do: func() tea.Cmd { m.ClearLine(true); return nil }}
	}
	to := m.screens.rows[m.screens.panes[from].screen]
	if _, ok := to.Screen.(screen.Sender); !ok {
		to = m.screens.rows[0]
	}
	return screen.Escape{Word: strings.ToLower(to.name), Do: func() tea.Cmd { return m.Show(to.focus) }}
}

func (m *Model) Refreshed(cmd tea.Cmd) tea.Cmd {
	for _, r := range m.screens.rows {
		if more := r.Refresh(); more != nil {
			cmd = tea.Batch(cmd, more)
		}
	}
	return cmd
}

// otherPane moves the focus by step among the pages of the shown screen.
func (m *Model) otherPane(step int) tea.Cmd {
	there := slices.DeleteFunc(m.screens.current().Pages(), func(p screen.Page) bool {
		return p.Absent || p.Instead != "" || p.Quiet && p.ID != m.Focus()
	})
	at := slices.IndexFunc(there, func(p screen.Page) bool { return p.ID == m.Focus() })
	return m.SetFocus(there[(at+step+len(there))%len(there)].ID)
}

// keys returns the key table as it is seen from the shown screen: an action that has several
// rows means that of its page with the focus, else that of another of its pages.
func (m *Model) keys() *views.Keys {
	r := m.screens.current()
	return screen.KeysOn(m.Keys, r.Pages(), r.focus, r.scopes...)
}

func (m *Model) page(id screen.ID) screen.Page {
	return screen.PageOf(m.screens.rows[m.screens.panes[id].screen].Pages(), id)
}

// Pane returns a pane by its id; nil for an overlay that was closed.
func (m *Model) Pane(id screen.ID) views.Pane {
	if p, ok := m.screens.panes[id]; ok {
		return p.pane
	}
	return m.Overlays.Pane(id)
}

// drawnPages returns the pages that the shown screen draws now.
func (m *Model) drawnPages() []screen.Page {
	return slices.DeleteFunc(m.screens.current().Pages(), func(p screen.Page) bool {
		_, ok := m.layout.Pages[p.ID]
		return !ok
	})
}

// Rect returns where a pane is drawn, or an overlay; empty for any other.
func (m *Model) Rect(id screen.ID) views.Rect {
	if r, ok := m.layout.Pages[id]; ok {
		return r
	}
	for _, o := range m.Overlays.Open {
		if o.ID == id {
			return o.Rect
		}
	}
	return views.Rect{}
}

// pageAt returns the page of the shown screen at a cell; ok is false if there is none.
func (m *Model) pageAt(x, y int) (id screen.ID, ok bool) {
	for _, p := range m.drawnPages() {
		if m.Rect(p.ID).Contains(x, y) {
			return p.ID, true
		}
	}
	return "", false
}

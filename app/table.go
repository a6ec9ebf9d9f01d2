package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/build"
	"gatehouse/app/rerank"
	"gatehouse/app/screen"
	"gatehouse/views"
)

// screenID names a screen: its row in the table.
type screenID int

// The screens, in the order of their keys.
const (
	chatScreen screenID = iota
	buildScreen
	inspectScreen
	rerankScreen
	screenCount
)

// row is a screen in the table.
type row struct {
	name   string        // in the top line
	action views.Action  // that shows it
	scopes []views.Scope // whose keys work on all of its pages
	focus  screen.ID     // the page that has, or had, the keys
	screen.Screen
}

// table are the screens. What the top line, the footer, esc, F1, the tabs and
// the keys say of a screen is asked of its row.
func (m *Model) table() [screenCount]row {
	return [screenCount]row{
		chatScreen:    {name: "Chat", action: views.ActChat, focus: composerPane, Screen: chatting{m}},
		buildScreen:   {name: "Build", action: views.ActBuild, focus: build.OutlinePane, Screen: m.build},
		inspectScreen: {name: "Inspect", action: views.ActInspect, focus: overviewPane, scopes: []views.Scope{views.Inspect}, Screen: inspecting{m}},
		rerankScreen:  {name: "Rerank", action: views.ActRerank, focus: rerank.RankingPane, Screen: rerank.New(m.Host)},
	}
}

// screens are the screens, and which one is shown.
type screens struct {
	rows    [screenCount]row
	panes   map[screen.ID]place
	senders []screen.Sender // of rows
	shown   screenID
}

// place is a pane of a screen.
type place struct {
	screen screenID
	pane   views.Pane
}

// fill reads the table.
func (s *screens) fill(rows [screenCount]row) {
	s.rows, s.panes = rows, map[screen.ID]place{}
	for i, r := range rows {
		for _, p := range r.Pages() {
			s.panes[p.ID] = place{screenID(i), p.Pane}
		}
		if sender, ok := r.Screen.(screen.Sender); ok {
			s.senders = append(s.senders, sender)
		}
	}
}

// sender is the screen whose requests the shown screen is about; nil where they
// are those of the conversation.
func (m *Model) sender() screen.Sender {
	if x := m.foreign(); x != nil {
		return x.Sender()
	}
	sender, _ := m.screens.now().Screen.(screen.Sender)
	return sender
}

// now is the row of the screen that is shown.
func (s *screens) now() *row { return &s.rows[s.shown] }

// page is the page with the focus.
func (s *screens) page() screen.Page {
	pages := s.now().Pages()
	at := slices.IndexFunc(pages, func(p screen.Page) bool { return p.ID == s.now().focus })
	return pages[max(at, 0)]
}

// Focus implements screen.Root.
func (m *Model) Focus() screen.ID { return m.screens.now().focus }

// SetFocus implements screen.Root.
func (m *Model) SetFocus(id screen.ID) tea.Cmd {
	s, from := &m.screens, m.Focus()
	to := s.panes[id].screen
	for _, p := range s.rows[to].Pages() {
		if p.ID == id && p.Instead != "" {
			id = p.Instead
		}
	}
	if id == from {
		return nil
	}
	for i := range s.rows {
		if w, ok := s.rows[i].Screen.(screen.Watcher); ok {
			w.FocusMoves(from, id)
		}
	}
	other := s.shown != to
	s.shown, s.rows[to].focus = to, id
	cmd := tea.Batch(screen.Address(from, m.pane(from).SetFocus(false)), screen.Address(id, m.pane(id).SetFocus(true)))
	if other || to != chatScreen {
		m.Arrange() // which columns are drawn may depend on the focus
	}
	return cmd
}

// Show implements screen.Root.
func (m *Model) Show(id screen.ID) tea.Cmd { return m.show(m.screens.panes[id].screen) }

// Back implements screen.Root.
func (m *Model) Back() screen.Escape { return m.leadsBack(chatScreen) }

// show goes to a screen, and to the page of it that had the focus last.
func (m *Model) show(s screenID) tea.Cmd { return m.SetFocus(m.screens.rows[s].focus) }

// Refreshed implements screen.Root.
func (m *Model) Refreshed(cmd tea.Cmd) tea.Cmd {
	for i := range m.screens.rows {
		if more := m.screens.rows[i].Refresh(); more != nil {
			cmd = tea.Batch(cmd, more)
		}
	}
	return cmd
}

// otherPane moves the focus by step among the pages of the shown screen.
func (m *Model) otherPane(step int) tea.Cmd {
	there := slices.DeleteFunc(m.screens.now().Pages(), func(p screen.Page) bool { return p.Absent || p.Instead != "" })
	at := slices.IndexFunc(there, func(p screen.Page) bool { return p.ID == m.Focus() })
	return m.SetFocus(there[(at+step+len(there))%len(there)].ID)
}

// keysOn is the key table as it is seen from a screen: an action that has several rows
// means that of its page with the focus, else that of another of its pages.
func (m *Model) keysOn(id screenID) *views.Keys {
	r := &m.screens.rows[id]
	return screen.KeysOn(m.Keys, r.Pages(), r.focus, r.scopes...)
}

// pane returns a pane by its id; nil for an overlay that was closed.
func (m *Model) pane(id screen.ID) views.Pane {
	if p, ok := m.screens.panes[id]; ok {
		return p.pane
	}
	return m.Overlays.Pane(id)
}

// drawnPages are the pages that the shown screen draws now.
func (m *Model) drawnPages() []screen.Page {
	return slices.DeleteFunc(m.screens.now().Pages(), func(p screen.Page) bool {
		_, ok := m.layout.Pages[p.ID]
		return !ok
	})
}

// rect is where a pane is drawn, or an overlay; empty for any other.
func (m *Model) rect(id screen.ID) views.Rect {
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

// pageAt is the page of the shown screen at a cell; ok is false where there is
// none.
func (m *Model) pageAt(x, y int) (id screen.ID, ok bool) {
	for _, p := range m.drawnPages() {
		if m.rect(p.ID).Contains(x, y) {
			return p.ID, true
		}
	}
	return "", false
}

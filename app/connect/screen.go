// Package connect is the connection screen: the connections, their settings and tests, and which
// one the shown conversation uses.
package connect

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/effect/config"
	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/connections"
)

// The panes of the screen.
const (
	ListPane screen.ID = "connections/list"
	FormPane screen.ID = "connections/form"
)

// Screen is the connection screen.
type Screen struct {
	*screen.Host
	desk *desk.Desk
	list *connections.List
	form *connections.Form

	readPending      bool         // the screen was shown, and the file is to be read again
	file             *config.File // its usable part, as read last; nil: not read yet
	faults           []string     // of the file, a line each
	unread           bool         // the file could not be read at all
	entries          []entry
	selected         int
	pendingSelection string              // name of the entry to select once it exists; empty: none
	pendingEdit      string              // id of the setting to edit then; empty: none
	keys             map[string]typedKey // by name of the entry
	source           map[string]string   // by name of the entry: the chosen source of a key without a value yet
	running          map[string]int      // models of servers that run on this machine, by name of the preset
	tests            tests
	cutAsked         string                       // entry whose proxy key must be pressed again, because exchanges run; empty: none
	last             map[string]screen.Connection // by name of the entry: as it was usable last
	undo             screen.Undos                 // of changes of the file
	actions          map[views.Action]func() tea.Cmd
}

var _ screen.Watcher = (*Screen)(nil)

// New makes the screen.
func New(d *desk.Desk) *Screen {
	s := &Screen{
		Host: d.Host, desk: d, list: connections.NewList(d.Styles, d.Keys), form: connections.NewForm(d.Styles, d.Keys),
		keys: map[string]typedKey{}, source: map[string]string{}, running: map[string]int{}, tests: tests{},
	}
	s.actions = map[views.Action]func() tea.Cmd{
		views.ActOpenRow: s.use, views.ActConnectionUse: s.use, views.ActConnectionTest: s.test, views.ActConnectionEdit: s.change,
		views.ActConnectionAdd: s.askPreset, views.ActConnectionOffer: s.takeOffer, views.ActConnectionProxy: s.toggleProxy,
		views.ActConnectionDefault: s.makeDefault, views.ActDelete: s.remove,
	}
	return s
}

func (s *Screen) Pages() []screen.Page {
	return []screen.Page{
		{ID: ListPane, Scopes: []views.Scope{views.Connections}, Pane: s.list},
		{ID: FormPane, Scopes: []views.Scope{views.ConnectionForm}, Pane: s.form},
	}
}

// Widths in cells.
const (
	minTwoColumnWidth = 110 // of a screen that fits the form and the list
	maxListWidth      = 60
)

// Arrange implements screen.Screen: the list and the form, or one of them on a narrow screen, so
// that the rows of the list are not truncated.
func (s *Screen) Arrange(size screen.Size) screen.Layout {
	l, body := views.Frame(size.Width, size.Height, 3, size.Notice, views.Rules(size.Height))
	pages := map[screen.ID]views.Rect{ListPane: {}, FormPane: {}}
	if !l.TooSmall {
		body.H -= l.Notice.H
		switch {
		case body.W >= minTwoColumnWidth:
			pages[ListPane], l.Bars[0], pages[FormPane] = body.Split(min(body.W*5/12, maxListWidth))
		case s.Focus() == FormPane:
			pages[FormPane] = body
		default:
			pages[ListPane] = body
		}
	}
	return screen.Layout{Layout: l, Pages: pages}
}

func (s *Screen) isShown() bool { return isPage(s.Focus()) }

func isPage(id screen.ID) bool { return id.Screen() == ListPane.Screen() }

// FocusMoves implements screen.Watcher: the file is read when the screen is shown, and its faults
// are notices while the list does not show them.
func (s *Screen) FocusMoves(from, to screen.ID) {
	if s.readPending = isPage(to) && !isPage(from); s.readPending {
		s.pendingSelection = s.Link.Name
		s.HideWarnings(s.faults...)
	}
	if isPage(from) && !isPage(to) {
		s.HideWarnings()
		s.cutAsked = ""
	}
}

func (s *Screen) Refresh() tea.Cmd {
	if !s.isShown() {
		return nil
	}
	if s.readPending {
		s.readPending = false
		return tea.Batch(s.read(), s.findOffers())
	}
	if slices.ContainsFunc(s.entries, func(e entry) bool { return e.removed && !s.isUsed(&e) }) {
		_, cmd := s.rebuildList()
		return cmd
	}
	s.refreshPanes()
	return nil
}

func (s *Screen) Facts() screen.Facts {
	f := screen.Facts{Top: s.desk.Facts()}
	if !s.form.Editing() {
		f.Keys = s.Keys.Bindings(views.ActQuit)
	}
	return f
}

func (s *Screen) Escapes() []screen.Escape {
	return screen.Escapes(
		screen.EscapeIf(s.tests.running(s.current().name), "stop test", func() tea.Cmd { s.tests.stop(s.current().name); return nil }),
		screen.EscapeIf(s.Focus() == FormPane, "list", func() tea.Cmd { return s.SetFocus(ListPane) }),
		s.Back(""),
	)
}

func (s *Screen) Perform(action views.Action) (tea.Cmd, bool) {
	switch {
	case action == views.ActConnections && s.isShown():
		return tea.Batch(s.SetFocus(ListPane), s.read(), s.findOffers()), true
	case action == views.ActConnections:
		return s.Show(ListPane), true
	case action == views.ActUndo && s.isShown():
		return s.undo.Undo(s.Host), true
	}
	command, ok := s.Keys.In(views.Connections).Command(action)
	if !ok || command.Scope != views.Connections {
		return nil, false
	}
	return tea.Batch(s.Show(ListPane), s.SetFocus(ListPane), s.Deliver(ListPane, views.Perform{Action: action})), true
}

func (s *Screen) Do(intent views.Intent) (tea.Cmd, bool) {
	if intent != (views.ConnectionDo{Action: views.ActConnectionProxy}) {
		s.cutAsked = "" // only the very next key confirms
	}
	switch i := intent.(type) {
	case views.SelectConnection:
		s.selected = i.Index
		s.form.Leave()
		return nil, true
	case views.ConnectionDo:
		if do := s.actions[i.Action]; do != nil {
			return do(), true
		}
		return nil, true
	case views.SetConnection:
		return s.set(i.Setting, i.Value), true
	case views.AskConnection:
		return s.askNew(i.Preset), true
	case views.NameConnection:
		return s.askName(i), true
	case views.AddConnection:
		return s.add(i), true
	}
	return nil, false
}

// use connects the shown conversation by the selected connection. The wrong setting shows why
// that failed.
func (s *Screen) use() tea.Cmd {
	e := s.current()
	if e.err != nil {
		return s.Notify("not connected: %s", s.unusableReason(e))
	}
	return s.desk.Connect(e.connection, func(err error) tea.Cmd {
		s.form.Select(keySource)
		s.form.SetFault(err.Error())
		return tea.Batch(s.SetFocus(FormPane), s.Notify("not connected to %s; correct the key, or test the connection with %s", e.title(), s.key(views.ActConnectionTest)))
	})
}

func (s *Screen) key(a views.Action) string { return s.Keys.In(views.Connections).Name(a) }

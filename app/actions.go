package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/inspect/tree"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/overlay/help"
	"gatehouse/views/overlay/preview"
)

// Do implements screen.Router: what the program does on every screen, what the
// shown screen does, and what another one does.
func (m *Model) Do(intent views.Intent) tea.Cmd {
	switch i := intent.(type) {
	case views.Cancel:
		return m.stop()
	case views.Copy:
		if o := m.Overlays.Top(); o != nil {
			switch o.Pane.(type) {
			case tree.Object, *preview.Model, *reports.List: // there may be more to copy; a key of theirs closes them
			default:
				m.Overlays.Close()
			}
		}
		return m.Copy(i.What, i.Text)
	case views.SetTheme:
		return m.chooseTheme(i.Name)
	case views.CopyWritten:
		m.Overlays.Close()
		return m.CopyMade(i.What, i.Text)
	case views.ShareDocument:
		return m.ShareDocument(i)
	case views.ShareText:
		return m.ShareText(i)
	case views.AskSave:
		return m.AskSaveAgain(i)
	case views.SaveFile:
		return m.SaveFile(i)
	case views.LimitCost:
		return m.BeginLimited(i.USD)
	case views.OpenFile:
		return m.OpenFile(i.Path, m.Overlays.Top())
	case views.RunChecks:
		return m.RerunChecks()
	case views.ShowChecked:
		return m.ShowChecked(i)
	case views.SaveBinary:
		return m.SaveNew(i.Name, i.Data)
	case views.ShowImage:
		return m.ShowImage(i)
	case views.CloseImage:
		return m.CloseImage()
	case views.RunAction:
		m.Overlays.Close()
		m.life.asked = m.life.asked && (i.Action == views.ActQuit || i.Action == views.ActInterrupt)
		if !i.Listed {
			return m.Run(i.Action)
		}
		return tea.Batch(m.UseAction(i.Action), m.Run(i.Action))
	case views.Close:
		m.Overlays.Close()
		return nil
	case screen.Confirmed:
		m.Overlays.Close()
		return i.Do()
	case views.Complete:
		return m.CompletePath(i.Prefix)
	case views.Undo:
		return m.Run(views.ActUndo)
	case views.Redo:
		return m.Run(views.ActRedo)
	case views.Notify:
		return m.Notify("%s", i.Text)
	}
	if cmd, ok := m.screens.current().Do(intent); ok {
		return cmd
	}
	for i, r := range m.screens.rows {
		if i == m.screens.shown {
			continue
		}
		if cmd, ok := r.Do(intent); ok {
			return cmd
		}
	}
	return nil
}

// Run implements screen.Root. A row of the key table is one of the shown screen, of the
// program, or of another screen, which then is shown.
func (m *Model) Run(action views.Action) tea.Cmd {
	if do := m.actions[action]; do != nil {
		return do()
	}
	if cmd, ok := m.screens.current().Perform(action); ok {
		return cmd
	}
	if c, ok := m.Keys.Command(action); ok && c.Scope == views.Common {
		return m.Notify("there is nothing here for “%s”: %s", c.Action, c.Help)
	}
	for i, r := range m.screens.rows {
		if i == m.screens.shown {
			continue
		}
		if cmd, ok := r.Perform(action); ok {
			return cmd
		}
	}
	return nil
}

// actionTable returns the actions that are the same on every screen.
func (m *Model) actionTable() map[views.Action]func() tea.Cmd {
	return map[views.Action]func() tea.Cmd{
		views.ActStop:         func() tea.Cmd { return m.escape(m.escapes()) },
		views.ActInterrupt:    m.interrupt,
		views.ActQuit:         m.askQuit,
		views.ActSuspend:      m.suspend,
		views.ActNextPane:     func() tea.Cmd { return m.otherPane(1) },
		views.ActPreviousPane: func() tea.Cmd { return m.otherPane(-1) },
		views.ActHelp:         m.showHelp,
		views.ActPalette:      m.showPalette,
		views.ActLeader:       m.openLeader,
		views.ActTheme:        m.showThemes,
		views.ActMouse:        m.toggleMouse,
		views.ActRunCheck:     m.RerunChecks,
		views.ActAlert:        func() tea.Cmd { return m.Alerts.Show() },
		views.ActDoctor:       m.examine,
		views.ActPreviewPlace: m.TurnPreview,
	}
}

// preferredSizer is a pane that prefers a size, which its overlay has if it fits.
type preferredSizer interface{ PreferredSize() (width, height int) }

// showHelp opens F1; the help itself closes at the same key.
func (m *Model) showHelp() tea.Cmd {
	if p, ok := m.Pane(m.Focus()).(interface{ Help() views.Intent }); ok && m.Overlays.Top() == nil {
		return m.Do(p.Help()) // what can be written there
	}
	scopes := m.page(m.Focus()).Scopes
	keys := help.New(m.Styles, m.Keys, scopes[0], scopes[1:]...)
	keys.SetScreen(m.screens.current().scopes...)
	if slices.Contains(scopes, views.Figures) { // not every page has a use for all of these keys
		keys.SetUseful(views.FullHelp(m.Pane(m.Focus())))
	}
	return m.OpenOverlay("Keys", keys)
}

package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/preview"
	reports "gatehouse/views/report"
	"gatehouse/views/tree"
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
			case tree.Object, *preview.Model, *reports.List: // there may be more to copy; their own key closes them
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
	case views.OpenFile:
		return m.OpenFile(i.Path, m.Overlays.Top())
	case views.RunChecks:
		return m.RunChecks()
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
	case views.Complete:
		return m.CompletePath(i.Prefix)
	case views.Undo:
		return m.Run(views.ActUndo)
	case views.Redo:
		return m.Run(views.ActRedo)
	case views.Notify:
		return m.Notify("%s", i.Text)
	}
	if cmd, ok := m.screens.now().Do(intent); ok {
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
	if cmd, ok := m.performProgram(action); ok {
		return cmd
	}
	if cmd, ok := m.screens.now().Perform(action); ok {
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

// performProgram does what is the same on every screen.
func (m *Model) performProgram(action views.Action) (cmd tea.Cmd, ok bool) {
	switch action {
	case views.ActStop:
		return m.escape(m.escapes()), true
	case views.ActInterrupt:
		return m.interrupt(), true
	case views.ActQuit:
		return m.askQuit(), true
	case views.ActSuspend:
		return m.suspend(), true
	case views.ActNextPane:
		return m.otherPane(1), true
	case views.ActPreviousPane:
		return m.otherPane(-1), true
	case views.ActHelp:
		return m.showHelp(), true
	case views.ActPalette:
		return m.showPalette(), true
	case views.ActLeader:
		return m.openLeader(), true
	case views.ActTheme:
		return m.showThemes(), true
	case views.ActMouse:
		return m.toggleMouse(), true
	case views.ActRunCheck:
		return m.RunChecks(), true
	case views.ActAlert:
		return m.Alerts.Show(), true
	case views.ActDoctor:
		return m.examine(), true
	case views.ActPreviewPlace:
		return m.TurnPreview(), true
	}
	return nil, false
}

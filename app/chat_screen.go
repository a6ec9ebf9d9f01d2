package app

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// The pages of the chat.
const (
	composerPane   screen.ID = "chat/composer"
	transcriptPane screen.ID = "chat/transcript"
	columnPane     screen.ID = "chat/column"
)

// chatting is the chat: the transcript, what is being written, and the column
// with the figures of the exchange that is looked at.
type chatting struct{ *Model }

// Pages implements screen.Screen.
func (c chatting) Pages() []screen.Page {
	return []screen.Page{
		{ID: composerPane, Scopes: []views.Scope{views.Composer}, Pane: c.composer},
		{ID: transcriptPane, Scopes: []views.Scope{views.Transcript}, Pane: c.transcript},
		{ID: columnPane, Scopes: []views.Scope{views.Figures}, Pane: calmColumn{c.inspector.column, c.Model}, Absent: c.layout.Column.W == 0},
	}
}

// Arrange implements screen.Screen.
func (c chatting) Arrange(size screen.Size) screen.Layout {
	l := screen.Layout{Layout: views.Arrange(size.Width, size.Height, c.composer.Rows(), size.Notice, !c.inspector.hidden)}
	l.Pages = map[screen.ID]views.Rect{composerPane: l.Composer, transcriptPane: l.Transcript}
	if l.Column.W > 0 {
		l.Pages[columnPane] = l.Column
	}
	return l
}

// Facts implements screen.Screen.
func (c chatting) Facts() screen.Facts {
	f := screen.Facts{Keys: c.bindings(views.ActHelp, views.ActPalette, views.ActModel, views.ActBuild, views.ActInspect,
		views.ActNextPane, views.ActNew, views.ActCopyMenu, views.ActRaw, views.ActQuit)}
	f.Top = c.desk.TurnFacts(c.desk.Shown().Conv.Current)
	f.Figure = c.desk.Tokens(c.desk.Shown().Conv.Current)
	return f
}

// bindings are the bindings of some actions.
func (m *Model) bindings(actions ...views.Action) []key.Binding {
	all := make([]key.Binding, len(actions))
	for i, a := range actions {
		all[i] = m.Keys.Binding(a)
	}
	return all
}

// Refresh implements screen.Screen.
func (c chatting) Refresh() tea.Cmd {
	c.refreshChat()
	c.composer.SetStreams(c.desk.Shown().Run != nil)
	return c.tellTime()
}

// Escapes implements screen.Screen.
func (c chatting) Escapes() []screen.Escape {
	chat := c.desk.Shown()
	found, finding := c.transcript.Finding()
	return screen.Escapes(
		c.desk.LeaveWaiting(),
		c.leavePast(),
		screen.EscapeIf(finding, "end "+found, func() tea.Cmd { c.transcript.EndFind(); return nil }),
		screen.EscapeIf(chat.Run != nil, "stop", func() tea.Cmd { chat.Run.Cancel(); return nil }),
		screen.EscapeIf(c.desk.Commanded(), "stop command", func() tea.Cmd { c.desk.StopCommands(); return nil }),
		screen.EscapeIf(chat.Editing != nil, "leave edit", func() tea.Cmd { c.desk.DropEdit(); return nil }),
		screen.EscapeIf(c.Notice.Warns(), "close notice", func() tea.Cmd { c.Unsay(true); return nil }),
	)
}

// Do implements screen.Screen.
func (c chatting) Do(intent views.Intent) (tea.Cmd, bool) {
	switch i := intent.(type) {
	case views.Send:
		return c.desk.Send(i.Text), true
	case views.Resend:
		if i.AfterMS > 0 {
			return c.desk.ResendLater(i.Turn, i.AfterMS), true
		}
		return c.desk.Resend(i.Turn), true
	case views.EditResend:
		return c.editTurn(i.Turn, i.Pointer), true
	case views.Branch:
		return c.showBranch(i.Turn, i.Step), true
	case views.CopyMenu:
		return c.copyMenu(i.Turn), true
	case views.SetModel:
		c.Overlays.Close()
		return c.desk.SetModel(i.Slug), true
	case views.ShowConversation:
		c.Overlays.Close()
		return c.desk.Show(i.Index), true
	case views.Attach:
		return c.desk.Attach(i.Path), true
	case views.AttachPasted:
		return c.desk.AttachPasted(i.Text), true
	case views.Detach:
		c.desk.Detach(i.Index)
		return nil, true
	case views.CompleteFile:
		return completeFile(i.Prefix), true
	case views.AnswerCall:
		return c.desk.AnswerCall(i.ID, i.How), true
	case views.RunCommand:
		c.Overlays.Close()
		return c.desk.RunAsked(i.ID, i.Always), true
	case views.CallOutput:
		c.Overlays.Close()
		return c.desk.GiveOutput(i.ID, i.Item), true
	case views.SendNow:
		c.Overlays.Close()
		switch {
		case i.Force:
			return c.desk.SendRefused(), true
		case i.Shown:
			return c.desk.SendPreviewed(), true
		}
		return c.desk.SendNow(), true
	case views.SaveSession:
		return c.desk.Save(i.Path, i.Replace), true
	case views.OpenSession:
		return c.desk.Open(i.Path), true
	}
	return nil, false
}

// Perform implements screen.Screen. It does what no other screen does.
func (c chatting) Perform(action views.Action) (tea.Cmd, bool) {
	switch action {
	case views.ActChat:
		return c.SetFocus(composerPane), true
	case views.ActColumn:
		return c.toggleColumn(), true
	case views.ActUndo:
		return c.desk.Undo(), true
	case views.ActRedo:
		return c.desk.Redo(), true
	case views.ActModel:
		return c.desk.ChooseModel(), true
	case views.ActNew:
		return c.desk.Start(), true
	case views.ActConversations:
		return c.desk.List(), true
	case views.ActResend:
		return c.resendNow(c.spokenOf()), true
	case views.ActSave:
		return c.desk.AskPath(), true
	case views.ActOpen:
		return c.desk.AskOpen(), true
	case views.ActSession:
		return c.desk.GiveSession(), true
	case views.ActPreview:
		return c.desk.Preview(), true
	case views.ActSendNow:
		return c.desk.SendNow(), true
	case views.ActEditor:
		return c.editText(c.composer.Text()), true
	case views.ActCopyMenu:
		return c.copyMenu(c.spokenOf()), true
	case views.ActAnswer:
		return c.desk.AnswerMenu(), true
	case views.ActMetadata:
		return c.desk.ToggleMetadata(), true
	}
	return c.performOwn(action)
}

// performOwn does an action of the composer, the transcript or the column.
func (c chatting) performOwn(action views.Action) (tea.Cmd, bool) {
	command, ok := c.keysOn(chatScreen).Command(action)
	if !ok {
		return nil, false
	}
	perform := views.Perform{Action: action}
	switch command.Scope {
	case views.Global:
		if action != views.ActRaw && action != views.ActFind {
			return nil, false
		}
	case views.Transcript, views.Overlay, views.Preview:
	case views.Figures:
		if c.Focus() != columnPane {
			return nil, false
		}
		cmd, used := c.hand(columnPane, perform)
		return cmd, used || command.Hidden
	case views.Composer:
		if cmd, ok := c.scroll(action); ok {
			return cmd, true
		}
		return tea.Batch(c.SetFocus(composerPane), c.Deliver(composerPane, perform)), true
	default:
		return nil, false
	}
	var focus tea.Cmd
	if action != views.ActRaw { // raw or drawn is looked at, not worked in
		focus = c.SetFocus(transcriptPane)
	}
	return tea.Batch(focus, c.Deliver(transcriptPane, perform)), true
}

// leavePast goes back from the cursor of time to the end.
func (m *Model) leavePast() screen.Escape {
	return screen.EscapeIf(m.showsPast(), "to the end", func() tea.Cmd { return m.seek(-1) })
}

// leadsBack leads from a screen to another.
func (m *Model) leadsBack(to screenID) screen.Escape {
	return screen.Escape{Word: strings.ToLower(m.screens.rows[to].name), Do: func() tea.Cmd { return m.show(to) }}
}

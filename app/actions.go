package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/preview"
	"gatehouse/views/tree"
)

// do does what a pane asks for.
func (m *Model) do(intent views.Intent) tea.Cmd {
	switch i := intent.(type) {
	case views.Send:
		return m.send(i.Text)
	case views.Cancel:
		return m.stop()
	case views.Resend:
		if i.AfterMS > 0 {
			return m.resendLater(i.Turn, i.AfterMS)
		}
		return m.resend(i.Turn)
	case views.EditResend:
		return m.editTurn(i.Turn, i.Pointer)
	case views.Branch:
		return m.showBranch(i.Turn, i.Step)
	case views.Copy:
		if o := m.Overlays.Top(); o != nil {
			switch o.Pane.(type) {
			case tree.Object, *preview.Model: // there may be more to copy; their own key closes them
			default:
				m.Overlays.Close()
			}
		}
		return m.Copy(i.What, i.Text)
	case views.CopyWritten:
		m.Overlays.Close()
		return m.CopyMade(i.What, i.Text)
	case views.CopyMenu:
		return m.copyMenu(i.Turn)
	case views.SaveBinary:
		return m.SaveNew(i.Name, i.Data)
	case views.SetModel:
		m.Overlays.Close()
		return m.setModel(i.Slug)
	case views.ShowConversation:
		m.Overlays.Close()
		return m.showChat(i.Index)
	case views.RunAction:
		m.Overlays.Close()
		m.life.asked = m.life.asked && (i.Action == views.ActQuit || i.Action == views.ActInterrupt)
		return m.perform(i.Action)
	case views.Attach:
		return m.attach(i.Path)
	case views.AttachPasted:
		return m.attachPasted(i.Text)
	case views.Detach:
		return m.detach(i.Index)
	case views.CompleteFile:
		return completeFile(i.Prefix)
	case views.AnswerCall:
		return m.answerCall(i.ID, i.How)
	case views.RunCommand:
		m.Overlays.Close()
		return m.runAsked(i.ID, i.Always)
	case views.CallOutput:
		m.Overlays.Close()
		return m.giveOutput(i.ID, i.Item)
	case views.SendNow:
		m.Overlays.Close()
		if m.screens.shown == rerankScreen {
			return m.runRerank(i.Force)
		}
		run := m.runShown()
		switch {
		case run != nil:
			return m.rankAgain(run)
		case i.Force:
			return m.sendRefused()
		case i.Shown:
			return m.sendShown()
		}
		return m.sendNow()
	case views.Close:
		m.Overlays.Close()
	case views.SaveSession:
		return m.saveSession(i.Path, i.Replace)
	case views.OpenSession:
		return m.openSession(i.Path)
	case views.Complete:
		return m.CompletePath(i.Prefix)
	case views.Undo:
		return m.perform(views.ActUndo)
	case views.Redo:
		return m.perform(views.ActRedo)
	case views.Notify:
		return m.Notify("%s", i.Text)
	}
	if m.screens.shown == rerankScreen {
		return m.rerank(intent)
	}
	if cmd, ok := m.inspect(intent); ok {
		return cmd
	}
	return m.build(intent)
}

// perform does what a row of the key table says. What a pane does is handed to
// that pane, which then has the focus.
func (m *Model) perform(action views.Action) tea.Cmd {
	if m.screens.shown == rerankScreen {
		if cmd, ok := m.performRerank(action); ok {
			return cmd
		}
	}
	if run := m.runShown(); run != nil {
		if cmd, ok := m.performRun(run, action); ok {
			return cmd
		}
	}
	switch action {
	case views.ActStop:
		return m.escape(m.Escapes())
	case views.ActInterrupt:
		return m.interrupt()
	case views.ActQuit:
		return m.askQuit()
	case views.ActSuspend:
		return m.suspend()
	case views.ActNextPane:
		return m.otherPane(1)
	case views.ActPreviousPane:
		return m.otherPane(-1)
	case views.ActChat:
		return m.toChat()
	case views.ActBuild:
		return m.showBuild()
	case views.ActInspect:
		return m.show(inspectScreen)
	case views.ActColumn:
		return m.toggleColumn()
	case views.ActRerank:
		return m.showRerank()
	case views.ActUndo:
		return m.undo()
	case views.ActRedo:
		return m.redo()
	case views.ActHelp:
		return m.showHelp()
	case views.ActPalette:
		return m.showPalette()
	case views.ActModel:
		return m.chooseModel()
	case views.ActNew:
		return m.startChat()
	case views.ActConversations:
		return m.listChats()
	case views.ActResend:
		if l := m.waits(); l != nil {
			l.chat.leaveLater()
			return m.resend(l.turn.ID)
		}
		return m.resend(m.spokenOf())
	case views.ActSave:
		return m.askPath()
	case views.ActOpen:
		return m.askOpen()
	case views.ActSession:
		return m.giveSession()
	case views.ActPreview:
		return m.preview()
	case views.ActSendNow:
		return m.sendNow()
	case views.ActEditor:
		if m.screens.shown == buildScreen {
			return m.handToBuild(views.Perform{Action: action})
		}
		return m.editText(m.composer.Text())
	case views.ActCopyMenu:
		return m.copyMenu(m.spokenOf())
	case views.ActAnswer:
		return m.answerMenu()
	case views.ActMetadata:
		return m.toggleMetadata()
	case views.ActTheme:
		return m.toggleTheme()
	case views.ActMouse:
		return m.toggleMouse()
	}
	return m.handOn(action)
}

// handOn gives an action to the pane whose it is.
func (m *Model) handOn(action views.Action) tea.Cmd {
	c, ok := m.Keys.Command(action)
	if !ok {
		return nil
	}
	perform := views.Perform{Action: action}
	switch {
	case m.screens.shown == buildScreen && c.Scope == views.Global:
		return m.handToBuild(perform)
	case m.screens.shown == inspectScreen && c.Scope == views.Global:
		return m.everywhere(action)
	case c.Scope == views.Inspect:
		return m.inspectKey(action)
	case c.Scope == views.Figures && m.Focus() == columnPane:
		if cmd, used := m.hand(columnPane, perform); used || c.Hidden {
			return cmd
		}
		return m.handToInspector(c)
	case c.Scope == views.Figures, c.Scope == views.Tree, c.Scope == views.Events, c.Scope == views.Comparison:
		return m.handToInspector(c)
	case c.Scope == views.Outline, c.Scope == views.Form, c.Scope == views.Source:
		id := paneOf(c.Scope)
		there := m.Refreshed(tea.Batch(m.showBuild(), m.SetFocus(id))) // the pane must know the document first
		return tea.Batch(there, m.Deliver(id, perform))
	case c.Scope == views.Rerank:
		return tea.Batch(m.showRerank(), m.perform(action))
	case c.Scope == views.Composer:
		if cmd, ok := m.scroll(action); ok {
			return cmd
		}
		return tea.Batch(m.SetFocus(composerPane), m.Deliver(composerPane, perform))
	}
	var focus tea.Cmd
	if action != views.ActRaw { // raw or drawn is looked at, not worked in
		focus = m.SetFocus(transcriptPane)
	}
	return tea.Batch(focus, m.Deliver(transcriptPane, perform))
}

// spokenOf is the id of the turn that an action means which can be asked for on
// every screen.
func (m *Model) spokenOf() int {
	if t := m.inspected(); t != nil && m.screens.shown == inspectScreen {
		return t.ID
	}
	return m.currentID()
}

// currentID is the id of the shown conversation's current turn; 0 for none.
func (m *Model) currentID() int {
	if t := m.desk.chat().conv.Current; t != nil {
		return t.ID
	}
	return 0
}

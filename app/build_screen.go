package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// The pages of the builder.
const (
	outlinePane screen.ID = "build/outline"
	formPane    screen.ID = "build/form"
	sourcePane  screen.ID = "build/source"
)

// building is the builder.
type building struct{ *Model }

// Pages implements screen.Screen. A form without fields cannot have the focus:
// nothing would be seen of it.
func (b building) Pages() []screen.Page {
	form := screen.Page{ID: formPane, Scopes: []views.Scope{views.Form}, Pane: b.builder.form}
	if b.builder.form.Empty() {
		form.Instead = outlinePane
	}
	return []screen.Page{
		{ID: outlinePane, Scopes: []views.Scope{views.Outline}, Pane: b.builder.outline},
		form,
		{ID: sourcePane, Scopes: []views.Scope{views.Source}, Pane: b.builder.source},
	}
}

// Arrange implements screen.Screen.
func (b building) Arrange(size screen.Size) screen.Layout {
	focus := b.screens.rows[buildScreen].focus
	l := screen.Layout{Layout: views.ArrangeBuild(size.Width, size.Height, size.Notice, column(focus), column(b.builder.beside))}
	l.Pages = map[screen.ID]views.Rect{outlinePane: l.Outline, formPane: l.Form, sourcePane: l.Source}
	return l
}

// column is the builder's column of a page.
func column(id screen.ID) views.Column {
	switch id {
	case formPane:
		return views.FormColumn
	case sourcePane:
		return views.SourceColumn
	}
	return views.OutlineColumn
}

// FocusMoves implements screen.Watcher.
func (b building) FocusMoves(from, to screen.ID) {
	if from == formPane {
		if wrong := b.takeForm(); wrong != "" {
			b.Notify("not taken: %s", wrong)
		}
	}
	if to == formPane || to == sourcePane {
		b.builder.beside = to
	}
}

// Facts implements screen.Screen.
func (b building) Facts() screen.Facts {
	f := screen.Facts{Keys: b.bindings(views.ActHelp, views.ActPalette, views.ActNextPane, views.ActSendNow, views.ActPreview,
		views.ActUndo, views.ActRedo, views.ActQuit)}
	f.Top = b.conversationFacts(b.desk.Shown().Conv.Current)
	f.Figure = b.tokens(b.desk.Shown().Conv.Current)
	if b.desk.Shown().Run != nil {
		f.Stops = "stop"
	}
	return f
}

// Refresh implements screen.Screen.
func (b building) Refresh() tea.Cmd {
	cmd := b.refresh()
	b.follow()
	return cmd
}

// Escapes implements screen.Screen.
func (b building) Escapes() []screen.Escape {
	inColumn := b.Focus() == formPane || b.Focus() == sourcePane
	return escapes(
		b.leaveWaiting(),
		escapeIf(inColumn, "list", func() tea.Cmd { return b.SetFocus(outlinePane) }),
		b.leadsBack(chatScreen),
	)
}

// Do implements screen.Screen.
func (b building) Do(intent views.Intent) (tea.Cmd, bool) {
	switch intent.(type) {
	case views.Edit, views.MoveElement, views.DeleteElement, views.Insert, views.ReplaceDocument, views.AddElement,
		views.EditText, views.ShowCandidates, views.ShowForm, views.ShowPlace:
		return b.build(intent), true
	}
	return nil, false
}

// Perform implements screen.Screen.
func (b building) Perform(action views.Action) (tea.Cmd, bool) {
	perform := views.Perform{Action: action}
	switch {
	case action == views.ActBuild:
		return b.showBuild(), true
	case action == views.ActUndo && b.screens.shown == buildScreen && b.builder.source.GiveUp():
		return nil, true // broken text is no edit: what is in force comes back
	}
	c, ok := b.keysOn(buildScreen).Command(action)
	if !ok {
		return nil, false
	}
	for _, p := range b.Pages() {
		if p.Scopes[0] == c.Scope {
			there := b.Refreshed(tea.Batch(b.showBuild(), b.SetFocus(p.ID))) // the pane must know the document first
			return tea.Batch(there, b.Deliver(p.ID, perform)), true
		}
	}
	if b.screens.shown != buildScreen {
		return nil, false
	}
	switch {
	case action == views.ActRaw: // the document as it is
		return b.SetFocus(sourcePane), true
	case action == views.ActEditor && b.Focus() != formPane:
		return b.Notify("select a text in the form: %s edits it", b.Keys.Name(views.ActEditor)), true
	case action == views.ActEditor, action == views.ActFind:
		return b.Deliver(b.Focus(), perform), true
	}
	return nil, false
}

package build

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

func (s *Screen) Do(intent views.Intent) (tea.Cmd, bool) {
	switch i := intent.(type) {
	case views.Edit, views.MoveElement, views.DeleteElement:
		return s.edit(i), true
	case views.Insert:
		return s.insert(i), true
	case views.Repair:
		return s.repair(i), true
	case views.ReplaceDocument:
		return s.replace(i), true
	case views.AddElement:
		return s.listKinds(i.Pointer, i.Index), true
	case views.AddToRequest:
		return s.listAdditions(i.Group), true
	case views.SetField:
		return s.setField(i.Pointer), true
	case views.EditText:
		return s.editText(i), true
	case views.ShowCandidates:
		return s.showCandidates(i.Pointer), true
	case views.ShowForm:
		return s.goToForm(i.Place, i.Enter), true
	case views.ShowField:
		s.Overlays.Close()
		return s.ShowPlace("/" + i.Name), true
	case screen.EditRequest:
		return s.ShowPlace(i.Pointer), true
	case views.ShowPlace:
		s.Overlays.Close()
		return s.ShowPlace(i.Pointer), true
	}
	return nil, false
}

// edit makes an edit, and reports the result where that is not on the screen.
func (s *Screen) edit(intent views.Intent) tea.Cmd {
	if err := s.desk.Edit(intent); err != nil {
		return s.Notify("not changed: %v", err)
	}
	if i, ok := intent.(views.DeleteElement); ok {
		return s.Notify("deleted %s; %s undoes it", i.What, s.Keys.Name(views.ActUndo))
	}
	return nil
}

// repair makes the repair of something that was found. The document may be another one by
// now: then the repair does not fit, or does no harm.
func (s *Screen) repair(i views.Repair) tea.Cmd {
	doc, err := i.Finding.Repair.Apply(s.doc)
	if err == nil {
		err = s.desk.Replace(doc)
	}
	if err != nil {
		return s.Notify("not changed: %v", err)
	}
	return s.Notify("repaired %s; %s undoes it", i.Finding.Path, s.Keys.Name(views.ActUndo))
}

// replace replaces the document by one from the JSON pane. Keys that follow one
// another are one step to undo.
func (s *Screen) replace(i views.ReplaceDocument) tea.Cmd {
	doc := i.Document
	if i.Base != nil { // an answer ended, say, while it was typed
		doc = talk.Rebase(doc, i.Base, s.doc)
	}
	if err := s.desk.ReplaceTyped(doc); err != nil {
		s.source.Refuse(err.Error())
	}
	return nil
}

// editText opens the user's editor on a text of the document.
func (s *Screen) editText(i views.EditText) tea.Cmd {
	name := "text.md"
	if i.JSON {
		name = "value.json"
	}
	c, was := s.desk.Shown(), s.doc
	return s.InEditor(name, i.Text, func(text string) tea.Cmd {
		now, err := s.desk.Body()
		pointer, ok := movedTo(i.Pointer, was, now)
		if err != nil || !ok || s.desk.Shown() != c {
			return tea.Batch(s.Copy("your text", text), s.Notify("not changed: the value moved or is gone; your text is in the clipboard"))
		}
		value := json.RawMessage(scan.Quote(text))
		if i.JSON {
			value = json.RawMessage(text)
			if err := scan.Check(value); err != nil {
				return s.Notify("not changed, this is not valid JSON: %v", err)
			}
		}
		return s.edit(views.Edit{Pointer: pointer, Value: value})
	})
}

func (s *Screen) Perform(action views.Action) (tea.Cmd, bool) {
	switch {
	case action == views.ActBuild:
		return s.Enter(), true
	case action == views.ActUndo && s.isShown() && s.source.GiveUp():
		return nil, true // broken text is no edit: the last document that could be parsed returns
	}
	c, ok := screen.KeysOn(s.Keys, s.Pages(), s.last).Command(action)
	if !ok {
		return nil, false
	}
	perform := views.Perform{Action: action}
	for _, p := range s.Pages() {
		if p.Scopes[0] == c.Scope {
			there := s.Refreshed(tea.Batch(s.Enter(), s.SetFocus(p.ID))) // the pane must know the document first
			return tea.Batch(there, s.Deliver(p.ID, perform)), true
		}
	}
	if !s.isShown() {
		return nil, false
	}
	switch {
	case action == views.ActCopyMenu:
		return s.desk.ShareDraft(), true
	case action == views.ActRaw: // the document as it is
		return s.SetFocus(SourcePane), true
	case action == views.ActEditor && s.Focus() != FormPane:
		return s.Notify("select a text in the form: %s edits it", s.Keys.Name(views.ActEditor)), true
	case action == views.ActFind && s.Focus() != SourcePane:
		return s.listFields(), true
	case action == views.ActEditor, action == views.ActFind:
		return s.Deliver(s.Focus(), perform), true
	}
	return nil, false
}

package connections

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// Edit begins to write a setting, which is selected. A choice is selected alone.
func (f *Form) Edit(id string) {
	at := f.at(id)
	if at < 0 || f.detail.Fixed != "" {
		return
	}
	f.selected, f.fault = at, ""
	s := f.detail.Settings[at]
	if s.Choices != nil {
		return
	}
	words := s.Value
	if s.Text != "" {
		words = s.Text
	}
	f.begin(s, words)
}

// begin begins to write a setting, with the words that are there already.
func (f *Form) begin(s Setting, words string) {
	if s.Hidden {
		words = ""
	}
	f.editing = s.ID
	f.edit.Set(words)
}

// insert is text that is typed or pasted. Where none is written it begins to write the
// selected setting, after the value that is seen: no letter does anything else here.
func (f *Form) insert(text string) views.Intent {
	f.fault = ""
	if f.editing == "" {
		if why := f.open(); f.editing == "" {
			return why
		}
	}
	f.edit.Insert(text)
	return nil
}

// open begins to write the selected setting, or the one that belongs to a selected choice.
// Where that cannot be, the intent says why.
func (f *Form) open() views.Intent {
	switch {
	case f.detail.Fixed != "":
		return views.Notify{Text: f.detail.Fixed}
	case len(f.detail.Settings) == 0:
		return nil
	}
	s := f.detail.Settings[f.selected]
	if at := f.at(s.Belongs); s.Choices != nil && at >= 0 {
		f.selected, s = at, f.detail.Settings[at]
	}
	if s.Choices != nil {
		return views.Notify{Text: s.Label + " is chosen with " + f.keys.Name(views.ActGoLeft) + " and " + f.keys.Name(views.ActGoRight)}
	}
	f.begin(s, s.Value)
	return nil
}

// chooses reports whether a key that types a text, as the space bar does, is one of the
// selected choice instead.
func (f *Form) chooses(msg tea.KeyPressMsg) bool {
	at := f.selected
	return at < len(f.detail.Settings) && f.detail.Settings[at].Choices != nil && f.keys.Asked(msg, views.ConnectionForm) != ""
}

// Leave ends the writing; what was written is dropped.
func (f *Form) Leave() {
	f.editing, f.fault = "", ""
	f.edit.Set("")
}

// SetFault says why what was written is not taken; it is still there.
func (f *Form) SetFault(fault string) {
	f.fault = fault
}

// Typing implements views.Typist: a letter begins to write the selected setting.
func (f *Form) Typing() bool { return f.Editing() || f.focus && f.detail.Fixed == "" }

// Editing reports whether a setting is written.
func (f *Form) Editing() bool { return f.editing != "" }

func (f *Form) Stops() string {
	if f.editing == "" {
		return ""
	}
	return "cancel"
}

// write is a key while a text is written.
func (f *Form) write(msg tea.KeyPressMsg) views.Intent {
	action := f.keys.Asked(msg, views.Composer)
	switch {
	case action == views.ActSend:
		return views.SetConnection{Setting: f.editing, Value: strings.TrimSpace(f.edit.Text())}
	case action == views.ActNewLine:
	case action != "":
		f.fault = ""
		f.edit.Do(action)
	case views.Typed(msg) != "":
		return f.insert(msg.Text)
	}
	return nil
}

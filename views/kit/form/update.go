package form

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/views"
)

func (m *Model) Update(msg tea.Msg) views.Answer {
	m.sync()
	changes := m.changes
	var intent views.Intent
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		intent = m.click(msg.Y)
	case tea.PasteMsg, tea.KeyPressMsg, views.Perform:
		intent = m.key(msg)
	}
	return views.AnswerOf(intent, nil, m.changes != changes)
}

func (m *Model) key(msg tea.Msg) views.Intent {
	switch {
	case m.typed != nil:
		return m.typeKey(msg)
	case m.find.Typing:
		m.findKey(msg)
		return nil
	}
	if _, ok := msg.(tea.PasteMsg); ok {
		return views.Notify{Text: "press " + m.keys.Name(views.ActFormEdit) + " to edit a field, then paste; paste an element into the list, a complete request into the JSON"}
	}
	switch m.keys.Asked(msg, views.Global) {
	case views.ActStop:
		if m.find.Close() {
			m.changed()
			return nil
		}
		return views.Cancel{}
	case views.ActFind:
		m.openFind()
		return nil
	case views.ActEditor:
		return m.editText()
	}
	action := m.keys.Asked(msg, views.Form)
	if r := m.row(); r != nil && r.kind == rowAdd && m.letter(msg, action) {
		intent := m.addTo(r)
		if m.typed != nil {
			return m.typeKey(msg)
		}
		return intent
	}
	return m.act(action)
}

func (m *Model) StopWord() string {
	switch {
	case m.typed != nil, m.find.Typing:
		return "cancel"
	case m.find.Open:
		return "end search"
	}
	return ""
}

// letter reports whether a key at the place for a new element begins to write
// it: a letter that would move far or change another field would surprise a user who
// believes to be typing.
func (m *Model) letter(msg tea.Msg, action views.Action) bool {
	switch action {
	case views.ActGoUp, views.ActGoDown, views.ActGoTop, views.ActGoEnd, views.ActFormEdit, views.ActFormToggle,
		views.ActFormAdd, views.ActFormJSON, views.ActCopy:
		return false
	case views.ActNextHit, views.ActPreviousHit:
		if m.find.Open {
			return false
		}
	}
	k, ok := msg.(tea.KeyPressMsg)
	return ok && strings.TrimSpace(printed(k, false)) != ""
}

// act does what an action of the key table says.
func (m *Model) act(a views.Action) views.Intent {
	if by, ok := views.Steps(a, m.bodyHeight()-1); ok {
		m.goTo(m.selected + by)
		return nil
	}
	switch a {
	case "":
		return nil
	case views.ActFormFix:
		return m.fix()
	case views.ActNextHit:
		m.toHit(1)
	case views.ActPreviousHit:
		m.toHit(-1)
	default:
		if r := m.row(); r != nil {
			return m.actOn(r, a)
		}
	}
	return nil
}

// fix repairs the first of what was found at the selected row, or of the object itself.
func (m *Model) fix() views.Intent {
	f, ok := report.FirstRepair(m.foundHere())
	if !ok {
		return views.Notify{Text: "no hint here that can be repaired"}
	}
	return views.Repair{Finding: f}
}

// foundHere returns what was found at the selected row, then what was found of the object itself.
func (m *Model) foundHere() []report.Finding {
	if r := m.row(); r != nil {
		return slices.Concat(r.findings, m.objectFindings)
	}
	return m.objectFindings
}

// actOn does what concerns the selected row.
func (m *Model) actOn(r *row, a views.Action) views.Intent {
	switch a {
	case views.ActFormEdit:
		return m.enter(r)
	case views.ActFormToggle:
		return m.toggle(r)
	case views.ActGoLeft:
		return m.stepBy(r, -1)
	case views.ActGoRight:
		return m.stepBy(r, 1)
	case views.ActDelete:
		return m.remove(r)
	case views.ActFormAdd:
		return m.addTo(r)
	case views.ActMoveUp:
		return m.shift(r, -1)
	case views.ActMoveDown:
		return m.shift(r, 1)
	case views.ActFormRename:
		if r.in == nil || !r.in.named() {
			return views.Notify{Text: "only pairs can be renamed"}
		}
		m.begin(r, writeName, r.in.what, r.name)
	case views.ActFormJSON:
		if r.kind == rowExtra || r.kind == rowFixed {
			return views.Notify{Text: r.title() + " has no value"}
		}
		m.writeAsJSON(r) // at the place for a new element all of the list
	case views.ActCopy:
		if r.kind == rowExtra || r.value == nil {
			return views.Notify{Text: "nothing to copy: not set"}
		}
		return views.Copy{What: r.title(), Text: string(r.value)}
	}
	return nil
}

// title names a row in a notice.
func (r *row) title() string {
	switch {
	case r.label != "":
		return r.label
	case r.name != "":
		return r.name
	case r.in != nil:
		return r.in.what.Name + " " + strconv.Itoa(r.index+1)
	case r.what == nil:
		return "this line"
	}
	return r.what.Name
}

// enter edits or opens what is selected.
func (m *Model) enter(r *row) views.Intent {
	switch r.kind {
	case rowHead:
		if r.value == nil && len(r.what.Options) > 0 && !r.open {
			m.writeAsJSON(r)
			break
		}
		m.fold(r, !r.open)
	case rowAdd:
		return m.addTo(r)
	case rowExtra:
		if r.extra.Choose != nil {
			return r.extra.Choose()
		}
	case rowFixed:
		return views.Notify{Text: r.what.Name + " cannot be set: " + r.what.Help}
	case rowJSON:
		m.writeAsJSON(r)
	default:
		if r.what.Kind == field.Toggle {
			return m.toggle(r)
		}
		m.write(r)
	}
	return nil
}

// editText hands the selected text to the user's editor: what is typed of it so far,
// else what is in the document.
func (m *Model) editText() views.Intent {
	r := m.row()
	if r == nil || r.kind == rowExtra || r.kind == rowFixed || r.kind == rowAdd {
		return views.Notify{Text: "select a text field to open it in your editor"}
	}
	text := r.kind == rowValue && isText(r.what) && len(r.what.Values) == 0
	e := views.EditText{Pointer: r.pointer, JSON: !text, Text: string(r.value)}
	if text {
		e.Text = scan.Text(r.value)
	}
	switch t := m.typed; {
	case t == nil:
	case t.mode == writeValue && text && t.what.Kind == field.Text, t.mode == writeJSON && !text:
		e.Text = t.ed.Text()
	case t.mode == writeJSON:
		e.Text, e.JSON = t.ed.Text(), true
	}
	m.Drop()
	return e
}

// click selects the row at a line of the pane, and opens the one that was
// selected before.
func (m *Model) click(y int) views.Intent {
	m.View()
	m.leaveEmpty()
	if m.typed != nil || y < 0 || y >= len(m.cache.at) || m.cache.at[y] < 0 {
		return nil
	}
	if m.selected == m.cache.at[y] {
		return m.enter(m.row())
	}
	m.goTo(m.cache.at[y])
	return nil
}

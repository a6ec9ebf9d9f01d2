package outline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// edit does what changes the document, or copies of it.
func (m *Model) edit(a views.Action) views.Intent {
	switch a {
	case views.ActPlaceAdd:
		return m.add()
	case views.ActCopy:
		return m.copy()
	case views.ActPlacePaste:
		if m.copied == nil {
			return views.Notify{Text: "nothing to paste: " + m.keys.Name(views.ActCopy) + " copies an element, and your terminal's paste key inserts JSON"}
		}
		return m.paste(m.copied)
	case views.ActDelete:
		return m.remove()
	case views.ActMoveUp:
		return m.move(-1)
	case views.ActMoveDown:
		return m.move(1)
	case views.ActPlaceDuplicate:
		if v := m.index.value(m.at); v != nil {
			return m.insert(m.written(v))
		}
		return m.noElement()
	case views.ActPlaceSwitch:
		return m.toggle()
	}
	return nil
}

// noElement says that a key speaks of an element where none is selected.
func (m *Model) noElement() views.Intent {
	return views.Notify{Text: "select a plugin, a tool or an item first"}
}

// thing names one element of the selected list.
func (m *Model) thing() string {
	return [...]string{"group", "plugin", "tool", "item"}[m.at.Section]
}

// add asks for the kind of an element, to be added after the selected one; at a group of
// fields, for anything that can be added to the request.
func (m *Model) add() views.Intent {
	if m.at.Section == views.RequestSection {
		return views.AddToRequest{Group: m.at.Group}
	}
	if no := m.noList(); no != nil {
		return no
	}
	return views.AddElement{Pointer: m.at.Section.Pointer(), Index: m.nextIndex()}
}

// noList returns why nothing can be put into the selected list; nil if it can.
func (m *Model) noList() views.Intent {
	if m.index.bad[m.at.Section] == nil {
		return nil
	}
	member := m.at.Section.Pointer()[1:]
	return views.Notify{Text: fmt.Sprintf("%s is not a list: %s removes it, or edit it as JSON", member, m.keys.Name(views.ActDelete))}
}

// nextIndex returns the index after the selected element.
func (m *Model) nextIndex() int { return min(m.at.Index+1, len(m.index.values[m.at.Section])) }

// written returns an element as it is written in a list: input in short, a
// string, as the message that it abbreviates.
func (m *Model) written(v []byte) []byte {
	if m.at.Section == views.ItemsSection && scan.KindOf(v) == scan.String {
		return talk.UserMessage(scan.Text(v))
	}
	return v
}

// insert puts a value after the selected element and selects it.
func (m *Model) insert(value []byte) views.Intent {
	i := views.Insert{Pointer: m.at.Section.Pointer(), Index: m.nextIndex(), Value: json.RawMessage(bytes.Clone(value))}
	m.at.Index = i.Index
	m.changed()
	return i
}

// paste puts JSON after the selected element, or notifies why it does not.
func (m *Model) paste(text []byte) views.Intent {
	if m.at.Section == views.RequestSection {
		return views.Notify{Text: "select PLUGINS, TOOLS or ITEMS to paste an element; paste a complete request into the JSON"}
	}
	if no := m.noList(); no != nil {
		return no
	}
	text = bytes.TrimSpace(text)
	if err := scan.Check(text); err != nil {
		return views.Notify{Text: fmt.Sprintf("not pasted, not JSON: %v", err)}
	}
	must := ""
	switch {
	case scan.KindOf(text) != scan.Object:
		must = "is not an object"
	case m.at.Section == views.PluginsSection && scan.KindOf(scan.Get(text, "id")) != scan.String:
		must = `has no "id"`
	case m.at.Section == views.ToolsSection && scan.KindOf(scan.Get(text, "type")) != scan.String:
		must = `has no "type"`
	case m.at.Section == views.ItemsSection && scan.Get(text, "type") == nil && scan.Get(text, "role") == nil:
		must = `has neither "type" nor "role"`
	}
	if must != "" {
		return views.Notify{Text: "not pasted: the clipboard's JSON " + must + ", so it is not a valid " + m.thing()}
	}
	return m.insert(text)
}

// copy copies the selected place: an element, or the members of a group that
// are set.
func (m *Model) copy() views.Intent {
	if m.at.Section != views.RequestSection {
		v := m.index.value(m.at)
		if v == nil {
			return m.noElement()
		}
		m.copied = bytes.Clone(m.written(v))
		return views.Copy{What: m.thing(), Text: string(m.copied)}
	}
	var members []string
	for member := range scan.Members(m.doc) {
		if m.index.groupOf(member.Key) == m.at.Group {
			members = append(members, string(scan.Quote(member.Key))+": "+string(member.Value))
		}
	}
	if len(members) == 0 {
		return views.Notify{Text: "nothing in this group is set"}
	}
	return views.Copy{What: m.at.Group, Text: "{" + strings.Join(members, ", ") + "}"}
}

// remove deletes the selected element, or what is instead of a list.
func (m *Model) remove() views.Intent {
	if m.at.Section == views.RequestSection {
		return m.noElement()
	}
	if m.index.bad[m.at.Section] != nil {
		pointer := m.at.Section.Pointer()
		return views.DeleteElement{Pointer: pointer, What: pointer[1:]}
	}
	v := m.index.value(m.at)
	if v == nil {
		return m.noElement()
	}
	name := strconv.Itoa(m.at.Index)
	if m.at.Section != views.ItemsSection {
		name = titleOf(m.at.Section, v).lead
	}
	what := strings.TrimSuffix("the "+m.thing()+" "+name, " ")
	i := views.DeleteElement{Pointer: m.at.Pointer(), What: what}
	if m.at.Index == len(m.index.values[m.at.Section])-1 { // the last: the one before, not the row that adds
		m.at.Index = max(m.at.Index-1, 0)
	}
	return i
}

// move moves the selected element in its list, and the selection with it.
func (m *Model) move(by int) views.Intent {
	from, to := m.at.Index, m.at.Index+by
	if m.index.value(m.at) == nil {
		return m.noElement()
	}
	if to < 0 || to >= len(m.index.values[m.at.Section]) {
		return nil
	}
	m.at.Index = to
	m.changed()
	return views.MoveElement{Pointer: m.at.Section.Pointer(), From: from, To: to}
}

func (m *Model) toggle() views.Intent {
	v := m.index.value(m.at)
	if m.at.Section != views.PluginsSection || v == nil {
		return views.Notify{Text: m.keys.Name(views.ActPlaceSwitch) + " turns a plugin on or off; select one"}
	}
	switch {
	case scan.KindOf(v) != scan.Object:
		return views.Notify{Text: "not a plugin object; edit it as JSON"}
	case scan.Text(scan.Get(v, "id")) == "moderation": // document: it takes no enabled
		return views.Notify{Text: "moderation has no enabled field; " + m.keys.Name(views.ActDelete) + " removes it"}
	}
	value := "false"
	if string(scan.Get(v, "enabled")) == "false" {
		value = "true"
	}
	return views.Edit{Pointer: m.at.Pointer() + "/enabled", Value: json.RawMessage(value)}
}

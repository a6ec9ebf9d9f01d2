package screen

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// Changes are the changes of a document that a pane asks for.
func Changes(edits []views.Edit) []talk.Change {
	changes := make([]talk.Change, len(edits))
	for i, e := range edits {
		changes[i] = talk.Change{Pointer: e.Pointer, Value: e.Value}
	}
	return changes
}

// ChangeWords say what edits did.
func ChangeWords(edits []views.Edit) string {
	words := make([]string, len(edits))
	for i, e := range edits {
		list, added := strings.CutSuffix(e.Pointer, "/-")
		switch {
		case added:
			words[i] = "added " + Short(string(e.Value), 40) + " to " + scan.JQOf(list)
		case e.Value != nil:
			words[i] = "set " + scan.JQOf(e.Pointer) + " to " + Short(string(e.Value), 40)
		default:
			words[i] = "removed " + scan.JQOf(e.Pointer)
		}
	}
	return strings.Join(words, ", ")
}

// NotEdited says that a copy of another API's request was opened without an edit of it.
func (h *Host) NotEdited() string {
	return "opened without the change, which is for another API's request; make it here, then " + h.Keys.Name(views.ActSendNow) + " sends it"
}

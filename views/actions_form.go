package views

// The actions of the builder's form, while it has the focus.
const (
	ActFormEdit   Action = "form-edit"
	ActFormToggle Action = "form-toggle"
	ActFormUnset  Action = "form-unset"
	ActFormAdd    Action = "form-add"
	ActFormRename Action = "form-rename"
	ActFormJSON   Action = "form-json"
)

// FormCommands returns the form's rows of the key table.
func FormCommands() []Command {
	r := rowsIn(Form, GroupForm)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActFormEdit, "edit", "Write the selected value, list its choices, or unfold it.", "enter"),
		r.row(ActFormToggle, "toggle", "Switch between yes and no, take the next choice, fold or unfold; null where it may be.", "space"),
		r.row(ActGoLeft, "less", "Take the choice before."),
		r.row(ActGoRight, "more", "Take the choice after."),
		r.row(ActFormUnset, "unset", "Take the field out of the request, so that its default holds.", "u"),
		r.row(ActFormAdd, "add", "Add an element to the list, a pair or a property.", "a"),
		r.row(ActDelete, "delete", "Delete the selected element; of a field that is no list, what unset does.", "d", "backspace", "delete"),
		r.row(ActMoveUp, "move up", "Move the selected element up.", "K"),
		r.row(ActMoveDown, "move down", "Move the selected element down.", "J"),
		r.row(ActFormRename, "rename", "Rename the selected pair or property.", "r"),
		r.row(ActFormJSON, "JSON", "Write the selected value as JSON.", "e"),
		r.row(ActCopy, "copy", "Copy the selected value as JSON."),
	}...)
}

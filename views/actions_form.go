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
		r.row(ActFormEdit, "edit", "Edit, choose or unfold the value.", "enter"),
		r.row(ActFormToggle, "toggle", "Toggle, choose next, or fold. Includes null where it is allowed.", "space"),
		r.row(ActGoLeft, "less", "Choose the previous value."),
		r.row(ActGoRight, "more", "Choose the next value."),
		r.row(ActFormUnset, "unset", "Remove the field, use its default.", "u"),
		r.row(ActFormAdd, "add", "Add an element, pair or property.", "a"),
		r.row(ActDelete, "delete", "Delete the element, or unset the field.", "d", "backspace", "delete"),
		r.row(ActMoveUp, "move up", "Move the selected element up.", "K"),
		r.row(ActMoveDown, "move down", "Move the selected element down.", "J"),
		r.row(ActFormRename, "rename", "Rename the selected pair or property.", "r"),
		r.row(ActFormJSON, "JSON", "Edit the value as JSON.", "e"),
		r.row(ActCopy, "copy", "Copy the value as JSON."),
	}...)
}

package views

// The actions of the builder's form, while it has the focus.
const (
	ActFormUp         Action = "form-up"
	ActFormDown       Action = "form-down"
	ActFormPageUp     Action = "form-page-up"
	ActFormPageDown   Action = "form-page-down"
	ActFormTop        Action = "form-top"
	ActFormEnd        Action = "form-end"
	ActFormEdit       Action = "form-edit"
	ActFormToggle     Action = "form-toggle"
	ActFormLess       Action = "form-less"
	ActFormMore       Action = "form-more"
	ActFormUnset      Action = "form-unset"
	ActFormAdd        Action = "form-add"
	ActFormDelete     Action = "form-delete"
	ActFormMoveUp     Action = "form-move-up"
	ActFormMoveDown   Action = "form-move-down"
	ActFormRename     Action = "form-rename"
	ActFormJSON       Action = "form-json"
	ActFormCopy       Action = "form-copy"
	ActFormFindNext   Action = "form-find-next"
	ActFormFindBefore Action = "form-find-before"
)

// FormCommands returns the form's rows of the key table.
func FormCommands() []Command {
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Form, Keys: keys, Group: GroupForm, Short: short, Help: help}
	}
	quiet := func(a Action, short, help string, keys ...string) Command {
		c := row(a, short, help, keys...)
		c.Hidden = true
		return c
	}
	return []Command{
		quiet(ActFormUp, "up", "Field up.", "k", "up"),
		quiet(ActFormDown, "down", "Field down.", "j", "down"),
		quiet(ActFormPageUp, "page up", "A page of fields up.", "pgup", "b"),
		quiet(ActFormPageDown, "page down", "A page of fields down.", "pgdown", "f"),
		quiet(ActFormTop, "top", "Go to the first field.", "g", "home", "ctrl+home"),
		quiet(ActFormEnd, "end", "Go to the last field.", "G", "end", "ctrl+end"),
		row(ActFormEdit, "edit", "Write the selected value, list its choices, or unfold it.", "enter"),
		row(ActFormToggle, "toggle", "Switch between yes and no, take the next choice, fold or unfold; null where it may be.", "space"),
		row(ActFormLess, "less", "Take the choice before.", "left", "h"),
		row(ActFormMore, "more", "Take the choice after.", "right", "l"),
		row(ActFormUnset, "unset", "Take the field out of the request, so that its default holds.", "u"),
		row(ActFormAdd, "add", "Add an element to the list, a pair or a property.", "a"),
		row(ActFormDelete, "delete", "Delete the selected element; of a field that is no list, what unset does.", "d", "backspace", "delete"),
		row(ActFormMoveUp, "move up", "Move the selected element up.", "K"),
		row(ActFormMoveDown, "move down", "Move the selected element down.", "J"),
		row(ActFormRename, "rename", "Rename the selected pair or property.", "r"),
		row(ActFormJSON, "JSON", "Write the selected value as JSON.", "e"),
		row(ActFormCopy, "copy", "Copy the selected value as JSON.", "y"),
		quiet(ActFormFindNext, "next", "Go to the next hit.", "n"),
		quiet(ActFormFindBefore, "before", "Go to the hit before.", "N"),
	}
}

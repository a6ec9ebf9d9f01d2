package views

// The actions of the builder's list of places, while it has the focus.
const (
	ActPlaceAdd       Action = "place-add"
	ActPlaceDuplicate Action = "place-duplicate"
	ActPlacePaste     Action = "place-paste"
	ActPlaceSwitch    Action = "place-switch"
)

func outlineCommands() []Command {
	r := rowsIn(Outline, "Build: list")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActOpenRow, "open", "Open its form, or choose what to add."),
		r.row(ActPlaceAdd, "add", "Add a plugin, tool or item.", "a"),
		r.row(ActDelete, "delete", "Delete the selected plugin, tool or item.", "d", "delete"),
		r.row(ActPlaceSwitch, "on, off", "Turn the plugin on or off.", "space"),
		r.row(ActMoveUp, "move up", "Move the selected element up.", "K", "shift+up"),
		r.row(ActMoveDown, "move down", "Move the selected element down.", "J", "shift+down"),
		r.row(ActPlaceDuplicate, "duplicate", "Duplicate the selected element.", "D"),
		r.row(ActPlacePaste, "paste", "Paste what you copied here after the selected element. Your terminal's paste accepts any JSON.", "p"),
		r.row(ActCopy, "copy", "Copy the selection as JSON."),
	}...)
}

// The actions of the builder's form, while it has the focus.
const (
	ActFormEdit   Action = "form-edit"
	ActFormToggle Action = "form-toggle"
	ActFormUnset  Action = "form-unset"
	ActFormAdd    Action = "form-add"
	ActFormRename Action = "form-rename"
	ActFormJSON   Action = "form-json"
	ActFormFix    Action = "form-fix"
)

func formCommands() []Command {
	r := rowsIn(Form, GroupForm)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActFormEdit, "edit", "Edit, choose or unfold the value.", "enter"),
		r.row(ActFormToggle, "toggle", "Toggle, choose next, or fold. Includes null where it is allowed.", "space"),
		r.row(ActGoLeft, "less", "Choose the previous value."),
		r.row(ActGoRight, "more", "Choose the next value."),
		r.row(ActFormUnset, "unset", "Remove the field, use its default.", "u"),
		r.row(ActFormAdd, "add", "Add an element or pair.", "a"),
		r.row(ActDelete, "delete", "Delete the element, or unset the field.", "d", "backspace", "delete"),
		r.row(ActMoveUp, "move up", "Move the selected element up.", "K"),
		r.row(ActMoveDown, "move down", "Move the selected element down.", "J"),
		r.row(ActFormRename, "rename", "Rename the selected pair.", "r"),
		r.row(ActFormJSON, "JSON", "Edit the value as JSON.", "e"),
		r.row(ActFormFix, "fix", "Repair what a hint here says.", "x"),
		r.row(ActCopy, "copy", "Copy the value as JSON."),
	}...)
}

// The actions of the builder's JSON, while it has the focus and is looked at.
// While it is written in, the composer's keys edit.
const (
	ActSourceEdit        Action = "json-edit"
	ActSourceForm        Action = "json-form"
	ActSourceBack        Action = "json-back"
	ActSourcePath        Action = "json-copy-path"
	ActSourceFault       Action = "json-fault"
	ActSourceFindingNext Action = "json-note-next"
	ActSourceFindingPrev Action = "json-note-prev"
	ActSourceFix         Action = "json-fix"
)

func sourceCommands() []Command {
	r := rowsIn(Source, "Build: JSON")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActSourceEdit, "edit", "Edit the JSON; esc stops editing.", "enter", "i"),
		r.row(ActSourceForm, "form", "Edit the value in its form.", "o"),
		r.row(ActCopy, "copy", "Copy the value under the cursor."),
		r.row(ActSourcePath, "path", "Copy the path of the value under the cursor, as jq writes it.", "p"),
		r.row(ActSourceFault, "fault", "Go to the next fault.", "F"),
		r.row(ActSourceFindingPrev, "previous", "Go to the previous finding.", "["),
		r.row(ActSourceFindingNext, "next", "Go to the next finding.", "]"),
		r.row(ActSourceFix, "fix", "Repair what the selected hint says, or the first that can be repaired.", "x"),
		r.row(ActSourceBack, "restore", "Restore discarded broken JSON.", "u"),
		r.quiet(ActGoLeft, "out", "Go to the enclosing value."),
		r.quiet(ActGoRight, "over", "Go past the current value."),
	}...)
}

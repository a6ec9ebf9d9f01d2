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
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		r.row(ActOpenRow, "open", "Open its form, or choose what to add."),
		r.row(ActPlaceAdd, "add", "Add a plugin, tool or item.", "a").titled("Add a plugin, tool or item", "new plugin, new tool, insert, function, message, web search, pdf, mcp, guardrail"),
		r.row(ActDelete, "delete", "Delete the selected plugin, tool or item.", "d", "delete").titled("Delete the plugin, tool or item", "remove"),
		r.row(ActPlaceSwitch, "on, off", "Turn the plugin on or off.", "space").titled("Turn the plugin on or off", "enable, disable, toggle"),
		r.row(ActMoveUp, "move up", "Move the selected element up.", "K", "shift+up").titled("Move up", "reorder"),
		r.row(ActMoveDown, "move down", "Move the selected element down.", "J", "shift+down").titled("Move down", "reorder"),
		r.row(ActPlaceDuplicate, "duplicate", "Duplicate the selected element.").titled("Duplicate the element", "copy, clone"),
		r.row(ActPlacePaste, "paste", "Paste what you copied here after the selected element. Your terminal's paste accepts any JSON.", "ctrl+v").titled("Paste an element", "insert"),
		r.row(ActCopy, "copy", "Copy the selection as JSON.").titled("Copy the place as JSON", "yank"),
	}...)
}

// The actions of the builder's form, while it has the focus.
const (
	ActFormEdit   Action = "form-edit"
	ActFormToggle Action = "form-toggle"
	ActFormAdd    Action = "form-add"
	ActFormRename Action = "form-rename"
	ActFormJSON   Action = "form-json"
	ActFormFix    Action = "form-fix"
)

func formCommands() []Command {
	r := rowsIn(Form, groupForm)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActFormEdit, "edit", "Edit, choose or unfold the value.", "enter").titled("Edit the field", "change, set value"),
		r.row(ActFormToggle, "toggle", "Toggle, choose next, or fold. Includes null where it is allowed.", "space").titled("Toggle the field", "switch, yes, no, on, off"),
		r.row(ActGoLeft, "less", "Choose the previous value."),
		r.row(ActGoRight, "more", "Choose the next value."),
		r.row(ActFormAdd, "add", "Add an element or pair.", "a").titled("Add to the list", "insert, new element, pair"),
		r.row(ActDelete, "delete", "Delete the element, or unset the field: its default applies.", "d", "backspace", "delete").titled("Delete the element, or unset the field", "remove, clear, default, reset"),
		r.row(ActMoveUp, "move up", "Move the selected element up.", "K"),
		r.row(ActMoveDown, "move down", "Move the selected element down.", "J"),
		r.row(ActFormRename, "rename", "Rename the selected pair.", "=").titled("Rename the pair", "key"),
		r.row(ActFormJSON, "JSON", "Edit the value as JSON.", "e").titled("Edit the field as JSON", "raw"),
		r.row(ActFormFix, "fix", "Repair what a hint here says.", "x").titled("Fix what the hint says", "repair, mend, typo, lint"),
		r.row(ActCopy, "copy", "Copy the value as JSON.").titled("Copy the value as JSON", "yank"),
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
		r.row(ActSourceEdit, "edit", "Edit the JSON; esc stops editing.", "enter", "e").titled("Edit the JSON", "write, raw request"),
		r.row(ActSourceForm, "form", "Edit the value in its form.", "E").titled("Go to the form of this value", "field"),
		r.row(ActCopy, "copy", "Copy the value under the cursor.").titled("Copy the value", "yank"),
		r.row(ActSourcePath, "path", "Copy the path of the value under the cursor, as jq writes it.", ".").titled("Copy the JSON path", "pointer, place, jq path"),
		r.row(ActSourceFault, "fault", "Go to the next fault.", "F").titled("Next fault", "error, problem, invalid, lint"),
		r.row(ActSourceFindingPrev, "previous", "Go to the previous fault or hint.", "[").titled("Previous fault or hint", "error, warning, finding"),
		r.row(ActSourceFindingNext, "next", "Go to the next fault or hint.", "]").titled("Next fault or hint", "error, warning, finding"),
		r.row(ActSourceFix, "fix", "Repair what the selected hint says, or the first that can be repaired.", "x").titled("Fix the selected fault or hint", "repair, finding"),
		r.row(ActSourceBack, "restore", "Restore discarded broken JSON.", "U").titled("Restore broken JSON", "bring back, recover"),
		r.quiet(ActGoLeft, "out", "Go to the enclosing value."),
		r.quiet(ActGoRight, "over", "Go past the current value."),
	}...)
}

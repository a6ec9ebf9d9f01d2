package views

// The actions of the builder's list of places, while it has the focus.
const (
	ActPlaceAdd       Action = "place-add"
	ActPlaceDuplicate Action = "place-duplicate"
	ActPlacePaste     Action = "place-paste"
	ActPlaceSwitch    Action = "place-switch"
	ActPlaceCache     Action = "place-cache"
)

// GroupOutline is the heading of the list of places in F1.
const GroupOutline = "Build: list"

// OutlineCommands returns the rows of the key table for the builder's list of
// places.
func OutlineCommands() []Command {
	r := rowsIn(Outline, GroupOutline)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActOpenRow, "open", "Go to the form of the place; on + add, choose what to add."),
		r.row(ActPlaceAdd, "add", "Add a plugin, a tool or an item behind the selected one; at REQUEST, choose what to add.", "a"),
		r.row(ActDelete, "delete", "Delete the selected plugin, tool or item.", "d", "delete"),
		r.row(ActPlaceSwitch, "on, off", "Switch the selected plugin on or off.", "space"),
		r.row(ActMoveUp, "move up", "Move the selected element up in its list.", "K", "shift+up"),
		r.row(ActMoveDown, "move down", "Move the selected element down in its list.", "J", "shift+down"),
		r.row(ActPlaceDuplicate, "duplicate", "Put a copy of the selected element behind it.", "D"),
		r.row(ActPlacePaste, "paste", "Put what was copied here behind the selected element; your terminal's paste does it with any JSON.", "p"),
		r.row(ActPlaceCache, "cache", "Mark the selected item's last part for caching, or take the mark away.", "c"),
		r.row(ActCopy, "copy", "Copy the selected place as JSON."),
	}...)
}

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
		r.row(ActOpenRow, "open", "Open its form, or choose what to add."),
		r.row(ActPlaceAdd, "add", "Add a plugin, tool or item.", "a"),
		r.row(ActDelete, "delete", "Delete the selected plugin, tool or item.", "d", "delete"),
		r.row(ActPlaceSwitch, "on, off", "Turn the plugin on or off.", "space"),
		r.row(ActMoveUp, "move up", "Move the selected element up.", "K", "shift+up"),
		r.row(ActMoveDown, "move down", "Move the selected element down.", "J", "shift+down"),
		r.row(ActPlaceDuplicate, "duplicate", "Duplicate the selected element.", "D"),
		r.row(ActPlacePaste, "paste", "Paste what you copied here after the selected element. Your terminal's paste accepts any JSON.", "p"),
		r.row(ActPlaceCache, "cache", "Toggle caching for the item's last part.", "c"),
		r.row(ActCopy, "copy", "Copy the selection as JSON."),
	}...)
}

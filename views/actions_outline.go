package views

// The actions of the builder's list of places, while it has the focus.
const (
	ActPlaceUp        Action = "place-up"
	ActPlaceDown      Action = "place-down"
	ActPlacePageUp    Action = "place-page-up"
	ActPlacePageDown  Action = "place-page-down"
	ActPlaceTop       Action = "place-top"
	ActPlaceEnd       Action = "place-end"
	ActPlaceOpen      Action = "place-open"
	ActPlaceAdd       Action = "place-add"
	ActPlaceDelete    Action = "place-delete"
	ActPlaceMoveUp    Action = "place-move-up"
	ActPlaceMoveDown  Action = "place-move-down"
	ActPlaceDuplicate Action = "place-duplicate"
	ActPlacePaste     Action = "place-paste"
	ActPlaceSwitch    Action = "place-switch"
	ActPlaceCache     Action = "place-cache"
	ActPlaceCopy      Action = "place-copy"
	ActPlaceNext      Action = "place-hit-next"
	ActPlaceBefore    Action = "place-hit-before"
)

// GroupOutline is the heading of the list of places in F1.
const GroupOutline = "Build: list"

// OutlineCommands returns the rows of the key table for the builder's list of
// places.
func OutlineCommands() []Command {
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Outline, Keys: keys, Group: GroupOutline, Short: short, Help: help}
	}
	quiet := func(a Action, short, help string, keys ...string) Command {
		c := row(a, short, help, keys...)
		c.Hidden = true
		return c
	}
	return []Command{
		quiet(ActPlaceUp, "up", "Go to the place above.", "k", "up"),
		quiet(ActPlaceDown, "down", "Go to the place below.", "j", "down"),
		quiet(ActPlacePageUp, "page up", "Go up by a page.", "pgup", "b"),
		quiet(ActPlacePageDown, "page down", "Go down by a page.", "pgdown", "f"),
		quiet(ActPlaceTop, "top", "Go to the first place.", "g", "home"),
		quiet(ActPlaceEnd, "end", "Go to the last place.", "G", "end"),
		row(ActPlaceOpen, "open", "Go to the form of the place; on + add, choose what to add.", "enter"),
		row(ActPlaceAdd, "add", "Add a plugin, a tool or an item behind the selected one.", "a"),
		row(ActPlaceDelete, "delete", "Delete the selected plugin, tool or item.", "d", "delete"),
		row(ActPlaceSwitch, "on, off", "Switch the selected plugin on or off.", "space"),
		row(ActPlaceMoveUp, "move up", "Move the selected element up in its list.", "K", "shift+up"),
		row(ActPlaceMoveDown, "move down", "Move the selected element down in its list.", "J", "shift+down"),
		row(ActPlaceDuplicate, "duplicate", "Put a copy of the selected element behind it.", "D"),
		row(ActPlacePaste, "paste", "Put what was copied here behind the selected element; your terminal's paste does it with any JSON.", "p"),
		row(ActPlaceCache, "cache", "Mark the selected item's last part for caching, or take the mark away.", "c"),
		row(ActPlaceCopy, "copy", "Copy the selected place as JSON.", "y"),
		quiet(ActPlaceNext, "next", "Go to the next hit.", "n"),
		quiet(ActPlaceBefore, "before", "Go to the hit before.", "N"),
	}
}

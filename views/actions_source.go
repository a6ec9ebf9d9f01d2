package views

// The actions of the builder's JSON, while it has the focus and is looked at.
// While it is written in, the composer's keys edit.
const (
	ActSourceEdit        Action = "json-edit"
	ActSourceForm        Action = "json-form"
	ActSourceCopy        Action = "json-copy"
	ActSourceBack        Action = "json-back"
	ActSourceUp          Action = "json-up"
	ActSourceDown        Action = "json-down"
	ActSourcePageUp      Action = "json-page-up"
	ActSourcePageDown    Action = "json-page-down"
	ActSourceTop         Action = "json-top"
	ActSourceEnd         Action = "json-end"
	ActSourceOut         Action = "json-out"
	ActSourceNext        Action = "json-next"
	ActSourceFault       Action = "json-fault"
	ActSourceFindNext    Action = "json-hit-next"
	ActSourceFindBefore  Action = "json-hit-before"
	ActSourceFindingNext Action = "json-note-next"
	ActSourceFindingPrev Action = "json-note-prev"
)

// GroupSource is the heading of the builder's JSON in F1.
const GroupSource = "Build: JSON"

// SourceCommands returns the rows of the builder's JSON in the key table.
func SourceCommands() []Command {
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Source, Keys: keys, Group: GroupSource, Short: short, Help: help}
	}
	quiet := func(a Action, short, help string, keys ...string) Command {
		c := row(a, short, help, keys...)
		c.Hidden = true
		return c
	}
	return []Command{
		row(ActSourceEdit, "edit", "Write in the JSON, with the keys of the text you write; esc ends it.", "enter", "i"),
		row(ActSourceForm, "form", "Go to the form of the value under the cursor.", "o"),
		row(ActSourceCopy, "copy", "Copy the value under the cursor.", "y"),
		row(ActSourceFault, "fault", "Go to the next fault.", "F"),
		row(ActSourceFindingPrev, "before", "Go to the fault, warning or hint before.", "["),
		row(ActSourceFindingNext, "after", "Go to the fault, warning or hint after.", "]"),
		row(ActSourceBack, "bring back", "Bring broken JSON back that was given up.", "u"),
		quiet(ActSourceUp, "up", "Row up.", "k", "up"),
		quiet(ActSourceDown, "down", "Row down.", "j", "down"),
		quiet(ActSourcePageUp, "page up", "Page up.", "pgup", "b"),
		quiet(ActSourcePageDown, "page down", "Page down.", "pgdown", "f"),
		quiet(ActSourceTop, "top", "Go to the first line.", "g", "home", "ctrl+home"),
		quiet(ActSourceEnd, "end", "Go to the last line.", "G", "end", "ctrl+end"),
		quiet(ActSourceOut, "out", "Go to the object or array around.", "left", "h"),
		quiet(ActSourceNext, "over", "Go to what follows the value under the cursor.", "right", "l"),
		quiet(ActSourceFindNext, "next", "Go to the next hit.", "n"),
		quiet(ActSourceFindBefore, "before", "Go to the hit before.", "N"),
	}
}

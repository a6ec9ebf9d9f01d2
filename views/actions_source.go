package views

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
)

// GroupSource is the heading of the builder's JSON in F1.
const GroupSource = "Build: JSON"

// SourceCommands returns the rows of the builder's JSON in the key table.
func SourceCommands() []Command {
	r := rowsIn(Source, GroupSource)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActSourceEdit, "edit", "Write in the JSON, with the keys of the text you write; esc ends it.", "enter", "i"),
		r.row(ActSourceForm, "form", "Go to the form of the value under the cursor.", "o"),
		r.row(ActCopy, "copy", "Copy the value under the cursor."),
		r.row(ActSourcePath, "path", "Copy the path of the value under the cursor, as jq writes it.", "p"),
		r.row(ActSourceFault, "fault", "Go to the next fault.", "F"),
		r.row(ActSourceFindingPrev, "before", "Go to the fault, warning or hint before.", "["),
		r.row(ActSourceFindingNext, "after", "Go to the fault, warning or hint after.", "]"),
		r.row(ActSourceBack, "bring back", "Bring broken JSON back that was given up.", "u"),
		r.quiet(ActGoLeft, "out", "Go to the object or array around."),
		r.quiet(ActGoRight, "over", "Go to what follows the value under the cursor."),
	}...)
}

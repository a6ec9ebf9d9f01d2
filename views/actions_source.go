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
		r.row(ActSourceEdit, "edit", "Edit the JSON; esc stops editing.", "enter", "i"),
		r.row(ActSourceForm, "form", "Edit the value in its form.", "o"),
		r.row(ActCopy, "copy", "Copy the value under the cursor."),
		r.row(ActSourcePath, "path", "Copy the path of the value under the cursor, as jq writes it.", "p"),
		r.row(ActSourceFault, "fault", "Go to the next fault.", "F"),
		r.row(ActSourceFindingPrev, "previous", "Go to the previous finding.", "["),
		r.row(ActSourceFindingNext, "next", "Go to the next finding.", "]"),
		r.row(ActSourceBack, "restore", "Restore discarded broken JSON.", "u"),
		r.quiet(ActGoLeft, "out", "Go to the enclosing value."),
		r.quiet(ActGoRight, "over", "Go past the current value."),
	}...)
}

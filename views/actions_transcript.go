package views

// The actions of the transcript, while it has the focus.
const (
	ActTurnBefore  Action = "turn-before"
	ActTurnAfter   Action = "turn-after"
	ActItemBefore  Action = "item-before"
	ActItemAfter   Action = "item-after"
	ActTurnResend  Action = "turn-resend"
	ActTurnEdit    Action = "turn-edit"
	ActTurnInspect Action = "turn-inspect"
	ActTurnCompare Action = "turn-compare"
	ActTurnEvents  Action = "item-events"
	ActBranchPrev  Action = "branch-prev"
	ActBranchNext  Action = "branch-next"
	ActSaveBinary  Action = "save-binary"
	ActCallType    Action = "call-type"
	ActCallRun     Action = "call-run"
	ActCallMake    Action = "call-make-up"
	ActCitation    Action = "citation"
	ActCitationEnd Action = "citation-source"
)

// TranscriptCommands returns the transcript's rows of the key table.
func TranscriptCommands() []Command {
	r := rowsIn(Transcript, GroupTranscript)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActNextHit, ActPreviousHit), []Command{
		r.row(ActGoEnd, "follow", "Go to the end and follow the answer as it grows."),
		r.row(ActTurnBefore, "turn up", "Go to the turn before.", "["),
		r.row(ActTurnAfter, "turn down", "Go to the turn after.", "]"),
		r.row(ActItemBefore, "item up", "Select the item before.", "K"),
		r.row(ActItemAfter, "item down", "Select the item after.", "J"),
		r.row(ActOpenRow, "fold", "Fold or unfold the selected item.", "space", "enter"),
		r.row(ActCopy, "copy", "Copy the source of the selected item."),
		r.row(ActTurnEdit, "edit", "Put the selected turn's text into the composer; sending it makes a branch.", "e"),
		r.row(ActTurnResend, "again", "Send the selected turn's request again, byte for byte.", "r"),
		r.row(ActDelete, "delete", "Delete the selected turn and what follows it; undo brings them back.", "d", "delete"),
		r.row(ActTurnInspect, "inspect", "Look at what happened in the selected turn: figures, route, both bodies, every event.", "i"),
		r.row(ActTurnCompare, "compare", "Compare the selected turn's exchange with another one.", "D"),
		r.row(ActTurnEvents, "events", "Go to the event that wrote what the search has found, or whose text is marked, else to the one that wrote the beginning of the selected item.", "E"),
		r.row(ActBranchPrev, "branch", "Go to the branch before: of the selected turn, else of the nearest above that has several.", "<"),
		r.row(ActBranchNext, "branch", "Go to the branch after.", ">"),
		r.row(ActCallType, "type output", "Type the output of the selected call, or of the first that waits for one.", "o"),
		r.row(ActCallRun, "run", "Let the command that is bound to the tool give the call's output; it is shown and asked for first.", "x"),
		r.row(ActCallMake, "make up", "Answer the call with an output made up from the tool's schema.", "t"),
		r.row(ActCitation, "citation", "Go to the next citation.", "c"),
		r.row(ActCitationEnd, "source", "Go to the citation's source, or back.", "C"),
		r.row(ActSaveBinary, "save", "Save the selected image or file.", "s"),
	}...)
}

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
	ActShowImage   Action = "show-image"
	ActCallType    Action = "call-type"
	ActCallRun     Action = "call-run"
	ActCallMake    Action = "call-make-up"
)

// TranscriptCommands returns the transcript's rows of the key table.
func TranscriptCommands() []Command {
	r := rowsIn(Transcript, GroupTranscript)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActNextHit, ActPreviousHit), []Command{
		r.row(ActGoEnd, "follow", "Go to the end and follow."),
		r.row(ActTurnBefore, "turn up", "Go to the previous turn.", "["),
		r.row(ActTurnAfter, "turn down", "Go to the next turn.", "]"),
		r.row(ActItemBefore, "item up", "Select the previous item.", "K"),
		r.row(ActItemAfter, "item down", "Select the next item.", "J"),
		r.row(ActOpenRow, "fold", "Fold or unfold the selected item.", "space", "enter"),
		r.row(ActCopy, "copy", "Copy the item's source."),
		r.row(ActTurnEdit, "edit", "Edit the turn's text. Sending it starts a branch.", "e"),
		r.row(ActTurnResend, "again", "Resend the turn's request unchanged.", "r"),
		r.row(ActDelete, "delete", "Delete the turn and all after it. Undo restores them.", "d", "delete"),
		r.row(ActTurnInspect, "inspect", "Inspect the turn's exchange.", "i"),
		r.row(ActTurnCompare, "compare", "Compare the exchange with another.", "D"),
		r.row(ActTurnEvents, "events", "Go to the event that carried the search hit or the marked text, otherwise the start of the item.", "E"),
		r.row(ActBranchPrev, "branch", "Go to the previous branch, of the selected turn or the nearest above that has branches.", "<"),
		r.row(ActBranchNext, "branch", "Go to the next branch.", ">"),
		r.row(ActCallType, "write output", "Write the output of the selected call, or the first unanswered one.", "t"),
		r.row(ActCallRun, "run", "Run the tool's command. You see and approve it first.", "x"),
		r.row(ActCallMake, "send example", "Send an example output, made from the tool's schema.", "m"),
		r.row(ActShowImage, "full screen", "Show the selected image full screen, or the one above.", "o"),
		r.row(ActSaveBinary, "save", "Save the selected image or file.", "s"),
	}...)
}

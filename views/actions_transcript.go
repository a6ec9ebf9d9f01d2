package views

// The actions of the transcript, while it has the focus.
const (
	ActLineUp      Action = "line-up"
	ActLineDown    Action = "line-down"
	ActScreenUp    Action = "page-up"
	ActScreenDown  Action = "page-down"
	ActTop         Action = "top"
	ActEnd         Action = "end"
	ActTurnBefore  Action = "turn-before"
	ActTurnAfter   Action = "turn-after"
	ActItemBefore  Action = "item-before"
	ActItemAfter   Action = "item-after"
	ActFold        Action = "fold"
	ActCopyItem    Action = "copy-item"
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
	ActFindNext    Action = "find-next"
	ActFindBefore  Action = "find-before"
	ActCitation    Action = "citation"
	ActCitationEnd Action = "citation-source"
	ActFirstPrompt Action = "prompt-1"
	ActNextPrompt  Action = "prompt-2"
	ActThirdPrompt Action = "prompt-3"
)

// TranscriptCommands returns the transcript's rows of the key table.
func TranscriptCommands() []Command {
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Transcript, Keys: keys, Group: GroupTranscript, Short: short, Help: help}
	}
	quiet := func(a Action, short, help string, keys ...string) Command {
		c := row(a, short, help, keys...)
		c.Hidden = true
		return c
	}
	return []Command{
		quiet(ActLineUp, "up", "Scroll up by a line.", "k", "up"),
		quiet(ActLineDown, "down", "Scroll down by a line.", "j", "down"),
		quiet(ActScreenUp, "page up", "Scroll up by a page.", "pgup", "b"),
		quiet(ActScreenDown, "page down", "Scroll down by a page.", "pgdown", "f"),
		quiet(ActTop, "top", "Go to the first line.", "g", "home", "ctrl+home"),
		row(ActEnd, "follow", "Go to the end and follow the answer as it grows.", "G", "end", "ctrl+end"),
		row(ActTurnBefore, "turn up", "Go to the turn before.", "["),
		row(ActTurnAfter, "turn down", "Go to the turn after.", "]"),
		row(ActItemBefore, "item up", "Select the item before.", "K"),
		row(ActItemAfter, "item down", "Select the item after.", "J"),
		row(ActFold, "fold", "Fold or unfold the selected item.", "space", "enter"),
		row(ActCopyItem, "copy", "Copy the source of the selected item.", "y"),
		row(ActTurnEdit, "edit", "Put the selected turn's text into the composer; sending it makes a branch.", "e"),
		row(ActTurnResend, "again", "Send the selected turn's request again, byte for byte.", "r"),
		row(ActTurnInspect, "inspect", "Look at what happened in the selected turn: figures, route, both bodies, every event.", "i"),
		row(ActTurnCompare, "compare", "Compare the selected turn's exchange with another one.", "D"),
		row(ActTurnEvents, "events", "Go to the event that wrote what the search has found, or whose text is marked, else to the one that wrote the beginning of the selected item.", "E"),
		row(ActBranchPrev, "branch", "Go to the branch before: of the selected turn, else of the nearest above that has several.", "<"),
		row(ActBranchNext, "branch", "Go to the branch after.", ">"),
		row(ActCallType, "type output", "Type the output of the selected call, or of the first that waits for one.", "o"),
		row(ActCallRun, "run", "Let the command that is bound to the tool give the call's output; it is shown and asked for first.", "x"),
		row(ActCallMake, "make up", "Answer the call with an output made up from the tool's schema.", "t"),
		row(ActCitation, "citation", "Go to the next citation.", "c"),
		row(ActCitationEnd, "source", "Go to the citation's source, or back.", "C"),
		row(ActSaveBinary, "save", "Save the selected image or file.", "s"),
		quiet(ActFindNext, "next", "Go to the next hit.", "n"),
		quiet(ActFindBefore, "before", "Go to the hit before.", "N"),
		quiet(ActFirstPrompt, "", "Take the first of the prompts offered.", "1"),
		quiet(ActNextPrompt, "", "Take the second of the prompts offered.", "2"),
		quiet(ActThirdPrompt, "", "Take the third of the prompts offered.", "3"),
	}
}

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
	ActCallRun     Action = "call-run"
)

// TranscriptCommands returns the transcript's rows of the key table.
func TranscriptCommands() []Command {
	r := rowsIn(Transcript, groupTranscript)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActNextHit, ActPreviousHit), []Command{
		r.row(ActGoEnd, "follow", "Go to the end and follow."),
		r.row(ActTurnBefore, "turn up", "Go to the previous turn.", "[").titled("Previous turn", "message before"),
		r.row(ActTurnAfter, "turn down", "Go to the next turn.", "]").titled("Next turn", "message after"),
		r.row(ActItemBefore, "item up", "Select the previous item.", "K").titled("Previous item", ""),
		r.row(ActItemAfter, "item down", "Select the next item.", "J").titled("Next item", ""),
		r.row(ActOpenRow, "fold", "Fold or unfold the selected item.", "space", "enter").titled("Fold or unfold the item", "expand, collapse"),
		r.row(ActCopy, "copy", "Copy the item's source.").titled("Copy the item", "answer, message"),
		r.row(ActTurnEdit, "edit", "Edit the turn's text. Sending it starts a branch.", "e").titled("Edit this turn", "edit message, edit prompt, change prompt, branch, fork"),
		r.row(ActTurnResend, "again", "Send the turn's request again unchanged, to the connection that it went to.", "r").titled("Send this turn again", "retry, regenerate, repeat"),
		r.row(ActDelete, "delete", "Delete the turn and all after it. Undo restores them.", "d", "delete").titled("Delete the turn", "remove message"),
		r.row(ActTurnInspect, "inspect", "Inspect the turn's exchange.", "i").titled("Inspect this turn", "details, debug, trace"),
		r.row(ActTurnCompare, "compare", "Compare the exchange with another.", "D").titled("Compare this turn", "diff, versus"),
		r.row(ActTurnEvents, "events", "Go to the event that carried the search hit or the marked text, otherwise the start of the item.", "E").titled("Go to this text's event", "frame, sse, where from"),
		r.row(ActBranchPrev, "branch", "Go to the previous branch, of the selected turn or the nearest above that has branches.", "<").titled("Previous branch", "fork, version, alternative"),
		r.row(ActBranchNext, "branch", "Go to the next branch.", ">").titled("Next branch", "fork, version, alternative"),
		r.row(ActAnswer, "write output", "Write the output of the selected call, or the first unanswered one, beginning with an example.", "a"),
		r.row(ActCallRun, "run", "Run the tool's command. You see and approve it first.", "x").titled("Run the tool's command", "execute tool, answer call"),
		r.row(ActShowImage, "full screen", "Show the selected image full screen, or the one above.", "V").titled("View the image full screen", "picture, photo, open, zoom, kitty, sixel"),
		r.row(ActSaveBinary, "write file", "Write the selected image or file to a new file.", "w").titled("Save the image or file", "download, picture"),
	}...)
}

// The actions of a variant, of those that a prompt was sent to side by side.
const (
	ActSideBySide   Action = "side-by-side"
	ActContinueWith Action = "continue-with"
	ActVariantAdd   Action = "variant-add"
	ActTie          Action = "tie-scrolling"
	ActSeparate     Action = "separate-branches"
	ActVariantLink  Action = "variant-connection"
	ActRepeat       Action = "variant-repeat"
	ActVariantGrid  Action = "variant-grid"
)

const groupVariant = "Side by side"

// variantCommands returns the rows of the key table of a variant.
func variantCommands() []Command {
	r := rowsIn(Variant, groupVariant)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActNextHit, ActPreviousHit), []Command{
		r.row(ActGoEnd, "follow", "Go to the end and follow."),
		r.row(ActContinueWith, "continue with this", "Continue with this answer and this variant alone.", "enter").titled("Continue with this answer", "choose, pick, winner"),
		r.row(ActTurnResend, "again", "Send this variant the previous prompt again.", "r"),
		r.row(ActTurnEdit, "what differs", "Edit the variant in Build.", "e"),
		r.row(ActVariantAdd, "add", "Add a copy of this variant and edit it in Build.", "+").titled("Add a variant", "column, another model, settings"),
		r.row(ActVariantLink, "connection", "Send this variant over another connection.", "@").titled("Connection of the variant", "profile, gateway, server, elsewhere"),
		r.row(ActDelete, "remove", "Remove the variant. Its answers remain in the conversation.", "d", "delete").titled("Remove the variant", "column, close"),
		r.row(ActTurnCompare, "differences", "Compare with the next variant: requests, answers, figures.", "D"),
		r.row(ActTie, "tie", "Scroll all variants together or separately.", "=").titled("Tie scrolling", "sync, lock, together"),
		r.row(ActSeparate, "branches", "Continue each variant from its previous answer, or all from the current one (▸).", "T").titled("Each variant continues its branch", "conversation, thread, follow up, separate"),
		r.row(ActRepeat, "repeat", "Repeat 5 times in Lab.", "R").titled("Repeat the comparison", "several times, repeat, chance, significance"),
		r.row(ActVariantGrid, "lab", "Open the comparison in Lab, to add prompts.", "B").titled("Take the comparison to the lab", "grid, benchmark, evaluate, eval"),
		r.row(ActOpenRow, "fold", "Fold or unfold the selected item.", "space"),
		r.row(ActItemBefore, "item up", "Select the previous item.", "K"),
		r.row(ActItemAfter, "item down", "Select the next item.", "J"),
		r.row(ActCopy, "copy", "Copy the item's source."),
		r.row(ActTurnInspect, "inspect", "Inspect the variant's exchange.", "i"),
	}...)
}

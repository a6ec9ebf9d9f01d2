package views

// The actions of the inspector's list of frames, while it has the focus.
const (
	ActFrameFilter     Action = "frame-filter"
	ActFrameInspect    Action = "frame-inspect"
	ActFrameOnly       Action = "frame-only"
	ActFrameAll        Action = "frame-all"
	ActFrameText       Action = "frame-text"
	ActFrameFirst      Action = "frame-first-token"
	ActFrameLongest    Action = "frame-longest"
	ActFrameWarning    Action = "frame-warning"
	ActFrameWarnBefore Action = "frame-warn-back"
	ActDataUp          Action = "data-up"
	ActDataDown        Action = "data-down"
	ActTimeBack        Action = "time-back"
	ActTimeOn          Action = "time-on"
	ActTimeBackTen     Action = "time-back-10"
	ActTimeOnTen       Action = "time-on-10"
	ActTimeHere        Action = "time-here"
	ActTimePlay        Action = "time-play"
	ActTimeSpeed       Action = "time-speed"
)

func eventsCommands() []Command {
	r := rowsIn(Events, "Inspect: events")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActNextHit, ActPreviousHit), []Command{
		r.row(ActGoEnd, "end", "Go to the end and follow."),
		r.row(ActOpenRow, "open", "Unfold, or show the frame's data."),
		r.quiet(ActGoRight, "unfold", "Unfold, or show the data."),
		r.quiet(ActGoLeft, "fold", "Close the data, or fold."),
		r.row(ActFrameInspect, "inspect", "Show the frame pretty, as a tree or raw.", "i").titled("Inspect this event", "frame, json, tree, bytes"),
		r.row(ActFrameFilter, "filter", "Filter frames by type.", "f").titled("Choose the types of events", "filter, show only"),
		r.row(ActFrameOnly, "only", "Show only this frame's type, or all.", "=").titled("Only events of this type", "filter, show only"),
		r.quiet(ActFrameAll, "all", "Show frames of all types.", "0").titled("Events of all types", "clear filter, show all"),
		r.row(ActFrameText, "find in chat", "Show the frame's text in the chat.", "\"").titled("Go to this event's text", "transcript"),
		r.row(ActCopy, "copy", "Copy the raw frame.").titled("Copy the event", "frame"),
		r.row(ActFrameFirst, "first token", "Go to the first token.", "T").titled("Go to the first token", "ttft"),
		r.row(ActFrameLongest, "longest gap", "Go to the longest gap.", "L").titled("Go to the longest gap", "silence, stall, pause, slow, hang"),
		r.row(ActFrameWarning, "odd event", "Go to the next odd event: a failure, a missing sequence number, a gap over 250 ms and ten times the usual, an unreadable or unknown frame.", "}").titled("Next odd event", "warning, failure, anomaly, problem"),
		r.quiet(ActFrameWarnBefore, "previous odd event", "Go to the previous odd event.", "{").titled("Previous odd event", "warning, failure, anomaly, problem"),
		r.quiet(ActDataUp, "data up", "Scroll the frame's data up.", "K", "ctrl+u").titled("Scroll the event's data up", ""),
		r.quiet(ActDataDown, "data down", "Scroll the frame's data down.", "J", "ctrl+d").titled("Scroll the event's data down", ""),
		r.preview(),
		r.row(ActTimePlay, "play", "Play the exchange, or pause. At the end it plays from the start.", "space").titled("Play the exchange back", "replay, pause, watch"),
		r.row(ActTimeSpeed, "speed", "Change the speed: 1×, 10×, 0.1×.", "+").titled("Playback speed", "faster, slower, tempo"),
		r.row(ActTimeBack, "back", "Step back one frame in time. Every tab but Diff shows that moment.", ",").titled("Step back in time", "rewind, previous frame"),
		r.row(ActTimeOn, "forward", "Step forward one frame in time.", ".").titled("Step on in time", "forward, next frame"),
		r.quiet(ActTimeBackTen, "back 10", "Step back ten frames.", "<").titled("Step back ten frames", "rewind"),
		r.quiet(ActTimeOnTen, "forward 10", "Step forward ten frames.", ">").titled("Step on ten frames", "forward"),
		r.row(ActTimeHere, "time here", "Go to the moment after the selected frame.", "@").titled("Go to this moment", "time travel"),
	}...)
}

// The actions of a tab that shows JSON, while it has the focus.
const (
	ActTreeLevel     Action = "tree-level"
	ActTreeAll       Action = "tree-all"
	ActTreeMore      Action = "tree-more"
	ActTreeLess      Action = "tree-less"
	ActTreeFilter    Action = "tree-filter"
	ActTreePath      Action = "tree-copy-path"
	ActTreeJSON      Action = "tree-copy-json"
	ActTreeHead      Action = "tree-headers"
	ActTreeUpstream  Action = "tree-upstream"
	ActAttemptBefore Action = "attempt-before"
	ActAttemptAfter  Action = "attempt-after"
)

// The actions of the comparison of two exchanges, in addition to those of a page that
// is read by scrolling.
const (
	ActDiffOnly    Action = "diff-only"
	ActDiffSwap    Action = "diff-swap"
	ActDiffFirst   Action = "diff-first"
	ActDiffSecond  Action = "diff-second"
	ActDiffSection Action = "diff-section"
)

// treeCommands returns the rows of the key table for the tabs that show JSON.
// The keys of ActTreeLevel stand for the levels from 1 on.
func treeCommands() []Command {
	r := rowsIn(Tree, "Inspect: JSON")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActOpenRow, "open", "Fold or unfold, or read a long value in full.", "enter", "space"),
		r.quiet(ActGoLeft, "out", "Fold, or go to the parent."),
		r.quiet(ActGoRight, "in", "Unfold, or go to first child."),
		r.row(ActTreeLevel, "level", "Unfold this many levels.", "1", "2", "3", "4", "5", "6", "7", "8", "9").titled("Unfold to a level", "expand, depth"),
		r.row(ActTreeAll, "all", "Unfold everything.", "0").titled("Unfold all", "expand all, open all"),
		r.quiet(ActTreeMore, "deeper", "Unfold one more level.", "+").titled("Unfold one level more", "expand, deeper"),
		r.quiet(ActTreeLess, "flatter", "Fold one level.", "-").titled("Unfold one level less", "collapse, fold"),
		r.row(ActTreeFilter, "jq", "Filter with a jq expression.", "|").titled("Filter with jq", "query, select, expression"),
		r.row(ActTreePath, "path", "Copy the value's jq path.", ".").titled("Copy the JSON path", "pointer, place, jq path"),
		r.row(ActCopy, "copy", "Copy the value: a string as plain text, anything else as JSON.").titled("Copy the value", "yank"),
		r.row(ActTreeJSON, "JSON", "Copy the value as raw JSON.", "\"").titled("Copy the value as JSON", "spelled, verbatim"),
		r.row(ActTreeHead, "headers", "Show or hide the headers.", "H").titled("Show or hide headers", "http headers"),
		r.row(ActTreeUpstream, "upstream", "Compare with the request sent upstream: what differs, then all, then the request again.", "=").titled("Show what was sent upstream", "provider request, echo, debug"),
		r.row(ActAttemptBefore, "previous attempt", "Go to the previous attempt.", "<").titled("Previous attempt", "provider, fallback"),
		r.row(ActAttemptAfter, "next", "Go to the next attempt.", ">").titled("Next attempt", "provider, fallback"),
	}...)
}

func compareCommands() []Command {
	r := rowsIn(Comparison, "Inspect: compare")
	return []Command{
		r.row(ActDiffOnly, "differences", "Show only what differs, or all.", "=").titled("Only what differs", "diff, changes only"),
		r.row(ActDiffSwap, "swap", "Swap A and B.", "%").titled("Swap A and B", "exchange sides, reverse"),
		r.row(ActDiffFirst, "choose A", "Choose the left exchange.", "A").titled("Choose A", "left, base"),
		r.row(ActDiffSecond, "choose B", "Choose the right exchange.", "B").titled("Choose B", "right, other"),
		r.row(ActDiffSection, "section", "Go to the next section.", ")").titled("Next section", ""),
	}
}

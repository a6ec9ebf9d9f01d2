package views

// The actions of the inspector's list of frames, while it has the focus.
const (
	ActFrameFilter     Action = "frame-filter"
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
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoTop, ActNextHit, ActPreviousHit), []Command{
		r.quiet(ActGoPageDown, "page down", "Go down a page.", "pgdown"),
		r.row(ActGoEnd, "end", "Go to the end and follow."),
		r.row(ActOpenRow, "open", "Unfold, or show the frame's data."),
		r.quiet(ActGoRight, "unfold", "Unfold, or show the data."),
		r.quiet(ActGoLeft, "fold", "Close the data, or fold."),
		r.row(ActFrameFilter, "filter", "Filter frames by type.", "f"),
		r.row(ActFrameOnly, "only", "Show only this frame's type.", "x"),
		r.quiet(ActFrameAll, "all", "Show frames of all types.", "a"),
		r.row(ActFrameText, "find in chat", "Show the frame's text in the chat.", "o"),
		r.row(ActCopy, "copy", "Copy the raw frame."),
		r.row(ActFrameFirst, "first token", "Go to the first token.", "T"),
		r.row(ActFrameLongest, "longest gap", "Go to the longest gap.", "L"),
		r.row(ActFrameWarning, "warning", "Go to the next warning: a failure, a missing sequence number, a gap over 250 ms and ten times the usual, an unreadable or unknown frame.", "w"),
		r.quiet(ActFrameWarnBefore, "previous warning", "Go to the previous warning.", "W"),
		r.quiet(ActDataUp, "data up", "Scroll the frame's data up.", "K", "ctrl+u"),
		r.quiet(ActDataDown, "data down", "Scroll the frame's data down.", "J", "ctrl+d"),
		r.preview(),
		r.row(ActTimePlay, "play", "Play the exchange, or pause. At the end it plays from the start.", "space"),
		r.row(ActTimeSpeed, "speed", "Change the speed: 1×, 10×, 0.1×.", "s"),
		r.row(ActTimeBack, "back", "Step back one frame in time. Every tab but Diff shows that moment.", ","),
		r.row(ActTimeOn, "forward", "Step forward one frame in time.", "."),
		r.quiet(ActTimeBackTen, "back 10", "Step back ten frames.", "<"),
		r.quiet(ActTimeOnTen, "forward 10", "Step forward ten frames.", ">"),
		r.row(ActTimeHere, "time here", "Go to the moment after the selected frame.", "t"),
	}...)
}

// The actions of a tab that shows JSON, while it has the focus.
const (
	ActTreeLevel     Action = "tree-level"
	ActTreeAll       Action = "tree-all"
	ActTreeMore      Action = "tree-more"
	ActTreeLess      Action = "tree-less"
	ActTreeView      Action = "tree-view"
	ActTreeFilter    Action = "tree-filter"
	ActTreePath      Action = "tree-copy-path"
	ActTreeJSON      Action = "tree-copy-json"
	ActTreeHead      Action = "tree-headers"
	ActTreeUpstream  Action = "tree-upstream"
	ActAttemptBefore Action = "attempt-before"
	ActAttemptAfter  Action = "attempt-after"
	ActTreeOnly      Action = "tree-only"
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
		r.row(ActTreeLevel, "level", "Unfold this many levels.", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		r.row(ActTreeAll, "all", "Unfold everything.", "0"),
		r.quiet(ActTreeMore, "deeper", "Unfold one more level.", "+", "="),
		r.quiet(ActTreeLess, "flatter", "Fold one level.", "-"),
		r.row(ActTreeFilter, "jq", "Filter with a jq expression.", "|"),
		r.row(ActTreePath, "path", "Copy the value's jq path.", "p"),
		r.row(ActCopy, "copy", "Copy the value: a string as plain text, anything else as JSON."),
		r.row(ActTreeJSON, "JSON", "Copy the value as raw JSON.", "c"),
		r.row(ActTreeHead, "headers", "Show or hide the headers.", "H"),
		r.row(ActTreeUpstream, "upstream", "Compare with the request sent upstream.", "u"),
		r.row(ActAttemptBefore, "previous attempt", "Go to the previous attempt.", "<"),
		r.row(ActAttemptAfter, "next", "Go to the next attempt.", ">"),
		r.row(ActTreeOnly, "differences", "Show only what differs, or all.", "d"),
	}...)
}

func compareCommands() []Command {
	r := rowsIn(Comparison, "Inspect: compare")
	return []Command{
		r.row(ActDiffOnly, "differences", "Show only what differs, or all.", "d"),
		r.row(ActDiffSwap, "swap", "Swap A and B.", "x"),
		r.row(ActDiffFirst, "choose A", "Choose the left exchange.", "A"),
		r.row(ActDiffSecond, "choose B", "Choose the right exchange.", "B"),
		r.row(ActDiffSection, "section", "Go to the next section.", "s"),
	}
}

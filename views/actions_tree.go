package views

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

// The actions of the comparison of two exchanges, beside those of a page that
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

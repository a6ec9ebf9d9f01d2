package views

// The actions of a tab that shows JSON, while it has the focus.
const (
	ActTreeLevel     Action = "tree-level"
	ActTreeAll       Action = "tree-all"
	ActTreeMore      Action = "tree-more"
	ActTreeLess      Action = "tree-less"
	ActTreeView      Action = "tree-view"
	ActTreeFilter    Action = "tree-filter"
	ActTreePattern   Action = "tree-pattern"
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

// GroupTree and GroupCompare are the headings in F1 of the tabs that show
// JSON, and of the comparison.
const (
	GroupTree    = "Inspect: JSON"
	GroupCompare = "Inspect: compare"
)

// TreeCommands returns the rows of the key table for the tabs that show JSON.
// The keys of ActTreeLevel stand for the levels from 1 on.
func TreeCommands() []Command {
	r := rowsIn(Tree, GroupTree)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActOpenRow, "open", "Fold or unfold the object or array; read a long text whole, or what a row of the comparison holds.", "enter", "space"),
		r.quiet(ActGoLeft, "out", "Fold it, or go to what it lies in."),
		r.quiet(ActGoRight, "in", "Unfold it, or go to the first value in it."),
		r.row(ActTreeLevel, "level", "Unfold so many levels and fold what lies deeper.", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		r.row(ActTreeAll, "all", "Unfold everything.", "0"),
		r.quiet(ActTreeMore, "deeper", "Unfold one level more.", "+", "="),
		r.quiet(ActTreeLess, "flatter", "Unfold one level less.", "-"),
		r.row(ActTreeFilter, "jq", "Filter by a jq expression.", "|"),
		r.row(ActTreePattern, "pattern", "Take what is searched for as a regular expression, or as words.", "ctrl+r"),
		r.row(ActTreePath, "path", "Copy the place of the selected value, as jq writes it.", "p"),
		r.row(ActCopy, "copy", "Copy the selected value: a text as it reads, all else as JSON."),
		r.row(ActTreeJSON, "JSON", "Copy the selected value as it is spelled.", "c"),
		r.row(ActTreeHead, "headers", "Show or fold the headers.", "H"),
		r.row(ActTreeUpstream, "upstream", "Compare what was sent with what the service sent on to the provider.", "u"),
		r.row(ActAttemptBefore, "attempt before", "Go to the provider that was tried before.", "<"),
		r.row(ActAttemptAfter, "after", "Go to the provider that was tried next.", ">"),
		r.row(ActTreeOnly, "differences", "Show only what differs, or all.", "d"),
	}...)
}

// CompareCommands returns the rows of the key table for the comparison of two
// exchanges.
func CompareCommands() []Command {
	r := rowsIn(Comparison, GroupCompare)
	return []Command{
		r.row(ActDiffOnly, "differences", "Show only what differs, or all.", "d"),
		r.row(ActDiffSwap, "swap", "Let A and B change places.", "x"),
		r.row(ActDiffFirst, "choose A", "Choose the exchange on the left.", "A"),
		r.row(ActDiffSecond, "choose B", "Choose the exchange on the right.", "B"),
		r.row(ActDiffSection, "section", "Go to the next section.", "s"),
	}
}

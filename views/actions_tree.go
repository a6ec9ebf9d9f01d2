package views

// The actions of a tab that shows JSON, while it has the focus.
const (
	ActTreeUp        Action = "tree-up"
	ActTreeDown      Action = "tree-down"
	ActTreePageUp    Action = "tree-page-up"
	ActTreePageDown  Action = "tree-page-down"
	ActTreeTop       Action = "tree-top"
	ActTreeEnd       Action = "tree-end"
	ActTreeOpen      Action = "tree-open"
	ActTreeIn        Action = "tree-in"
	ActTreeOut       Action = "tree-out"
	ActTreeLevel     Action = "tree-level"
	ActTreeAll       Action = "tree-all"
	ActTreeMore      Action = "tree-more"
	ActTreeLess      Action = "tree-less"
	ActTreeView      Action = "tree-view"
	ActTreeFilter    Action = "tree-filter"
	ActTreePattern   Action = "tree-pattern"
	ActTreeNext      Action = "tree-hit-next"
	ActTreeBefore    Action = "tree-hit-before"
	ActTreePath      Action = "tree-copy-path"
	ActTreeValue     Action = "tree-copy-value"
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
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Tree, Keys: keys, Group: GroupTree, Short: short, Help: help}
	}
	quiet := func(a Action, short, help string, keys ...string) Command {
		c := row(a, short, help, keys...)
		c.Hidden = true
		return c
	}
	return []Command{
		quiet(ActTreeUp, "up", "Go up by a row.", "k", "up"),
		quiet(ActTreeDown, "down", "Go down by a row.", "j", "down"),
		quiet(ActTreePageUp, "page up", "Go up by a page.", "pgup", "b"),
		quiet(ActTreePageDown, "page down", "Go down by a page.", "pgdown", "f"),
		quiet(ActTreeTop, "top", "Go to the first row.", "g", "home", "ctrl+home"),
		quiet(ActTreeEnd, "end", "Go to the last row.", "G", "end", "ctrl+end"),
		row(ActTreeOpen, "open", "Fold or unfold the object or array; read a long text whole, or what a row of the comparison holds.", "enter", "space"),
		quiet(ActTreeOut, "out", "Fold it, or go to what it lies in.", "left", "h"),
		quiet(ActTreeIn, "in", "Unfold it, or go to the first value in it.", "right", "l"),
		row(ActTreeLevel, "level", "Unfold so many levels and fold what lies deeper.", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		row(ActTreeAll, "all", "Unfold everything.", "0"),
		quiet(ActTreeMore, "deeper", "Unfold one level more.", "+", "="),
		quiet(ActTreeLess, "flatter", "Unfold one level less.", "-"),
		row(ActTreeFilter, "jq", "Filter by a jq expression.", "|"),
		row(ActTreePattern, "pattern", "Take what is searched for as a regular expression, or as words.", "ctrl+r"),
		quiet(ActTreeNext, "next", "Go to the next hit.", "n"),
		quiet(ActTreeBefore, "before", "Go to the hit before.", "N"),
		row(ActTreePath, "path", "Copy the place of the selected value, as jq writes it.", "p"),
		row(ActTreeValue, "copy", "Copy the selected value: a text as it reads, all else as JSON.", "y"),
		row(ActTreeJSON, "JSON", "Copy the selected value as it is spelled.", "c"),
		row(ActTreeHead, "headers", "Show or fold the headers.", "H"),
		row(ActTreeUpstream, "upstream", "Compare what was sent with what the service sent on to the provider.", "u"),
		row(ActAttemptBefore, "attempt before", "Go to the provider that was tried before.", "<"),
		row(ActAttemptAfter, "after", "Go to the provider that was tried next.", ">"),
		row(ActTreeOnly, "differences", "Show only what differs, or all.", "d"),
	}
}

// CompareCommands returns the rows of the key table for the comparison of two
// exchanges.
func CompareCommands() []Command {
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Comparison, Keys: keys, Group: GroupCompare, Short: short, Help: help}
	}
	return []Command{
		row(ActDiffOnly, "differences", "Show only what differs, or all.", "d"),
		row(ActDiffSwap, "swap", "Let A and B change places.", "x"),
		row(ActDiffFirst, "choose A", "Choose the exchange on the left.", "A"),
		row(ActDiffSecond, "choose B", "Choose the exchange on the right.", "B"),
		row(ActDiffSection, "section", "Go to the next section.", "s"),
	}
}

package views

import "charm.land/bubbles/v2/key"

// The actions of the rerank screen, all but the first while its query is not
// being written.
const (
	ActRerank          Action = "rerank" // on every screen
	ActRankUp          Action = "rank-up"
	ActRankDown        Action = "rank-down"
	ActRankPageUp      Action = "rank-page-up"
	ActRankPageDown    Action = "rank-page-down"
	ActRankTop         Action = "rank-top"
	ActRankEnd         Action = "rank-end"
	ActRankLeft        Action = "rank-left"
	ActRankRight       Action = "rank-right"
	ActRankOpen        Action = "rank-open"
	ActRankSort        Action = "rank-sort"
	ActRankSortBack    Action = "rank-sort-back"
	ActRankDisagree    Action = "rank-disagree"
	ActRankNormal      Action = "rank-normal"
	ActRankMark0       Action = "rank-mark-0"
	ActRankMark1       Action = "rank-mark-1"
	ActRankMark2       Action = "rank-mark-2"
	ActRankMark3       Action = "rank-mark-3"
	ActRankUnmark      Action = "rank-unmark"
	ActRankAddModel    Action = "rank-add-model"
	ActRankRemoveModel Action = "rank-remove-model"
	ActRankSettings    Action = "rank-settings"
	ActRankAdd         Action = "rank-add"
	ActRankEdit        Action = "rank-edit"
	ActRankDelete      Action = "rank-delete"
	ActRankLoad        Action = "rank-load"
	ActRankQueryAdd    Action = "rank-query-add"
	ActRankQueryDelete Action = "rank-query-delete"
	ActRankQueryNext   Action = "rank-query-next"
	ActRankQueryBefore Action = "rank-query-before"
	ActRankPair        Action = "rank-pair"
	ActRankDepth       Action = "rank-depth"
	ActRankDefine      Action = "rank-define"
	ActRankInspect     Action = "rank-inspect"
	ActRankExport      Action = "rank-export"
	ActRankSaveRun     Action = "rank-save-run"
	ActRankNext        Action = "rank-hit-next"
	ActRankBefore      Action = "rank-hit-before"
	ActRankStop        Action = "rank-stop"
)

// GroupRerank is the heading of the rerank screen in F1.
const GroupRerank = "Rerank"

// RankMark is the relevance mark that an action gives, 0 to 3; ok is false for
// an action that gives none.
func RankMark(a Action) (mark int, ok bool) {
	for i, m := range [...]Action{ActRankMark0, ActRankMark1, ActRankMark2, ActRankMark3} {
		if a == m {
			return i, true
		}
	}
	return 0, false
}

// RunAll is the binding that asks all models of the rerank screen.
func RunAll(keys *Keys) key.Binding {
	run := keys.Binding(ActSendNow)
	run.SetHelp(run.Help().Key, "run all")
	return run
}

// RerankCommands returns the rows of the rerank screen in the key table.
func RerankCommands() []Command {
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Rerank, Keys: keys, Group: GroupRerank, Short: short, Help: help}
	}
	quiet := func(a Action, short, help string, keys ...string) Command {
		c := row(a, short, help, keys...)
		c.Hidden = true
		return c
	}
	return []Command{
		quiet(ActRankUp, "up", "Go to the document above; where a text is read, a line up.", "k", "up"),
		quiet(ActRankDown, "down", "Go to the document below; where a text is read, a line down.", "j", "down"),
		quiet(ActRankPageUp, "page up", "Go up by a page.", "pgup", "b"),
		quiet(ActRankPageDown, "page down", "Go down by a page.", "pgdown", "f"),
		quiet(ActRankTop, "top", "Go to the first document.", "g", "home"),
		quiet(ActRankEnd, "end", "Go to the last document.", "G", "end"),
		quiet(ActRankLeft, "left", "Go to the column on the left.", "h", "left"),
		quiet(ActRankRight, "right", "Go to the column on the right.", "l", "right"),
		row(ActRankMark0, "mark 0", "Mark the document as not relevant to the query.", "0"),
		row(ActRankMark1, "mark 1", "Mark the document as somewhat relevant.", "1"),
		row(ActRankMark2, "mark 2", "Mark the document as relevant.", "2"),
		row(ActRankMark3, "mark 3", "Mark the document as what the query asks for.", "3"),
		row(ActRankUnmark, "unmark", "Take the document's mark away.", "-"),
		row(ActRankOpen, "read", "Read the document in full.", "enter"),
		row(ActRankAddModel, "add model", "Put another reranker, or the same with other settings, beside the others.", "m", "+"),
		row(ActRankSettings, "settings", "Change what the column's model is asked with: top_n, provider, the whole request.", "t"),
		row(ActRankRemoveModel, "remove model", "Take the column's model away.", "x"),
		row(ActRankLoad, "load", "Load documents from a file, or from a folder: each of its files is one, without the line end at its end. Those that are there stay.", "o"),
		row(ActRankAdd, "add", "Write documents, or paste them: one a line, or set apart by empty lines.", "a"),
		row(ActRankEdit, "edit", "Write in the selected document; without documents, load an example.", "e"),
		row(ActRankDelete, "delete", "Take the selected document away.", "D", "delete"),
		row(ActRankSort, "sort", "Sort the rows by the next column; after the last each column stands in its own order again.", "s"),
		quiet(ActRankSortBack, "sort back", "Sort the rows by the column before.", "S"),
		row(ActRankDisagree, "disagree", "Show the documents first that the models place most differently.", "d"),
		row(ActRankNormal, "scale", "Draw every column's scores from its worst, 0, to its best, 1; or as they came.", "z"),
		row(ActRankPair, "pair", "Choose the next two models whose agreement is shown.", "p"),
		row(ActRankDepth, "depth", "Change the depth k of nDCG@k and of the overlap.", "c"),
		row(ActRankDefine, "definitions", "Show the figures, where they do not stand; then how each figure and each sign in the table is defined, or the figures again.", "="),
		row(ActRankQueryAdd, "new query", "Begin another query for the same documents.", "A"),
		row(ActRankQueryNext, "next query", "Go to the next query.", ")"),
		row(ActRankQueryBefore, "query before", "Go to the query before.", "("),
		row(ActRankQueryDelete, "delete query", "Take the query and its marks away.", "X"),
		row(ActRankInspect, "inspect", "Look at the exchange of the column's model in the inspector.", "i"),
		row(ActRankStop, "stop this", "Stop the run of the column's model alone.", "C"),
		row(ActRankExport, "export", "Write the comparison to a file: CSV, JSON or markdown, by the ending of its name.", "w"),
		row(ActRankSaveRun, "save request", "Write the request of the column's run, as it was sent, as JSON that curl can send; without a run the one that would be.", "W"),
		quiet(ActRankNext, "next", "Go to the next hit.", "n"),
		quiet(ActRankBefore, "before", "Go to the hit before.", "N"),
	}
}

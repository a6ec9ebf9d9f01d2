package views

import "charm.land/bubbles/v2/key"

// The actions of the rerank screen, all but the first while its query is not
// being written.
const (
	ActRerank          Action = "rerank" // on every screen
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
	r := rowsIn(Rerank, GroupRerank)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.quiet(ActGoLeft, "left", "Go to the column on the left.", "h", "left"),
		r.quiet(ActGoRight, "right", "Go to the column on the right.", "l", "right"),
		r.row(ActRankMark0, "mark 0", "Mark the document as not relevant to the query.", "0"),
		r.row(ActRankMark1, "mark 1", "Mark the document as somewhat relevant.", "1"),
		r.row(ActRankMark2, "mark 2", "Mark the document as relevant.", "2"),
		r.row(ActRankMark3, "mark 3", "Mark the document as what the query asks for.", "3"),
		r.row(ActRankUnmark, "unmark", "Take the document's mark away.", "-"),
		r.row(ActOpenRow, "read", "Read the document in full."),
		r.row(ActRankAddModel, "add model", "Put another reranker, or the same with other settings, beside the others.", "m", "+"),
		r.row(ActRankSettings, "settings", "Change what the column's model is asked with: top_n, provider, the whole request.", "t"),
		r.row(ActRankRemoveModel, "remove model", "Take the column's model away.", "x"),
		r.row(ActRankLoad, "load", "Load documents from a file, or from a folder: each of its files is one, without the line end at its end. Those that are there stay.", "o"),
		r.row(ActRankAdd, "add", "Write documents, or paste them: one a line, or set apart by empty lines.", "a"),
		r.row(ActRankEdit, "edit", "Write in the selected document; without documents, load an example.", "e"),
		r.row(ActDelete, "delete", "Take the selected document away.", "D", "delete"),
		r.row(ActRankSort, "sort", "Sort the rows by the next column; after the last each column stands in its own order again.", "s"),
		r.quiet(ActRankSortBack, "sort back", "Sort the rows by the column before.", "S"),
		r.row(ActRankDisagree, "disagree", "Show the documents first that the models place most differently.", "d"),
		r.row(ActRankNormal, "scale", "Draw every column's scores from its worst, 0, to its best, 1; or as they came.", "z"),
		r.row(ActRankPair, "pair", "Choose the next two models whose agreement is shown.", "p"),
		r.row(ActRankDepth, "depth", "Change the depth k of nDCG@k and of the overlap.", "c"),
		r.row(ActRankDefine, "definitions", "Show the figures, where they do not stand; then how each figure and each sign in the table is defined, or the figures again.", "="),
		r.row(ActRankQueryAdd, "new query", "Begin another query for the same documents.", "A"),
		r.row(ActRankQueryNext, "next query", "Go to the next query.", ")"),
		r.row(ActRankQueryBefore, "query before", "Go to the query before.", "("),
		r.row(ActRankQueryDelete, "delete query", "Take the query and its marks away.", "X"),
		r.row(ActRankInspect, "inspect", "Look at the exchange of the column's model in the inspector.", "i"),
		r.row(ActRankStop, "stop this", "Stop the run of the column's model alone.", "C"),
		r.row(ActResend, "again", "Ask the column's model alone.", "r"),
		r.row(ActRankExport, "export", "Write the comparison to a file: CSV, JSON or markdown, by the ending of its name.", "w"),
		r.row(ActRankSaveRun, "save request", "Write the request of the column's run, as it was sent, as JSON that curl can send; without a run the one that would be.", "W"),
	}...)
}

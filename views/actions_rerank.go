package views

import "charm.land/bubbles/v2/key"

// The actions of the rerank screen, all but the first while its query is not
// being written.
const (
	ActRerank          Action = "rerank" // on every screen
	ActRankSort        Action = "rank-sort"
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
	ActRankDepth       Action = "rank-depth"
	ActRankDefine      Action = "rank-define"
	ActRankInspect     Action = "rank-inspect"
	ActRankExport      Action = "rank-export"
	ActRankStop        Action = "rank-stop"
	ActRankRunAll      Action = "rank-run-all"
	ActRankGrid        Action = "rank-grid"
	ActRankJudge       Action = "rank-judge"
)

// The actions of the grid of all queries alone.
const (
	ActBenchFigure     Action = "bench-figure"
	ActBenchFigureBack Action = "bench-figure-back"
	ActBenchSort       Action = "bench-sort"
	ActBenchDisagree   Action = "bench-disagree"
	ActBenchDepth      Action = "bench-depth"
	ActBenchFigures    Action = "bench-figures"
	ActBenchExport     Action = "bench-export"
	ActBenchLoad       Action = "bench-load"
)

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
func RunAll(keys *Keys) key.Binding { return keys.As(ActSendNow, "run all") }

// RerankCommands returns the rows of the rerank screen in the key table.
func RerankCommands() []Command {
	r := rowsIn(Rerank, "Rerank")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.quiet(ActGoLeft, "left", "Go to the column on the left.", "h", "left"),
		r.quiet(ActGoRight, "right", "Go to the column on the right.", "l", "right"),
		r.row(ActRankMark0, "mark 0", "Mark as not relevant.", "0"),
		r.row(ActRankMark1, "mark 1", "Mark as somewhat relevant.", "1"),
		r.row(ActRankMark2, "mark 2", "Mark as relevant.", "2"),
		r.row(ActRankMark3, "mark 3", "Mark as highly relevant.", "3"),
		r.row(ActRankUnmark, "unmark", "Remove the document's mark.", "-"),
		r.row(ActOpenRow, "read", "Read the full document."),
		r.row(ActRankAddModel, "add model", "Add a reranker, or the same one with other settings.", "m", "+"),
		r.row(ActRankSettings, "settings", "Change the model's settings: top_n, provider, the complete request.", "t"),
		r.row(ActRankRemoveModel, "remove model", "Remove the column's model.", "x"),
		r.row(ActRankLoad, "load", "Add documents from a file or folder. In a folder each file is one document, without its final line break; one in the layout of BEIR is a complete set.", "o"),
		r.row(ActRankAdd, "add", "Write or paste documents: one per line, or separated by blank lines.", "a"),
		r.row(ActRankEdit, "edit", "Edit the document; without documents, load an example.", "e"),
		r.row(ActDelete, "delete", "Delete the selected document.", "D", "delete"),
		r.row(ActRankSort, "sort", "Sort by the next column; after the last, each column by its rank.", "s"),
		r.row(ActRankDisagree, "disagree", "Show the biggest disagreements first.", "d"),
		r.row(ActRankNormal, "scale", "Switch between raw scores and scores scaled from 0 to 1 per column.", "z"),
		r.row(ActRankDepth, "depth", "Change k of nDCG@k and overlap.", "c"),
		r.preview(),
		r.row(ActRankDefine, "definitions", "Switch between the figures and the definitions of figures and signs.", "="),
		r.row(ActRankQueryAdd, "new query", "Add a query for these documents.", "A"),
		r.row(ActRankQueryNext, "next query", "Go to the next query.", ")"),
		r.row(ActRankQueryBefore, "previous query", "Go to the previous query.", "("),
		r.row(ActRankQueryDelete, "delete query", "Delete the query and its marks.", "X"),
		r.row(ActRankInspect, "inspect", "Inspect the column's exchange.", "i"),
		r.row(ActRankStop, "stop this", "Stop this column's run.", "C"),
		r.row(ActRankRunAll, "all queries", "Run every query with every model, until esc; what has an answer already is left out.", "R"),
		r.row(ActRankGrid, "all queries", "Show all queries by all models.", "B"),
		r.row(ActRankJudge, "judge", "Mark the documents that models have on top and no one has marked, without naming the models.", "u"),
		r.row(ActResend, "again", "Run this column's model again.", "r"),
		r.row(ActRankExport, "export", "Export the comparison as CSV, JSON or Markdown, by file extension.", "w"),
	}...)
}

func benchCommands() []Command {
	r := rowsIn(Bench, "Rerank: all queries")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		r.row(ActOpenRow, "open", "Show the query's rankings."),
		r.row(ActRankRunAll, "all queries", "Run every query with every model, until esc; what has an answer already is left out.", "R"),
		r.row(ActBenchFigure, "figure", "Show the next figure: measures, rank of the first relevant document, time, cost.", "right", "l"),
		r.quiet(ActBenchFigureBack, "figure back", "Show the figure before.", "left", "h"),
		r.row(ActBenchDisagree, "disagree", "Put the queries first on which the models disagree most, or restore the order of the set.", "d"),
		r.row(ActBenchSort, "worst", "Put the queries first that all models rank worst, or restore the order of the set.", "s"),
		r.row(ActBenchDepth, "depth", "Change k of the measures.", "c"),
		r.row(ActRankJudge, "judge", "Mark the documents that models have on top and no one has marked, without naming the models.", "u"),
		r.row(ActBenchLoad, "load", "Add a TREC run of another system next to the models, or load a data set.", "o"),
		r.row(ActBenchFigures, "figures", "Switch between the grid and what all queries say together.", "="),
		r.row(ActBenchExport, "export", "Export all queries as CSV, JSON or Markdown, the selected model's run or the marks for TREC, by file extension.", "w"),
		r.row(ActCopy, "copy", "Copy the grid as text."),
		r.row(ActRankGrid, "rankings", "Go back to the rankings of one query.", "B"),
	}...)
}

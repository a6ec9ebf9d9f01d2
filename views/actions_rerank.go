package views

import (
	"slices"

	"charm.land/bubbles/v2/key"
)

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

// MarkActions returns the actions that give the marks 0 to 3.
func MarkActions() []Action { return []Action{ActRankMark0, ActRankMark1, ActRankMark2, ActRankMark3} }

// RankMark returns the mark that an action gives, 0 to 3; ok is false for an action that gives none.
func RankMark(a Action) (mark int, ok bool) {
	mark = slices.Index(MarkActions(), a)
	return mark, mark >= 0
}

// MarkKeys returns one binding for all marks, as the footer shows it.
func MarkKeys(keys *Keys, word string) key.Binding {
	mark := keys.Binding(ActRankMark0)
	mark.SetHelp(mark.Help().Key+"-"+keys.Binding(ActRankMark3).Help().Key, word)
	return mark
}

// RunAll returns the binding that asks all models of the rerank screen.
func RunAll(keys *Keys) key.Binding { return keys.As(ActSendNow, "run all") }

// RerankCommands returns the rows of the rerank screen in the key table.
func RerankCommands() []Command {
	r := rowsIn(Rerank, "Rerank")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.quiet(ActGoLeft, "left", "Go to the column on the left.", "h", "left"),
		r.quiet(ActGoRight, "right", "Go to the column on the right.", "l", "right"),
		r.row(ActRankMark0, "mark 0", "Mark as not relevant.", "0").titled("Mark not relevant", "judge, label, grade, relevance 0"),
		r.row(ActRankMark1, "mark 1", "Mark as somewhat relevant.", "1").titled("Mark somewhat relevant", "judge, label, grade, relevance 1"),
		r.row(ActRankMark2, "mark 2", "Mark as relevant.", "2").titled("Mark relevant", "judge, label, grade, relevance 2"),
		r.row(ActRankMark3, "mark 3", "Mark as highly relevant.", "3").titled("Mark highly relevant", "judge, label, grade, relevance 3"),
		r.row(ActRankUnmark, "unmark", "Remove the document's mark.", "-").titled("Remove the mark", "unjudge, clear label"),
		r.row(ActOpenRow, "read", "Read the full document.").titled("Read the document", "open"),
		r.row(ActRankAddModel, "add model", "Add a reranker, or the same one with other settings.", "+").titled("Add a reranker", "another model, column"),
		r.row(ActRankSettings, "settings", "Change the model's settings: top_n, provider, the complete request.", "S").titled("Settings of the reranker", "top_n, provider, options"),
		r.row(ActRankRemoveModel, "remove model", "Remove the column's model.", "x").titled("Remove the reranker", "delete model, column"),
		r.row(ActRankLoad, "load", "Add documents from a file or folder. In a folder each file is one document, without its final line break; one in the layout of BEIR is a complete set.", "L").titled("Load documents", "import, csv, json, folder, file"),
		r.row(ActRankAdd, "add", "Write or paste documents: one per line, or separated by blank lines.", "a").titled("Write or paste documents", "add document, new document"),
		r.row(ActRankEdit, "edit", "Edit the document; without documents, load an example.", "e").titled("Edit the document", "load the example"),
		r.row(ActDelete, "delete", "Delete the selected document.", "d", "delete").titled("Delete the document", "remove"),
		r.row(ActRankSort, "sort", "Sort by the next column; after the last, each column by its rank.", "o").titled("Sort by the next column", "order"),
		r.row(ActRankDisagree, "differences", "Show the biggest disagreements first.", "D").titled("Show disagreements first", "differences, conflict"),
		r.row(ActRankNormal, "scale", "Switch between raw scores and scores scaled from 0 to 1 per column.", "z").titled("Scale the scores, or not", "normalize, normalise, 0 to 1"),
		r.row(ActRankDepth, "depth", "Change k of nDCG@k and overlap.", "K").titled("Change the depth k", "ndcg, top k, cutoff"),
		r.preview(),
		r.row(ActRankDefine, "definitions", "Switch between the figures and the definitions of figures and signs.", "=").titled("Show figures or definitions", "explain, ndcg, kendall, legend"),
		r.row(ActRankQueryAdd, "new query", "Add a query for these documents.", "A").titled("New query", "add query"),
		r.row(ActRankQueryNext, "next query", "Go to the next query.", ")").titled("Next query", ""),
		r.row(ActRankQueryBefore, "previous query", "Go to the previous query.", "(").titled("Previous query", ""),
		r.row(ActRankQueryDelete, "delete query", "Delete the query and its marks.", "X").titled("Delete the query", "remove query"),
		r.row(ActRankInspect, "inspect", "Inspect the column's exchange.", "i").titled("Inspect this column's exchange", "details, debug"),
		r.row(ActRankStop, "stop this", "Stop this column's run.", "C").titled("Stop this column's run", "cancel, abort"),
		r.row(ActRankRunAll, "all queries", "Run every query with every model, until esc; what has an answer already is left out.", "R").titled("Run all queries", "batch, benchmark, evaluate, every query, sweep"),
		r.row(ActRankGrid, "all queries", "Show all queries by all models.", "B").titled("All queries", "grid, bench, table, overview, heat map"),
		r.row(ActRankJudge, "judge", "Mark the documents that models have on top and no one has marked, without naming the models.", "u").titled("Judge what is unjudged", "label, annotate, relevance, pool"),
		r.row(ActResend, "again", "Run this column's model again.", "r").titled("Ask this column's model", "run, rerank"),
		r.row(ActRankExport, "export", "Export the comparison as CSV, JSON or Markdown, by file extension.", "w").titled("Export the comparison", "csv, json, markdown, table, save"),
	}...)
}

func benchCommands() []Command {
	r := rowsIn(Bench, "Rerank: all queries")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		r.row(ActOpenRow, "open", "Show the query's rankings.").titled("Open the query's rankings", "expand, fold, enter"),
		r.row(ActRankRunAll, "all queries", "Run every query with every model, until esc; what has an answer already is left out.", "R"),
		r.row(ActBenchFigure, "figure", "Show the next figure: measures, rank of the first relevant document, time, cost.", "right", "l").titled("Next figure of the grid", "ndcg, mrr, map, precision, recall, time, cost"),
		r.quiet(ActBenchFigureBack, "figure back", "Show the figure before.", "left", "h").titled("Previous figure of the grid", "metric"),
		r.row(ActBenchDisagree, "differences", "Put the queries first on which the models disagree most, or restore the order of the set.", "D").titled("Most disagreement first", "differ"),
		r.row(ActBenchSort, "worst", "Put the queries first that all models rank worst, or restore the order of the set.", "o").titled("Worst queries first", "order"),
		r.row(ActBenchDepth, "depth", "Change k of the measures.", "K").titled("Change k of the grid", "cutoff"),
		r.row(ActRankJudge, "judge", "Mark the documents that models have on top and no one has marked, without naming the models.", "u"),
		r.row(ActBenchLoad, "load", "Add a TREC run of another system next to the models, or load a data set.", "L").titled("Load a run of another system", "trec, compare, file, data set, beir"),
		r.row(ActBenchFigures, "figures", "Switch between the grid and what all queries say together.", "=").titled("Grid or figures", "significance, p value, means"),
		r.row(ActBenchExport, "export", "Export all queries as CSV, JSON or Markdown, the selected model's run or the marks for TREC, by file extension.", "w").titled("Export all queries", "csv, json, markdown, trec, run, qrels"),
		r.row(ActCopy, "copy", "Copy the grid as text.").titled("Copy the grid", "yank"),
		r.row(ActRankGrid, "rankings", "Go back to the rankings of one query.", "B").titled("Back to one query", "list"),
	}...)
}

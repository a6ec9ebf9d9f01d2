package views

// The actions of the history, all but the first while its filter is not being written.
const (
	ActHistory         Action = "history" // on every screen
	ActHistoryContinue Action = "history-continue"
	ActHistoryResend   Action = "history-resend"
	ActHistoryBuild    Action = "history-build"
	ActHistoryMark     Action = "history-mark"
	ActHistoryCompare  Action = "history-compare"
	ActHistoryView     Action = "history-view"
	ActHistorySave     Action = "history-save-view"
	ActHistoryDrop     Action = "history-drop-view"
	ActHistoryExport   Action = "history-export"
	ActAsideUp         Action = "preview-up"
	ActAsideDown       Action = "preview-down"
	ActHistoryCheck    Action = "history-check"
	ActHistoryFigures  Action = "history-figures"
	ActHistoryRuns     Action = "history-runs"
	ActRunsSingles     Action = "runs-singles"
	ActHistoryTeam     Action = "history-team"
	ActHistoryBreak    Action = "history-breakpoint"
	ActTeamMark        Action = "team-mark" // in the inspector too
	ActStatsBy         Action = "stats-by"
	ActStatsOrder      Action = "stats-order"
	ActStatsTurn       Action = "stats-turn"
	ActStatsValues     Action = "stats-values"
	ActStatsAgainst    Action = "stats-against"
)

func historyCommands() []Command {
	r := rowsIn(History, "History")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		r.row(ActOpenRow, "inspect", "Open the exchange in the inspector, or a request that waits in the proxy to edit it.").titled("Inspect the exchange", "open, details"),
		r.row(ActHistoryContinue, "continue", "Continue the exchange, or rerank set.", "c").titled("Continue the exchange", "resume, go on, reopen"),
		r.row(ActHistoryResend, "send again", "Send it again unchanged, to the connection that it went to, in a new conversation.", "r").titled("Send the exchange again", "retry, repeat, replay"),
		r.row(ActHistoryBuild, "change", "Edit a copy and send it, then compare the two.", "C").titled("Open a copy in Build", "edit, change, reuse"),
		r.row(ActHistoryMark, "mark", "Mark for comparison (up to two).", "m").titled("Mark for a comparison", "select, unmark"),
		r.row(ActHistoryCompare, "compare", "Compare the marked exchanges, or the marked and the selected one.", "D").titled("Compare the marked", "diff, versus"),
		r.row(ActStatsOrder, "order", "Order by the next of when, how long it lasted, TTFT, cost and tokens.", "o").titled("Order the list by the next column", "sort, slowest, dearest, largest"),
		r.row(ActStatsTurn, "turn", "Turn the order round.", "O").titled("Turn the order of the list round", "reverse, descending, ascending"),
		r.row(ActHistoryFigures, "figures", "Show figures of what the filter matches, over time and by group.", "F").titled("Figures or list", "statistics, stats, chart, graph, percentiles, p95, cost, spend, dashboard"),
		r.row(ActHistoryRuns, "runs", "Show the runs of what the filter matches: exchanges that continue one another.", "U").titled("Runs or list", "agent, session, trace, chain, conversation, waterfall, steps, tool calls"),
		r.row(ActHistoryTeam, "team", "Show the history of the team, or that of this machine again.", "T").titled("Team's history, or this machine's", "shared, colleagues, postgres, postgresql, database"),
		r.row(ActTeamMark, "share", "Mark the exchange to share with the team (☆ waits, ★ the team has it), or unmark it while it waits.", "*"),
		r.row(ActHistoryExport, "export", "Copy or export the exchange or its session.", "w").titled("Export the exchange…", "copy, share, har, curl"),
		r.row(ActHistoryCheck, "checks", "Run a file of checks on all exchanges that the filter shows.", "t").titled("Check what the filter shows…", "run checks, assert, expect, test, verify, toml, regression"),
		r.row(ActFollow, "follow", "Show each exchange of the proxy in the inspector as it begins.", "P"),
		r.row(ActHistoryBreak, "breakpoint", "Let requests of other programs that a filter matches wait in the proxy, to edit or answer them; again: no more.", "alt+shift+b").titled("Breakpoint in the proxy", "pause, intercept, hold, edit requests, debug"),
		r.row(ActHistoryView, "view", "Choose a view by number; from the palette, the next one.", "1", "2", "3", "4", "5", "6", "7", "8", "9").titled("Choose a view", "filter, saved search, next view"),
		r.preview(),
		r.quiet(ActAsideUp, "preview up", "Scroll the preview up.", "K", "ctrl+u").titled("Scroll the preview up", "details"),
		r.quiet(ActAsideDown, "preview down", "Scroll the preview down.", "J", "ctrl+d").titled("Scroll the preview down", "details"),
		r.row(ActHistorySave, "save view", "Save the filter as a view.", "s").titled("Save the filter as a view", "saved search"),
		r.row(ActHistoryDrop, "remove view", "Answer a request that waits in the proxy, without sending it; else remove the selected view, if you saved it. Undo restores it.", "x").titled("Remove the view", "saved search, delete view"),
		r.row(ActCopy, "copy id", "Copy the exchange's id.").titled("Copy the exchange's id", "yank"),
		r.row(ActDelete, "delete", "Delete the exchange. Undo restores it.", "d", "delete").titled("Delete the exchange", "remove"),
	}...)
}

func runsCommands() []Command {
	r := rowsIn(Runs, "History: runs")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		r.row(ActHistoryRuns, "list", "Go back to the list of what the filter matches.", "U"),
		r.row(ActHistoryFigures, "figures", "Show figures of what the filter matches.", "F"),
		r.row(ActHistoryTeam, "team", "Show the history of the team, or that of this machine again.", "T"),
		r.row(ActRunsSingles, "singles", "List exchanges too that continue no other, or hide them.", "A").titled("Single exchanges among the runs, or not", "all, alone, hidden"),
		r.row(ActOpenRow, "open", "Open the page of the run, or the exchange in the inspector."),
		r.row(ActHistoryExport, "export", "Copy or export the run or the exchange.", "w"),
		r.row(ActHistoryView, "view", "Choose a view by number; from the palette, the next one.", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		r.preview(),
		r.quiet(ActAsideUp, "preview up", "Scroll the preview up.", "K", "ctrl+u"),
		r.quiet(ActAsideDown, "preview down", "Scroll the preview down.", "J", "ctrl+d"),
		r.row(ActCopy, "copy", "Copy the filter for the run, or the exchange's id."),
	}...)
}

func statisticsCommands() []Command {
	r := rowsIn(Statistics, "History: figures")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		r.row(ActHistoryFigures, "list", "Go back to the list of what the filter matches.", "F"),
		r.row(ActHistoryRuns, "runs", "Show the runs of what the filter matches.", "U"),
		r.row(ActHistoryTeam, "team", "Show the history of the team, or that of this machine again.", "T"),
		r.row(ActOpenRow, "narrow", "Narrow the filter to the group, or to the selected span of time."),
		r.row(ActGoLeft, "earlier", "Select the span of time before."),
		r.row(ActGoRight, "later", "Select the span of time after."),
		r.row(ActStatsBy, "group by", "Choose what the groups are made by.", "b").titled("Choose the groups", "group by, dimension, provider, model, caller"),
		r.row(ActStatsOrder, "order", "Put the groups in order by the next column.", "o").titled("Order by the next column", "sort"),
		r.row(ActStatsTurn, "turn", "Turn the order round.", "O").titled("Turn the order round", "reverse, descending, ascending"),
		r.row(ActStatsValues, "chart", "Show times, cost or tokens below the exchanges.", "z").titled("Times, cost or tokens in the chart", "ttft, latency, spend"),
		r.row(ActStatsAgainst, "against before", "Compare with the span of time before, or not.", "A").titled("Compare with the time before", "regression, yesterday, week, change"),
		r.row(ActHistoryMark, "mark", "Mark the group; the second one is compared with the first.", "m"),
		r.row(ActHistoryView, "view", "Choose a view by number; from the palette, the next one.", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		r.row(ActCopy, "copy", "Copy the figures as text."),
	}...)
}

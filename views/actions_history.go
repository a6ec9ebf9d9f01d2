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
)

// GroupHistory is the heading of the history in F1.
const GroupHistory = "History"

// HistoryCommands returns the rows of the history in the key table.
func HistoryCommands() []Command {
	r := rowsIn(History, GroupHistory)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoTop, ActGoEnd), []Command{
		r.quiet(ActGoPageUp, "page up", "Go up by a page.", "pgup"),
		r.quiet(ActGoPageDown, "page down", "Go down by a page.", "pgdown"),
		r.row(ActOpenRow, "inspect", "Show the exchange in the inspector, whole: route, events, every moment of it."),
		r.row(ActHistoryContinue, "continue", "Go on with the exchange as a conversation; a rerank as a set.", "c"),
		r.row(ActHistoryResend, "send again", "Send the same bytes again, in a conversation of their own.", "r"),
		r.row(ActHistoryBuild, "build", "Open a copy of the request in the builder; once it is sent, both are compared.", "b", "C"),
		r.row(ActHistoryMark, "mark", "Mark the exchange for a comparison, or unmark it. Two can be marked.", "m"),
		r.row(ActHistoryCompare, "compare", "Compare the marked exchanges; with one mark, that and the selected one.", "D"),
		r.row(ActHistoryExport, "export", "Copy or export the exchange, or its session: the menu of alt+y.", "e"),
		r.row(ActHistoryView, "view", "Choose one of the views named in the head; from the palette the next one.", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		r.row(ActHistorySave, "save view", "Save the filter under a name, to choose it again.", "s"),
		r.row(ActHistoryDrop, "remove view", "Remove the chosen view if it is one of yours; undo brings it back.", "x"),
		r.row(ActCopy, "copy id", "Copy the id of the exchange."),
		r.row(ActDelete, "delete", "Delete the exchange; undo brings it back.", "d", "delete"),
	}...)
}

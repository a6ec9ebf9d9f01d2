package views

import "slices"

// DefaultCommands returns the complete key table with its default keys, in the
// order of the help. No command uses a key of readline while typing, needs the kitty
// protocol, or uses ctrl+i, ctrl+m, ctrl+h, ctrl+[,
// alt+[, alt+], alt+shift+o, alt+shift+p, which terminals cannot tell from
// other keys (DESIGN "Keys").
func DefaultCommands() []Command {
	file := rowsIn(Sharing, GroupList).row(ActShareFile, "file", "Write the selected row to a new file.", "ctrl+s")
	return entitle(slices.Concat(
		talkCommands(), requestCommands(), []Command{file}, lookCommands(), programCommands(), composerCommands(),
		TranscriptCommands(), outlineCommands(), formCommands(), sourceCommands(),
		InspectCommands(), figuresCommands(), treeCommands(), eventsCommands(), compareCommands(), exchangesCommands(),
		RerankCommands(), benchCommands(), historyCommands(), statisticsCommands(), runsCommands(), connectionsCommands(),
		listCommands(), commonCommands(),
	))
}

func talkCommands() []Command {
	r, write := rowsIn(Global, GroupTalk), rowsIn(Composer, GroupTalk)
	return []Command{
		write.row(ActSend, "send", "Send the message. During a stream it stays unsent, and a notice gives the reason.", "enter"),
		write.quiet(ActNewLine, "line", "Start a new line.", "ctrl+j", "alt+enter", "shift+enter"),
		r.row(ActStop, "stop", "Close, cancel or stop: the top window, then the search, then the stream or, in Rerank, what runs, then the edit of a turn.", "esc"),
		r.row(ActModel, "model", "Choose a model, listed or typed.", "alt+m"),
		r.row(ActResend, "again", "Resend the last request unchanged; in Rerank, the column's.", "alt+r"),
		r.row(ActEditor, "editor", "Edit the text in $VISUAL or $EDITOR.", "alt+e"),
		r.row(ActNew, "new", "Start a new conversation; in Rerank, a new set for the same models. A running stream continues; the top line counts it.", "alt+n"),
		r.row(ActConversations, "list", "Switch to another conversation of this run.", "alt+l"),
		r.row(ActContinue, "continue", "Continue the last run: its conversations, unsent text and rerank set.", "alt+u"),
		r.quiet(ActEarlier, "earlier", "Continue an earlier run.", "alt+shift+u"),
		r.row(ActExamples, "examples", "Try an example: a stream, a route, a guardrail, a function call, a ranking.", "alt+j"),
		r.row(ActAnswer, "answer", "Answer a function call: type the output, run its command, or send an example.", "alt+a"),
		r.row(ActMetadata, "routing", "Turn routing metadata on or off.", "alt+i"),
	}
}

func requestCommands() []Command {
	r, preview := rowsIn(Global, GroupRequest), rowsIn(Preview, GroupRequest)
	return []Command{
		r.row(ActPreview, "preview", "Preview the next request exactly: URL, headers (key hidden) and body.", "alt+p"),
		r.row(ActSendNow, "send", "Send the request from any screen; in Rerank, run all models; in the list of faults, send anyway. A request with no new input is sent only from its preview.", "alt+g"),
		r.row(ActUndo, "undo", "Undo the last edit of the request; in Rerank, of the set.", "alt+z"),
		r.row(ActRedo, "redo", "Redo the last undone edit.", "alt+shift+z"),
		r.row(ActSave, "save", "Save the next request; in Rerank, the set. Asks before it overwrites a file.", "ctrl+s", "alt+s"),
		r.row(ActOpen, "open", "Open a saved file: request, response, event stream, HAR, curl command, output of send, rerank request or set, folder of a data set.", "ctrl+o", "alt+o"),
		r.row(ActSession, "session", "Set a session_id, so that routing stays with one provider.", "alt+k"),
		preview.row(ActCopyCurl, "copy curl", "Copy as a curl command. The key is read from $GATEHOUSE_API_KEY.", "c"),
		preview.row(ActCopy, "copy body", "Copy the request body.", "y"),
		preview.row(ActPreviewPiece, "piece", "Go to one of the largest pieces of the prompt in the body.", "1", "2", "3"),
	}
}

func lookCommands() []Command {
	r, write := rowsIn(Global, GroupSee), rowsIn(Composer, GroupSee)
	return []Command{
		r.row(ActRaw, "raw", "Switch between raw and rendered.", "alt+v", "v"),
		r.row(ActFind, "find", "Find on this screen.", "alt+/", "/"),
		r.row(ActCopyMenu, "copy…", "Copy the answer, a code block or the response, or export the exchange or session.", "alt+y", "Y"),
		r.row(ActMakeCheck, "check", "Make a check of the exchange: edit it in your editor, then save it for gatehouse check.", "M"),
		r.row(ActRunCheck, "run check", "Run the check that you saved last, on the exchange it was made of; or the file of checks that ran last, again.", "f9", "alt+9"),
		write.quiet(ActGoPageUp, "up", "Scroll the transcript up.", "pgup"),
		write.quiet(ActGoPageDown, "down", "Scroll the transcript down.", "pgdown"),
		write.quiet(ActGoTop, "top", "Go to the transcript's start.", "ctrl+home"),
		write.row(ActGoEnd, "follow", "Follow the transcript's end. With an empty text, line-end does the same.", "ctrl+end"),
	}
}

func programCommands() []Command {
	r := rowsIn(Global, GroupProgram)
	return []Command{
		r.row(ActHelp, "keys", "Show or hide all keys.", "f1", "alt+h", "?"),
		r.row(ActPalette, "palette", "Find and run any action.", "ctrl+p", "f10", "alt+x", ":"),
		r.row(ActLeader, "alt", "Then press a letter, for alt+letter. Use it if alt types characters in your terminal.", "ctrl+x"),
		r.row(ActChat, "chat", "Go to the composer in Chat.", "f2", "alt+2", "alt+1"),
		r.row(ActBuild, "build", "Build the next request: fields, plugins, tools, items and JSON.", "f3", "alt+3"),
		r.row(ActInspect, "inspect", "Inspect an exchange: timing, cost, route, both bodies, every event.", "f4", "alt+4"),
		r.row(ActRerank, "rerank", "Compare rerankers on your documents; on that screen, edit the query.", "f5", "alt+5"),
		r.row(ActHistory, "history", "Find, inspect, continue and compare past exchanges.", "f6", "alt+6"),
		r.row(ActConnections, "connections", "Choose, edit and test connections.", "f7", "alt+7"),
		r.quiet(ActAlert, "alert", "Show in History what has passed the bound of an alert; again: of the next alert.", "alt+shift+a", "!"),
		r.row(ActColumn, "column", "Show or hide the column next to the chat (wide terminals only).", "alt+c"),
		r.row(ActNextPane, "pane", "Go to the next pane; in the inspector, the next tab.", "tab"),
		r.quiet(ActPreviousPane, "back", "Go to the previous pane or tab.", "shift+tab"),
		r.row(ActTheme, "theme", "Choose a theme. Each is previewed as you select it.", "alt+t"),
		r.row(ActMouse, "mouse", "Turn mouse capture on or off. Off, the terminal selects text.", "alt+w"),
		r.row(ActDoctor, "doctor", "Check the setup: terminal, settings, history, connection.", "f8", "alt+shift+h"),
		r.row(ActSuspend, "suspend", "Suspend to the shell; fg resumes.", "ctrl+z"),
		r.quiet(ActInterrupt, "stop or quit", "Stop the stream or, in Rerank, what runs; without one, press twice to quit.", "ctrl+c"),
		r.row(ActQuit, "quit", "Stop all streams and quit. Asks first if an answer, a conversation or a text would be lost.", "ctrl+q", "alt+q"),
	}
}

func composerCommands() []Command {
	r := rowsIn(Composer, GroupComposer)
	return []Command{
		r.quiet(ActUp, "", "Go up a line; on the first line, to the previous prompt.", "up"),
		r.quiet(ActDown, "", "Go down a line; on the last line, to the next prompt; in an empty conversation, to the examples.", "down"),
		r.quiet(ActLeft, "", "Character left.", "left", "ctrl+b"),
		r.quiet(ActRight, "", "Character right.", "right", "ctrl+f"),
		r.quiet(ActWordLeft, "", "Word left.", "alt+b", "ctrl+left", "alt+left"),
		r.quiet(ActWordRight, "", "Word right.", "alt+f", "ctrl+right", "alt+right"),
		r.quiet(ActLineStart, "", "Start of the line.", "ctrl+a", "home"),
		r.quiet(ActLineEnd, "", "End of the line.", "ctrl+e", "end"),
		r.quiet(ActDeleteBack, "", "Delete the character before the cursor.", "backspace"),
		r.quiet(ActDeleteForward, "", "Delete the character at the cursor.", "ctrl+d", "delete"),
		r.quiet(ActDeleteWordBack, "", "Cut the word before the cursor.", "ctrl+w", "alt+backspace"),
		r.quiet(ActDeleteWord, "", "Cut the word after the cursor.", "alt+d", "alt+delete"),
		r.quiet(ActKillStart, "", "Cut to the start of the line.", "ctrl+u"),
		r.quiet(ActKillEnd, "", "Cut to the end of the line.", "ctrl+k"),
		r.quiet(ActYank, "", "Paste what was cut.", "ctrl+y"),
	}
}

func listCommands() []Command {
	r := rowsIn(Overlay, GroupList)
	return []Command{
		r.quiet(ActListChoose, "choose", "Choose the selected row.", "enter"),
		r.quiet(ActListClose, "close", "Close the list.", "esc"),
		r.quiet(ActListSwitch, "switch", "Sort the models another way; share the exchange or its complete session.", "tab"),
		r.quiet(ActListFavour, "favourite", "Mark the model as a favourite, or unmark it.", "ctrl+f"),
		r.quiet(ActGoUp, "up", "Row up.", "up", "ctrl+p"),
		r.quiet(ActGoDown, "down", "Row down.", "down", "ctrl+n"),
		r.quiet(ActGoPageUp, "page up", "Page up.", "pgup"),
		r.quiet(ActGoPageDown, "page down", "Page down.", "pgdown"),
		r.quiet(ActGoTop, "top", "First row.", "ctrl+home"),
		r.quiet(ActGoEnd, "end", "Last row.", "ctrl+end"),
	}
}

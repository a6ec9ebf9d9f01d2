package views

// DefaultCommands returns the whole key table with its default keys, in the
// order of the help. Typing keeps readline's keys, so commands stay off them;
// none needs the kitty protocol or lies on ctrl+i, ctrl+m, ctrl+h, ctrl+[,
// alt+[, alt+], alt+shift+o, alt+shift+p, which terminals cannot tell from
// other keys (DESIGN "Keys").
func DefaultCommands() []Command {
	var all []Command
	all = append(all, talkCommands()...)
	all = append(all, requestCommands()...)
	all = append(all, rowsIn(Sharing, GroupList).row(ActShareFile, "file", "Write the selected row to a new file.", "ctrl+s"))
	all = append(all, lookCommands()...)
	all = append(all, programCommands()...)
	all = append(all, composerCommands()...)
	all = append(all, TranscriptCommands()...)
	all = append(all, OutlineCommands()...)
	all = append(all, FormCommands()...)
	all = append(all, SourceCommands()...)
	all = append(all, InspectCommands()...)
	all = append(all, FiguresCommands()...)
	all = append(all, TreeCommands()...)
	all = append(all, EventsCommands()...)
	all = append(all, CompareCommands()...)
	all = append(all, ExchangesCommands()...)
	all = append(all, RerankCommands()...)
	all = append(all, BenchCommands()...)
	all = append(all, HistoryCommands()...)
	all = append(all, StatisticsCommands()...)
	all = append(all, RunsCommands()...)
	all = append(all, ConnectionsCommands()...)
	all = append(all, listCommands()...)
	all = append(all, commonCommands()...)
	return entitle(all)
}

func talkCommands() []Command {
	return []Command{
		{Action: ActSend, Scope: Composer, Keys: []string{"enter"}, Group: GroupTalk,
			Short: "send", Help: "Send the message. During a stream it stays unsent, and a notice says why."},
		{Action: ActNewLine, Scope: Composer, Keys: []string{"ctrl+j", "alt+enter", "shift+enter"}, Group: GroupTalk,
			Short: "line", Help: "Start a new line.", Hidden: true},
		{Action: ActStop, Scope: Global, Keys: []string{"esc"}, Group: GroupTalk,
			Short: "stop", Help: "Close, cancel or stop: the top window, then the search, then the stream or, in Rerank, what runs, then the edit of a turn."},
		{Action: ActModel, Scope: Global, Keys: []string{"alt+m"}, Group: GroupTalk,
			Short: "model", Help: "Choose a model, listed or typed."},
		{Action: ActResend, Scope: Global, Keys: []string{"alt+r"}, Group: GroupTalk,
			Short: "again", Help: "Resend the last request unchanged; in Rerank, the column's."},
		{Action: ActEditor, Scope: Global, Keys: []string{"alt+e"}, Group: GroupTalk,
			Short: "editor", Help: "Edit the text in $VISUAL or $EDITOR."},
		{Action: ActNew, Scope: Global, Keys: []string{"alt+n"}, Group: GroupTalk,
			Short: "new", Help: "Start a new conversation; in Rerank, a new set for the same models. A running stream continues; the top line counts it."},
		{Action: ActConversations, Scope: Global, Keys: []string{"alt+l"}, Group: GroupTalk,
			Short: "list", Help: "Switch to another conversation of this run."},
		{Action: ActContinue, Scope: Global, Keys: []string{"alt+u"}, Group: GroupTalk,
			Short: "continue", Help: "Continue the last run: its conversations, unsent text and rerank set."},
		{Action: ActEarlier, Scope: Global, Keys: []string{"alt+shift+u"}, Group: GroupTalk,
			Short: "earlier", Help: "Continue an earlier run.", Hidden: true},
		{Action: ActExamples, Scope: Global, Keys: []string{"alt+j"}, Group: GroupTalk,
			Short: "examples", Help: "Try an example: a stream, a route, a guardrail, a function call, a ranking."},
		{Action: ActAnswer, Scope: Global, Keys: []string{"alt+a"}, Group: GroupTalk,
			Short: "answer", Help: "Answer a function call: type the output, run its command, or send an example."},
		{Action: ActMetadata, Scope: Global, Keys: []string{"alt+i"}, Group: GroupTalk,
			Short: "routing", Help: "Turn routing metadata on or off."},
	}
}

func requestCommands() []Command {
	return []Command{
		{Action: ActPreview, Scope: Global, Keys: []string{"alt+p"}, Group: GroupRequest,
			Short: "preview", Help: "Preview the next request exactly: URL, headers (key hidden) and body."},
		{Action: ActSendNow, Scope: Global, Keys: []string{"alt+g"}, Group: GroupRequest,
			Short: "send", Help: "Send the request from any screen; in Rerank, run all models; in the list of faults, send anyway. A request with no new input is sent only from its preview."},
		{Action: ActUndo, Scope: Global, Keys: []string{"alt+z"}, Group: GroupRequest,
			Short: "undo", Help: "Undo the last edit of the request; in Rerank, of the set."},
		{Action: ActRedo, Scope: Global, Keys: []string{"alt+shift+z"}, Group: GroupRequest,
			Short: "redo", Help: "Redo the last undone edit."},
		{Action: ActSave, Scope: Global, Keys: []string{"ctrl+s", "alt+s"}, Group: GroupRequest,
			Short: "save", Help: "Save the next request; in Rerank, the set. Asks before it overwrites a file."},
		{Action: ActOpen, Scope: Global, Keys: []string{"ctrl+o", "alt+o"}, Group: GroupRequest,
			Short: "open", Help: "Open a saved file: request, response, event stream, HAR, curl command, output of send, rerank request or set, folder of a data set."},
		{Action: ActSession, Scope: Global, Keys: []string{"alt+k"}, Group: GroupRequest,
			Short: "session", Help: "Set a session_id, so that routing stays with one provider."},
		{Action: ActCopyCurl, Scope: Preview, Keys: []string{"c"}, Group: GroupRequest,
			Short: "copy curl", Help: "Copy as a curl command. The key is read from $GATEHOUSE_API_KEY."},
		{Action: ActCopy, Scope: Preview, Keys: []string{"y"}, Group: GroupRequest,
			Short: "copy body", Help: "Copy the request body."},
		{Action: ActPreviewPiece, Scope: Preview, Keys: []string{"1", "2", "3"}, Group: GroupRequest,
			Short: "piece", Help: "Go to one of the largest pieces of the prompt in the body."},
	}
}

func lookCommands() []Command {
	return []Command{
		{Action: ActRaw, Scope: Global, Keys: []string{"alt+v", "v"}, Group: GroupSee,
			Short: "raw", Help: "Switch between raw and rendered."},
		{Action: ActFind, Scope: Global, Keys: []string{"alt+/", "/"}, Group: GroupSee,
			Short: "find", Help: "Find on this screen."},
		{Action: ActCopyMenu, Scope: Global, Keys: []string{"alt+y", "Y"}, Group: GroupSee,
			Short: "copy…", Help: "Copy the answer, a code block or the response, or export the exchange or session."},
		{Action: ActMakeCheck, Scope: Global, Keys: []string{"M"}, Group: GroupSee,
			Short: "check", Help: "Make a check of the exchange: edit it in your editor, then save it for gatehouse check."},
		{Action: ActRunCheck, Scope: Global, Keys: []string{"f9", "alt+9"}, Group: GroupSee,
			Short: "run check", Help: "Run the check that you saved last, on the exchange it was made of; or the file of checks that ran last, again."},
		{Action: ActGoPageUp, Scope: Composer, Keys: []string{"pgup"}, Group: GroupSee,
			Short: "up", Help: "Scroll the transcript up.", Hidden: true},
		{Action: ActGoPageDown, Scope: Composer, Keys: []string{"pgdown"}, Group: GroupSee,
			Short: "down", Help: "Scroll the transcript down.", Hidden: true},
		{Action: ActGoTop, Scope: Composer, Keys: []string{"ctrl+home"}, Group: GroupSee,
			Short: "top", Help: "Go to the transcript's start.", Hidden: true},
		{Action: ActGoEnd, Scope: Composer, Keys: []string{"ctrl+end"}, Group: GroupSee,
			Short: "follow", Help: "Follow the transcript's end. With an empty text, line-end does the same."},
	}
}

func programCommands() []Command {
	return []Command{
		{Action: ActHelp, Scope: Global, Keys: []string{"f1", "alt+h", "?"}, Group: GroupProgram,
			Short: "keys", Help: "Show or hide all keys."},
		{Action: ActPalette, Scope: Global, Keys: []string{"ctrl+p", "f10", "alt+x", ":"}, Group: GroupProgram,
			Short: "palette", Help: "Find and run any action."},
		{Action: ActLeader, Scope: Global, Keys: []string{"ctrl+x"}, Group: GroupProgram,
			Short: "alt", Help: "Then press a letter, for alt+letter. Use it if alt types characters in your terminal."},
		{Action: ActChat, Scope: Global, Keys: []string{"f2", "alt+2", "alt+1"}, Group: GroupProgram,
			Short: "chat", Help: "Go to the composer in Chat."},
		{Action: ActBuild, Scope: Global, Keys: []string{"f3", "alt+3"}, Group: GroupProgram,
			Short: "build", Help: "Build the next request: fields, plugins, tools, items and JSON."},
		{Action: ActInspect, Scope: Global, Keys: []string{"f4", "alt+4"}, Group: GroupProgram,
			Short: "inspect", Help: "Inspect an exchange: timing, cost, route, both bodies, every event."},
		{Action: ActRerank, Scope: Global, Keys: []string{"f5", "alt+5"}, Group: GroupProgram,
			Short: "rerank", Help: "Compare rerankers on your documents; on that screen, edit the query."},
		{Action: ActHistory, Scope: Global, Keys: []string{"f6", "alt+6"}, Group: GroupProgram,
			Short: "history", Help: "Find, inspect, continue and compare past exchanges."},
		{Action: ActConnections, Scope: Global, Keys: []string{"f7", "alt+7"}, Group: GroupProgram,
			Short: "connections", Help: "Choose, edit and test connections."},
		{Action: ActAlert, Scope: Global, Keys: []string{"alt+shift+a", "!"}, Group: GroupProgram,
			Short: "alert", Help: "Show in History what has passed the bound of an alert; again: of the next alert.", Hidden: true},
		{Action: ActColumn, Scope: Global, Keys: []string{"alt+c"}, Group: GroupProgram,
			Short: "column", Help: "Show or hide the column beside the chat (wide terminals only)."},
		{Action: ActNextPane, Scope: Global, Keys: []string{"tab"}, Group: GroupProgram,
			Short: "pane", Help: "Go to the next pane; in the inspector, the next tab."},
		{Action: ActPreviousPane, Scope: Global, Keys: []string{"shift+tab"}, Group: GroupProgram,
			Short: "back", Help: "Go to the previous pane or tab.", Hidden: true},
		{Action: ActTheme, Scope: Global, Keys: []string{"alt+t"}, Group: GroupProgram,
			Short: "theme", Help: "Choose a theme. Each is previewed as you select it."},
		{Action: ActMouse, Scope: Global, Keys: []string{"alt+w"}, Group: GroupProgram,
			Short: "mouse", Help: "Turn mouse capture on or off. Off, the terminal selects text."},
		{Action: ActDoctor, Scope: Global, Keys: []string{"f8", "alt+shift+h"}, Group: GroupProgram,
			Short: "doctor", Help: "Check the setup: terminal, settings, history, connection."},
		{Action: ActSuspend, Scope: Global, Keys: []string{"ctrl+z"}, Group: GroupProgram,
			Short: "suspend", Help: "Suspend to the shell; fg resumes."},
		{Action: ActInterrupt, Scope: Global, Keys: []string{"ctrl+c"}, Group: GroupProgram,
			Short: "stop or quit", Help: "Stop the stream or, in Rerank, what runs; without one, press twice to quit.", Hidden: true},
		{Action: ActQuit, Scope: Global, Keys: []string{"ctrl+q", "alt+q"}, Group: GroupProgram,
			Short: "quit", Help: "Stop all streams and quit. Asks first if an answer, a conversation or a text would be lost."},
	}
}

func composerCommands() []Command {
	edit := func(a Action, help string, keys ...string) Command {
		return Command{Action: a, Scope: Composer, Keys: keys, Group: GroupComposer, Help: help, Hidden: true}
	}
	return []Command{
		edit(ActUp, "Go up a line; on the first line, to the previous prompt.", "up"),
		edit(ActDown, "Go down a line; on the last line, to the next prompt; in an empty conversation, to the examples.", "down"),
		edit(ActLeft, "Character left.", "left", "ctrl+b"),
		edit(ActRight, "Character right.", "right", "ctrl+f"),
		edit(ActWordLeft, "Word left.", "alt+b", "ctrl+left", "alt+left"),
		edit(ActWordRight, "Word right.", "alt+f", "ctrl+right", "alt+right"),
		edit(ActLineStart, "Start of the line.", "ctrl+a", "home"),
		edit(ActLineEnd, "End of the line.", "ctrl+e", "end"),
		edit(ActDeleteBack, "Delete the character before the cursor.", "backspace"),
		edit(ActDeleteForward, "Delete the character at the cursor.", "ctrl+d", "delete"),
		edit(ActDeleteWordBack, "Cut the word before the cursor.", "ctrl+w", "alt+backspace"),
		edit(ActDeleteWord, "Cut the word after the cursor.", "alt+d", "alt+delete"),
		edit(ActKillStart, "Cut to the start of the line.", "ctrl+u"),
		edit(ActKillEnd, "Cut to the end of the line.", "ctrl+k"),
		edit(ActYank, "Paste what was cut.", "ctrl+y"),
	}
}

func listCommands() []Command {
	r := rowsIn(Overlay, GroupList)
	return []Command{
		r.quiet(ActListChoose, "choose", "Choose the selected row.", "enter"),
		r.quiet(ActListClose, "close", "Close the list.", "esc"),
		r.quiet(ActListSwitch, "switch", "Sort the models another way; share the exchange or its whole session.", "tab"),
		r.quiet(ActListFavour, "favourite", "Mark the model as a favourite, or unmark it.", "ctrl+f"),
		r.quiet(ActGoUp, "up", "Row up.", "up", "ctrl+p"),
		r.quiet(ActGoDown, "down", "Row down.", "down", "ctrl+n"),
		r.quiet(ActGoPageUp, "page up", "Page up.", "pgup"),
		r.quiet(ActGoPageDown, "page down", "Page down.", "pgdown"),
		r.quiet(ActGoTop, "top", "First row.", "ctrl+home"),
		r.quiet(ActGoEnd, "end", "Last row.", "ctrl+end"),
	}
}

package views

import "slices"

// DefaultCommands returns the complete key table with its default keys, in the
// order of the help. No command uses a key of readline while typing, needs the kitty
// protocol, or uses ctrl+i, ctrl+m, ctrl+h, ctrl+[,
// alt+[, alt+], alt+shift+o, alt+shift+p, which terminals cannot tell from
// other keys (DESIGN "Keys").
func DefaultCommands() []Command {
	file := rowsIn(Sharing, groupList).row(ActShareFile, "file", "Write the selected row to a new file.", "ctrl+s").titled("Write the row to a file", "export, save")
	return titled(slices.Concat(
		talkCommands(), requestCommands(), []Command{file}, lookCommands(), programCommands(), composerCommands(),
		TranscriptCommands(), variantCommands(), outlineCommands(), formCommands(), sourceCommands(),
		InspectCommands(), figuresCommands(), treeCommands(), eventsCommands(), compareCommands(),
		RerankCommands(), benchCommands(), labCommands(), labCaseCommands(), historyCommands(), statisticsCommands(), runsCommands(), connectionsCommands(),
		listCommands(), commonCommands(),
	))
}

// titled gives the rows without a title that of the first row of their action.
func titled(commands []Command) []Command {
	first := map[Action]Command{}
	for i := range commands {
		c := &commands[i]
		if f, ok := first[c.Action]; !ok {
			first[c.Action] = *c
		} else if c.Name == "" {
			c.Name, c.Also = f.Name, f.Also
		}
	}
	return commands
}

func talkCommands() []Command {
	r, write := rowsIn(Global, groupTalk), rowsIn(Composer, groupTalk)
	return []Command{
		write.row(ActSend, "send", "Send the message. During a stream it stays unsent, and a notice gives the reason.", "enter").titled("Send", "submit, ask, go"),
		write.quiet(ActNewLine, "line", "Start a new line.", "ctrl+j", "alt+enter", "shift+enter").titled("New line", "line break, enter, multiline"),
		r.row(ActStop, "stop", "Close, cancel or stop: the top window, then the search, then the stream or, in Rerank, what runs, then the edit of a turn.", "esc").titled("Stop, or go back", "cancel, abort, escape, halt, back, stop generating"),
		r.row(ActModel, "model", "Choose a model, listed or typed.", "alt+m").titled("Choose the model", "llm, switch model, change model, select model, slug, engine, ai"),
		r.row(ActSideBySide, "side by side", "Send prompts to several variants side by side, or to one again.", "alt+shift+m").titled("Side by side", "compare models, variants, columns, multiple models, arena, versus"),
		r.row(ActResend, "again", "Send the last prompt again with what is chosen now: model, settings, headers, connection; in Rerank, the column's.", "alt+r").titled("Send again", "retry, repeat, resend, regenerate, rerun, try again"),
		r.row(ActResendSame, "same again", "Send the last request again unchanged, byte for byte, to the connection that it went to.", "alt+shift+r").titled("Send the same bytes again", "retry, repeat, resend, replay, unchanged"),
		r.row(ActEditor, "editor", "Edit the text in $VISUAL or $EDITOR.", "alt+e").titled("Open in your editor", "$EDITOR, vim, nano, emacs, external editor"),
		r.row(ActNew, "new", "Start a new conversation; in Rerank, a new set for the same models. A running stream continues; the top line counts it.", "alt+n").titled("New conversation", "new chat, new session, clear, reset, start over"),
		r.row(ActConversations, "list", "Switch to another conversation of this run.", "alt+l").titled("List conversations", "switch conversation, chats, sessions, tabs, go to"),
		r.row(ActContinue, "continue", "Continue the last run: its conversations, unsent text and rerank set.", "alt+u").titled("Continue the last run", "resume, restore, reopen, last session"),
		r.quiet(ActEarlier, "earlier", "Continue an earlier run.", "alt+shift+u").titled("List earlier runs", "resume, restore, past sessions"),
		r.row(ActExamples, "examples", "Try an example: a stream, a route, a guardrail, a function call, a ranking.", "alt+j").titled("Try an example", "tour, demo, tutorial, sample, first steps"),
		r.row(ActAnswer, "answer", "Write the output of a function call, beginning with an example.", "alt+a").titled("Answer the function call", "tool output, tool call, tool result, function output"),
		r.row(ActMetadata, "routing", "Turn routing metadata on or off. Build has it as the header field metadata.").titled("Turn routing metadata on or off", "trace, route, header, debug"),
	}
}

func requestCommands() []Command {
	r, preview := rowsIn(Global, groupRequest), rowsIn(Preview, groupRequest)
	return []Command{
		r.row(ActPreview, "preview", "Preview the next request exactly: URL, headers (key hidden) and body.", "alt+p").titled("Preview the request", "dry run, what is sent, show body, show headers"),
		r.row(ActSendNow, "send", "Send the request from any screen; in Rerank, run all models; in the list of faults, send anyway. A request with no new input is sent only from its preview. One that waits in the proxy is sent as it is edited.", "alt+g").titled("Send the request", "submit, run, run all, post, execute, force"),
		r.row(ActSendAsItWas, "as it was", "Send the request that waits in the proxy as it was, without edits.", "alt+shift+g").titled("Send the waiting request as it was", "breakpoint, pause, intercept, release, resume, continue"),
		r.row(ActUndo, "undo", "Undo the last edit of the request; in Rerank, of the set.", "alt+z").titled("Undo", "take back, revert"),
		r.row(ActRedo, "redo", "Redo the last undone edit.", "alt+shift+z").titled("Redo", "do again"),
		r.row(ActSave, "save", "Save the next request; in Rerank, the set. Asks before it overwrites a file.", "ctrl+s", "alt+s").titled("Save to a file", "write, store, export request, keep"),
		r.row(ActOpen, "open", "Open a saved file: request, response, event stream, HAR, curl command, output of send, rerank request or set, folder of a data set, lab file.", "ctrl+o", "alt+o").titled("Open a file", "load, import, har file, request file"),
		preview.row(ActCopyCurl, "copy curl", "Copy as a curl command. The key is read from $GATEHOUSE_API_KEY.", "Y").titled("Copy as curl", "command line, shell"),
		preview.row(ActCopy, "copy body", "Copy the request body.", "y").titled("Copy the body", "request json"),
		preview.row(ActPreviewPiece, "piece", "Go to one of the largest pieces of the prompt in the body.", "1", "2", "3").titled("Go to a large piece", "prompt, tokens, context, fill"),
	}
}

func lookCommands() []Command {
	r, write := rowsIn(Global, groupSee), rowsIn(Composer, groupSee)
	return []Command{
		r.row(ActRaw, "raw", "Switch between raw and rendered.", "alt+v", "v").titled("Show raw or rendered", "pretty, tree, format, json, bytes, wire, markdown, source, view"),
		r.row(ActFind, "find", "Find on this screen.", "alt+/", "/").titled("Find", "search, grep, look for"),
		r.row(ActCopyMenu, "copy…", "Copy the answer, a code block or the response, or export the exchange or session.", "alt+y", "Y").titled("Copy or export…", "clipboard, share, curl command, har, markdown, download"),
		r.row(ActMakeCheck, "check", "Make a check of the exchange: edit it in your editor, then save it for gatehouse check.", "M").titled("Make a check…", "assert, expect, test, verify, regression, ci"),
		r.row(ActRunCheck, "run check", "Run the check that you saved last, on the exchange it was made of; or the file of checks that ran last, again.", "f9", "alt+9").titled("Run the check again", "assert, expect, test, verify, report, saved check"),
		write.quiet(ActGoPageUp, "up", "Scroll the transcript up.", "pgup"),
		write.quiet(ActGoPageDown, "down", "Scroll the transcript down.", "pgdown"),
		write.quiet(ActGoTop, "top", "Go to the transcript's start.", "ctrl+home"),
		write.row(ActGoEnd, "follow", "Follow the transcript's end. With an empty text, line-end does the same.", "ctrl+end"),
	}
}

func programCommands() []Command {
	r := rowsIn(Global, groupProgram)
	return []Command{
		r.row(ActHelp, "keys", "Show or hide all keys.", "f1", "alt+h", "?").titled("Show all keys", "help, shortcuts, hotkeys, bindings, manual, docs, ?"),
		r.row(ActPalette, "palette", "Find and run any action.", "ctrl+p", "f10", "alt+x", ":").titled("Command palette", "commands, actions, menu"),
		r.row(ActLeader, "alt", "Then press a letter, for alt+letter. Use it if alt types characters in your terminal.", "ctrl+x").titled("Alt by its leader", "alt, option, meta, prefix"),
		r.row(ActChat, "chat", "Go to the composer in Chat.", "f2", "alt+2", "alt+1").titled("Go to Chat", "talk, prompt, composer, write, home"),
		r.row(ActBuild, "build", "Build the next request: fields, plugins, tools, items and JSON.", "f3", "alt+3").titled("Go to Build", "request builder, parameters, generation settings, plugins, tools, json"),
		r.row(ActInspect, "inspect", "Inspect an exchange: timing, cost, route, both bodies, every event.", "f4", "alt+4").titled("Go to Inspect", "inspector, details, debug, trace, events"),
		r.row(ActRerank, "rerank", "Compare rerankers on your documents; on that screen, edit the query.", "f5", "alt+5").titled("Go to Rerank", "compare rerankers, ranking, documents"),
		r.row(ActLab, "lab", "Compare models and routing over many prompts.", "alt+0").titled("Go to Lab", "evaluate, evals, benchmark, prompts, variants, compare models, side by side, experiment"),
		r.row(ActHistory, "history", "Find, inspect, continue and compare past exchanges.", "f6", "alt+6").titled("Go to History", "past exchanges, archive, log, earlier requests"),
		r.row(ActConnections, "connections", "Choose, edit and test connections.", "f7", "alt+7").titled("Connections", "profiles, servers, gateways, switch, base url, url, endpoint, api key, key, token, proxy, preset, login, settings, server, gateway"),
		r.quiet(ActAlert, "alert", "Show in History what failed in the proxy, or has passed the bound of an alert; again: of the next alert.", "alt+shift+a", "!").titled("Show what passed an alert", "budget, limit, threshold, spending, cost, alarm, warning"),
		r.row(ActColumn, "column", "Show or hide the column next to the chat (wide terminals only).", "alt+c").titled("Show or hide the side column", "sidebar, panel, details, wide"),
		r.row(ActNextPane, "pane", "Go to the next pane; in the inspector, the next tab.", "tab").titled("Next pane", "focus, switch pane, next tab"),
		r.quiet(ActPreviousPane, "back", "Go to the previous pane or tab.", "shift+tab").titled("Previous pane", "focus, switch pane, previous tab"),
		r.row(ActTheme, "theme", "Choose a theme. Each is previewed as you select it.", "alt+t").titled("Choose theme", "theme, appearance, switch theme, contrast, dark, light, colours, colors, dark mode, light mode"),
		r.row(ActMouse, "mouse", "Turn mouse capture on or off. Off, the terminal selects text.", "alt+w").titled("Mouse on or off", "select text, mouse mode"),
		r.row(ActDoctor, "doctor", "Check the setup: terminal, settings, history, connection.", "f8", "alt+shift+h").titled("Doctor", "check, diagnose, health, settings file, config, preferences, version, about"),
		r.row(ActSuspend, "suspend", "Suspend to the shell; fg resumes.", "ctrl+z").titled("Suspend", "background, shell, fg, job"),
		r.quiet(ActInterrupt, "stop or quit", "Stop the stream or, in Rerank, what runs; without one, press twice to quit.", "ctrl+c").titled("Stop, or quit", "cancel, abort, interrupt"),
		r.row(ActQuit, "quit", "Stop all streams and quit. Asks first if an answer, a conversation or a text would be lost.", "ctrl+q", "alt+q").titled("Quit", "exit, close, leave, bye, :q"),
	}
}

func composerCommands() []Command {
	r := rowsIn(Composer, groupComposer)
	return []Command{
		r.quiet(ActUp, "", "Go up a line; on the first line, to the previous prompt.", "up").titled("Cursor up", "previous prompt"),
		r.quiet(ActDown, "", "Go down a line; on the last line, to the next prompt; in an empty conversation, to the examples.", "down").titled("Cursor down", "next prompt"),
		r.quiet(ActLeft, "", "Character left.", "left", "ctrl+b").titled("Cursor left", ""),
		r.quiet(ActRight, "", "Character right.", "right", "ctrl+f").titled("Cursor right", ""),
		r.quiet(ActWordLeft, "", "Word left.", "alt+b", "ctrl+left", "alt+left").titled("Word left", "back a word"),
		r.quiet(ActWordRight, "", "Word right.", "alt+f", "ctrl+right", "alt+right").titled("Word right", "forward a word"),
		r.quiet(ActLineStart, "", "Start of the line.", "ctrl+a", "home").titled("Start of line", "home, beginning"),
		r.quiet(ActLineEnd, "", "End of the line.", "ctrl+e", "end").titled("End of line", ""),
		r.quiet(ActDeleteBack, "", "Delete the character before the cursor.", "backspace").titled("Delete character before", "backspace"),
		r.quiet(ActDeleteForward, "", "Delete the character at the cursor.", "ctrl+d", "delete").titled("Delete character after", "del"),
		r.quiet(ActDeleteWordBack, "", "Cut the word before the cursor.", "ctrl+w", "alt+backspace").titled("Cut word before", "delete word"),
		r.quiet(ActDeleteWord, "", "Cut the word after the cursor.", "alt+d", "alt+delete").titled("Cut word after", "delete word"),
		r.quiet(ActKillStart, "", "Cut to the start of the line.", "ctrl+u").titled("Cut to start of line", "kill line, clear"),
		r.quiet(ActKillEnd, "", "Cut to the end of the line.", "ctrl+k").titled("Cut to end of line", "kill line"),
		r.quiet(ActYank, "", "Paste what was cut.", "ctrl+y").titled("Paste what was cut", "yank"),
	}
}

func listCommands() []Command {
	r := rowsIn(Overlay, groupList)
	return []Command{
		r.quiet(ActListChoose, "choose", "Choose the selected row.", "enter").titled("Choose the row", "take, accept"),
		r.quiet(ActListClose, "close", "Close the list.", "esc").titled("Close the list", "cancel"),
		r.quiet(ActListSwitch, "switch", "Sort the models another way; share the exchange or its complete session.", "tab").titled("Sort or switch the list", "order, session"),
		r.quiet(ActCallRun, "run", "In the editor of a call's output: run the tool's command, or bind one.", "ctrl+r"),
		r.quiet(ActListFavour, "favourite", "Mark the model as a favourite, or unmark it.", "ctrl+f").titled("Mark as a favourite", "star, pin"),
		r.quiet(ActListMark, "mark", "Mark the model, to compare several.", "ctrl+space", "ctrl+t").titled("Mark the row", "select several, compare"),
		r.quiet(ActGoUp, "up", "Row up.", "up", "ctrl+p"),
		r.quiet(ActGoDown, "down", "Row down.", "down", "ctrl+n"),
		r.quiet(ActGoPageUp, "page up", "Page up.", "pgup"),
		r.quiet(ActGoPageDown, "page down", "Page down.", "pgdown"),
		r.quiet(ActGoTop, "top", "First row.", "ctrl+home"),
		r.quiet(ActGoEnd, "end", "Last row.", "ctrl+end"),
	}
}

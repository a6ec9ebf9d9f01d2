package views

import (
	"cmp"
	"maps"
	"strings"
)

// title is what people call an action.
type title struct {
	name string // in the palette
	also string // other words that people type for it, separated by ", "
}

// entitle gives the rows of a table the names that people know their actions by.
// One without is called as config.toml calls it.
func entitle(commands []Command) []Command {
	all, scoped := titles(), scopedTitles()
	maps.Copy(all, paneTitles())
	for i := range commands {
		c := &commands[i]
		t := all[c.Action]
		inScope := scoped[c.Scope][c.Action]
		words := strings.ReplaceAll(string(c.Action), "-", " ")
		c.Name = cmp.Or(inScope.name, t.name, strings.ToUpper(words[:1])+words[1:])
		c.Also = cmp.Or(inScope.also, t.also)
	}
	return commands
}

// titles are those of the program, the composer, the lists and the vocabulary, in groups
// in the order of the table.
func titles() map[Action]title {
	return map[Action]title{
		ActSend:          {"Send", "submit, ask, go"},
		ActSendNow:       {"Send the request", "submit, run, run all, post, execute, force"},
		ActNewLine:       {"New line", "line break, enter, multiline"},
		ActStop:          {"Stop, or go back", "cancel, abort, escape, halt, back, stop generating"},
		ActModel:         {"Choose the model", "llm, switch model, change model, select model, slug, engine, ai"},
		ActResend:        {"Send again", "retry, repeat, resend, regenerate, rerun, try again"},
		ActEditor:        {"Open in your editor", "$EDITOR, vim, nano, emacs, external editor"},
		ActNew:           {"New conversation", "new chat, new session, clear, reset, start over"},
		ActConversations: {"List conversations", "switch conversation, chats, sessions, tabs, go to"},
		ActContinue:      {"Continue the last run", "resume, restore, reopen, last session"},
		ActEarlier:       {"List earlier runs", "resume, restore, past sessions"},
		ActExamples:      {"Try an example", "tour, demo, tutorial, sample, first steps"},
		ActAnswer:        {"Answer the function call", "tool output, tool call, tool result, function output"},
		ActMetadata:      {"Turn routing metadata on or off", "trace, route, header, debug"},

		ActPreview:  {"Preview the request", "dry run, what is sent, show body, show headers"},
		ActUndo:     {"Undo", "take back, revert"},
		ActRedo:     {"Redo", "do again"},
		ActSave:     {"Save to a file", "write, store, export request, keep"},
		ActOpen:     {"Open a file", "load, import, har file, request file"},
		ActSession:  {"Give a session id", "sticky routing, session_id, same provider"},
		ActCopyCurl: {"Copy as curl", "command line, shell"},

		ActPreviewPiece: {"Go to a large piece", "prompt, tokens, context, fill"},

		ActRaw:      {"Show raw or rendered", "pretty, wire, markdown, source, view"},
		ActFind:     {"Find", "search, grep, look for"},
		ActCopyMenu: {"Copy or export…", "clipboard, share, curl command, har, markdown, download"},

		ActMakeCheck: {"Make a check…", "assert, expect, test, verify, regression, ci"},
		ActRunCheck:  {"Run the check again", "assert, expect, test, verify, report, saved check"},

		ActHelp:         {"Show all keys", "help, shortcuts, hotkeys, bindings, manual, docs, ?"},
		ActPalette:      {"Command palette", "commands, actions, menu"},
		ActLeader:       {"Alt by its leader", "alt, option, meta, prefix"},
		ActChat:         {"Go to Chat", "talk, prompt, composer, write, home"},
		ActBuild:        {"Go to Build", "request builder, parameters, generation settings, plugins, tools, json"},
		ActInspect:      {"Go to Inspect", "inspector, details, debug, trace, events"},
		ActRerank:       {"Go to Rerank", "compare rerankers, ranking, documents"},
		ActHistory:      {"Go to History", "past exchanges, archive, log, earlier requests"},
		ActPreviewPlace: {"Show or move the preview", "details, split, side by side, pane, hide preview"},
		ActAlert:        {"Show what passed an alert", "budget, limit, threshold, spending, cost, alarm, warning"},
		ActColumn:       {"Show or hide the side column", "sidebar, panel, details, wide"},
		ActNextPane:     {"Next pane", "focus, switch pane, next tab"},
		ActPreviousPane: {"Previous pane", "focus, switch pane, previous tab"},
		ActDoctor:       {"Doctor", "check, diagnose, health, settings file, config, preferences, version, about"},
		ActTheme:        {"Choose theme", "theme, appearance, switch theme, contrast, dark, light, colours, colors, dark mode, light mode"},
		ActMouse:        {"Mouse on or off", "select text, mouse mode"},
		ActSuspend:      {"Suspend", "background, shell, fg, job"},
		ActInterrupt:    {"Stop, or quit", "cancel, abort, interrupt"},
		ActQuit:         {"Quit", "exit, close, leave, bye, :q"},

		ActUp:             {"Cursor up", "previous prompt"},
		ActDown:           {"Cursor down", "next prompt"},
		ActLeft:           {"Cursor left", ""},
		ActRight:          {"Cursor right", ""},
		ActWordLeft:       {"Word left", "back a word"},
		ActWordRight:      {"Word right", "forward a word"},
		ActLineStart:      {"Start of line", "home, beginning"},
		ActLineEnd:        {"End of line", ""},
		ActDeleteBack:     {"Delete character before", "backspace"},
		ActDeleteForward:  {"Delete character after", "del"},
		ActDeleteWordBack: {"Cut word before", "delete word"},
		ActDeleteWord:     {"Cut word after", "delete word"},
		ActKillEnd:        {"Cut to end of line", "kill line"},
		ActKillStart:      {"Cut to start of line", "kill line, clear"},
		ActYank:           {"Paste what was cut", "yank"},

		ActListChoose: {"Choose the row", "take, accept"},
		ActListClose:  {"Close the list", "cancel"},
		ActShareFile:  {"Write the row to a file", "export, save"},
		ActListSwitch: {"Sort or switch the list", "order, session"},
		ActListFavour: {"Mark as a favourite", "star, pin"},

		ActGoUp:        {"Up", "line up, row up"},
		ActGoDown:      {"Down", "line down, row down"},
		ActGoPageUp:    {"Page up", "scroll up"},
		ActGoPageDown:  {"Page down", "scroll down"},
		ActGoTop:       {"Go to the top", "first, beginning, home"},
		ActGoEnd:       {"Go to the end", "last, bottom, follow"},
		ActGoLeft:      {"Left", "fold, out"},
		ActGoRight:     {"Right", "unfold, in"},
		ActNextHit:     {"Next hit of the search", "find next"},
		ActPreviousHit: {"Previous hit of the search", "find previous"},
		ActOpenRow:     {"Open or unfold the row", "expand, fold, enter"},
		ActCopy:        {"Copy what is selected", "yank"},
		ActDelete:      {"Delete what is selected", "remove"},
		ActMoveUp:      {"Move up", "reorder"},
		ActMoveDown:    {"Move down", "reorder"},
	}
}

// scopedTitles are those of actions that have another name in one scope.
func scopedTitles() map[Scope]map[Action]title {
	return map[Scope]map[Action]title{
		Transcript: {
			ActOpenRow: {"Fold or unfold the item", "expand, collapse"},
			ActCopy:    {"Copy the item", "answer, message"},
			ActDelete:  {"Delete the turn", "remove message"},
		},
		Preview:   {ActCopy: {"Copy the body", "request json"}},
		History:   {ActCopy: {"Copy the exchange's id", ""}, ActDelete: {"Delete the exchange", "remove"}, ActOpenRow: {"Inspect the exchange", "open, details"}},
		Exchanges: {ActCopy: {"Copy the exchange's id", ""}, ActOpenRow: {"Inspect the exchange", "open, details"}},
		Rerank:    {ActDelete: {"Delete the document", "remove"}, ActOpenRow: {"Read the document", "open"}, ActResend: {"Ask this column's model", "run, rerank"}},
		Bench:     {ActOpenRow: {"Open the query's rankings", ""}, ActRankGrid: {"Back to one query", "list"}, ActCopy: {"Copy the grid", ""}},
		Tree:      {ActCopy: {"Copy the value", ""}},
		Events:    {ActCopy: {"Copy the event", "frame"}},
		Figures:   {ActCopy: {"Copy the page as text", ""}},
		Source:    {ActCopy: {"Copy the value", ""}},
		Form:      {ActCopy: {"Copy the value as JSON", ""}, ActDelete: {"Delete the element", "remove"}},
		Outline:   {ActCopy: {"Copy the place as JSON", ""}, ActDelete: {"Delete the plugin, tool or item", "remove"}},
	}
}

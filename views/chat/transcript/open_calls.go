package transcript

import (
	"errors"
	"maps"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/json/schema"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// SetCommands names the commands that are bound to tools, each under its
// tool's name, as they are shown.
func (m *Model) SetCommands(bound map[string]string) {
	m.commands = bound
	m.resync()
}

// SetPendingAnswers sets what is ready to answer calls, in a few words by the call's
// id: it is drawn next to the call that waits.
func (m *Model) SetPendingAnswers(words map[string]string) {
	if maps.Equal(words, m.ready) {
		return
	}
	m.ready = words
	m.resync()
}

// resync has the turns looked at again: what they show of keys, and of calls that wait,
// depends on more than the exchanges.
func (m *Model) resync() {
	for _, tv := range m.path {
		tv.synced = false
	}
	m.changed()
}

// openCalls are the calls that wait for an output, to be found by what their items say.
type openCalls struct {
	turn  *talk.Turn // that they belong to
	calls []talk.Call
	named map[callName]int32 // places in calls
	kinds map[string]bool    // their types
	bound map[string]bool    // what commands are bound to them by
}

// callName is what an output names a call by.
type callName struct{ kind, id string }

// allOpenCalls returns the calls of the conversation that wait. There may be a hundred
// thousand: the index is made once for each answer of the conversation.
func (m *Model) allOpenCalls() *openCalls {
	calls := m.conv.OpenCalls()
	if n := len(calls); n != len(m.openCalls.calls) || n > 0 && &calls[0] != &m.openCalls.calls[0] {
		m.openCalls = newOpenCalls(calls)
	}
	return m.openCalls
}

func newOpenCalls(calls []talk.Call) *openCalls {
	w := &openCalls{calls: calls}
	if len(calls) == 0 {
		return w
	}
	w.turn, w.named = calls[0].Turn, make(map[callName]int32, len(calls))
	w.kinds, w.bound = map[string]bool{}, map[string]bool{}
	for i, c := range calls {
		w.named[callName{c.Type, c.ID}] = int32(i)
		w.kinds[c.Type], w.bound[c.CommandName()] = true, true
	}
	return w
}

// openCallsOf returns the calls of a turn that wait.
func (m *Model) openCallsOf(tv *turnView) *openCalls {
	if w := m.allOpenCalls(); w.turn == tv.turn {
		return w
	}
	return &openCalls{}
}

// call returns the call that an item of the answer is, when it waits.
func (w *openCalls) call(it *state.Item) (talk.Call, bool) {
	if !w.kinds[it.Type] {
		return talk.Call{}, false
	}
	for _, id := range []string{it.CallID(), it.ID, scan.Text(scan.Get(it.Raw, "call_id"))} {
		if i, ok := w.named[callName{it.Type, id}]; ok {
			return w.calls[i], true
		}
	}
	return talk.Call{}, false
}

// hasBoundCommand reports whether a command is bound to a call that waits.
func (m *Model) hasBoundCommand() bool {
	for name, command := range m.commands {
		if command != "" && m.allOpenCalls().bound[name] {
			return true
		}
	}
	return false
}

// openCall adds what a call waits for: how its arguments fit, and what to do.
func (b *builder) openCall(it *state.Item) {
	call, ok := b.waits.call(it)
	if !ok {
		return
	}
	s, _ := b.section(key{part: partItem, item: it.Serial, piece: waitPiece}, 0)
	s.gap, s.inset = 0, bodyInset
	s.head = b.openCallLines(call)
	s.what, s.source = "call", func() string { return string(call.Item) }
}

// belowCall is what the lines below a call that waits depend on.
type belowCall struct{ ready, command, unfit string }

// openCallLines draws what a call waits for, and why its arguments do not fit. Below very many
// calls it is the same, which a search draws once.
func (b *builder) openCallLines(call talk.Call) []string {
	styles, unfit := b.styles, b.argumentFault(call)
	of := belowCall{b.m.ready[call.ID], b.m.commands[call.CommandName()], unfit}
	if lines, ok := b.below[of]; ok {
		return lines
	}
	lines := append([]string{b.ink(&styles.Accent, "◌ waiting for output")}, b.answerKeys(call)...)
	if words := b.m.ready[call.ID]; words != "" {
		lines = slices.Insert(lines, 1, b.ink(&styles.Warn, text.SanitizeLine(words)))
	}
	lines = b.wrapped(lines)
	for i, line := range lines {
		lines[i] = text.Truncate("  "+line, b.width, "…")
	}
	if unfit != "" {
		words := "⚠ " + text.SanitizeLine(text.ClipSized(unfit, limitedTo))
		lines = append(text.Paragraph(styles, styles.Warn, bodyInset, b.width, words), lines...)
	}
	if b.search {
		b.below[of] = lines
	}
	return lines
}

// argumentFault returns why the arguments of a function call do not fit its schema; empty
// when they do, or when nothing is known of it.
func (b *builder) argumentFault(call talk.Call) string {
	if call.Type != "function_call" {
		return ""
	}
	var tool []byte
	if tools := b.tools(); len(tools) > 0 {
		tool = validate.FunctionTool(tools, call.Item)
	}
	if tool == nil {
		return "the request offers no tool of this name"
	}
	err := validate.Arguments(tool, scan.Text(scan.Get(call.Item, "arguments")))
	switch {
	case err == nil:
		return ""
	case errors.Is(err, schema.ErrSchema):
		return "arguments not checked: " + err.Error()
	}
	return "invalid arguments: " + err.Error()
}

func (b *builder) answerKeys(call talk.Call) []string {
	name := b.m.keys.Name
	if !b.m.focused { // letters are text elsewhere
		return []string{b.press(b.m.keys.In(views.Global).Name(views.ActAnswer), "answer it")}
	}
	write := "type the output"
	if b.m.ready[call.ID] != "" {
		write = "review it"
	}
	words := []string{b.press(name(views.ActAnswer), write)}
	if command := b.m.commands[call.CommandName()]; command != "" {
		words = append(words, b.press(name(views.ActCallRun), "run "+text.Truncate(text.SanitizeLine(command), 40, "…")))
	}
	if n := len(b.waits.calls); n > 1 {
		words = append(words, b.ink(&b.styles.Dim, figures.Counted(n, "call")+" waiting; their outputs are sent together"))
	}
	return words
}

// answer asks to answer the call that is selected, else the first that waits.
func (m *Model) answer(a views.Action) views.Intent {
	waits := m.allOpenCalls()
	if len(waits.calls) == 0 {
		return views.Notify{Text: "no call is waiting for output"}
	}
	how := views.AnswerTyped
	if a == views.ActCallRun {
		how = views.AnswerRun
	}
	id := waits.calls[0].ID
	if tv := m.turns[m.selected.turn]; tv != nil && tv.turn == waits.turn && m.selected.part == partItem {
		if at := placeIn(tv.items, m.selected.item); at >= 0 {
			if call, ok := waits.call(tv.items[at]); ok {
				id = call.ID
			}
		}
	}
	return views.AnswerCall{ID: id, How: how}
}

package transcript

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/state/check"
	"gatehouse/state/raw"
	"gatehouse/state/schema"
	"gatehouse/views"
	"gatehouse/views/body"
)

// waitPiece is the piece of the section below a call that waits for its
// output.
const waitPiece = 1 << 21

// SetCommands names the commands that are bound to tools, each under its
// tool's name, as they are shown.
func (m *Model) SetCommands(bound map[string]string) {
	m.commands = bound
	m.resync()
}

// SetReady says what stands ready to answer calls, in a few words by the call's
// id: it is drawn beside the call that waits.
func (m *Model) SetReady(words map[string]string) {
	if maps.Equal(words, m.ready) {
		return
	}
	m.ready = words
	m.resync()
}

// resync has the turns at the end looked at again, whose words depend on more
// than what was said.
func (m *Model) resync() {
	for i := len(m.path) - 1; i >= 0; i-- {
		m.path[i].synced = false
		if m.path[i].turn.Answered() {
			break
		}
	}
	m.changed()
}

// awaits reports whether a call of the turns that were looked at last waits.
func (m *Model) awaits() bool {
	for i := len(m.path) - 1; i >= 0; i-- {
		tv := m.path[i]
		if tv.waits > 0 {
			return true
		}
		if tv.turn.Answered() {
			break
		}
	}
	return false
}

// bound reports whether a command is bound to a call that waits.
func (m *Model) bound() bool {
	if len(m.commands) == 0 {
		return false
	}
	for _, call := range m.conv.Waiting() {
		if m.commands[call.Bound()] != "" {
			return true
		}
	}
	return false
}

// callOf returns the call that an item of the answer is, when it waits.
func (b *builder) callOf(it *state.Item) (state.Call, bool) {
	for _, c := range b.calls {
		if c.Type == it.Type && (c.ID == it.CallID() || c.ID == it.ID || c.ID == raw.Text(raw.Get(it.Raw, "call_id"))) {
			return c, true
		}
	}
	return state.Call{}, false
}

// unfold shows the whole of a call that waits, unless the person folded it.
func (b *builder) unfold(s *section, it *state.Item) {
	if _, waits := b.callOf(it); waits {
		if _, wish := b.m.folds[s.key]; !wish {
			s.folded = false
		}
	}
}

// waiting adds what a call waits for: how its arguments fit, and what to do.
func (b *builder) waiting(it *state.Item) {
	call, ok := b.callOf(it)
	if !ok {
		return
	}
	styles := b.m.styles
	s, _ := b.section(key{part: partItem, item: it.Serial, piece: waitPiece}, 0)
	s.gap, s.inset = 0, bodyInset
	lines := append([]string{styles.Accent.Render("◌ waits for its output")}, b.answerKeys(call)...)
	if words := b.m.ready[call.ID]; words != "" {
		lines = slices.Insert(lines, 1, styles.Warn.Render(body.SanitizeLine(words)))
	}
	s.head = b.wrapped(lines)
	for i, line := range s.head {
		s.head[i] = ansi.Truncate("  "+line, b.width, "…")
	}
	if words := b.unfit(call); words != "" {
		s.head = append(b.unfitLines(words), s.head...)
	}
	s.what, s.source = "the call", func() string { return string(call.Item) }
}

// unfit says why the arguments of a function call do not fit its schema; empty
// when they do, or when nothing is known of it.
func (b *builder) unfit(call state.Call) string {
	if call.Type != "function_call" {
		return ""
	}
	tool := check.FunctionTool(b.tools(), call.Item)
	if tool == nil {
		return "no tool of this name was offered"
	}
	err := check.Arguments(tool, raw.Text(raw.Get(call.Item, "arguments")))
	switch {
	case err == nil:
		return ""
	case errors.Is(err, schema.ErrSchema):
		return "the arguments were not checked: " + err.Error()
	}
	return "the arguments do not fit: " + err.Error()
}

// tools are those that the model was offered.
func (b *builder) tools() []byte {
	if x := b.tv.turn.Exchange; x != nil {
		return raw.Get(x.Request, "tools")
	}
	tools, _ := b.m.conv.Draft.Get("/tools")
	return tools
}

func (b *builder) unfitLines(words string) []string {
	t := body.NewText(b.m.styles, b.m.styles.Warn)
	t.SetWidth(max(b.width-bodyInset, 1))
	t.Update("⚠ " + body.SanitizeLine(body.ClipSized(words, limitedTo)))
	var lines []string
	for i := range t.Len() {
		for _, line := range t.Lines(i) {
			lines = append(lines, "  "+line)
		}
	}
	return lines
}

// answerKeys are the keys that answer a call.
func (b *builder) answerKeys(call state.Call) []string {
	name := b.m.keys.Name
	if !b.m.focused { // letters are text elsewhere
		return []string{b.press(name(views.ActAnswer), "answer it")}
	}
	write := "type it"
	if b.m.ready[call.ID] != "" {
		write = "look at it"
	}
	words := []string{b.press(name(views.ActCallType), write)}
	if command := b.m.commands[call.Bound()]; command != "" {
		words = append(words, b.press(name(views.ActCallRun), "run "+ansi.Truncate(body.SanitizeLine(command), 40, "…")))
	}
	words = append(words, b.press(name(views.ActCallMake), "make one up"))
	if n := len(b.calls); n > 1 {
		words = append(words, b.m.styles.Dim.Render(fmt.Sprintf("%d calls wait, the answers go out together", n)))
	}
	return words
}

// answer asks to answer the call that is selected, else the first that waits.
func (m *Model) answer(a views.Action) views.Intent {
	calls := m.conv.Waiting()
	if len(calls) == 0 {
		return views.Notify{Text: "no call waits for an output"}
	}
	how := map[views.Action]views.CallAnswer{
		views.ActCallType: views.AnswerTyped, views.ActCallRun: views.AnswerRun, views.ActCallMake: views.AnswerMadeUp,
	}[a]
	id := calls[0].ID
	if tv := m.turns[m.selected.turn]; tv != nil && m.selected.part == partItem {
		items := tv.turn.Items()
		if at := bySerial(items, m.selected.item); at >= 0 {
			b := builder{m: m, tv: tv, calls: calls}
			if call, ok := b.callOf(items[at]); ok && call.Turn == tv.turn {
				id = call.ID
			}
		}
	}
	return views.AnswerCall{ID: id, How: how}
}

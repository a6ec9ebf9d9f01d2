package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/check"
	"gatehouse/state/field"
	"gatehouse/state/raw"
	"gatehouse/views"
	"gatehouse/views/picker"
	"gatehouse/views/reply"
)

// waiting finds a call of the shown conversation that waits for its output.
func (m *Model) waiting(id string) (state.Call, bool) {
	for _, call := range m.desk.chat().conv.Waiting() {
		if call.ID == id {
			return call, true
		}
	}
	return state.Call{}, false
}

// answerCall gives a call its output, in the way that the person chose.
func (m *Model) answerCall(id string, how views.CallAnswer) tea.Cmd {
	m.closeOverlay()
	call, ok := m.waiting(id)
	if !ok {
		return m.notify("this call waits no more")
	}
	switch how {
	case views.AnswerTyped:
		return m.typeOutput(call, m.desk.bench.printed[id], "")
	case views.AnswerRun:
		return m.askToRun(call)
	}
	tool := m.toolOf(call)
	made, err := field.Stub(field.OutputSchema(tool), call.Item)
	if err != nil {
		return m.notify("nothing was made up for %s: %v", call.Name, err)
	}
	return m.giveOutput(id, made)
}

// toolOf returns the function tool that a call is for, as the model was
// offered it; nil for any other call.
func (m *Model) toolOf(call state.Call) []byte {
	var tools []byte
	if x := call.Turn.Exchange; x != nil {
		tools = raw.Get(x.Request, "tools")
	} else {
		tools, _ = m.desk.chat().conv.Draft.Get("/tools")
	}
	return check.FunctionTool(tools, call.Item)
}

// typeOutput opens the place where a call's output is written: as text where
// the output is a text, else as the item that answers it.
func (m *Model) typeOutput(call state.Call, text, notes string) tea.Cmd {
	item, ok := field.OutputFor(call.Item)
	if !ok {
		return m.notify("nothing is known of how %s is answered; add the item in the builder", call.Name)
	}
	r := reply.Reply{About: about(call), Notes: notes, Text: text}
	if plain(call) {
		r.Take = func(text string) views.Intent { return views.CallOutput{ID: call.ID, Item: textOutput(call, text)} }
	} else {
		r.JSON, r.Text = true, indented(item)
		if text != "" { // of a command: no item, but of use to who writes it
			r.Notes = strings.TrimLeft(notes+"\nIt printed:\n"+text, "\n")
		}
		r.Take = func(text string) views.Intent {
			return views.CallOutput{ID: call.ID, Item: json.RawMessage(bytes.TrimSpace([]byte(text)))}
		}
	}
	return m.open("Output of "+short(call.Name, 40), reply.New(m.styles, m.keys, r))
}

// plain reports whether the output of a call is a text.
func plain(call state.Call) bool {
	switch call.Type {
	case "function_call", "custom_tool_call", "local_shell_call":
		return true
	}
	return false
}

// about is what a call asks for: its arguments, or all of it.
func about(call state.Call) string {
	for _, member := range []string{"arguments", "input"} {
		if v := raw.Get(call.Item, member); raw.KindOf(v) == raw.String {
			return raw.Text(v)
		}
	}
	for _, member := range []string{"action", "operation"} {
		if v := raw.Get(call.Item, member); v != nil {
			return indented(v)
		}
	}
	return indented(call.Item)
}

func indented(doc []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, doc, "", "  ") != nil {
		return string(doc)
	}
	return b.String()
}

// textOutput is the item that answers a call by a text.
func textOutput(call state.Call, text string) json.RawMessage {
	item, _ := field.OutputFor(call.Item)
	d, err := state.ParseDraft(item)
	if err != nil || d.SetString("/output", text) != nil {
		return item
	}
	return json.RawMessage(d.Bytes())
}

// giveOutput puts an output behind what was said. When no call waits any more,
// the conversation goes on; what is being written stays.
func (m *Model) giveOutput(id string, item json.RawMessage) tea.Cmd {
	c := m.desk.chat()
	call, ok := m.waiting(id)
	switch {
	case !ok:
		return m.notify("this call waits no more")
	case c.edit != nil:
		return m.notify("an earlier turn is being edited; %s leaves it", m.keys.Name(views.ActStop))
	}
	if len(c.conv.Attached()) > 0 {
		return m.notify("files are attached to what you write: send or take them away before you answer a call")
	}
	if _, err := c.conv.Edit("/input/-", item, "", state.BodyOptions{OmitModel: m.opts.RefuseModel}); err != nil {
		return m.notify("the output was not taken: %v", err)
	}
	if left := c.conv.Waiting(); len(left) > 0 {
		if _, still := m.waiting(id); still {
			return m.notify("the item does not answer %s: it names another call", call.Name)
		}
		return m.notify("%s is answered; %s waits still: %s answers it", call.Name, left[0].Name, m.keys.Name(views.ActAnswer))
	}
	return m.sendDocument("", false)
}

// answerMenu lists how the calls that wait can be answered.
func (m *Model) answerMenu() tea.Cmd {
	calls := m.desk.chat().conv.Waiting()
	if len(calls) == 0 {
		return m.notify("no call waits for an output")
	}
	var items []picker.Item
	for _, call := range calls {
		items = append(items, m.answerItems(call, len(calls) > 1)...)
	}
	p := picker.New(m.styles, m.keys)
	p.SetItems(items)
	title := "Answer " + short(calls[0].Name, 40)
	if len(calls) > 1 {
		title = fmt.Sprintf("Answer %d calls", len(calls))
	}
	return m.open(title, p)
}

// answerItems are the ways to answer one call.
func (m *Model) answerItems(call state.Call, named bool) []picker.Item {
	before := ""
	if named {
		before = short(call.Name, 30) + ": "
	}
	row := func(label, words string, action views.Action, intent views.Intent) picker.Item {
		key := ""
		if c, ok := m.keys.Command(action); ok && len(c.Keys) > 0 {
			key = c.Keys[0]
		}
		return picker.Item{Label: before + label, Words: words, Right: key, Choose: func() views.Intent { return intent }}
	}
	item, _ := field.OutputFor(call.Item)
	if call.Type == "mcp_approval_request" {
		yes := json.RawMessage(bytes.Replace(item, []byte(`"approve":false`), []byte(`"approve":true`), 1))
		return []picker.Item{
			row("approve", firstLine(about(call)), "", views.CallOutput{ID: call.ID, Item: yes}),
			row("refuse", "", "", views.CallOutput{ID: call.ID, Item: item}),
			row("type it", "the item as JSON", views.ActCallType, views.AnswerCall{ID: call.ID}),
		}
	}
	items := []picker.Item{row("type it", firstLine(about(call)), views.ActCallType, views.AnswerCall{ID: call.ID})}
	if command, ok := m.opts.Tools[call.Bound()]; ok {
		items = append(items, row("run", commandLine(command.Argv), views.ActCallRun, views.AnswerCall{ID: call.ID, How: views.AnswerRun}))
	}
	return append(items,
		row("make one up", "from the tool's schema", views.ActCallMake, views.AnswerCall{ID: call.ID, How: views.AnswerMadeUp}),
	)
}

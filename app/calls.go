package app

import (
	"bytes"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/check"
	"gatehouse/state/field"
	"gatehouse/state/talk"
	"gatehouse/state/tooluse"
	"gatehouse/views"
	"gatehouse/views/picker"
	"gatehouse/views/reply"
	"gatehouse/views/text"
)

// waiting finds a call of the shown conversation that waits for its output.
func (m *Model) waiting(id string) (talk.Call, bool) {
	for _, call := range m.desk.chat().conv.Waiting() {
		if call.ID == id {
			return call, true
		}
	}
	return talk.Call{}, false
}

// answerCall gives a call its output, in the way that the person chose.
func (m *Model) answerCall(id string, how views.CallAnswer) tea.Cmd {
	m.Overlays.Close()
	call, ok := m.waiting(id)
	why := m.unanswerable()
	switch {
	case !ok:
		return m.Notify("this call waits no more")
	case why != "": // said before anything is written or run
		return m.Notify("%s", why)
	case how == views.AnswerTyped:
		return m.typeOutput(call)
	case how == views.AnswerRun:
		return m.askToRun(call)
	}
	made, err := field.Stub(field.OutputSchema(m.offered(call)), call.Item)
	if err != nil {
		return m.Notify("nothing was made up for %s: %v", call.Name, err)
	}
	return m.giveOutput(id, made)
}

// unanswerable says why no call can be given its output now; empty when one can.
func (m *Model) unanswerable() string {
	c := m.desk.chat()
	switch {
	case c.run != nil:
		return "a stream is running in another branch; " + m.Keys.Name(views.ActStop) + " stops it"
	case c.edit != nil:
		return "an earlier turn is being edited; " + m.Keys.Name(views.ActStop) + " leaves it"
	case len(c.conv.Attached()) > 0:
		return "files are attached to what you write: send or take them away before you answer a call"
	}
	return ""
}

// offered returns the function tool that a call is for, as the model was
// offered it; nil for any other call.
func (m *Model) offered(call talk.Call) []byte {
	var tools []byte
	if x := call.Turn.Exchange; x != nil {
		tools = scan.Get(x.Request, "tools")
	} else {
		tools, _ = m.desk.chat().conv.Draft.Get("/tools")
	}
	return check.FunctionTool(tools, call.Item)
}

// typeOutput opens the place where a call's output is written: as text where
// the output is a text, else as the item that answers it. What stands ready for
// it is there already.
func (m *Model) typeOutput(call talk.Call) tea.Cmd {
	item, ok := field.OutputFor(call.Item)
	if !ok {
		return m.Notify("nothing is known of how %s is answered; add the item in the builder", call.Name)
	}
	stands := m.readyFor(call)
	what, words := about(call)
	u, _ := tooluse.Read(call.Item)
	r := reply.Reply{Asks: what, About: words, Shown: u.Blocks, Notes: stands.notes, Text: stands.text, JSON: !plain(call)}
	r.Take = func(text string) views.Intent { return views.CallOutput{ID: call.ID, Item: textOutput(call, text)} }
	if r.JSON {
		if r.Text == "" {
			r.Text = indented(item)
		}
		r.Take = func(text string) views.Intent {
			return views.CallOutput{ID: call.ID, Item: json.RawMessage(bytes.TrimSpace([]byte(text)))}
		}
	}
	pane := reply.New(m.Styles, m.Keys, r)
	cmd := m.OpenOverlay("Output of "+screen.Short(call.Name, 40), pane)
	w := writing{errand: errand{m.desk.chat(), call}, pane: pane, begun: pane.Text()}
	m.Overlays.Top().Closed = func() { m.keepWritten(w) }
	return cmd
}

// plain reports whether the output of a call is a text.
func plain(call talk.Call) bool {
	switch call.Type {
	case "function_call", "custom_tool_call", "local_shell_call":
		return true
	}
	return false
}

// about is what a call asks for, its arguments or all of it, and what that is
// called.
func about(call talk.Call) (what, words string) {
	for _, member := range []string{"arguments", "input"} {
		if v := scan.Get(call.Item, member); scan.KindOf(v) == scan.String {
			return member, scan.Text(v)
		}
	}
	if u, ok := tooluse.Read(call.Item); ok && u.Asked != "" {
		if call.Type == "apply_patch_call" {
			return "patch: " + u.Asked, u.Asked
		}
		return "command", u.Asked
	}
	for _, member := range []string{"action", "operation"} {
		if v := scan.Get(call.Item, member); v != nil {
			return member, indented(v)
		}
	}
	return "item", indented(call.Item)
}

func indented(doc []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, doc, "", "  ") != nil {
		return string(doc)
	}
	return b.String()
}

// textOutput is the item that answers a call by a text.
func textOutput(call talk.Call, text string) json.RawMessage {
	item, _ := field.OutputFor(call.Item)
	d, err := talk.ParseDraft(item)
	if err != nil || d.SetString("/output", text) != nil {
		return item
	}
	return json.RawMessage(d.Bytes())
}

// giveOutput puts an output behind what was said. When no call waits any more,
// the conversation goes on; what is being written stays. Where it is refused,
// what was written stands ready as before.
func (m *Model) giveOutput(id string, item json.RawMessage) tea.Cmd {
	c := m.desk.chat()
	call, ok := m.waiting(id)
	if !ok {
		return m.Notify("this call waits no more")
	}
	if why := m.unanswerable(); why != "" {
		return m.Notify("%s", why)
	}
	if talk.Answers(item) != id {
		return m.Notify("the item was not taken: it does not name %s, the call that it answers; %s goes on writing it", id, m.Keys.Name(views.ActAnswer))
	}
	if _, err := c.conv.Edit("/input/-", item, "", m.bodyOptions()); err != nil {
		return m.Notify("the output was not taken: %v", err)
	}
	m.forget(c, id)
	if left := c.conv.Waiting(); len(left) > 0 {
		return m.Notify("%s is answered; %s: %s answers", call.Name, stillWait(left), m.Keys.Name(views.ActAnswer))
	}
	return m.sendDocument("", false)
}

// stillWait says which call has no output yet, or how many.
func stillWait(left []talk.Call) string {
	if len(left) == 1 {
		return text.SanitizeLine(screen.Short(left[0].Name, 40)) + " waits still for its output"
	}
	return views.Counted(len(left), "call") + " wait still for their outputs"
}

// answerMenu lists how the calls that wait can be answered.
func (m *Model) answerMenu() tea.Cmd {
	calls := m.desk.chat().conv.Waiting()
	if len(calls) == 0 {
		return m.Notify("no call waits for an output")
	}
	var items []picker.Item
	for _, call := range calls {
		items = append(items, m.answerItems(call, len(calls) > 1)...)
	}
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(items)
	p.SetMenu()
	title := "Answer " + screen.Short(calls[0].Name, 40)
	if len(calls) > 1 {
		title = "Answer " + views.Counted(len(calls), "call")
	}
	return m.OpenOverlay(title, p)
}

// answerItems are the ways to answer one call.
func (m *Model) answerItems(call talk.Call, named bool) []picker.Item {
	before := ""
	if named {
		before = screen.Short(call.Name, 30) + ": "
	}
	row := func(label, words string, action views.Action, intent views.Intent) picker.Item {
		return picker.Item{Label: before + label, Words: words, Action: action, Choose: func() views.Intent { return intent }}
	}
	item, _ := field.OutputFor(call.Item)
	_, asks := about(call)
	if call.Type == "mcp_approval_request" {
		yes := json.RawMessage(bytes.Replace(item, []byte(`"approve":false`), []byte(`"approve":true`), 1))
		return []picker.Item{
			row("approve", screen.FirstLine(asks), "", views.CallOutput{ID: call.ID, Item: yes}),
			row("refuse", "", "", views.CallOutput{ID: call.ID, Item: item}),
			row("type it", "the item as JSON", views.ActCallType, views.AnswerCall{ID: call.ID}),
		}
	}
	write := "type it"
	if status := m.readyFor(call).status; status != "" {
		write, asks = "look at its output", status
	}
	items := []picker.Item{row(write, screen.FirstLine(asks), views.ActCallType, views.AnswerCall{ID: call.ID})}
	if command, ok := m.Options.Tools[call.Bound()]; ok {
		items = append(items, row("run", tooluse.CommandLine(command.Argv), views.ActCallRun, views.AnswerCall{ID: call.ID, How: views.AnswerRun}))
	}
	return append(items,
		row("make one up", "from the tool's schema", views.ActCallMake, views.AnswerCall{ID: call.ID, How: views.AnswerMadeUp}),
	)
}

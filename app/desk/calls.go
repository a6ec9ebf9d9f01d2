package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/tooluse"
	"gatehouse/state/request/field"
	"gatehouse/state/request/talk"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/overlay/approve"
	"gatehouse/views/overlay/reply"
)

// openCall finds a call of the shown conversation that has no output yet.
func (d *Desk) openCall(id string) (talk.Call, bool) {
	for _, call := range d.Shown().Conv.OpenCalls() {
		if call.ID == id {
			return call, true
		}
	}
	return talk.Call{}, false
}

// AnswerCall gives a call its output, as the user chose.
func (d *Desk) AnswerCall(id string, how views.CallAnswer) tea.Cmd {
	d.Overlays.Close()
	call, ok := d.openCall(id)
	why := d.cannotAnswer()
	switch {
	case !ok:
		return d.Notify("this call is no longer waiting")
	case why != "": // reported before anything is written or run
		return d.Notify("%s", why)
	case how == views.AnswerRun:
		return d.askToRun(call)
	}
	return d.typeOutput(call)
}

// cannotAnswer reports why no call can be given its output now; empty when one can.
func (d *Desk) cannotAnswer() string {
	c := d.Shown()
	switch {
	case c.Run() != nil:
		return "a stream is running in another branch; " + d.Keys.Name(views.ActStop) + " stops it"
	case c.Editing != nil:
		return "an earlier turn is being edited; " + d.Keys.Name(views.ActStop) + " cancels the edit"
	case len(c.Conv.Attachments()) > 0:
		return "send or remove the attached files before you answer a call"
	}
	return ""
}

// typeOutput opens the editor of a call's output: of its text, or of the item that
// answers the call if the output is no text. It begins with the prepared output.
func (d *Desk) typeOutput(call talk.Call) tea.Cmd {
	item, ok := field.OutputFor(call.Item)
	if !ok {
		return d.Notify("no known output type for %s; add the item in the builder", call.Name)
	}
	of := chatCall{d.Shown(), call}
	ready := of.preparedOutput()
	what, words := describeCall(call)
	u, _ := tooluse.Read(call.Item)
	r := reply.Reply{Asks: what, About: words, Shown: u.Blocks, Notes: ready.notes, Text: ready.text, JSON: !isTextOutput(call)}
	r.Take = func(text string) views.Intent { return views.CallOutput{ID: call.ID, Item: textOutput(call, text)} }
	switch {
	case r.Text != "" || ready.notes != "":
	case r.JSON:
		r.Text = indented(item)
	default:
		r.Text, r.Example = d.exampleOutput(call), true
	}
	r.LikeJSON = !r.JSON && ready.notes == "" && scan.Check([]byte(d.exampleOutput(call))) == nil
	r.Run, r.RunWords = views.AnswerCall{ID: call.ID, How: views.AnswerRun}, "bind a command"
	if command, ok := d.Tools[call.CommandName()]; ok {
		r.RunWords = "run " + screen.Short(spelling.ShellLine(command.Argv), 30)
	}
	if r.JSON {
		r.Take = func(text string) views.Intent {
			return views.CallOutput{ID: call.ID, Item: json.RawMessage(bytes.TrimSpace([]byte(text)))}
		}
	}
	pane := reply.New(d.Styles, d.Keys, r)
	cmd := d.OpenOverlay("Output of "+screen.Short(call.Name, 40), pane)
	w := outputEditor{chatCall: of, pane: pane, begun: pane.Text()}
	d.Overlays.Top().OnClose(func() { d.prepareWritten(w) })
	return cmd
}

// exampleOutput returns a text to begin the output of a call with, made from the tool's
// schema; empty if none can be made.
func (d *Desk) exampleOutput(call talk.Call) string {
	made, err := field.Stub(call.Item)
	if err != nil {
		return ""
	}
	return scan.Text(scan.Get(made, "output"))
}

// GiveOutput appends the output of a call. When no call waits any more, the
// conversation continues; what is being written stays. If the output is refused,
// it is prepared as before.
func (d *Desk) GiveOutput(id string, item json.RawMessage) tea.Cmd {
	c := d.Shown()
	call, ok := d.openCall(id)
	if !ok {
		return d.Notify("this call is no longer waiting")
	}
	if why := d.cannotAnswer(); why != "" {
		return d.Notify("%s", why)
	}
	if talk.AnsweredCall(item) != id {
		return d.Notify("item rejected: it does not name the call %s; %s resumes editing", id, d.Keys.Name(views.ActAnswer))
	}
	if _, err := c.Conv.Edit("/input/-", item, "", d.bodyOptions()); err != nil {
		return d.Notify("output rejected: %v", err)
	}
	d.dropOutput(c, id)
	if left := c.Conv.OpenCalls(); len(left) > 0 {
		return d.Notify("%s answered; %s; %s answers", call.Name, StillWaiting(left), d.Keys.Name(views.ActAnswer))
	}
	return d.sendDocument("", refuseFaults)
}

func isTextOutput(call talk.Call) bool {
	switch call.Type {
	case "function_call", "custom_tool_call", "local_shell_call":
		return true
	}
	return false
}

// describeCall returns the arguments of a call, or all of it, and a name for that.
func describeCall(call talk.Call) (what, words string) {
	if member, text, ok := call.Arguments(); ok {
		return member, text
	}
	if u, ok := tooluse.Read(call.Item); ok && u.InputLine != "" {
		if call.Type == "apply_patch_call" {
			return "patch: " + u.InputLine, u.InputLine
		}
		return "command", u.InputLine
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

// textOutput returns the item that answers a call by a text.
func textOutput(call talk.Call, text string) json.RawMessage {
	item, _ := field.OutputFor(call.Item)
	d, err := talk.ParseDraft(item)
	if err != nil || d.SetString("/output", text) != nil {
		return item
	}
	return json.RawMessage(d.Bytes())
}

// StillWaiting reports which call has no output yet, or how many.
func StillWaiting(left []talk.Call) string {
	if len(left) == 1 {
		return text.SanitizeLine(screen.Short(left[0].Name, 40)) + " is still waiting for output"
	}
	return figures.Counted(len(left), "call") + " are still waiting for output"
}

// AnswerFirst opens the editor of the first call without an output; of a request for approval,
// the question.
func (d *Desk) AnswerFirst() tea.Cmd {
	calls := d.Shown().Conv.OpenCalls()
	if len(calls) == 0 {
		return d.Notify("no call is waiting for output")
	}
	call := calls[0]
	if call.Type != "mcp_approval_request" {
		return d.AnswerCall(call.ID, views.AnswerTyped)
	}
	item, _ := field.OutputFor(call.Item)
	yes := json.RawMessage(bytes.Replace(item, []byte(`"approve":false`), []byte(`"approve":true`), 1))
	_, asks := describeCall(call)
	return d.OpenOverlay("Approve "+screen.Short(call.Name, 40)+"?", approve.New(d.Styles, d.Keys, asks,
		approve.Choice{Words: "approve", Intent: views.CallOutput{ID: call.ID, Item: yes}, Key: "y"},
		approve.Choice{Words: "refuse", Intent: views.CallOutput{ID: call.ID, Item: item}, Key: "n"},
		approve.Choice{Words: "write the answer as a JSON item", Intent: views.AnswerCall{ID: call.ID}},
	))
}

// outputs are the running commands and the prepared outputs for the tool calls of a conversation,
// by the ids of the calls.
type outputs struct {
	running  map[string]context.CancelFunc
	prepared map[string]prepared
}

func newOutputs() outputs {
	return outputs{map[string]context.CancelFunc{}, map[string]prepared{}}
}

// toolName names what a user allows: a function of a name is not a custom tool
// of the same name.
type toolName struct{ kind, name string }

func toolOf(call talk.Call) toolName { return toolName{call.Type, call.CommandName()} }

// chatCall is a call in its conversation.
type chatCall struct {
	chat *Chat
	call talk.Call
}

// prepared is an output that was not given to its call yet: what a command
// printed, or what was written.
type prepared struct {
	item   []byte // the very call: another may bear its id later
	text   string // as it goes into the box
	notes  string // how a command ended; empty when none ran
	status string // in a few words, for the transcript
}

func (c chatCall) preparedOutput() prepared {
	p := c.chat.outputs.prepared[c.call.ID]
	if !bytes.Equal(p.item, c.call.Item) {
		return prepared{}
	}
	return p
}

// prepare holds an output until it is given.
func (d *Desk) prepare(c chatCall, p prepared) {
	p.item = c.call.Item
	c.chat.outputs.prepared[c.call.ID] = p
	d.OutputsVersion++
}

func (d *Desk) dropOutput(c *Chat, id string) {
	delete(c.outputs.prepared, id)
	d.OutputsVersion++
}

// outputEditor is the overlay in which an output is written.
type outputEditor struct {
	chatCall
	pane  *reply.Model
	begun string // what the box held at first
}

// prepareWritten prepares the output that is being written in a closing overlay.
func (d *Desk) prepareWritten(w outputEditor) {
	text := w.pane.Text()
	if text == w.begun {
		return
	}
	p := w.preparedOutput()
	p.text = text
	switch {
	case p.notes == "" && strings.TrimSpace(text) == "":
		d.dropOutput(w.chat, w.call.ID)
		return
	case p.notes == "":
		p.status = "draft kept"
	}
	d.prepare(w.chatCall, p)
}

// OutputStatus describes the state of the calls of the shown conversation, by
// their ids.
func (d *Desk) OutputStatus() map[string]string {
	words, c := map[string]string{}, d.Shown()
	for id, p := range c.outputs.prepared {
		words[id] = p.status
	}
	for id := range c.outputs.running {
		words[id] = "command running"
	}
	return words
}

// outputStatus describes the state of a conversation's calls; empty for none.
func (c *Chat) outputStatus() string {
	if len(c.outputs.running) > 0 {
		return "● a command is running"
	}
	for _, call := range c.Conv.OpenCalls() {
		if p := (chatCall{c, call}).preparedOutput(); p.item != nil {
			return "◌ " + call.Name + ": " + p.status
		}
	}
	return ""
}

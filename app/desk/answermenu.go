package desk

import (
	"bytes"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/field"
	"gatehouse/state/figures"
	"gatehouse/state/spelling"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/picker"
	"gatehouse/views/text"
)

// StillWaiting says which call has no output yet, or how many.
func StillWaiting(left []talk.Call) string {
	if len(left) == 1 {
		return text.SanitizeLine(screen.Short(left[0].Name, 40)) + " is still waiting for output"
	}
	return figures.Counted(len(left), "call") + " are still waiting for output"
}

// AnswerMenu lists how the calls without an output can be answered.
func (d *Desk) AnswerMenu() tea.Cmd {
	calls := d.Shown().Conv.OpenCalls()
	if len(calls) == 0 {
		return d.Notify("no call is waiting for output")
	}
	var items []picker.Item
	for _, call := range calls {
		items = append(items, d.answerItems(call, len(calls) > 1)...)
	}
	p := picker.New(d.Styles, d.Keys)
	p.SetItems(items)
	p.SetMenu()
	title := "Answer " + screen.Short(calls[0].Name, 40)
	if len(calls) > 1 {
		title = "Answer " + figures.Counted(len(calls), "call")
	}
	return d.OpenOverlay(title, p)
}

// answerItems are the ways to answer one call.
func (d *Desk) answerItems(call talk.Call, named bool) []picker.Item {
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
			row("write the answer", "as a JSON item", views.ActCallType, views.AnswerCall{ID: call.ID}),
		}
	}
	write, words := "type the output", ""
	if status := (callOf{d.Shown(), call}).preparedOutput().status; status != "" {
		write, words = "review the output", screen.FirstLine(status)
	}
	items := []picker.Item{row(write, words, views.ActCallType, views.AnswerCall{ID: call.ID})}
	if command, ok := d.Tools[call.CommandName()]; ok {
		items = append(items, row("run", spelling.ShellLine(command.Argv), views.ActCallRun, views.AnswerCall{ID: call.ID, How: views.AnswerRun}))
	}
	return append(items,
		row("send an example", "", views.ActCallMake, views.AnswerCall{ID: call.ID, How: views.AnswerMadeUp}),
	)
}

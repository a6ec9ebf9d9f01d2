package plain

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/state/request/talk"
)

// answer sets the output of the first waiting call to a text.
func (c *chat) answer(ctx context.Context, text string) {
	call, item, ok := c.waiting()
	switch output := scan.Get(item, "output"); {
	case !ok:
	case call.Type == "mcp_approval_request":
		c.wrong("%s asks for an approval: /approve or /deny.", call.Name)
	case scan.KindOf(output) != scan.String:
		c.wrong("%s takes no text as its output. /save FILE writes the request, to which the item can be added.", call.Name)
	default:
		c.give(ctx, call, item, talk.Change{Pointer: "/output", Value: scan.Quote(text)})
	}
}

// approve approves the first waiting call, or runs its command.
func (c *chat) approve(ctx context.Context, _ string) { c.decide(ctx, true) }

// deny refuses the first waiting call.
func (c *chat) deny(ctx context.Context, _ string) { c.decide(ctx, false) }

func (c *chat) decide(ctx context.Context, yes bool) {
	call, item, ok := c.waiting()
	command, bound := c.command(call)
	switch {
	case !ok:
	case call.Type != "mcp_approval_request" && yes && bound:
		if c.offered != string(call.Item) { // from a file or an earlier turn: its command was not named yet
			c.Say(c.waitingSentence(c.conv.OpenCalls()))
			return
		}
		c.run(ctx, call, item, command)
	case call.Type != "mcp_approval_request":
		c.wrong("%s waits for output, not for an approval: /answer TEXT.", call.Name)
	default:
		c.give(ctx, call, item, talk.Change{Pointer: "/approve", Value: json.RawMessage(fmt.Sprint(yes))})
	}
}

// printCall prints all arguments of the first waiting call.
func (c *chat) printCall(context.Context, string) {
	calls := c.conv.OpenCalls()
	if len(calls) == 0 {
		c.wrong("No call is waiting for output.")
		return
	}
	c.reply("%s was called with %s", calls[0].Name, calls[0].CommandInput())
}

// waiting returns the first waiting call, and the item that would answer it.
func (c *chat) waiting() (talk.Call, json.RawMessage, bool) {
	calls := c.conv.OpenCalls()
	if len(calls) == 0 {
		c.wrong("No call is waiting for output.")
		return talk.Call{}, nil, false
	}
	item, ok := field.OutputFor(calls[0].Item)
	if !ok {
		c.wrong("There is no known output type for %s. /save FILE writes the request, to which the item can be added.", calls[0].Name)
	}
	return calls[0], item, ok
}

// give adds the item that answers a call, and sends the request if no other call waits.
func (c *chat) give(ctx context.Context, call talk.Call, item json.RawMessage, change talk.Change) {
	item, err := talk.ApplyChanges(item, change)
	if err == nil {
		_, err = c.conv.Edit("/input/-", item, "", c.bodyOptions())
	}
	if err != nil {
		c.wrong("The output of %s was rejected: %v.", call.Name, err)
		return
	}
	if left := c.conv.OpenCalls(); len(left) > 0 {
		c.Say(c.waitingSentence(left))
		return
	}
	c.send(ctx, "")
}

// waitingSentence names the waiting calls, and describes how to answer.
func (c *chat) waitingSentence(calls []talk.Call) string {
	names := make([]string, len(calls))
	for i, call := range calls {
		names[i] = call.Name
	}
	how := "/answer TEXT gives it."
	if command, bound := c.command(calls[0]); bound {
		how = commandSentence(calls[0], command)
		c.offered = string(calls[0].Item)
	} else if calls[0].Type == "mcp_approval_request" {
		how = "/approve or /deny decides."
	}
	if len(names) == 1 {
		return names[0] + " is waiting for output. " + how
	}
	return fmt.Sprintf("%d calls are waiting for output: %s. The first: %s", len(names), strings.Join(names, ", "), how)
}

package plain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"gatehouse/app/effect/progress"
	"strings"

	"gatehouse/app/effect/process"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/field"
	"gatehouse/state/request/talk"
	"gatehouse/state/text/spelling"
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
		c.answerCall(ctx, call, item, talk.Change{Pointer: "/output", Value: scan.Quote(text)})
	}
}

func (c *chat) approve(ctx context.Context, _ string) { c.decide(ctx, true) }

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
		c.answerCall(ctx, call, item, talk.Change{Pointer: "/approve", Value: json.RawMessage(fmt.Sprint(yes))})
	}
}

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

// answerCall adds the item that answers a call, and sends the request if no other call waits.
func (c *chat) answerCall(ctx context.Context, call talk.Call, item json.RawMessage, change talk.Change) {
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

const maxRead = 400 // characters of an input or an output that are read aloud

// command returns the command of config.toml that can answer a call: it is bound to its tool, and the
// output is a text.
func (c *chat) command(call talk.Call) (process.Command, bool) {
	bound, ok := c.Connection.Tools[call.CommandName()]
	item, known := field.OutputFor(call.Item)
	return bound, ok && known && scan.KindOf(scan.Get(item, "output")) == scan.String
}

// commandSentence describes what /approve would run, with which input, and how to read all of that.
func commandSentence(call talk.Call, command process.Command) string {
	input := call.CommandInput()
	words := "/approve runs " + spelling.ShellLine(command.Argv) + " " + command.Conditions() + ", with "
	if shown := screen.Short(input, maxRead); shown != input {
		words += fmt.Sprintf("this on its standard input: %s Only the beginning of %s was read; /call prints all of it. ", shown, figures.Size(len(input)))
	} else {
		words += shown + " on its standard input; "
	}
	return words + "/answer TEXT gives another output."
}

// run runs the command of a call, which the user approved, and sends its output unless it failed.
func (c *chat) run(ctx context.Context, call talk.Call, item json.RawMessage, command process.Command) {
	var result process.Result
	var err error
	c.work(ctx, progress.Step{Verb: "running", What: "the command for " + call.Name}, func(w *progress.Work) {
		result, err = command.Run(w.Context(), []byte(call.CommandInput()))
	})
	output := strings.TrimSuffix(result.OutputAsText, "\n")
	how := fmt.Sprintf("ended: exit %d, %s, %s", result.Exit, figures.Duration(result.Elapsed.Microseconds()), figures.Size(len(result.Output)))
	fine := err == nil && result.Exit == 0 && result.Dropped == 0
	switch {
	case ctx.Err() != nil || c.over:
		return
	case errors.Is(err, context.Canceled):
		how = "was stopped"
	case err != nil:
		how = "failed: " + err.Error()
	case result.Dropped > 0:
		how += ", another " + figures.Size(int(result.Dropped)) + " dropped"
	}
	hint := ""
	if result.Exit != 0 {
		hint = result.Hint(call.Name)
	}
	c.Say("The command for " + call.Name + " " + stopped(how) + hint)
	if complaint := strings.TrimSpace(string(result.Stderr)); complaint != "" {
		c.Say("Standard error: " + stopped(screen.Short(complaint, maxRead)))
	}
	if output != "" {
		c.Say("Output: " + screen.Short(output, maxRead))
	}
	if !fine {
		c.wrong("Nothing was sent. /approve runs it again; /answer TEXT gives another output.")
		return
	}
	c.answerCall(ctx, call, item, talk.Change{Pointer: "/output", Value: scan.Quote(output)})
}

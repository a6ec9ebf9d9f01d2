package plain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gatehouse/app/effect/process"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/field"
	"gatehouse/state/request/talk"
	"gatehouse/state/text/spelling"
)

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
	c.stoppable(ctx, func(ctx context.Context) { result, err = command.Run(ctx, []byte(call.CommandInput())) })
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
	c.Say("The command for " + call.Name + " " + stopped(how))
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
	c.give(ctx, call, item, talk.Change{Pointer: "/output", Value: scan.Quote(output)})
}

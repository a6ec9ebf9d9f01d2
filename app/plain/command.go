package plain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gatehouse/app/screen"
	"gatehouse/app/tool"
	"gatehouse/client/scan"
	"gatehouse/state/field"
	"gatehouse/state/figures"
	"gatehouse/state/spelling"
	"gatehouse/state/talk"
)

// maxRead is how many characters of an input or an output are read aloud.
const maxRead = 400

// command is the one of config.toml that can answer a call: it is bound to its tool, and
// the output is a text.
func (c *chat) command(call talk.Call) (tool.Command, bool) {
	bound, ok := c.Connection.Tools[call.CommandName()]
	item, known := field.OutputFor(call.Item)
	return bound, ok && known && scan.KindOf(scan.Get(item, "output")) == scan.String
}

// commandSentence says what /approve would run, on which input, and how to read what was
// left out of that.
func commandSentence(call talk.Call, command tool.Command) string {
	input := call.CommandInput()
	words := "/approve runs " + spelling.ShellLine(command.Argv) + " " + command.Conditions() + ", with "
	if shown := screen.Short(input, maxRead); shown != input {
		words += fmt.Sprintf("this on its standard input: %s Only the beginning of %s was read; /call prints all of it. ", shown, figures.Size(len(input)))
	} else {
		words += shown + " on its standard input; "
	}
	return words + "/answer TEXT gives another output."
}

// run runs the command that is bound to a call, to which the person agreed, and sends what
// it printed. Where it failed nothing is sent.
func (c *chat) run(ctx context.Context, call talk.Call, item json.RawMessage, command tool.Command) {
	var result tool.Result
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

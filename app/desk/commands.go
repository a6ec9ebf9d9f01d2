package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/process"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/talk"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/overlay/approve"
	"gatehouse/views/overlay/reply"
)

// CommandLines returns the commands that are bound to tools, by the tools' names.
func CommandLines(tools map[string]process.Command) map[string]string {
	lines := make(map[string]string, len(tools))
	for name, c := range tools {
		lines[name] = spelling.ShellLine(c.Argv)
	}
	return lines
}

// askToRun shows the command that is bound to a call's tool, and runs it when
// the user agrees, or has agreed for this session.
func (d *Desk) askToRun(call talk.Call) tea.Cmd {
	name := call.CommandName()
	command, ok := d.Tools[name]
	job := chatCall{d.Shown(), call}
	switch {
	case !ok:
		return d.AskCommand(name, call.ID)
	case job.chat.outputs.running[call.ID] != nil:
		return d.Notify("the command is running; %s stops it", d.Keys.Name(views.ActStop))
	case d.allowed[toolOf(call)]:
		return d.runCommand(job)
	}
	d.asked = job
	input := call.CommandInput()
	if start := text.Start(input, maxShownInput); len(start) < len(input) {
		input = start + "\n… and more"
	}
	about := fmt.Sprintf("%s\n\nRuns %s. Its standard output becomes the tool's result.\nStandard input:\n%s",
		spelling.ShellLine(command.Argv), command.Conditions(), input)
	return d.OpenOverlay("Run a command for "+screen.Short(name, 40)+"?", approve.New(d.Styles, d.Keys, about,
		approve.Choice{Words: "run it once", Intent: views.RunCommand{ID: call.ID}, Key: "y"},
		approve.Choice{Words: "run it for every call of " + name + " until you quit", Intent: views.RunCommand{ID: call.ID, Always: true}},
		approve.Choice{Words: "another command…", Intent: views.AskCommand{Tool: name, ID: call.ID}},
		approve.Choice{Words: "do not run it", Intent: views.Close{}, Key: "n"},
	))
}

// runAllowed runs the commands of the calls that an answer ends with, of the tools whose every call the user
// agreed to; nil if there are none, or the answer was stopped or failed.
func (d *Desk) runAllowed(c *Chat, x *state.Exchange) tea.Cmd {
	if x.Verdict != state.Completed || d.cannotAnswer() != "" {
		return nil
	}
	var all []tea.Cmd
	for _, call := range c.Conv.OpenCalls() {
		_, bound := d.Tools[call.CommandName()]
		if bound && d.allowed[toolOf(call)] && c.outputs.running[call.ID] == nil {
			all = append(all, d.runCommand(chatCall{c, call}))
		}
	}
	if all == nil {
		return nil
	}
	return tea.Batch(all...)
}

// AskCommand asks for the command to bind to a tool, and to run for a call; an empty callID
// means none.
func (d *Desk) AskCommand(name, callID string) tea.Cmd {
	if d.Config == "" {
		return d.Notify("no command is bound to %s, and this run has no config.toml to bind one in", name)
	}
	return d.OpenOverlay("Command for "+screen.Short(name, 40), reply.New(d.Styles, d.Keys, reply.Reply{
		What: "A program with its arguments. It reads the call's arguments from stdin.",
		Text: spelling.ShellLine(d.Tools[name].Argv),
		Take: func(line string) views.Intent { return views.BindCommand{ID: callID, Tool: name, Line: line} },
	}))
}

// BindCommand writes the command of a tool to config.toml, and asks whether to run it for a call.
func (d *Desk) BindCommand(i views.BindCommand) tea.Cmd {
	top := d.Overlays.Top()
	argv, err := process.Argv(i.Line)
	if err != nil {
		return d.Fault(top, err)
	}
	return func() tea.Msg {
		_, err := config.SaveTool(d.Config, i.Tool, argv)
		return screen.EffectFunc(func() tea.Cmd {
			if err != nil {
				return d.Fault(top, err)
			}
			d.Overlays.Dismiss(top)
			if d.Tools == nil {
				d.Tools = map[string]process.Command{}
			}
			command := d.Tools[i.Tool] // retains its limits
			command.Argv, command.Environ = argv, d.ToolEnviron
			d.Tools[i.Tool] = command
			d.OutputsVersion++
			d.Notify("tools.%s is saved in config.toml", i.Tool)
			if call, ok := d.openCall(i.ID); ok {
				return d.askToRun(call)
			}
			return nil
		})
	}
}

// maxShownInput is how many bytes of a command's input the user is shown.
const maxShownInput = 64 << 10

// RunApproved runs the command for the very call that the user was shown and
// has approved.
func (d *Desk) RunApproved(i views.RunCommand) tea.Cmd {
	job := d.asked
	d.asked = chatCall{}
	if job.call.ID != i.ID || !d.isWaiting(job) {
		return d.Notify("not run: this call is no longer waiting")
	}
	if i.Always {
		d.allowed[toolOf(job.call)] = true
	}
	return d.runCommand(job)
}

// isWaiting reports whether a call of the shown conversation has no output yet.
func (d *Desk) isWaiting(c chatCall) bool {
	open, ok := d.openCall(c.call.ID)
	return ok && c.chat == d.Shown() && bytes.Equal(open.Item, c.call.Item) // another call may bear its id later
}

// runCommand runs the command that is bound to a call's tool, which the user has approved.
func (d *Desk) runCommand(job chatCall) tea.Cmd {
	command := d.Tools[job.call.CommandName()]
	ctx, cancel := context.WithCancel(d.Life.Ctx)
	job.chat.outputs.running[job.call.ID] = cancel
	d.OutputsVersion++
	life := &d.Life
	life.Readers.Add(1)
	run := func() tea.Msg {
		defer life.Readers.Done()
		result, err := command.Run(ctx, []byte(job.call.CommandInput()))
		return commandEnded{desk: d, chatCall: job, result: result, err: err}
	}
	return tea.Batch(d.Notify("running %s; %s stops it", spelling.ShellLine(command.Argv), d.Keys.Name(views.ActStop)), run)
}

// StopCommands returns the escape that stops the commands for the shown conversation.
func (d *Desk) StopCommands() screen.Escape {
	running := d.Shown().outputs.running
	return screen.EscapeIf(len(running) > 0, "stop command", func() tea.Cmd {
		for _, cancel := range running {
			cancel()
		}
		return nil
	})
}

// commandEnded is the effect of a command that has run for a call.
type commandEnded struct {
	desk *Desk
	chatCall
	result process.Result
	err    error
}

// Apply gives the output to the call if there is nothing to ask. Else it prepares the output for
// the user to look at later: no overlay opens over what they are doing.
func (e commandEnded) Apply() tea.Cmd {
	d := e.desk
	if cancel := e.chat.outputs.running[e.call.ID]; cancel != nil {
		cancel()
		delete(e.chat.outputs.running, e.call.ID)
		d.OutputsVersion++
	}
	output := strings.TrimSuffix(e.result.OutputAsText, "\n")
	succeeded := e.err == nil && e.result.Exit == 0 && e.result.Dropped == 0
	item, ok := answerItem(e.call, output)
	waits := d.isWaiting(e.chatCall)
	if succeeded && ok && waits && d.Overlays.Top() == nil && d.cannotAnswer() == "" {
		give := d.GiveOutput(e.call.ID, item)
		d.Notify("the command for %s ended: %s", e.call.Name, e.outcome())
		if complaint := e.complaint(); complaint != "" {
			d.Warn("standard error: " + screen.Short(complaint, 400))
		}
		return give
	}
	p := prepared{text: output, notes: e.notes(), status: "command: " + e.outcome()}
	if !ok { // the user writes the item, with the output as a note
		p.text = ""
		if output != "" {
			p.notes += "\nOutput:\n" + output
		}
	}
	d.prepare(e.chatCall, p)
	shown := e.chat == d.Shown()
	if shown {
		d.ClearLine(false) // it may still be "running …"
	}
	words := "the command for " + e.call.Name + ": " + e.outcome() + "; "
	switch {
	case !shown:
		words += "its call is waiting in another conversation; " + d.Keys.Name(views.ActConversations) + " lists them"
	case !waits:
		words += "its call is no longer waiting"
	default:
		words += d.Keys.Name(views.ActAnswer) + " shows the output to send or edit"
	}
	if errors.Is(e.err, context.Canceled) {
		return d.Notify("%s", words)
	}
	if e.result.Exit != 0 {
		words += "." + e.result.Hint(e.call.Name)
	}
	d.Warn(strings.TrimSuffix(words, "."))
	return nil
}

// answerItem makes the item that answers a call from a command's output. ok is false if
// the item is more than a text and the output is no such item.
func answerItem(call talk.Call, output string) (item json.RawMessage, ok bool) {
	if isTextOutput(call) {
		return textOutput(call, output), true
	}
	item = bytes.TrimSpace([]byte(output))
	return item, scan.Check(item) == nil && scan.KindOf(item) == scan.Object && scan.Get(item, "type") != nil
}

// outcome describes how the command ended, in a few words.
func (e commandEnded) outcome() string {
	switch {
	case errors.Is(e.err, context.Canceled):
		return "stopped by you"
	case e.err != nil:
		return e.err.Error()
	}
	return fmt.Sprintf("exit %d, %s, %s", e.result.Exit, figures.Duration(e.result.Elapsed.Microseconds()), figures.Size(len(e.result.Output)))
}

// complaint returns what the command wrote to standard error.
func (e commandEnded) complaint() string { return strings.TrimSpace(string(e.result.Stderr)) }

// notes returns what the user needs to know before they decide.
func (e commandEnded) notes() string {
	notes := "Command: " + e.outcome() + "."
	if e.result.Exit != 0 {
		notes += e.result.Hint(e.call.Name)
	}
	if e.result.Dropped > 0 {
		notes += fmt.Sprintf(" Another %s of output was dropped.", figures.Size(int(e.result.Dropped)))
	}
	if complaint := e.complaint(); complaint != "" {
		notes += "\nStandard error:\n" + complaint
	}
	return notes
}

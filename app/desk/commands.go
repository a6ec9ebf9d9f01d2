package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/process"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/talk"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/overlay/approve"
	"gatehouse/views/overlay/reply"
)

// CommandLines are the commands that are bound to tools, by the tools' names.
func CommandLines(tools map[string]process.Command) map[string]string {
	names := make(map[string]string, len(tools))
	for name, c := range tools {
		names[name] = spelling.ShellLine(c.Argv)
	}
	return names
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
	if start := text.Start(input, maxShown); len(start) < len(input) {
		input = start + "\n… and more"
	}
	about := fmt.Sprintf("%s\n\nRuns %s. Its standard output becomes the tool's result.\nStandard input:\n%s",
		spelling.ShellLine(command.Argv), command.Conditions(), input)
	return d.OpenOverlay("Run a command for "+screen.Short(name, 40)+"?", approve.New(d.Styles, d.Keys, about,
		approve.Choice{Words: "run it once", Intent: views.RunCommand{ID: call.ID}, Key: "y"},
		approve.Choice{Words: "run it for every call of " + name + " in this session", Intent: views.RunCommand{ID: call.ID, Always: true}},
		approve.Choice{Words: "do not run it", Intent: views.Close{}, Key: "n"},
	))
}

// AskCommand asks for the command to bind to a tool, and to run for a call; "" for none.
func (d *Desk) AskCommand(name, call string) tea.Cmd {
	if d.Config == "" {
		return d.Notify("no command is bound to %s, and this run has no config.toml to bind one in", name)
	}
	return d.OpenOverlay("Command for "+screen.Short(name, 40), reply.New(d.Styles, d.Keys, reply.Reply{
		What: "A program with its arguments. It reads the call's arguments from stdin.",
		Text: spelling.ShellLine(d.Tools[name].Argv),
		Take: func(line string) views.Intent { return views.BindCommand{ID: call, Tool: name, Line: line} },
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
			command := d.Tools[i.Tool] // its limits stay
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

// maxShown is how much of a command's input is shown, in bytes; after a longer one a line
// states that there is more.
const maxShown = 64 << 10

// RunAsked runs the command for the very call that the user was shown and
// has approved.
func (d *Desk) RunAsked(id string, always bool) tea.Cmd {
	job := d.asked
	d.asked = chatCall{}
	now, waits := d.openCall(id)
	if !waits || job.chat != d.Shown() || job.call.ID != id || !bytes.Equal(now.Item, job.call.Item) {
		return d.Notify("not run: this call is no longer waiting")
	}
	if always {
		d.allowed[toolOf(job.call)] = true
	}
	return d.runCommand(job)
}

// runCommand runs the command that is bound to a call's tool. The user has
// approved it.
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

// StopCommands is the escape that stops the commands for the shown conversation.
func (d *Desk) StopCommands() screen.Escape {
	running := d.Shown().outputs.running
	return screen.EscapeIf(len(running) > 0, "stop command", func() tea.Cmd {
		for _, cancel := range running {
			cancel()
		}
		return nil
	})
}

type commandEnded struct {
	desk *Desk
	chatCall
	result process.Result
	err    error
}

// Apply implements screen.Effect. It gives the output to the call if there is nothing
// to ask. Else it prepares the output for the user to look at later: no overlay opens
// over what they are doing.
func (e commandEnded) Apply() tea.Cmd {
	d := e.desk
	if cancel := e.chat.outputs.running[e.call.ID]; cancel != nil {
		cancel()
		delete(e.chat.outputs.running, e.call.ID)
		d.OutputsVersion++
	}
	output := strings.TrimSuffix(e.result.OutputAsText, "\n")
	fine := e.err == nil && e.result.Exit == 0 && e.result.Dropped == 0
	item, complete := answerItem(e.call, output)
	shown := e.chat == d.Shown()
	now, waits := d.openCall(e.call.ID)
	if fine && complete && shown && waits && bytes.Equal(now.Item, e.call.Item) && d.Overlays.Top() == nil && d.cannotAnswer() == "" {
		give := d.GiveOutput(e.call.ID, item)
		d.Notify("%s", "the command for "+e.call.Name+" ended: "+e.outcome())
		if complaint := strings.TrimSpace(string(e.result.Stderr)); complaint != "" {
			d.Warn("standard error: " + screen.Short(complaint, 400))
		}
		return give
	}
	p := prepared{text: output, notes: e.notes(), status: "command: " + e.outcome()}
	if !complete { // no item, but of use to who writes it
		p.text = ""
		if output != "" {
			p.notes += "\nOutput:\n" + output
		}
	}
	d.prepare(e.chatCall, p)
	if shown {
		d.ClearLine(false) // that it is running
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
	d.Warn(words)
	return nil
}

// answerItem makes the item that answers a call from a command's output. complete
// is false if the item is more than a text and the output is no such item.
func answerItem(call talk.Call, output string) (item json.RawMessage, complete bool) {
	if isTextOutput(call) {
		return textOutput(call, output), true
	}
	text := bytes.TrimSpace([]byte(output))
	complete = scan.Check(text) == nil && scan.KindOf(text) == scan.Object && scan.Get(text, "type") != nil
	return json.RawMessage(text), complete
}

func (e commandEnded) outcome() string {
	words := fmt.Sprintf("exit %d, %s, %s", e.result.Exit, e.result.Elapsed.Round(time.Millisecond), figures.Size(len(e.result.Output)))
	switch {
	case errors.Is(e.err, context.Canceled):
		return "stopped by you"
	case e.err != nil:
		return e.err.Error()
	}
	return words
}

// notes are what the user needs to know before they decide.
func (e commandEnded) notes() string {
	notes := "Command: " + e.outcome() + "."
	if e.result.Dropped > 0 {
		notes += fmt.Sprintf(" Another %s of output was dropped.", figures.Size(int(e.result.Dropped)))
	}
	if complaint := strings.TrimSpace(string(e.result.Stderr)); complaint != "" {
		notes += "\nStandard error:\n" + complaint
	}
	return notes
}

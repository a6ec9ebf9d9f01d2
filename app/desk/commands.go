package desk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/app/tool"
	"gatehouse/client/scan"
	"gatehouse/state/talk"
	"gatehouse/state/tooluse"
	"gatehouse/views"
	"gatehouse/views/approve"
)

// CommandLines are the commands that are bound to tools, by the tools' names.
func CommandLines(tools map[string]tool.Command) map[string]string {
	names := make(map[string]string, len(tools))
	for name, c := range tools {
		names[name] = tooluse.CommandLine(c.Argv)
	}
	return names
}

// given is what a command gets on its standard input: the arguments of the
// call, or the whole call where it has none.
func given(call talk.Call) string {
	for _, member := range []string{"arguments", "input"} {
		if v := scan.Get(call.Item, member); scan.KindOf(v) == scan.String {
			return scan.Text(v)
		}
	}
	return string(call.Item)
}

// askToRun shows the command that is bound to a call's tool, and runs it when
// the person says so, or has said so for this session.
func (d *Desk) askToRun(call talk.Call) tea.Cmd {
	name := call.Bound()
	command, ok := d.Tools[name]
	job := callOf{d.Shown(), call}
	switch {
	case !ok:
		return d.Notify("no command is bound to %s: write [tools.%s] with command = [\"program\"] into config.toml", name, name)
	case d.outputs.running[job.name()] != nil:
		return d.Notify("its command is running; %s stops it", d.Keys.Name(views.ActStop))
	case d.outputs.allowed[toolOf(call)]:
		return d.runCommand(job)
	}
	d.outputs.asked = job
	limit := cmp.Or(command.Timeout, tool.DefaultTimeout)
	where, err := os.Getwd()
	if err != nil {
		where = "the working directory"
	}
	about := fmt.Sprintf("It runs in %s without a shell, for at most %s, and what it prints becomes the output.", where, limit)
	return d.OpenOverlay("Run a command for "+screen.Short(name, 40)+"?", approve.New(d.Styles, d.Keys, approve.Request{
		Command: tooluse.CommandLine(command.Argv), About: about, Input: given(call), Tool: name,
		Once: views.RunCommand{ID: call.ID}, Always: views.RunCommand{ID: call.ID, Always: true},
	}))
}

// RunAsked runs the command for the very call that the person was shown and
// has said yes to.
func (d *Desk) RunAsked(id string, always bool) tea.Cmd {
	job := d.outputs.asked
	d.outputs.asked = callOf{}
	now, waits := d.waiting(id)
	if !waits || job.chat != d.Shown() || job.call.ID != id || !bytes.Equal(now.Item, job.call.Item) {
		return d.Notify("nothing was run: this call waits no more")
	}
	if always {
		d.outputs.allowed[toolOf(job.call)] = true
	}
	return d.runCommand(job)
}

// runCommand runs the command that is bound to a call's tool. The person has
// said yes to it.
func (d *Desk) runCommand(job callOf) tea.Cmd {
	command := d.Tools[job.call.Bound()]
	ctx, cancel := context.WithCancel(d.Life.Ctx)
	d.outputs.running[job.name()] = cancel
	d.outputs.version++
	life := &d.Life
	life.Readers.Add(1)
	run := func() tea.Msg {
		defer life.Readers.Done()
		result, err := command.Run(ctx, []byte(given(job.call)))
		return commandEnded{desk: d, callOf: job, result: result, err: err}
	}
	return tea.Batch(d.Notify("running %s; %s stops it", tooluse.CommandLine(command.Argv), d.Keys.Name(views.ActStop)), run)
}

// StopCommands stops the commands that run for the shown conversation; ok is
// false when none does.
func (d *Desk) StopCommands() (ok bool) {
	for name, cancel := range d.outputs.running {
		if name.chat == d.Shown() {
			cancel()
			ok = true
		}
	}
	return ok
}

// Commanded reports whether a command runs for the shown conversation.
func (d *Desk) Commanded() bool {
	for name := range d.outputs.running {
		if name.chat == d.Shown() {
			return true
		}
	}
	return false
}

// commandEnded brings what a command left behind.
type commandEnded struct {
	desk *Desk
	callOf
	result tool.Result
	err    error
}

// Land implements screen.Effect. It gives the output to the call, where that can
// be done without a word. Else it is prepared, and the person looks at it when
// they want to: no overlay opens over what they are doing.
func (e commandEnded) Land() tea.Cmd {
	d := e.desk
	if cancel := d.outputs.running[e.name()]; cancel != nil {
		cancel()
		delete(d.outputs.running, e.name())
		d.outputs.version++
	}
	output := strings.TrimSuffix(e.result.OutputAsText, "\n")
	fine := e.err == nil && e.result.Exit == 0 && e.result.Dropped == 0
	item, whole := answerOf(e.call, output)
	shown := e.chat == d.Shown()
	now, waits := d.waiting(e.call.ID)
	if fine && whole && shown && waits && bytes.Equal(now.Item, e.call.Item) && d.Overlays.Top() == nil && d.cannotAnswer() == "" {
		give := d.GiveOutput(e.call.ID, item)
		d.Notify("%s", "the command for "+e.call.Name+" has ended: "+e.how())
		if complaint := strings.TrimSpace(string(e.result.Stderr)); complaint != "" {
			d.Warn("it said on standard error: " + screen.Short(complaint, 400))
		}
		return give
	}
	p := prepared{text: output, notes: e.notes(), status: "its command: " + e.how()}
	if !whole { // no item, but of use to who writes it
		p.text = ""
		if output != "" {
			p.notes += "\nIt printed:\n" + output
		}
	}
	d.prepare(e.callOf, p)
	if shown {
		d.Unsay(false) // that it is running
	}
	words := "the command for " + e.call.Name + ": " + e.how() + "; "
	switch {
	case !shown:
		words += "its call waits in another conversation: " + d.Keys.Name(views.ActConversations) + " lists them"
	case !waits:
		words += "its call waits no more"
	default:
		words += d.Keys.Name(views.ActAnswer) + " shows what it printed, for you to send or to change"
	}
	if errors.Is(e.err, context.Canceled) {
		return d.Notify("%s", words)
	}
	d.Warn(words)
	return nil
}

// answerOf makes the item that answers a call of what a command printed. whole
// is false where the item is more than a text and the output is none.
func answerOf(call talk.Call, output string) (item json.RawMessage, whole bool) {
	if plain(call) {
		return textOutput(call, output), true
	}
	text := bytes.TrimSpace([]byte(output))
	whole = scan.Check(text) == nil && scan.KindOf(text) == scan.Object && scan.Get(text, "type") != nil
	return json.RawMessage(text), whole
}

// how says in a few words how the command ended.
func (e commandEnded) how() string {
	words := fmt.Sprintf("exit %d, %s, %s", e.result.Exit, e.result.Elapsed.Round(time.Millisecond), views.Size(len(e.result.Output)))
	switch {
	case errors.Is(e.err, context.Canceled):
		return "you stopped it"
	case e.err != nil:
		return e.err.Error()
	}
	return words
}

// notes are what the person needs to know before they decide.
func (e commandEnded) notes() string {
	notes := "The command: " + e.how() + "."
	if e.result.Dropped > 0 {
		notes += fmt.Sprintf(" Of its output %s more were not kept.", views.Size(int(e.result.Dropped)))
	}
	if complaint := strings.TrimSpace(string(e.result.Stderr)); complaint != "" {
		notes += "\nOn standard error:\n" + complaint
	}
	return notes
}

package app

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

// boundCommands names the commands for the screen.
func boundCommands(tools map[string]tool.Command) map[string]string {
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
func (m *Model) askToRun(call talk.Call) tea.Cmd {
	name := call.Bound()
	command, ok := m.Options.Tools[name]
	job := errand{m.desk.chat(), call}
	switch {
	case !ok:
		return m.Notify("no command is bound to %s: write [tools.%s] with command = [\"program\"] into config.toml", name, name)
	case m.desk.bench.running[job.key()] != nil:
		return m.Notify("its command is running; %s stops it", m.Keys.Name(views.ActStop))
	case m.desk.bench.allowed[toolOf(call)]:
		return m.runCommand(job)
	}
	m.desk.bench.asked = job
	limit := cmp.Or(command.Timeout, tool.DefaultTimeout)
	where, err := os.Getwd()
	if err != nil {
		where = "the working directory"
	}
	about := fmt.Sprintf("It runs in %s without a shell, for at most %s, and what it prints becomes the output.", where, limit)
	return m.OpenOverlay("Run a command for "+screen.Short(name, 40)+"?", approve.New(m.Styles, m.Keys, approve.Request{
		Command: tooluse.CommandLine(command.Argv), About: about, Input: given(call), Tool: name,
		Once: views.RunCommand{ID: call.ID}, Always: views.RunCommand{ID: call.ID, Always: true},
	}))
}

// runAsked runs the command for the very call that the person was shown and
// has said yes to.
func (m *Model) runAsked(id string, always bool) tea.Cmd {
	job := m.desk.bench.asked
	m.desk.bench.asked = errand{}
	now, waits := m.waiting(id)
	if !waits || job.chat != m.desk.chat() || job.call.ID != id || !bytes.Equal(now.Item, job.call.Item) {
		return m.Notify("nothing was run: this call waits no more")
	}
	if always {
		m.desk.bench.allowed[toolOf(job.call)] = true
	}
	return m.runCommand(job)
}

// runCommand runs the command that is bound to a call's tool. The person has
// said yes to it.
func (m *Model) runCommand(job errand) tea.Cmd {
	command := m.Options.Tools[job.call.Bound()]
	ctx, cancel := context.WithCancel(m.Life.Ctx)
	m.desk.bench.running[job.key()] = cancel
	m.showReady()
	life := &m.Life
	life.Readers.Add(1)
	run := func() tea.Msg {
		defer life.Readers.Done()
		result, err := command.Run(ctx, []byte(given(job.call)))
		return commandEnded{errand: job, result: result, err: err}
	}
	return tea.Batch(m.Notify("running %s; %s stops it", tooluse.CommandLine(command.Argv), m.Keys.Name(views.ActStop)), run)
}

// stopCommands stops the commands that run for the shown conversation; ok is
// false when none does.
func (m *Model) stopCommands() (ok bool) {
	for key, cancel := range m.desk.bench.running {
		if key.chat == m.desk.chat() {
			cancel()
			ok = true
		}
	}
	return ok
}

// commanded reports whether a command runs for the shown conversation.
func (m *Model) commanded() bool {
	for key := range m.desk.bench.running {
		if key.chat == m.desk.chat() {
			return true
		}
	}
	return false
}

// commandEnded brings what a command left behind.
type commandEnded struct {
	errand
	result tool.Result
	err    error
}

// apply gives the output to the call, where that can be done without a word.
// Else it stands ready, and the person looks at it when they want to: nothing
// lays itself over what they are doing.
func (e commandEnded) apply(m *Model) tea.Cmd {
	b := &m.desk.bench
	if cancel := b.running[e.key()]; cancel != nil {
		cancel()
		delete(b.running, e.key())
	}
	output := strings.TrimSuffix(e.result.OutputAsText, "\n")
	fine := e.err == nil && e.result.Exit == 0 && e.result.Dropped == 0
	item, whole := answerOf(e.call, output)
	shown := e.chat == m.desk.chat()
	now, waits := m.waiting(e.call.ID)
	if fine && whole && shown && waits && bytes.Equal(now.Item, e.call.Item) && m.Overlays.Top() == nil && m.unanswerable() == "" {
		m.showReady()
		give := m.giveOutput(e.call.ID, item)
		m.Notify("%s", "the command for "+e.call.Name+" has ended: "+e.how())
		if complaint := strings.TrimSpace(string(e.result.Stderr)); complaint != "" {
			m.Warn("it said on standard error: " + screen.Short(complaint, 400))
		}
		return give
	}
	kept := ready{text: output, notes: e.notes(), status: "its command: " + e.how()}
	if !whole { // no item, but of use to who writes it
		kept.text = ""
		if output != "" {
			kept.notes += "\nIt printed:\n" + output
		}
	}
	m.keep(e.errand, kept)
	if shown {
		m.Unsay(false) // that it is running
	}
	words := "the command for " + e.call.Name + ": " + e.how() + "; "
	switch {
	case !shown:
		words += "its call waits in another conversation: " + m.Keys.Name(views.ActConversations) + " lists them"
	case !waits:
		words += "its call waits no more"
	default:
		words += m.Keys.Name(views.ActAnswer) + " shows what it printed, for you to send or to change"
	}
	if errors.Is(e.err, context.Canceled) {
		return m.Notify("%s", words)
	}
	m.Warn(words)
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

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

	"gatehouse/app/tool"
	"gatehouse/state"
	"gatehouse/state/raw"
	"gatehouse/views"
	"gatehouse/views/approve"
)

// bench is the commands that answer calls: which may run unasked, and which
// run.
type bench struct {
	allowed map[string]bool               // by tool: for this session
	running map[string]context.CancelFunc // by call
	printed map[string]string             // by call: the output of a command that came too late
}

// commandLine writes a command so that every argument can be told apart.
func commandLine(argv []string) string {
	words := make([]string, len(argv))
	for i, a := range argv {
		words[i] = a
		if a == "" || strings.ContainsAny(a, " \t\n\r'\"\\$`|&;<>()*?[]{}#~!") {
			words[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// boundCommands names the commands for the screen.
func boundCommands(tools map[string]tool.Command) map[string]string {
	names := make(map[string]string, len(tools))
	for name, c := range tools {
		names[name] = commandLine(c.Argv)
	}
	return names
}

// given is what a command gets on its standard input: the arguments of the
// call, or the whole call where it has none.
func given(call state.Call) string {
	for _, member := range []string{"arguments", "input"} {
		if v := raw.Get(call.Item, member); raw.KindOf(v) == raw.String {
			return raw.Text(v)
		}
	}
	return string(call.Item)
}

// askToRun shows the command that is bound to a call's tool, and runs it when
// the person says so, or has said so for this session.
func (m *Model) askToRun(call state.Call) tea.Cmd {
	name := call.Bound()
	command, ok := m.opts.Tools[name]
	switch {
	case !ok:
		return m.notify("no command is bound to %s: write [tools.%s] with command = [\"program\"] into config.toml", name, name)
	case m.desk.bench.running[call.ID] != nil:
		return m.notify("its command is running; %s stops it", m.keys.Name(views.ActStop))
	case m.desk.bench.allowed[name]:
		return m.runCommand(call.ID, false)
	}
	limit := cmp.Or(command.Timeout, tool.DefaultTimeout)
	where, err := os.Getwd()
	if err != nil {
		where = "the working directory"
	}
	about := fmt.Sprintf("It runs in %s without a shell, for at most %s, and what it prints becomes the output.", where, limit)
	return m.open("Run a command for "+short(name, 40)+"?", approve.New(m.styles, m.keys, approve.Request{
		Command: commandLine(command.Argv), About: about, Input: given(call), Tool: name,
		Once: views.RunCommand{ID: call.ID}, Always: views.RunCommand{ID: call.ID, Always: true},
	}))
}

// runCommand runs the command that is bound to a call's tool. The person has
// seen it and said yes.
func (m *Model) runCommand(id string, always bool) tea.Cmd {
	call, ok := m.waiting(id)
	command, bound := m.opts.Tools[call.Bound()]
	if !ok || !bound {
		return m.notify("this call waits no more")
	}
	b := &m.desk.bench
	if b.allowed == nil {
		*b = bench{allowed: map[string]bool{}, running: map[string]context.CancelFunc{}, printed: map[string]string{}}
	}
	if always {
		b.allowed[call.Bound()] = true
	}
	ctx, cancel := context.WithCancel(m.life.ctx)
	b.running[id] = cancel
	c, life := m.desk.chat(), &m.life
	life.readers.Add(1)
	run := func() tea.Msg {
		defer life.readers.Done()
		result, err := command.Run(ctx, []byte(given(call)))
		return commandEnded{chat: c, call: call, result: result, err: err}
	}
	return tea.Batch(m.notify("running %s; %s stops it", commandLine(command.Argv), m.keys.Name(views.ActStop)), run)
}

// stopCommands stops the commands that run; ok is false when none does.
func (m *Model) stopCommands() (ok bool) {
	for _, cancel := range m.desk.bench.running {
		cancel()
		ok = true
	}
	return ok
}

// commandEnded brings what a command left behind.
type commandEnded struct {
	chat   *chat
	call   state.Call
	result tool.Result
	err    error
}

// apply gives the output to the call. Where the command failed, or printed
// more than is kept, the person decides.
func (e commandEnded) apply(m *Model) tea.Cmd {
	b := &m.desk.bench
	if cancel := b.running[e.call.ID]; cancel != nil {
		cancel()
		delete(b.running, e.call.ID)
	}
	output := strings.TrimSuffix(e.result.OutputAsText, "\n")
	if _, waits := m.waiting(e.call.ID); !waits || e.chat != m.desk.chat() || m.overlay() != nil {
		b.printed[e.call.ID] = output
		return m.notify("the command for %s has ended: %s; its output stands there when you type the call's output", e.call.Name, e.how())
	}
	fine := e.err == nil && e.result.Exit == 0 && e.result.Dropped == 0
	item, whole := answerOf(e.call, output)
	if !fine || !whole {
		return m.typeOutput(e.call, output, e.notes())
	}
	give := m.giveOutput(e.call.ID, item)
	m.say(false, "the command for "+e.call.Name+" has ended: "+e.how())
	if complaint := strings.TrimSpace(string(e.result.Stderr)); complaint != "" {
		m.say(true, "it said on standard error: "+short(complaint, 400))
	}
	return give
}

// answerOf makes the item that answers a call of what a command printed. whole
// is false where the item is more than a text and the output is none.
func answerOf(call state.Call, output string) (item json.RawMessage, whole bool) {
	if plain(call) {
		return textOutput(call, output), true
	}
	text := bytes.TrimSpace([]byte(output))
	whole = raw.Check(text) == nil && raw.KindOf(text) == raw.Object && raw.Get(text, "type") != nil
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

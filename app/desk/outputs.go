package desk

import (
	"bytes"
	"context"
	"strings"

	"gatehouse/state/request/talk"
	"gatehouse/views/overlay/reply"
)

// outputs are the running commands and the prepared outputs for the tool calls of a conversation,
// by the ids of the calls.
type outputs struct {
	running  map[string]context.CancelFunc
	prepared map[string]prepared
}

func newOutputs() outputs {
	return outputs{map[string]context.CancelFunc{}, map[string]prepared{}}
}

// toolName names what a user allows: a function of a name is not a custom tool
// of the same name.
type toolName struct{ kind, name string }

func toolOf(call talk.Call) toolName { return toolName{call.Type, call.CommandName()} }

// chatCall is a call in its conversation.
type chatCall struct {
	chat *Chat
	call talk.Call
}

// prepared is an output that was not given to its call yet: what a command
// printed, or what was written.
type prepared struct {
	item   []byte // the very call: another may bear its id later
	text   string // as it goes into the box
	notes  string // how a command ended; empty when none ran
	status string // in a few words, for the transcript
}

func (c chatCall) preparedOutput() prepared {
	p := c.chat.outputs.prepared[c.call.ID]
	if !bytes.Equal(p.item, c.call.Item) {
		return prepared{}
	}
	return p
}

// prepare holds an output until it is given.
func (d *Desk) prepare(c chatCall, p prepared) {
	p.item = c.call.Item
	c.chat.outputs.prepared[c.call.ID] = p
	d.OutputsVersion++
}

// forget removes the prepared output of a call.
func (d *Desk) forget(c *Chat, id string) {
	delete(c.outputs.prepared, id)
	d.OutputsVersion++
}

// outputEditor is the overlay in which an output is written.
type outputEditor struct {
	chatCall
	pane  *reply.Model
	begun string // what the box held at first
}

// prepareWritten prepares the output that is being written in a closing overlay.
func (d *Desk) prepareWritten(w outputEditor) {
	text := w.pane.Text()
	if text == w.begun {
		return
	}
	p := w.preparedOutput()
	p.text = text
	switch {
	case p.notes == "" && strings.TrimSpace(text) == "":
		d.forget(w.chat, w.call.ID)
		return
	case p.notes == "":
		p.status = "draft kept"
	}
	d.prepare(w.chatCall, p)
}

// OutputStatus describes the state of the calls of the shown conversation, by
// their ids.
func (d *Desk) OutputStatus() map[string]string {
	words, c := map[string]string{}, d.Shown()
	for id, p := range c.outputs.prepared {
		words[id] = p.status
	}
	for id := range c.outputs.running {
		words[id] = "command running"
	}
	return words
}

// outputStatus describes the state of a conversation's calls; empty for none.
func (c *Chat) outputStatus() string {
	if len(c.outputs.running) > 0 {
		return "● a command is running"
	}
	for _, call := range c.Conv.OpenCalls() {
		if p := (chatCall{c, call}).preparedOutput(); p.item != nil {
			return "◌ " + call.Name + ": " + p.status
		}
	}
	return ""
}

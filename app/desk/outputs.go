package desk

import (
	"bytes"
	"context"
	"strings"

	"gatehouse/state/talk"
	"gatehouse/views/reply"
)

// outputs are what answers tool calls: the commands that may run unasked, those
// that run, and what is prepared to be given.
type outputs struct {
	version  uint64                          // of running and prepared
	allowed  map[toolName]bool               // for this session
	running  map[callName]context.CancelFunc // the commands
	prepared map[callName]prepared
	asked    callOf // for whose command the person was asked last
}

// callName names a call: its id is known in its conversation alone.
type callName struct {
	chat *Chat
	id   string
}

// toolName names what a person allows: a function of a name is not a custom tool
// of the same name.
type toolName struct{ kind, name string }

func toolOf(call talk.Call) toolName { return toolName{call.Type, call.CommandName()} }

// callOf is a call in its conversation.
type callOf struct {
	chat *Chat
	call talk.Call
}

func (c callOf) name() callName { return callName{c.chat, c.call.ID} }

// prepared is an output that was not given to its call yet: what a command
// printed, or what was written.
type prepared struct {
	item   []byte // the very call: another may bear its id later
	text   string // as it goes into the box
	notes  string // what a command said; empty when none ran
	status string // in a few words, for the transcript
}

// preparedFor returns what is prepared for a call.
func (d *Desk) preparedFor(c callOf) prepared {
	p := d.outputs.prepared[c.name()]
	if !bytes.Equal(p.item, c.call.Item) {
		return prepared{}
	}
	return p
}

// prepare holds an output until it is given.
func (d *Desk) prepare(c callOf, p prepared) {
	p.item = c.call.Item
	d.outputs.prepared[c.name()] = p
	d.outputs.version++
}

// forget forgets what was prepared for a call: it has its output.
func (d *Desk) forget(name callName) {
	delete(d.outputs.prepared, name)
	d.outputs.version++
}

// written is the overlay in which an output is written.
type written struct {
	callOf
	pane  *reply.Model
	begun string // what the box held at first
}

// prepareWritten holds the output that is being written in an overlay that
// closes.
func (d *Desk) prepareWritten(w written) {
	text := w.pane.Text()
	if text == w.begun {
		return
	}
	p := d.preparedFor(w.callOf)
	p.text = text
	switch {
	case p.notes == "" && strings.TrimSpace(text) == "":
		d.forget(w.name())
		return
	case p.notes == "":
		p.status = "draft kept"
	}
	d.prepare(w.callOf, p)
}

// OutputsVersion is raised by every change of OutputStatus.
func (d *Desk) OutputsVersion() uint64 { return d.outputs.version }

// OutputStatus says in a few words what there is for the calls of the shown
// conversation, by their ids.
func (d *Desk) OutputStatus() map[string]string {
	words := map[string]string{}
	for name, p := range d.outputs.prepared {
		if name.chat == d.Shown() {
			words[name.id] = p.status
		}
	}
	for name := range d.outputs.running {
		if name.chat == d.Shown() {
			words[name.id] = "command running"
		}
	}
	return words
}

// outputStatus says in a few words what there is to know of a conversation's
// calls; empty for nothing.
func (d *Desk) outputStatus(c *Chat) string {
	for name := range d.outputs.running {
		if name.chat == c {
			return "● a command is running"
		}
	}
	for _, call := range c.Conv.OpenCalls() {
		if p := d.preparedFor(callOf{c, call}); p.item != nil {
			return "◌ " + call.Name + ": " + p.status
		}
	}
	return ""
}

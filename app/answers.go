package app

import (
	"bytes"
	"context"
	"strings"

	"gatehouse/state/talk"
	"gatehouse/views/reply"
)

// bench is what answers calls: the commands that may run unasked, those that
// run, and what stands ready to be given.
type bench struct {
	allowed map[toolKey]bool               // for this session
	running map[callKey]context.CancelFunc // the commands
	ready   map[callKey]ready
	asked   errand // what the person was asked about last
}

func newBench() bench {
	return bench{allowed: map[toolKey]bool{}, running: map[callKey]context.CancelFunc{}, ready: map[callKey]ready{}}
}

// callKey names a call: its id is known in its conversation alone.
type callKey struct {
	chat *chat
	id   string
}

// toolKey names what a person allows: a function of a name is not a custom tool
// of the same name.
type toolKey struct{ kind, name string }

func toolOf(call talk.Call) toolKey { return toolKey{call.Type, call.Bound()} }

// errand is a command to be run for a call.
type errand struct {
	chat *chat
	call talk.Call
}

func (e errand) key() callKey { return callKey{e.chat, e.call.ID} }

// ready is what stands ready to answer a call: what a command printed, or what
// was written and not given yet.
type ready struct {
	item   []byte // the very call: another may bear its id later
	text   string // as it goes into the box
	notes  string // what a command said; empty when none ran
	status string // in a few words, for the transcript
}

// writing is the overlay in which an output is written.
type writing struct {
	errand
	pane  *reply.Model
	begun string // what the box held at first
}

// readyFor returns what stands ready for a call of the shown conversation.
func (m *Model) readyFor(call talk.Call) ready {
	r := m.desk.bench.ready[callKey{m.desk.chat(), call.ID}]
	if !bytes.Equal(r.item, call.Item) {
		return ready{}
	}
	return r
}

// keep keeps what answers a call until it is given.
func (m *Model) keep(e errand, r ready) {
	r.item = e.call.Item
	m.desk.bench.ready[e.key()] = r
	m.showReady()
}

// forget forgets what stood ready for a call: it has its output.
func (m *Model) forget(c *chat, id string) {
	delete(m.desk.bench.ready, callKey{c, id})
	m.showReady()
}

// keepWritten keeps the output that is being written in an overlay that closes.
func (m *Model) keepWritten(w writing) {
	text := w.pane.Text()
	if text == w.begun {
		return
	}
	r := m.desk.bench.ready[w.key()]
	if !bytes.Equal(r.item, w.call.Item) {
		r = ready{}
	}
	r.text = text
	switch {
	case r.notes == "" && strings.TrimSpace(text) == "":
		m.forget(w.chat, w.call.ID)
		return
	case r.notes == "":
		r.status = "what you wrote is kept"
	}
	m.keep(w.errand, r)
}

// showReady tells the transcript what stands ready for the calls of the shown
// conversation.
func (m *Model) showReady() {
	words := map[string]string{}
	for key, r := range m.desk.bench.ready {
		if key.chat == m.desk.chat() {
			words[key.id] = r.status
		}
	}
	for key := range m.desk.bench.running {
		if key.chat == m.desk.chat() {
			words[key.id] = "its command is running"
		}
	}
	m.transcript.SetReady(words)
}

// atWork says in a few words what there is to know of a conversation's calls;
// empty for nothing.
func (m *Model) atWork(c *chat) string {
	for key := range m.desk.bench.running {
		if key.chat == c {
			return "● a command is running"
		}
	}
	for _, call := range c.conv.Waiting() {
		if r, ok := m.desk.bench.ready[callKey{c, call.ID}]; ok && bytes.Equal(r.item, call.Item) {
			return "◌ " + call.Name + ": " + r.status
		}
	}
	return ""
}

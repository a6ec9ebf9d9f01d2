package lint

import (
	"cmp"
	"maps"
	"slices"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// messages reads the answers of POST …/messages, Anthropic's
// (https://docs.claude.com/en/api/messages-streaming).
type messages struct {
	started bool          // an event of the message was received
	opened  bool          // message_start was received
	usage   bool          // with the tokens of the input
	blocks  map[int64]int // the open blocks, and the frame that began each
	stopped bool
	failed  bool
	inputs  map[int64][]byte // of the open tool_use blocks
}

func newMessages() *messages {
	return &messages{blocks: map[int64]int{}, inputs: map[int64][]byte{}}
}

func (m *messages) clone() answer {
	c := *m
	c.blocks, c.inputs = maps.Clone(m.blocks), maps.Clone(m.inputs)
	for n, input := range c.inputs {
		c.inputs[n] = slices.Clip(input)
	}
	return &c
}

func (m *messages) frame(l *Linter, n int, a *wire.Arrival, ends bool) {
	e := &a.Event
	kind := cmp.Or(e.Type, a.Frame.Event)
	switch {
	case read.Heartbeat(kind):
		return
	case e.Type == "":
		l.Add("type-missing", n, "")
	case a.Frame.Event != e.Type:
		l.addEventName(n, &a.Frame, e.Type)
	}
	if m.stopped {
		l.Add("after-terminal", n, "%s", kind)
		return
	}
	if ends {
		m.failed = true
		l.Add("error-mid-stream", n, "")
		if scan.Text(scan.At(e.Data, "error", "message")) == "" {
			l.Add("error-shape", n, "no error.message")
		}
		return
	}
	index, _ := number(scan.Get(e.Data, "index"))
	switch kind {
	case "message_start":
		m.started, m.opened = true, true
		_, m.usage = number(scan.At(e.Data, "message", "usage", "input_tokens"))
	case "content_block_start":
		if open, ok := m.blocks[index]; ok {
			l.Add("block-not-stopped", open, "block %d", index)
		}
		m.blocks[index] = n
		delete(m.inputs, index)
		if scan.Text(scan.At(e.Data, "content_block", "type")) == "tool_use" {
			m.inputs[index] = []byte{}
		}
	case "content_block_delta":
		if input, ok := m.inputs[index]; ok {
			m.inputs[index] = scan.AppendUnquoted(input, scan.StringContent(scan.At(e.Data, "delta", "partial_json")))
		}
		if _, open := m.blocks[index]; !open {
			l.Add("delta-before-item", n, "block %d", index)
		}
	case "content_block_stop":
		if input := m.inputs[index]; len(input) > 0 && !scan.Valid(input) {
			l.faults = append(l.faults, fault{n, ""})
		}
		delete(m.blocks, index)
		delete(m.inputs, index)
	case "message_delta":
		l.addFaults(isCut(scan.Text(scan.At(e.Data, "delta", "stop_reason"))))
		if usage := scan.Get(e.Data, "usage"); m.opened && !m.usage && !scan.IsNull(scan.Get(usage, "output_tokens")) {
			l.Add("usage-only-in-delta", n, "")
			m.usage = true
		}
	case "message_stop":
		m.stopped = true
	}
	if !m.started {
		m.started = true
		l.Add("no-created", n, "the stream begins with %s", kind)
	}
}

func (m *messages) end(l *Linter, complete bool) {
	if !complete || m.failed {
		return
	}
	l.addFaults(false)
	for _, index := range slices.Sorted(maps.Keys(m.blocks)) {
		l.Add("block-not-stopped", m.blocks[index], "block %d", index)
	}
	if !m.stopped {
		l.Add("no-message-stop", nowhere, "")
	}
	if m.opened && !m.usage {
		l.Add("usage-missing", nowhere, "")
	}
}

func (m *messages) document(l *Linter, body []byte) {
	if _, failed := read.BodyFailure(body); failed {
		checkErrorBody(l, body, 0)
		return
	}
	checkUsage(l, nowhere, scan.Get(body, "usage"), "input_tokens", "output_tokens")
}

package chat

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
)

// reader reads the answers of POST …/chat/completions: chunks or a document with choices.
// Each choice has a reasoning, a message and calls.
type reader struct {
	answers.Items
	choices  map[int]choice
	spoken   []answers.Choice // of the frame that is being read
	open     int              // choices without a finish_reason
	finish   string           // the finish_reason that decides: the first that is no complete end, else the first
	stopped  bool             // finish is no complete end
	failed   bool             // because of a finish_reason or an error in a choice
	fault    json.RawMessage  // that error; nil for none
	answered bool             // a document was read
	usage    json.RawMessage  // the last that counts anything
	name     string           // of the frame that is being read
	role     bool             // that frame names the role
	doubt    bool             // see Read.Doubt
	beyond   bool             // that frame has more choices than are read
	unread   bool             // see Ending.Unread
}

// choice is one of the answers that were asked for (n).
type choice struct {
	thought, message int    // output_index; wire.None before they began
	calls            []call // by their number in pieces
	pieces           assembly.Calls
	ended            bool
	finish           string // as received; empty before it ended
}

// call is one of a choice's tool_calls.
type call struct {
	item   int
	family *answers.Family
}

func (c *reader) Clone() answers.Reader {
	d := *c
	d.Items, d.choices, d.spoken = c.Items.Clone(), maps.Clone(c.choices), nil
	for i, one := range d.choices {
		one.calls, one.pieces = slices.Clone(one.calls), one.pieces.Clone()
		d.choices[i] = one
	}
	return &d
}

func (*reader) Member() string { return "finish_reason" }

// Ending implements answers.Reader. An answer ends when all its choices have.
func (c *reader) Ending() answers.Ending {
	e := answers.Ending{Known: c.answered || len(c.choices) > 0 && c.open == 0, Status: "completed", Reason: c.finish, Usage: c.usage, Unread: c.unread}
	switch {
	case c.failed:
		e.Status, e.Error = "failed", c.fault
	case c.stopped:
		e.Status = "incomplete"
	}
	return e
}

func (c *reader) Frame(e *wire.Event, _ string) answers.Read {
	c.Steps, c.spoken, c.name, c.role, c.doubt, c.beyond = c.Steps[:0], c.spoken[:0], "", false, false, false
	r := answers.Read{Facts: e.Data}
	known := false
	for m := range scan.Members(e.Data) {
		switch m.Key {
		case "choices":
			known = true
			c.each(m.Value, "delta")
		case "usage":
			if c.noteUsage(m.Value) {
				known = true
				c.call(m.Key)
			}
		case "x_groq": // https://console.groq.com/docs/api-reference#chat
			if c.noteUsage(scan.Get(m.Value, "usage")) {
				known = true
				c.call("x_groq.usage")
			}
		}
	}
	switch r.Steps, r.Choices, r.Doubt = c.Steps, c.spoken, c.doubt; {
	case !known:
		c.name, r.Unknown = "no choices", "data without choices"
	case c.name == "" && c.role:
		c.name = "delta.role"
	case c.name == "":
		c.name = "chunk"
	}
	r.Name, r.HasFinishReason = c.name, c.name == "finish_reason"
	if c.beyond {
		r.Unknown = answers.Beyond
	}
	return r
}

func (c *reader) Document(body []byte) (answers.Read, bool) {
	list := scan.Get(body, "choices")
	if scan.KindOf(list) != scan.Array {
		return answers.Read{}, false
	}
	c.Steps, c.spoken = c.Steps[:0], c.spoken[:0]
	c.each(list, "message")
	c.noteUsage(scan.Get(body, "usage"))
	c.answered = true
	r := answers.Read{Facts: body, Steps: c.Steps, Choices: c.spoken}
	if c.beyond {
		r.Unknown = answers.Beyond
	}
	return r, true
}

// each reads the choices of a chunk or a document; member has the content of one.
func (c *reader) each(list json.RawMessage, member string) {
	n := 0
	for _, v := range scan.Elements(list) {
		index, message, finish, complete := n, json.RawMessage(nil), "", member == "message"
		for m := range scan.Members(v) {
			switch m.Key {
			case "index":
				if at, ok := assembly.Index(m.Value); ok {
					index = at
				}
			case member, "message": // which may be in place of delta
				if scan.IsNull(message) || m.Key == member && !scan.IsNull(m.Value) {
					message, complete = m.Value, m.Key == "message"
				}
			case "finish_reason":
				finish = scan.Text(m.Value)
			case "usage": // Moonshot's streams
				c.noteUsage(m.Value)
			case "error":
				if read.NamesError(m.Value) {
					c.failed, c.fault = true, m.Value
				}
			}
		}
		one, known := c.choices[index]
		if !known && len(c.choices) == answers.MaxChoices {
			c.beyond, c.unread = true, true
			return
		}
		if !known {
			one = choice{thought: wire.None, message: wire.None}
			c.open++
		}
		before := len(c.Steps)
		c.addOrReopen(&one, readDelta(message), complete)
		if finish != "" || member == "message" {
			c.ends(&one, finish)
		}
		for i := range c.Steps[before:] {
			c.Steps[before+i].Choice = index
		}
		c.choices[index] = one
		c.spoken = append(c.spoken, answers.Choice{Index: index, Finish: one.finish, Complete: one.ended && completeEnd(one.finish)})
		n++
	}
}

// addOrReopen writes a delta. One that arrives after the finish_reason of its choice reopens what ended then.
func (c *reader) addOrReopen(one *choice, d delta, complete bool) {
	if !one.ended || !d.hasContent() {
		c.add(one, d, complete)
		return
	}
	for _, item := range one.items() {
		c.Reopen(item)
	}
	c.add(one, d, complete)
	for _, item := range one.items() {
		c.End(item)
	}
}

// items returns the output_index of each item that a choice began.
func (one *choice) items() (list []int) {
	for _, item := range []int{one.thought, one.message} {
		if item != wire.None {
			list = append(list, item)
		}
	}
	for _, k := range one.calls {
		list = append(list, k.item)
	}
	return list
}

// noteUsage notes a usage, and reports whether there is one: an empty object leaves the one before.
func (c *reader) noteUsage(usage json.RawMessage) bool {
	if scan.KindOf(usage) != scan.Object {
		return false
	}
	if !scan.IsEmpty(usage) {
		c.usage = usage
	}
	return true
}

// call names the frame by what it carries; the first thing that it writes counts.
func (c *reader) call(name string) {
	if c.name == "" {
		c.name = name
	}
}

// ends notes the finish_reason of a choice, and that its items are complete.
func (c *reader) ends(one *choice, finish string) {
	if one.ended {
		return
	}
	one.ended, one.finish = true, finish
	c.open--
	c.call("finish_reason")
	if stopped := !completeEnd(finish); c.finish == "" || stopped && !c.stopped {
		c.finish, c.stopped = finish, stopped
	}
	c.failed = c.failed || finish == "error"
	for _, item := range one.items() {
		c.End(item)
	}
}

// completeEnd reports whether a finish_reason is that of a complete answer: one of the API,
// or what compatible servers send instead.
func completeEnd(finish string) bool {
	switch strings.ToLower(finish) {
	case "", "stop", "tool_calls", "function_call", "end_turn", "stop_sequence", "tool_use", "eos", "eos_token", "complete":
		return true
	}
	return false
}

package lint

import (
	"encoding/json"
	"maps"
	"slices"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// chat reads the answers of POST …/chat/completions.
type chat struct {
	asksUsage bool // stream_options.include_usage
	usage     int  // frames with usage
	choices   map[int64]*choice
	failed    bool
}

// choice is one of the answers that were asked for (n).
type choice struct {
	roles    int
	finished bool
	finish   string
	last     int // the last frame that speaks of it
	calls    map[int64]*call
}

// call is one of a choice's tool calls, by its index.
type call struct {
	id    string
	first int
	input []byte
	full  bool // its input was an object, not text
}

func newChat(request []byte) *chat {
	asks := string(scan.At(request, "stream_options", "include_usage")) == "true"
	return &chat{asksUsage: asks, choices: map[int64]*choice{}}
}

func (c *chat) clone() answer {
	d := *c
	d.choices = make(map[int64]*choice, len(c.choices))
	for n, one := range c.choices {
		copied := *one
		copied.calls = maps.Clone(one.calls)
		for i, k := range one.calls {
			copied.calls[i] = new(*k)
			copied.calls[i].input = slices.Clip(k.input)
		}
		d.choices[n] = &copied
	}
	return &d
}

func (c *chat) frame(l *Linter, n int, a *wire.Arrival, ends bool) {
	if ends {
		c.failed = true
		l.Add("error-mid-stream", n, "")
		return
	}
	var choices, usage json.RawMessage
	for m := range scan.Members(a.Event.Data) {
		switch m.Key {
		case "choices":
			choices = m.Value
		case "usage":
			usage = m.Value
		}
	}
	if !scan.IsNull(usage) {
		checkUsage(l, n, usage, "prompt_tokens", "completion_tokens")
		if c.usage++; c.usage == 2 {
			l.Add("usage-repeated", n, "")
		}
	}
	some := false
	for _, v := range scan.Elements(choices) {
		some = true
		c.choice(l, n, v)
	}
	if !some && scan.IsNull(usage) {
		l.Add("choices-empty", n, "")
	}
}

func (c *chat) choice(l *Linter, n int, v json.RawMessage) {
	var index int64
	var delta, finish json.RawMessage
	for m := range scan.Members(v) {
		switch m.Key {
		case "index":
			index, _ = number(m.Value)
		case "delta":
			delta = m.Value
		case "finish_reason":
			finish = m.Value
		}
	}
	one := c.choices[index]
	if one == nil {
		one = &choice{}
		c.choices[index] = one
	}
	one.last = n
	switch reason := scan.Text(finish); {
	case reason != "":
		one.finished, one.finish = true, reason
	case scan.KindOf(finish) == scan.String:
		l.Add("finish-empty-string", n, "")
	}
	for m := range scan.Members(delta) {
		switch m.Key {
		case "role":
			if scan.TextLen(m.Value) == 0 {
				break
			}
			if one.roles++; one.roles > 1 {
				l.Add("role-repeated", n, "")
			}
		case "tool_calls":
			at := int64(0)
			for _, piece := range scan.Elements(m.Value) {
				one.call(l, n, piece, at)
				at++
			}
		}
	}
}

// call takes a piece of a tool call, at a position of its frame's list.
func (one *choice) call(l *Linter, n int, piece json.RawMessage, at int64) {
	index, ok := number(scan.Get(piece, "index"))
	if !ok {
		l.Add("tool-index-missing", n, "")
		index = at
	}
	id := scan.Text(scan.Get(piece, "id"))
	k := one.calls[index]
	switch {
	case k == nil:
		if one.calls == nil {
			one.calls = map[int64]*call{}
		}
		k = &call{id: id, first: n}
		one.calls[index] = k
	case id != "" && k.id != "" && id != k.id:
		if ok {
			l.Add("tool-index-reused", n, "index %d", index)
		}
		k.end(l, false)
		k.input = nil
		k.id, k.first = id, n
	case k.id == "":
		k.id = id
	}
	if input := scan.At(piece, "function", "arguments"); scan.KindOf(input) == scan.String {
		k.input = scan.AppendUnquoted(k.input, scan.StringContent(input))
	} else if scan.KindOf(input) == scan.Object {
		k.full = true
	}
}

// end concludes a call after its last piece.
func (k *call) end(l *Linter, cut bool) {
	if k.id == "" {
		l.Add("tool-id-missing", k.first, "")
	}
	switch {
	case k.full:
		l.Add("args-invalid-json", k.first, "not a string")
	case cut || scan.Valid(k.input):
	case len(k.input) == 0:
		l.Add("args-invalid-json", k.first, "empty")
	default:
		l.Add("args-invalid-json", k.first, "")
	}
}

// isCut reports whether a finish_reason or a stop_reason says that the model could not say all.
func isCut(reason string) bool {
	switch reason {
	case "length", "max_tokens", "model_length", "model_context_window_exceeded", "content_filter", "refusal":
		return true
	}
	return false
}

func (c *chat) end(l *Linter, complete bool) {
	if !complete || c.failed {
		return
	}
	for _, index := range slices.Sorted(maps.Keys(c.choices)) {
		one := c.choices[index]
		if !one.finished {
			l.Add("finish-missing", one.last, "")
		}
		for _, at := range slices.Sorted(maps.Keys(one.calls)) {
			one.calls[at].end(l, isCut(one.finish))
		}
	}
	if c.asksUsage && c.usage == 0 {
		l.Add("usage-missing", nowhere, "")
	}
	if !l.stream.done {
		l.Add("no-done", nowhere, "")
	}
}

func (c *chat) document(l *Linter, body []byte) {
	if _, failed := read.BodyFailure(body); failed {
		checkErrorBody(l, body, 0)
		return
	}
	checkUsage(l, nowhere, scan.Get(body, "usage"), "prompt_tokens", "completion_tokens")
	some := false
	for _, v := range scan.Elements(scan.Get(body, "choices")) {
		some = true
		switch finish := scan.Get(v, "finish_reason"); {
		case scan.Text(finish) != "":
		case scan.KindOf(finish) == scan.String:
			l.Add("finish-empty-string", nowhere, "")
		default:
			l.Add("finish-missing", nowhere, "")
		}
		for _, called := range scan.Elements(scan.At(v, "message", "tool_calls")) {
			if scan.Text(scan.Get(called, "id")) == "" {
				l.Add("tool-id-missing", nowhere, "")
			}
			if args := scan.At(called, "function", "arguments"); args != nil {
				l.CheckArguments(nowhere, args)
			}
		}
		l.addFaults(isCut(scan.Text(scan.Get(v, "finish_reason"))))
	}
	if !some {
		l.Add("choices-empty", nowhere, "")
	}
}

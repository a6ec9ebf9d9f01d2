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
	asksUsage bool   // stream_options.include_usage
	free      bool   // the request is known, and forces no call
	usage     int    // frames with usage
	empty     bool   // a usage without members
	elsewhere string // the member with the usage that is not at the top level
	choices   map[int64]*choice
	failed    bool
}

// choice is one of the answers that were asked for (n).
type choice struct {
	roles   int
	finish  string // the last finish_reason; empty before one arrived
	changed bool   // from another
	called  bool   // a function is called, in whatever form
	wrote   bool   // a delta had content
	last    int    // the last frame that speaks of it
	calls   map[int64]*call
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
	// An answer that has to be a call ends with stop (https://community.openai.com/t/731488, of OpenAI's staff).
	toolChoice := scan.Get(request, "tool_choice")
	forced := scan.KindOf(toolChoice) == scan.Object || scan.Text(toolChoice) == "required" || scan.KindOf(scan.Get(request, "function_call")) == scan.Object
	return &chat{asksUsage: asks, free: len(request) > 0 && !forced, choices: map[int64]*choice{}}
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
		case "x_groq":
			c.addElsewhere(m.Key, scan.Get(m.Value, "usage"))
		}
	}
	if c.empty = c.empty || scan.IsEmpty(usage); !scan.IsNull(usage) {
		checkUsage(l, n, usage)
		if !scan.IsEmpty(usage) {
			c.usage++
		}
		if c.usage == 2 {
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

// addElsewhere notes a usage that is not at the top level.
func (c *chat) addElsewhere(member string, usage json.RawMessage) {
	if scan.KindOf(usage) == scan.Object && !scan.IsEmpty(usage) {
		c.elsewhere = member
	}
}

func (c *chat) addUsageMissing(l *Linter) {
	if c.elsewhere == "" {
		l.Add("usage-missing", nowhere, "")
		return
	}
	l.Add("usage-missing", nowhere, "it is in %s, not at the top level", c.elsewhere)
}

func (c *chat) choice(l *Linter, n int, v json.RawMessage) {
	var index int64
	var delta, message, finish json.RawMessage
	for m := range scan.Members(v) {
		switch m.Key {
		case "index":
			index, _ = number(m.Value)
		case "delta":
			delta = m.Value
		case "message":
			message = m.Value
		case "finish_reason":
			finish = m.Value
		case "usage":
			c.addElsewhere("choices", m.Value) // Moonshot's streams
		}
	}
	one := c.choices[index]
	if one == nil {
		one = &choice{}
		c.choices[index] = one
	}
	one.last = n
	if one.wrote = one.wrote || hasContent(delta); !one.wrote && hasContent(message) {
		l.Add("message-for-delta", n, "")
		one.called = one.called || scan.KindOf(scan.Get(message, "tool_calls")) == scan.Array
	}
	if one.finish != "" && hasContent(delta) {
		l.Add("text-after-end", n, "choice %d", index)
	}
	switch reason := scan.Text(finish); {
	case reason != "" && one.finish != "" && reason != one.finish:
		one.changed = true
		l.Add("finish-changes", n, "from %s to %s", one.finish, reason)
		one.finish = reason
	case reason != "":
		one.finish = reason
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
		case "function_call":
			one.called = one.called || !scan.IsNull(m.Value)
		case "tool_calls":
			at := int64(0)
			for _, piece := range scan.Elements(m.Value) {
				one.call(l, n, piece, at)
				at++
			}
		}
	}
}

// hasContent reports whether a delta writes something.
func hasContent(delta json.RawMessage) bool {
	for m := range scan.Members(delta) {
		switch m.Key {
		case "content", "refusal", "reasoning", "reasoning_content":
			if scan.TextLen(m.Value) > 0 {
				return true
			}
		case "tool_calls":
			for range scan.Elements(m.Value) {
				return true
			}
		}
	}
	return false
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
	ended := l.stream.clean
	for _, index := range slices.Sorted(maps.Keys(c.choices)) {
		one := c.choices[index]
		if ended = ended && one.finish != ""; one.finish == "" {
			l.Add("finish-missing", one.last, "")
		}
		for i, at := range slices.Sorted(maps.Keys(one.calls)) {
			one.calls[at].end(l, isCut(one.finish))
			if at != int64(i) {
				l.Add("tool-index-gap", one.calls[at].first, "index %d in place of %d", at, i)
			}
		}
		if !one.changed {
			c.checkFinish(l, one.last, one.finish, len(one.calls) > 0, one.called)
		}
	}
	if c.asksUsage && c.usage == 0 && !c.empty && (ended || l.stream.done) {
		c.addUsageMissing(l)
	}
	if !l.stream.done {
		l.Add("no-done", nowhere, "")
	}
}

// checkFinish checks the finish_reason of a choice against its tool calls; legacy reports whether a
// function_call takes their place.
func (c *chat) checkFinish(l *Linter, n int, finish string, calls, legacy bool) {
	switch {
	case finish == "tool_calls" && !calls && !legacy:
		l.Add("finish-without-call", n, "")
	case finish == "stop" && calls && c.free:
		l.Add("call-finish-stop", n, "")
	}
}

func (c *chat) document(l *Linter, body []byte) {
	if _, failed := read.BodyFailure(body); failed {
		checkErrorBody(l, body, 0)
		return
	}
	usage := scan.Get(body, "usage")
	some := false
	for _, v := range scan.Elements(scan.Get(body, "choices")) {
		some = true
		c.addElsewhere("choices", scan.Get(v, "usage"))
		switch finish := scan.Get(v, "finish_reason"); {
		case scan.Text(finish) != "":
		case scan.KindOf(finish) == scan.String:
			l.Add("finish-empty-string", nowhere, "")
		default:
			l.Add("finish-missing", nowhere, "")
		}
		calls := false
		for _, called := range scan.Elements(scan.At(v, "message", "tool_calls")) {
			calls = true
			if scan.Text(scan.Get(called, "id")) == "" {
				l.Add("tool-id-missing", nowhere, "")
			}
			if args := scan.At(called, "function", "arguments"); args != nil {
				l.CheckArguments(nowhere, args)
			}
		}
		finish := scan.Text(scan.Get(v, "finish_reason"))
		l.addFaults(isCut(finish))
		c.checkFinish(l, nowhere, finish, calls, !scan.IsNull(scan.At(v, "message", "function_call")))
	}
	switch {
	case !some: // and so no answer that could have used anything
		l.Add("choices-empty", nowhere, "")
	case scan.KindOf(usage) == scan.Object:
		checkUsage(l, nowhere, usage)
	default:
		c.addUsageMissing(l)
	}
}

package lint

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// messages reads the answers of POST …/messages, Anthropic's
// (https://docs.claude.com/en/api/messages-streaming).
type messages struct {
	started bool // an event of the message was received
	opened  bool // message_start was received
	usage   bool // with the tokens of the input
	noInput bool // no usage so far counts any input
	blocks  map[int64]*block
	next    int64  // the index that the next block should have
	calls   bool   // a block is a call
	ended   bool   // message_delta was received
	stop    string // the first stop_reason
	stopped bool   // message_stop was received
	failed  bool
}

// block is a content block of a stream.
type block struct {
	begun int    // the frame that began it
	kind  string // its type
	open  bool
	input []byte // of a tool_use block
}

func (m *messages) clone() answer {
	c := *m
	c.blocks = maps.Clone(m.blocks)
	for n, b := range c.blocks {
		c.blocks[n] = new(*b)
		c.blocks[n].input = slices.Clip(b.input)
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
		usage := scan.At(e.Data, "message", "usage")
		m.started, m.opened = true, true
		_, m.usage = number(scan.Get(usage, "input_tokens"))
		m.noInput = m.usage && inputTokens(usage) == 0
	case "content_block_start":
		m.begin(l, n, index, scan.Text(scan.At(e.Data, "content_block", "type")))
	case "content_block_delta":
		m.grow(l, n, index, scan.Get(e.Data, "delta"))
	case "content_block_stop":
		if b := m.blocks[index]; b != nil && b.open {
			if b.open = false; len(b.input) > 0 && !scan.Valid(b.input) {
				l.faults = append(l.faults, fault{n, ""})
			}
			b.input = nil
		}
	case "message_delta":
		m.finish(l, n, e.Data)
	case "message_stop":
		m.stopped = true
	}
	if !m.started {
		m.started = true
		l.Add("no-created", n, "the stream begins with %s", kind)
	}
}

// begin takes the start of a block, whose index should be one more than that of the block before.
func (m *messages) begin(l *Linter, n int, index int64, kind string) {
	before := m.blocks[index]
	switch {
	case before != nil && before.open:
		l.Add("block-not-stopped", before.begun, "block %d", index)
	case before != nil:
		l.Add("block-index-reused", n, "block %d", index)
	case index > m.next && m.next == 0:
		l.Add("block-index-start", n, "the first block is %d", index)
	case index > m.next:
		l.Add("block-index-gap", n, "block %d in place of %d", index, m.next)
	}
	m.blocks[index] = &block{begun: n, kind: kind, open: true}
	m.next = max(m.next, index+1)
	m.calls = m.calls || isToolUse(kind)
}

func isToolUse(kind string) bool { return strings.HasSuffix(kind, "tool_use") }

// grow takes a delta of a block.
func (m *messages) grow(l *Linter, n int, index int64, delta json.RawMessage) {
	b, kind := m.blocks[index], scan.Text(scan.Get(delta, "type"))
	switch {
	case b == nil:
		l.Add("delta-before-item", n, "block %d", index)
		return
	case !b.open:
		l.Add("text-after-end", n, "block %d", index)
	case !belongs(kind, b.kind):
		l.Add("delta-type", n, "%s in a block of type %s", kind, b.kind)
		return
	}
	if b.kind == "tool_use" {
		b.input = scan.AppendUnquoted(b.input, scan.StringContent(scan.Get(delta, "partial_json")))
	}
}

// belongs reports whether a delta may be sent in a block of a type; true if the API does not have one of
// them (Anthropic, Streaming messages: content block delta types).
func belongs(delta, kind string) bool {
	switch delta {
	case "text_delta", "citations_delta":
		return kind != "thinking" && !isToolUse(kind)
	case "thinking_delta", "signature_delta":
		return kind != "text" && !isToolUse(kind)
	case "input_json_delta":
		return kind != "text" && kind != "thinking"
	}
	return true
}

// finish takes message_delta, which has the stop_reason and the last counts.
func (m *messages) finish(l *Linter, n int, data json.RawMessage) {
	stop, usage := scan.Text(scan.At(data, "delta", "stop_reason")), scan.Get(data, "usage")
	l.addFaults(isCut(stop))
	switch {
	case m.stop == "":
		m.stop = stop
	case stop == "":
		l.Add("stop-reason-changes", n, "from %s to none", m.stop)
	case stop != m.stop:
		l.Add("stop-reason-changes", n, "from %s to %s", m.stop, stop)
	}
	m.ended = true
	if m.opened && !m.usage && !scan.IsNull(scan.Get(usage, "output_tokens")) {
		l.Add("usage-only-in-delta", n, "")
		m.usage = true
	}
	if scan.IsEmpty(usage) {
		l.Add("usage-empty", n, "")
	}
	if m.noInput && inputTokens(usage) > 0 {
		l.Add("usage-late", n, "")
		m.noInput = false
	}
}

// inputTokens returns the tokens of the input by all members that count some.
func inputTokens(usage json.RawMessage) (sum int64) {
	for _, member := range []string{"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"} {
		n, _ := number(scan.Get(usage, member))
		sum += n
	}
	return sum
}

func (m *messages) end(l *Linter, complete bool) {
	if !complete || m.failed {
		return
	}
	l.addFaults(false)
	for _, index := range slices.Sorted(maps.Keys(m.blocks)) {
		if b := m.blocks[index]; b.open {
			l.Add("block-not-stopped", b.begun, "block %d", index)
		}
	}
	switch {
	case !m.stopped:
		l.Add("no-message-stop", nowhere, "")
	case !m.ended:
		l.Add("no-message-delta", nowhere, "")
	default:
		m.checkStop(l)
	}
	if m.opened && !m.usage {
		l.Add("usage-missing", nowhere, "")
	}
	if m.noInput {
		m.checkNoInput(l)
	}
}

// checkStop checks the stop_reason of an answer that ended by itself.
func (m *messages) checkStop(l *Linter) {
	switch {
	case m.stop == "":
		l.Add("stop-reason-missing", nowhere, "")
	case m.stop == "tool_use" && !m.calls:
		l.Add("finish-without-call", nowhere, "")
	case m.stop == "end_turn" && slices.ContainsFunc(slices.Collect(maps.Values(m.blocks)), func(b *block) bool { return b.kind == "tool_use" }):
		l.Add("call-finish-stop", nowhere, "")
	}
}

// checkNoInput adds a finding for an answer that counts no input, unless it may be one that a gateway
// had stored: OpenRouter reports all counts as 0 then (https://openrouter.ai/docs/guides/features/response-caching).
func (m *messages) checkNoInput(l *Linter) {
	if l.stream.head == nil || l.stream.head.Header == nil {
		return
	}
	for name, values := range l.stream.head.Header {
		if strings.HasSuffix(http.CanonicalHeaderKey(name), "Cache-Status") && strings.Contains(strings.ToLower(strings.Join(values, ",")), "hit") {
			return
		}
	}
	l.Add("usage-zero", nowhere, "")
}

func (m *messages) document(l *Linter, body []byte) {
	if _, failed := read.BodyFailure(body); failed {
		checkErrorBody(l, body, 0)
		return
	}
	usage := scan.Get(body, "usage")
	checkUsage(l, nowhere, usage)
	if _, counted := number(scan.Get(usage, "input_tokens")); counted && inputTokens(usage) == 0 {
		m.checkNoInput(l)
	}
	m.stop = scan.Text(scan.Get(body, "stop_reason"))
	for i, b := range scan.Indexed(scan.Get(body, "content")) {
		kind := scan.Text(scan.Get(b, "type"))
		m.blocks[int64(i)], m.calls = &block{kind: kind}, m.calls || isToolUse(kind)
	}
	m.checkStop(l)
}

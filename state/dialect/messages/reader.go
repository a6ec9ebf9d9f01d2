package messages

import (
	"encoding/json"
	"maps"
	"slices"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
)

// reader reads the answers of POST …/messages, Anthropic's API: a list of content
// blocks. Blocks of text that follow each other are one message with several parts, any
// other is a separate item.
type reader struct {
	answers.Items
	blocks      map[place]block
	calls       []block // by their number in pieces
	pieces      assembly.Calls
	message     int // the message that the next text is added to; wire.None for none
	parts       int // in it
	usage       json.RawMessage
	mergedUsage json.RawMessage // of all usages all members, the last of a name; nil while there is only that of the beginning
	stop        string
	answered    bool
}

// place is where deltas of one kind go: a server may send a call's input with the index of a text.
type place struct {
	index  int
	family *answers.Family
}

// block is what the deltas of a content block are written to.
type block struct {
	index      int // of the block that began it
	item, part int
	family     *answers.Family
	message    bool // a text, whose message may get another
}

func (r *reader) Clone() answers.Reader {
	d := *r
	d.Items, d.blocks = r.Items.Clone(), maps.Clone(r.blocks)
	d.calls, d.pieces = slices.Clip(r.calls), r.pieces.Clone()
	return &d
}

func (*reader) Member() string { return "stop_reason" }

func (r *reader) Ending() answers.Ending {
	e := answers.Ending{Known: r.answered, Status: "incomplete", Reason: r.stop, Refused: r.stop == "refusal", Usage: r.mergedUsage}
	switch r.stop {
	case "", "end_turn", "stop_sequence", "tool_use", "refusal":
		e.Status = "completed"
	}
	return e
}

func (r *reader) Frame(e *wire.Event, line string) answers.Read {
	r.Steps = r.Steps[:0]
	kind := e.Type
	if kind == "" {
		kind = line
	}
	got := answers.Read{Name: kind}
	index, _ := assembly.Index(scan.Get(e.Data, "index"))
	switch kind {
	case "message_start":
		if m := scan.Get(e.Data, "message"); scan.KindOf(m) == scan.Object {
			got.Begun, got.Facts, r.usage = m, m, scan.Get(m, "usage")
		}
	case "content_block_start":
		got.Unknown = r.begin(index, scan.Get(e.Data, "content_block"), false)
	case "content_block_delta":
		d := scan.Get(e.Data, "delta")
		name := scan.Text(scan.Get(d, "type"))
		if got.Unknown = r.grow(index, name, d); got.Unknown == "" {
			got.Name += "/" + name
		}
	case "content_block_stop":
		r.endBlock(index)
	case "message_delta":
		if stop := scan.Text(scan.At(e.Data, "delta", "stop_reason")); stop != "" {
			r.stop = stop
		}
		r.endMessage()
		r.addUsage(scan.Get(e.Data, "usage"))
		r.addUsage(scan.At(e.Data, "delta", "usage"))
		got.Facts = e.Data
	case "message_stop":
		r.endMessage()
		r.addUsage(scan.Get(e.Data, "usage")) // of some gateways
		got.Last, r.answered = true, true
	default:
		if !read.Heartbeat(kind) {
			got.Unknown = "event " + kind
			if kind == "" {
				got.Unknown = "event without a type"
			}
		}
	}
	got.Steps = r.Steps
	return got
}

func (r *reader) Document(body []byte) (answers.Read, bool) {
	content := scan.Get(body, "content")
	if scan.KindOf(content) != scan.Array {
		return answers.Read{}, false
	}
	r.Steps = r.Steps[:0]
	got := answers.Read{Facts: body}
	index := 0
	for _, b := range scan.Elements(content) {
		if unknown := r.begin(index, b, true); got.Unknown == "" {
			got.Unknown = unknown
		}
		r.endBlock(index)
		index++
	}
	r.endMessage()
	r.stop, r.answered, got.Steps = scan.Text(scan.Get(body, "stop_reason")), true, r.Steps
	return got, true
}

// addUsage adds the usage of message_delta, which counts from the beginning on, but need
// not repeat the counts of message_start.
func (r *reader) addUsage(later json.RawMessage) {
	if scan.KindOf(later) != scan.Object {
		return
	}
	var members []any
	for m := range scan.Members(r.usage) {
		if scan.Get(later, m.Key) == nil {
			members = append(members, m.Key, json.RawMessage(m.Value))
		}
	}
	if len(members) > 0 {
		for m := range scan.Members(later) {
			members = append(members, m.Key, json.RawMessage(m.Value))
		}
		later = scan.MakeObject(members...)
	}
	r.usage, r.mergedUsage = later, later
}

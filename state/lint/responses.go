package lint

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unique"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// responses reads the streams and the documents of POST /responses. What the API document
// does not show of a stream is held against Open Responses, "Streaming events".
type responses struct {
	begun    bool        // an event of the response has come
	items    []item      // as they came
	at       map[int]int // their places by output_index, of several the latest; nil while it rises from item to item
	last     int         // the place of the item that the last event spoke of; nowhere for none
	sequence int64
	numbered bool
	terminal int  // the frame of the final event; nowhere before it
	cut      bool // that event says that the answer is not whole
	failing  bool // an error event has come; a failed response may follow it
}

func newResponses() *responses { return &responses{last: nowhere, terminal: nowhere} }

func (r *responses) clone() answer {
	c := *r
	c.items, c.at = slices.Clone(r.items), maps.Clone(r.at)
	for i := range c.items {
		it := &c.items[i]
		it.parts, it.many = slices.Clone(it.parts), maps.Clone(it.many)
	}
	return &c
}

func (r *responses) frame(l *Linter, n int, a *wire.Arrival, ends bool) {
	e := &a.Event
	kind := cmp.Or(e.Type, a.Frame.Event)
	terminal := isTerminal(kind)
	if read.Heartbeat(kind) || ends && !terminal { // which need no number; the shape of an error is a rule of its own
		r.sequence, r.numbered = max(r.sequence, e.Sequence), r.numbered || e.HasSequence
	}
	switch {
	case read.Heartbeat(kind):
		return
	case ends && !terminal:
	case e.Type == "":
		l.add("type-missing", n, "")
	case a.Frame.Event != e.Type && !l.stream.head.IsSocket():
		l.addEventName(n, &a.Frame, e.Type)
	}
	if kind == "response.debug" { // it comes before the count begins
		return
	}
	if !ends || terminal {
		r.number(l, n, e)
	}
	if r.terminal != nowhere && !(r.failing && kind == "response.failed") {
		l.add("after-terminal", n, "%s", kind)
		return
	}
	if !r.begun && kind != "" && kind != "response.created" && kind != "response.queued" && !ends {
		l.add("no-created", n, "the stream begins with %s", kind)
	}
	r.begun = true
	switch {
	case terminal:
		r.final(l, n, e, strings.TrimPrefix(kind, "response."))
	case ends:
		r.terminal, r.failing = n, true
		checkErrorEvent(l, n, e.Data)
	case kind == "response.output_item.added", kind == "response.output_item.done":
		r.item(l, n, e, kind == "response.output_item.added")
	case kind == "response.content_part.added", kind == "response.content_part.done":
		r.part(l, n, e, kind == "response.content_part.added")
	default:
		r.text(l, n, e, kind)
	}
}

func isTerminal(kind string) bool {
	switch kind {
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		return true
	}
	return false
}

// addEventName says what the event line of a frame is, which should be the event's type.
func (l *Linter) addEventName(n int, f *wire.Frame, kind string) {
	if !f.HasEvent {
		l.add("event-name-missing", n, "no event line")
		return
	}
	l.add("event-name-missing", n, "event: %s, type: %s", f.Event, kind)
}

// number checks sequence_number, which rises by one (Open Responses, "Streaming events").
func (r *responses) number(l *Linter, n int, e *wire.Event) {
	switch {
	case !e.HasSequence:
		l.add("sequence-missing", n, "")
		return
	case r.numbered && e.Sequence != r.sequence+1:
		l.add("sequence-gap", n, "from %d to %d", r.sequence, e.Sequence)
	}
	r.sequence, r.numbered = e.Sequence, true
}

// item takes the announcement or the end of an item.
func (r *responses) item(l *Linter, n int, e *wire.Event, added bool) {
	raw := scan.Get(e.Data, "item")
	it, known := r.itemAt(e.OutputIndex, n)
	id := scan.Text(scan.Get(raw, "id"))
	if added && it.added && id != "" && it.id != "" && id != it.id { // several may share an index
		it, known = r.add(it.index, n), false
	}
	if it.id == "" || added && !known {
		it.id = id
	} else if id != "" && id != it.id {
		l.add("item-id-changes", n, "from %s to %s", it.id, id)
	}
	if it.kind == "" {
		it.kind = unique.Make(scan.Text(scan.Get(raw, "type"))).Value() // few values occur in very many items
	}
	if added { // what it holds already needs no announcement
		for t := range textsOf(raw) {
			it.part(t.family, t.index, n).added = true
		}
	}
	switch {
	case added && known && !it.added:
		l.add("delta-before-item", int(it.first), "output_index %d is added in frame %d", it.index, n+1)
		it.added = true
	case added:
		it.added = true
	default:
		for text := range textsOf(raw) {
			it.whole(l, n, text)
		}
	}
}

// itemAt returns the item at an output_index, which it makes where none is known. Without an
// index it is the last one. It is valid until another is made.
func (r *responses) itemAt(index, frame int) (it *item, known bool) {
	if r.last != nowhere && (index == wire.None || r.items[r.last].index == index) {
		return &r.items[r.last], true
	}
	index = max(index, 0)
	at, known := r.at[index]
	if r.at == nil {
		at, known = slices.BinarySearchFunc(r.items, index, func(it item, index int) int { return cmp.Compare(it.index, index) })
	}
	if !known {
		return r.add(index, frame), false
	}
	r.last = at
	return &r.items[at], true
}

// add makes an item at an output_index.
func (r *responses) add(index, frame int) *item {
	n := len(r.items)
	if r.at == nil && n > 0 && index <= r.items[n-1].index {
		r.at = make(map[int]int, n)
		for i := range r.items {
			r.at[r.items[i].index] = i
		}
	}
	if r.at != nil {
		r.at[index] = n
	}
	r.items, r.last = append(r.items, item{index: index, first: int32(frame)}), n
	return &r.items[n]
}

func (r *responses) part(l *Linter, n int, e *wire.Event, added bool) {
	it, _ := r.itemAt(e.OutputIndex, n)
	r.named(l, n, it, e)
	t, known := contentOf(scan.Get(e.Data, "part"), max(e.ContentIndex, 0))
	if !known {
		return
	}
	if p := it.part(t.family, t.index, n); added {
		p.added = true
		return
	}
	it.whole(l, n, t)
}

// named checks the item_id of an event.
func (r *responses) named(l *Linter, n int, it *item, e *wire.Event) {
	switch {
	case e.ItemID == "" || e.ItemID == it.id:
	case it.id == "":
		it.id = e.ItemID
	default:
		l.add("item-id-changes", n, "from %s to %s", it.id, e.ItemID)
	}
}

// text takes an event that writes to a text, or ends one.
func (r *responses) text(l *Linter, n int, e *wire.Event, kind string) {
	at := strings.LastIndexByte(kind, '.')
	if at < 0 {
		return
	}
	family, known := familyOf(kind[:at])
	if !known {
		return
	}
	it, _ := r.itemAt(e.OutputIndex, n)
	r.named(l, n, it, e)
	p := it.part(family, max(e.ContentIndex, e.SummaryIndex, 0), n)
	switch kind[at:] {
	case ".delta":
		p.write(e)
	case ".done":
		it.whole(l, n, text{p.family, p.index, scan.Get(e.Data, families[family].member)})
	}
}

// final takes the event that ends the response.
func (r *responses) final(l *Linter, n int, e *wire.Event, named string) {
	r.terminal, r.cut = n, named != "completed"
	response := scan.Get(e.Data, "response")
	status := scan.Text(scan.Get(response, "status"))
	if status != named {
		l.add("status-conflict", n, "event response.%s, status %q", named, status)
	}
	if named == "failed" || named == "cancelled" {
		if err := scan.Get(response, "error"); named == "failed" && scan.Text(scan.Get(err, "message")) == "" {
			l.add("error-event", n, "response.failed without error.message")
		}
		return
	}
	checkUsage(l, n, scan.Get(response, "usage"), "input_tokens", "output_tokens")
	r.compare(l, n, scan.Get(response, "output"))
}

// compare holds the items of the final event against those of the stream.
func (r *responses) compare(l *Linter, n int, output json.RawMessage) {
	left := make([]*item, len(r.items))
	for i := range r.items {
		left[i] = &r.items[i]
	}
	slices.SortStableFunc(left, func(a, b *item) int { return cmp.Compare(a.index, b.index) })
	streamed, count := len(left), 0
	for _, raw := range scan.Elements(output) {
		i := same(left, scan.Text(scan.Get(raw, "id")), scan.Text(scan.Get(raw, "type")))
		for t := range textsOf(raw) {
			switch {
			case i >= 0:
				left[i].final(l, n, t)
			case t.spoken():
				l.add("text-only-in-final", n, "item %d of response.output", count)
			}
		}
		switch {
		case i == 0: // as nearly always: the others stay where they are
			left = left[1:]
		case i > 0:
			left = slices.Delete(left, i, i+1)
		}
		count++
	}
	switch {
	case count == 0 && streamed > 0:
		l.add("final-output-empty", n, "")
	case len(left) > 0:
		l.add("final-output-differs", n, "%d of %d items", streamed-len(left), streamed)
	}
}

// same finds the item of the stream that one of the final event is: that of its id, else the
// first of its type; -1 for none.
func same(left []*item, id, kind string) int {
	if i := slices.IndexFunc(left, func(it *item) bool { return id != "" && it.id == id }); i >= 0 {
		return i
	}
	return slices.IndexFunc(left, func(it *item) bool { return it.kind == kind || it.kind == "" })
}

func (r *responses) end(l *Linter, whole bool) {
	for i := range r.items {
		r.items[i].end(l)
	}
	l.addFaults(r.cut)
	if !whole {
		return
	}
	if r.terminal == nowhere {
		l.add("no-terminal", nowhere, "")
	} else if !l.stream.done && !r.failing {
		l.add("no-done", nowhere, "")
	}
}

func (r *responses) document(l *Linter, body []byte) {
	status := scan.Text(scan.Get(body, "status"))
	if _, failed := read.BodyFailure(body); failed {
		if status == "" { // else it is a response, whose error has a code of words
			checkErrorBody(l, body, 0)
		}
		return
	}
	if status != "" && status != "completed" && status != "incomplete" {
		return // it goes on, or was cancelled
	}
	checkUsage(l, nowhere, scan.Get(body, "usage"), "input_tokens", "output_tokens")
	for _, raw := range scan.Elements(scan.Get(body, "output")) {
		for t := range textsOf(raw) {
			if t.family == arguments {
				l.checkArguments(nowhere, t.value)
			}
		}
	}
	l.addFaults(status == "incomplete")
}

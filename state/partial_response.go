package state

import (
	"encoding/json"
	"math"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/assembly"
	"gatehouse/state/text/rope"
)

// PartialResponse is as much of a response as has arrived, for a stream that has not ended
// or never had a response. It is a snapshot: later arrivals do not change it.
type PartialResponse struct {
	begun         json.RawMessage   // the response as last received; nil for none
	status, model string            // status and model, for a response that never arrived
	failure       json.RawMessage   // the error event that ended the stream; nil for none
	foreign       assembly.Document // another API's answer, instead of all others but failure
	items         []partialItem
	size          int
}

type partialItem struct {
	raw      json.RawMessage // the item as last delivered
	streamed *streamedItem   // what was streamed beyond raw; nil for nothing
}

type streamedItem struct {
	members []any      // members of an item that was never delivered
	input   *rope.Rope // the input of a call
	parts   []partialPart
}

type partialPart struct {
	kind            PartKind
	raw             json.RawMessage
	annotations     []json.RawMessage
	annotationBytes int // size of annotations
	text            *rope.Rope
}

// PartialResponse returns a snapshot of the response; ok is false before anything of it
// arrived. It costs as much as there are parts: texts are shared.
func (x *Exchange) PartialResponse() (s PartialResponse, ok bool) {
	if x.assembled == nil && len(x.Items) == 0 && x.Status == "" && x.InProgress == nil {
		return PartialResponse{}, false
	}
	s = PartialResponse{begun: x.InProgress, status: x.Status, model: x.Model, size: len(x.InProgress)}
	if f := x.Failure; x.sawErrorEvent && f != nil && f.BodySize == int64(len(f.Body)) {
		if s.failure = f.Body; f.Document {
			s.failure = scan.Quote(f.Message)
		}
		s.size += len(f.Body)
	}
	if x.assembled != nil {
		foreign := x.assembled.Document()
		if inner := scan.Get(s.failure, "error"); !scan.IsNull(inner) {
			s.failure = inner // the rest of its frame is in the answer, or names the type of the frame
		}
		return PartialResponse{foreign: foreign, failure: s.failure, size: foreign.Size(math.MaxInt) + len(s.failure)}, !foreign.Empty()
	}
	s.items = make([]partialItem, 0, len(x.Items))
	for _, it := range x.Items {
		i := partialItem{raw: it.Raw}
		if !it.Done || it.deliveredLess || it.Raw == nil {
			i.streamed = it.streamed()
		}
		s.size += i.size(math.MaxInt)
		s.items = append(s.items, i)
	}
	return s, true
}

// Document returns the answer as one document: as received, or of another API's stream what
// is put together of its frames; nil for none.
func (x *Exchange) Document() json.RawMessage {
	if !x.Assembled() {
		return x.Response
	}
	s, ok := x.PartialResponse()
	if !ok {
		return nil
	}
	return s.JSON()
}

// Assembled reports whether Document is put together of the frames of a stream.
func (x *Exchange) Assembled() bool {
	return x.Stream && x.assembled != nil && len(x.Response) == 0
}

// streamed returns a snapshot of what was streamed of an item.
func (i *Item) streamed() *streamedItem {
	c := &i.content
	g := &streamedItem{input: c.input.Rope().Now()}
	if i.Raw == nil {
		g.members = minimalMembers(i)
	}
	for _, p := range c.parts {
		part := partialPart{kind: p.Kind, raw: p.Raw, annotations: p.Annotations, text: p.text.Rope().Now()}
		for _, a := range p.Annotations {
			part.annotationBytes += len(a)
		}
		g.parts = append(g.parts, part)
	}
	return g
}

// size estimates the length of the item's JSON with no text or list longer than most
// bytes.
func (i *partialItem) size(most int) int {
	n := min(len(i.raw), most)
	if i.streamed == nil {
		return n
	}
	n += min(int(i.streamed.input.Len()), most)
	for _, p := range i.streamed.parts {
		n += min(int(p.text.Len()), most) + min(p.annotationBytes, most)
	}
	return n
}

// minimalMembers returns the known members of an item that was never delivered.
func minimalMembers(it *Item) []any {
	var members []any
	for _, m := range []struct{ name, value string }{{"type", it.Type}, {"id", it.ID}, {"call_id", it.CallID()}, {"name", it.Name()}, {"status", it.Status()}} {
		if m.value != "" {
			members = append(members, m.name, scan.Quote(m.value))
		}
	}
	return members
}

// Size estimates the length of the JSON in bytes.
func (s PartialResponse) Size() int { return s.size }

// JSON writes the response as last received, with the streamed items merged into its
// output; for a response that never arrived, its status and its model. The error of an
// error event comes first, output last.
func (s PartialResponse) JSON() []byte {
	return s.json(limit{Limit: rope.Limit{Max: math.MaxInt}, head: len(s.items), tail: len(s.items)})
}

func (s PartialResponse) json(w limit) []byte {
	var members []any
	if s.failure != nil {
		members = append(members, "error", w.Value(s.failure))
	}
	if !s.foreign.Empty() {
		return scan.MakeObject(append(members, s.foreign.Members(w.Limit)...)...)
	}
	for m := range scan.Members(s.begun) {
		if m.Key != "output" && (m.Key != "error" || s.failure == nil) {
			members = append(members, m.Key, w.Value(m.Value))
		}
	}
	if s.begun == nil && s.status != "" {
		members = append(members, "status", scan.Quote(s.status))
	}
	if s.begun == nil && s.model != "" {
		members = append(members, "model", scan.Quote(s.model))
	}
	return scan.MakeObject(append(members, "output", scan.MakeArray(s.output(w)))...)
}

func (i partialItem) json(w limit) json.RawMessage {
	if i.streamed == nil {
		return w.Value(i.raw)
	}
	members, input := i.streamed.members, "arguments"
	grown := map[string][]json.RawMessage{}
	var order []string
	for _, p := range i.streamed.parts {
		list := p.list()
		if _, ok := grown[list]; !ok {
			order = append(order, list)
		}
		grown[list] = append(grown[list], p.json(w))
	}
	for m := range scan.Members(i.raw) {
		switch m.Key {
		case "arguments", "input", "code":
			if input = m.Key; i.streamed.input.Len() > 0 {
				continue
			}
		}
		if _, ok := grown[m.Key]; !ok {
			members = append(members, m.Key, w.Value(m.Value))
		}
	}
	for _, list := range order {
		members = append(members, list, scan.MakeArray(grown[list]))
	}
	if i.streamed.input.Len() > 0 {
		members = append(members, input, w.Text(i.streamed.input))
	}
	return scan.MakeObject(members...)
}

// list returns the item member that holds a part; parts that items do not deliver in a
// list are put under their kind.
func (p partialPart) list() string {
	switch indexRow(p.kind) {
	case rowContent:
		return "content"
	case PartSummary:
		return "summary"
	}
	return string(p.kind)
}

func (p partialPart) json(w limit) json.RawMessage {
	name := "text"
	if p.kind == PartRefusal {
		name = "refusal"
	}
	var members []any
	if scan.KindOf(p.raw) == scan.Object {
		for m := range scan.Members(p.raw) {
			if m.Key != name && (m.Key != "annotations" || len(p.annotations) == 0) {
				members = append(members, m.Key, w.Value(m.Value))
			}
		}
	} else {
		members = append(members, "type", scan.Quote(string(p.kind)))
	}
	if len(p.annotations) > 0 {
		members = append(members, "annotations", scan.MakeArray(w.list(p.annotations)))
	}
	return scan.MakeObject(append(members, name, w.Text(p.text))...)
}

// JSONWithin writes the JSON in about most bytes, to be shown while it grows. The beginning and
// the end of long texts and lists remain; a note between them counts what was left out.
func (s PartialResponse) JSONWithin(most int, mark rope.OmissionNote) []byte {
	if s.size <= most {
		return s.JSON()
	}
	w := s.window(limit{Limit: rope.Limit{Max: most, Note: mark}, head: len(s.items), tail: len(s.items)})
	for w.Max > rope.MinShown && s.sizeWith(w) > most {
		w.Max /= 2
	}
	return s.json(w)
}

// limit bounds the JSON that is written.
type limit struct {
	rope.Limit
	head, tail int // items [head, tail) are left out
}

// window leaves out items in the middle where there are too many even at their shortest: a
// quarter of the bytes is for the first items, a quarter for the last.
func (s PartialResponse) window(w limit) limit {
	least := w
	if !s.foreign.Empty() { // its lists are bounded where they are written
		return w
	}
	if least.Max = rope.MinShown; s.sizeWith(least) <= w.Max {
		return w
	}
	w.head = 0
	for room := w.Max / 4; w.head < len(s.items) && room > 0; w.head++ {
		room -= s.items[w.head].size(rope.MinShown)
	}
	for room := w.Max / 4; w.tail > w.head && room > 0; w.tail-- {
		room -= s.items[w.tail-1].size(rope.MinShown)
	}
	return w
}

// sizeWith estimates the length of the JSON within a limit.
func (s PartialResponse) sizeWith(w limit) int {
	if !s.foreign.Empty() {
		return s.foreign.Size(w.Max)
	}
	size := min(len(s.begun), w.Max)
	for i := range s.items {
		if i < w.head || i >= w.tail {
			size += s.items[i].size(w.Max)
		}
	}
	return size
}

// output writes the items.
func (s PartialResponse) output(w limit) []json.RawMessage {
	var items []json.RawMessage
	for _, it := range s.items[:w.head] {
		items = append(items, it.json(w))
	}
	if w.head < w.tail {
		left := int64(0)
		for i := range s.items[w.head:w.tail] {
			left += int64(s.items[w.head+i].size(math.MaxInt))
		}
		items = append(items, scan.Quote(w.Note(int64(w.tail-w.head), "item", left)))
	}
	for _, it := range s.items[w.tail:] {
		items = append(items, it.json(w))
	}
	return items
}

// list shortens annotations.
func (w limit) list(all []json.RawMessage) []json.RawMessage {
	head, tail, note := w.Window(len(all), "annotation", func(i, _ int) int { return len(all[i]) })
	if note == nil {
		return all
	}
	return append(append(all[:head:head], note), all[tail:]...)
}

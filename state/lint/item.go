package lint

import (
	"encoding/json"
	"iter"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// item is one item of the output, as the stream has described it. There may be very many.
type item struct {
	id    string
	kind  string // its type; empty where nothing has said it
	index int
	parts []part
	many  map[partKey]int // the places of the parts, once they are many
	first int32           // the first frame that speaks of it
	added bool            // its output_item.added has come
}

// partKey is what distinguishes the texts of an item.
type partKey struct {
	family family
	index  int
}

// part is one text of an item: of a message, of a thought, or the arguments of a call.
type part struct {
	sum           // of its deltas; of all of it once an event has said that
	index  int    // content_index or summary_index; 0 where there is none
	frame  int32  // the first that speaks of it; of a text without deltas the first that says all of it
	family family // by the names of its events
	added  bool   // its content_part.added has come
	pieced bool   // deltas have
	done   bool   // all of it has been said
}

// family is what kind of text of an item it is.
type family uint8

const (
	outputText family = iota
	refusal
	reasoningText
	reasoningSummary
	arguments
	toolInput
)

// families are how the events of texts are named, and the member that holds the whole: of the
// done event, and of the content part.
var families = [...]struct{ events, member string }{
	outputText:       {"response.output_text", "text"},
	refusal:          {"response.refusal", "refusal"},
	reasoningText:    {"response.reasoning_text", "text"},
	reasoningSummary: {"response.reasoning_summary_text", "text"},
	arguments:        {"response.function_call_arguments", "arguments"},
	toolInput:        {"response.custom_tool_call_input", "input"},
}

// familyOf returns the family of events by how they are named.
func familyOf(events string) (family, bool) {
	for f := range families {
		if families[f].events == events {
			return family(f), true
		}
	}
	return 0, false
}

// contentOf returns the text of a content part, and whether its type has one.
func contentOf(raw json.RawMessage, index int) (t text, known bool) {
	switch scan.Text(scan.Get(raw, "type")) {
	case "output_text":
		t.family = outputText
	case "refusal":
		t.family = refusal
	case "reasoning_text":
		t.family = reasoningText
	default:
		return t, false
	}
	t.index, t.value = index, scan.Get(raw, families[t.family].member)
	return t, true
}

// text is one text of an item that came whole.
type text struct {
	family family
	index  int
	value  json.RawMessage
}

// spoken reports whether it is what clients show or run: thoughts are often given in the end
// alone.
func (t *text) spoken() bool { return spoken(t.family) && len(scan.StringContent(t.value)) > 0 }

func spoken(f family) bool { return f != reasoningText && f != reasoningSummary }

// textsOf yields the texts of an item as an event or a document holds it.
func textsOf(item json.RawMessage) iter.Seq[text] {
	return func(yield func(text) bool) {
		switch kind := scan.Text(scan.Get(item, "type")); kind {
		case "function_call":
			yield(text{arguments, 0, scan.Get(item, "arguments")})
		case "custom_tool_call":
			yield(text{toolInput, 0, scan.Get(item, "input")})
		case "message", "reasoning":
			n := 0
			for _, content := range scan.Elements(scan.Get(item, "content")) {
				if t, known := contentOf(content, n); known && !yield(t) {
					return
				}
				n++
			}
		}
	}
}

// part returns a text of the item, which it makes. It is valid until another is made.
func (it *item) part(family family, index, frame int) *part {
	const few = 8
	key := partKey{family, index}
	if at, known := it.many[key]; known {
		return &it.parts[at]
	}
	if it.many == nil {
		for i := len(it.parts) - 1; i >= 0; i-- { // the last is written to most often
			if p := &it.parts[i]; p.index == index && p.family == family {
				return p
			}
		}
	}
	it.parts = append(it.parts, part{family: family, index: index, frame: int32(frame)})
	switch {
	case it.many != nil:
		it.many[key] = len(it.parts) - 1
	case len(it.parts) > few:
		it.many = make(map[partKey]int, 2*few)
		for i, p := range it.parts {
			it.many[partKey{p.family, p.index}] = i
		}
	}
	return &it.parts[len(it.parts)-1]
}

func (p *part) write(e *wire.Event) {
	p.pieced = p.pieced || e.Delta != ""
	if p.done { // it was compared
		return
	}
	if add(&p.sum, e.Delta); e.Halves != (wire.Halves{}) {
		p.hash = halved
	}
}

// whole takes all of a text, which an event says before the end of the response.
func (it *item) whole(l *Linter, n int, t text) {
	full := sumOf(t.value)
	if scan.IsNull(t.value) || full.bytes == 0 && t.family != arguments {
		return
	}
	p := it.part(t.family, t.index, n)
	if p.done {
		return
	}
	if p.pieced && p.sum.differs(full) {
		l.add(p.rule("done-differs"), n, "%d bytes in deltas, %d in the whole", p.bytes, full.bytes)
	}
	if p.done, p.sum = true, full; !p.pieced {
		p.frame = int32(n)
	}
	if t.family == arguments {
		l.checkArguments(n, t.value)
	}
}

// rule is that of a text that does not fit its pieces.
func (p *part) rule(id string) string {
	if p.family == arguments {
		return "args-differ"
	}
	return id
}

// final takes all of a text as the final event has it.
func (it *item) final(l *Linter, n int, t text) {
	p := it.part(t.family, t.index, n)
	full := sumOf(t.value)
	switch {
	case !p.pieced && !p.done:
		if t.spoken() {
			l.add("text-only-in-final", n, "output_index %d", it.index)
		}
		if t.family == arguments {
			l.checkArguments(n, t.value)
		}
	case p.sum.differs(full):
		l.add(p.rule("final-output-differs"), n, "output_index %d", it.index)
	case !p.done && t.family == arguments:
		l.checkArguments(n, t.value)
	}
}

// end concludes an item once the stream has ended.
func (it *item) end(l *Linter) {
	if !it.added {
		l.add("no-item-added", int(it.first), "output_index %d", it.index)
	}
	for _, p := range it.parts {
		if p.pieced && !p.added && (it.kind == "message" || it.kind == "") && spoken(p.family) && p.family != arguments {
			l.add("no-part-added", int(p.frame), "output_index %d", it.index)
		}
		if !p.pieced && p.done && p.bytes > 0 && spoken(p.family) {
			l.add("text-only-in-done", int(p.frame), "output_index %d", it.index)
		}
	}
}

package lint

import (
	"encoding/json"
	"iter"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// item is one item of the output, as the stream has described it.
type item struct {
	index int
	id    string
	kind  string // its type; empty where nothing has said it
	first int    // the first frame that speaks of it
	added bool   // its output_item.added has come
	parts []*part
	many  map[partKey]*part // the same, once they are many
}

// partKey is what distinguishes the texts of an item.
type partKey struct {
	family string
	index  int
}

// part is one text of an item: of a message, of a thought, or the arguments of a call.
type part struct {
	family string // as in the names of events, such as output_text
	index  int    // content_index or summary_index; 0 where there is none
	first  int    // the first frame that speaks of it
	added  bool   // its content_part.added has come
	pieces sum    // of its deltas
	full   sum    // of what is said to be all of it
	done   int    // the first frame that says so; nowhere for none
}

const arguments = "function_call_arguments"

// families are the texts of items by their events, and the member of the done event that
// holds the whole.
var families = map[string]string{
	"response.output_text":             "text",
	"response.refusal":                 "refusal",
	"response.reasoning_text":          "text",
	"response.reasoning_summary_text":  "text",
	"response.function_call_arguments": "arguments",
	"response.custom_tool_call_input":  "input",
}

// contents yields the family of a content part and the member that holds its text.
func contents(kind string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		switch kind {
		case "output_text":
			yield("output_text", "text")
		case "refusal":
			yield("refusal", "refusal")
		case "reasoning_text":
			yield("reasoning_text", "text")
		}
	}
}

// text is one text of an item that came whole.
type text struct {
	family string
	index  int
	value  json.RawMessage
}

// spoken reports whether it is what clients show or run: thoughts are often given in the end
// alone.
func (t *text) spoken() bool { return spoken(t.family) && len(scan.StringContent(t.value)) > 0 }

func spoken(family string) bool { return !strings.HasPrefix(family, "reasoning") }

// textsOf yields the texts of an item as an event or a document holds it.
func textsOf(item json.RawMessage) iter.Seq[text] {
	return func(yield func(text) bool) {
		switch kind := scan.Text(scan.Get(item, "type")); kind {
		case "function_call":
			yield(text{arguments, 0, scan.Get(item, "arguments")})
		case "custom_tool_call":
			yield(text{"custom_tool_call_input", 0, scan.Get(item, "input")})
		case "message", "reasoning":
			n := 0
			for _, content := range scan.Elements(scan.Get(item, "content")) {
				for family, member := range contents(scan.Text(scan.Get(content, "type"))) {
					if !yield(text{family, n, scan.Get(content, member)}) {
						return
					}
				}
				n++
			}
		}
	}
}

func (it *item) clone() *item {
	one := *it
	one.parts, one.many = nil, nil
	for _, p := range it.parts {
		one.keep(new(*p))
	}
	return &one
}

// part returns a text of the item, which it makes.
func (it *item) part(family string, index, frame int) *part {
	if it.many != nil {
		if p := it.many[partKey{family, index}]; p != nil {
			return p
		}
	} else {
		for i := len(it.parts) - 1; i >= 0; i-- { // the last is written to most often
			if p := it.parts[i]; p.index == index && p.family == family {
				return p
			}
		}
	}
	p := &part{family: family, index: index, first: frame, done: nowhere}
	it.keep(p)
	return p
}

// keep adds a text.
func (it *item) keep(p *part) {
	const few = 8
	it.parts = append(it.parts, p)
	switch {
	case it.many != nil:
		it.many[partKey{p.family, p.index}] = p
	case len(it.parts) > few:
		it.many = make(map[partKey]*part, 2*few)
		for _, p := range it.parts {
			it.many[partKey{p.family, p.index}] = p
		}
	}
}

func (p *part) write(e *wire.Event) {
	add(&p.pieces, e.Delta)
	p.pieces.halved = p.pieces.halved || e.Halves != (wire.Halves{})
}

// whole takes all of a text, which an event says before the end of the response.
func (it *item) whole(l *Linter, n int, t text) {
	full := sumOf(t.value)
	if scan.IsNull(t.value) || full.bytes == 0 && t.family != arguments {
		return
	}
	p := it.part(t.family, t.index, n)
	if p.done != nowhere {
		return
	}
	p.done, p.full = n, full
	if p.pieces.bytes > 0 && p.pieces.differs(full) {
		l.add(p.differs("done-differs"), n, "%d bytes in deltas, %d in the whole", p.pieces.bytes, full.bytes)
	}
	if t.family == arguments {
		l.checkArguments(n, t.value)
	}
}

// differs is the rule of a text that does not fit its pieces.
func (p *part) differs(id string) string {
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
	case p.pieces.bytes == 0 && p.done == nowhere:
		if t.spoken() {
			l.add("text-only-in-final", n, "output_index %d", it.index)
		}
		if t.family == arguments {
			l.checkArguments(n, t.value)
		}
	case p.done != nowhere && p.full.differs(full), p.done == nowhere && p.pieces.differs(full):
		l.add(p.differs("final-output-differs"), n, "output_index %d", it.index)
	case p.done == nowhere && t.family == arguments:
		l.checkArguments(n, t.value)
	}
	if p.done == nowhere {
		p.full = full
	}
}

// end concludes an item once the stream has ended.
func (it *item) end(l *Linter) {
	if !it.added {
		l.add("no-item-added", it.first, "output_index %d", it.index)
	}
	for _, p := range it.parts {
		if p.pieces.bytes > 0 && !p.added && (it.kind == "message" || it.kind == "") && spoken(p.family) && families["response."+p.family] != "arguments" {
			l.add("no-part-added", p.first, "output_index %d", it.index)
		}
		if p.pieces.bytes == 0 && p.done != nowhere && p.full.bytes > 0 && spoken(p.family) {
			l.add("text-only-in-done", p.done, "output_index %d", it.index)
		}
	}
}

package assembly

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/rope"
)

// list is the elements of a list. In what grows, those that come with an index go on with
// the element of that index, as in tool_calls; any other is one more.
type list struct {
	elements []element
	at       map[int]int // the latest element of an index
}

type element struct {
	index int // where it belongs in the list; that of the element before it for one without
	value
}

// take goes on with a list as received.
func (l *list) take(name string, came json.RawMessage, r rule, depth int) {
	n := 0
	for _, v := range scan.Elements(came) {
		index, ok := indexOf(v)
		if !ok && name == "tool_calls" { // their place says which
			index, ok = n, scan.KindOf(v) == scan.Object
		}
		n++
		switch {
		case ok && r == grows:
			l.goOn(name, index, v, depth)
		case r == grows && isParts(name) && len(l.elements) > 0 && sameText(&l.elements[len(l.elements)-1].value, v):
			last := &l.elements[len(l.elements)-1].value
			last.expand(grows, depth)
			last.object.take(v, grows, depth)
		default:
			last := 0
			if len(l.elements) > 0 {
				last = l.elements[len(l.elements)-1].index
			}
			l.elements = append(l.elements, element{index: last, value: value{raw: slices.Clone(v)}}) // not all of its frame
		}
	}
}

// goOn merges an element into the one of its index.
func (l *list) goOn(name string, index int, came json.RawMessage, depth int) {
	var o *object
	if at, ok := l.at[index]; ok {
		o = l.elements[at].object
	}
	if o == nil || isAnother(o, came) {
		o = l.begin(index)
	}
	if name == "tool_calls" { // a message has no index in them
		o.take(came, grows, depth, "index")
		return
	}
	o.take(came, grows, depth)
}

// begin adds an element with an index.
func (l *list) begin(index int) *object {
	if l.at == nil {
		l.at = map[int]int{}
	}
	l.at[index] = len(l.elements)
	o := &object{}
	l.elements = append(l.elements, element{index: index, value: value{object: o}})
	return o
}

// isAnother reports whether what came with an element's index is not that element: it has
// another type, or as a tool call another id and a name, where a service gives every call
// the index 0.
func isAnother(o *object, came json.RawMessage) bool {
	differs := func(name string) bool {
		was, now := scan.Text(o.get(name)), scan.Text(scan.Get(came, name))
		return was != "" && now != "" && was != now
	}
	named := scan.TextLen(scan.At(came, "function", "name")) > 0 || scan.TextLen(scan.At(came, "custom", "name")) > 0
	return differs("type") || named && differs("id")
}

// indexOf returns the index of an element; ok is false for one without.
func indexOf(v json.RawMessage) (index int, ok bool) {
	digits := scan.Get(v, "index")
	if len(digits) == 0 || len(digits) > 6 {
		return 0, false
	}
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		index = 10*index + int(d-'0')
	}
	return index, true
}

// isParts reports whether a list holds parts of text that come in pieces.
func isParts(name string) bool {
	return name == "content" || name == "thinking" || name == "reasoning_details"
}

// sameText reports whether a part is a piece of the text that an element is.
func sameText(last *value, came json.RawMessage) bool {
	kind := scan.Text(scan.Get(came, "type"))
	switch kind {
	case "text", "output_text", "thinking", "reasoning.text", "reasoning.summary":
	default:
		return false
	}
	if last.object != nil {
		return scan.Text(last.object.get("type")) == kind
	}
	return scan.Text(scan.Get(last.raw, "type")) == kind
}

func (l *list) now() *list {
	c := &list{elements: slices.Clone(l.elements), at: maps.Clone(l.at)}
	for i := range c.elements {
		if c.elements[i].raw == nil {
			c.elements[i].value = l.elements[i].now()
		}
	}
	return c
}

// size is that of a value. Of too many elements some are left out: see rope.Limit.
func (l *list) size(most int) (n int) {
	least := 0
	for i := range l.elements {
		n += l.elements[i].size(most)
		least += l.elements[i].size(min(most, rope.LeastShown))
	}
	if least > most {
		return most
	}
	return n
}

func (l *list) json(limit rope.Limit) json.RawMessage {
	all := l.elements
	if !slices.IsSortedFunc(all, byIndex) {
		all = slices.Clone(all)
		slices.SortStableFunc(all, byIndex)
	}
	head, tail, note := limit.Window(len(all), "element", func(i, most int) int { return all[i].size(most) })
	out := make([]json.RawMessage, 0, head+len(all)-tail+1)
	for i := range all[:head] {
		out = append(out, all[i].json(limit))
	}
	if note != nil {
		out = append(out, note)
	}
	for i := range all[tail:] {
		out = append(out, all[tail+i].json(limit))
	}
	return scan.MakeArray(out)
}

func byIndex(a, b element) int { return cmp.Compare(a.index, b.index) }

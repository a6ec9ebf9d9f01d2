package assembly

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/pieces"
	"gatehouse/state/rope"
)

// list is the elements of a list. In what grows, those that come with an index go on with
// the element of that index, as in tool_calls; any other is one more.
type list struct {
	elements []element
	at       map[int]int // the latest element of an index
	calls    pieces.Calls
	callAt   []int // the elements of the calls
}

type element struct {
	index int // where it belongs in the list; that of the element before it for one without
	value
}

// take goes on with a list as received.
func (l *list) take(name string, came json.RawMessage, r rule, depth int) {
	n := 0
	for _, v := range scan.Elements(came) {
		index, ok := pieces.Index(scan.Get(v, "index"))
		n++
		switch {
		case name == "tool_calls" && r == grows && scan.KindOf(v) == scan.Object:
			l.takeCall(v, n-1, depth)
		case ok && r == grows:
			l.goOn(index, v, depth)
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
func (l *list) goOn(index int, came json.RawMessage, depth int) {
	var o *object
	if at, ok := l.at[index]; ok {
		o = l.elements[at].object
	}
	if o == nil || isAnother(o, came) {
		o = l.begin(index)
	}
	o.take(came, grows, depth)
}

// call returns the call that a piece belongs to.
func (l *list) call(p pieces.Piece) *object {
	n, opened, _ := l.calls.Take(p)
	if opened {
		l.begin(p.Index)
		l.callAt = append(l.callAt, len(l.elements)-1)
	}
	if l.at == nil {
		l.at = map[int]int{}
	}
	l.at[p.Index] = l.callAt[n]
	return l.elements[l.callAt[n]].object
}

// takeCall merges one of the tool_calls, at a place in their list, into its call. A message
// has no index in them.
func (l *list) takeCall(came json.RawMessage, place, depth int) {
	f, input := scan.Get(came, "function"), "arguments"
	if custom := scan.Get(came, "custom"); custom != nil {
		f, input = custom, "input"
	}
	p := pieces.PieceOf(came, f, scan.Get(f, input), place)
	o := l.call(p)
	without := []string{"index"}
	if !scan.IsNull(o.get("id")) { // that of the first piece
		without = append(without, "id")
	}
	o.take(came, grows, depth, without...)
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
// another type.
func isAnother(o *object, came json.RawMessage) bool {
	was, now := scan.Text(o.get("type")), scan.Text(scan.Get(came, "type"))
	return was != "" && now != "" && was != now
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
	c := &list{elements: slices.Clone(l.elements), at: maps.Clone(l.at), calls: l.calls.Clone(), callAt: slices.Clip(l.callAt)}
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

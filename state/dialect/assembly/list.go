package assembly

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/text/rope"
)

// List is the elements of a list. Under Grows a received element that has an index extends
// the element of that index, as in tool_calls; any other is appended.
type List struct {
	elements []element
	at       map[int]int // the latest element of an index
	calls    Calls
	callAt   []int // the elements of the calls
}

type element struct {
	index int // where it belongs in the list; that of the element before it for one without
	Value
}

// AddAll adds the elements of a list as received.
func (l *List) AddAll(name string, received json.RawMessage, r Rule, depth int) {
	n := 0
	for _, v := range scan.Elements(received) {
		index, ok := Index(scan.Get(v, "index"))
		n++
		switch {
		case name == "tool_calls" && r == Grows && scan.KindOf(v) == scan.Object:
			l.takeCall(v, n-1, depth)
		case ok && r == Grows:
			l.merge(index, v, depth)
		case r == Grows && isParts(name) && sameText(l.Last(), v):
			l.Last().Merge(v, depth)
		default:
			last := 0
			if len(l.elements) > 0 {
				last = l.elements[len(l.elements)-1].index
			}
			l.elements = append(l.elements, element{index: last, Value: Value{raw: slices.Clone(v)}}) // not all of its frame
		}
	}
}

// merge merges an element into the one of its index, unless that has another type.
func (l *List) merge(index int, received json.RawMessage, depth int) {
	o, kind := l.At(index), scan.Text(scan.Get(received, "type"))
	if o != nil && kind != "" {
		if was := scan.Text(o.get("type")); was != "" && was != kind {
			o = nil
		}
	}
	if o == nil {
		o = l.Begin(index)
	}
	o.Merge(received, Grows, depth)
}

// Call returns the call that a piece belongs to.
func (l *List) Call(p Piece) *Object {
	n, opened, _ := l.calls.Add(p)
	if opened {
		l.Begin(p.Index)
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
func (l *List) takeCall(received json.RawMessage, place, depth int) {
	f, input := scan.Get(received, "function"), "arguments"
	if custom := scan.Get(received, "custom"); custom != nil {
		f, input = custom, "input"
	}
	p := PieceOf(received, f, scan.Get(f, input), place)
	o := l.Call(p)
	without := []string{"index"}
	if !scan.IsNull(o.get("id")) { // that of the first piece
		without = append(without, "id")
	}
	o.Merge(received, Grows, depth, without...)
}

// Begin adds an element with an index.
func (l *List) Begin(index int) *Object {
	if l.at == nil {
		l.at = map[int]int{}
	}
	l.at[index] = len(l.elements)
	o := &Object{}
	l.elements = append(l.elements, element{index: index, Value: Value{object: o}})
	return o
}

// Of returns the element that a value extends, by the index in it, else by its place among
// those received together.
func (l *List) Of(v json.RawMessage, place int) *Object {
	index, ok := Index(scan.Get(v, "index"))
	if !ok {
		index = place
	}
	if one := l.At(index); one != nil {
		return one
	}
	return l.Begin(index)
}

// isParts reports whether a list has parts of text that are received in pieces.
func isParts(name string) bool {
	return name == "content" || name == "thinking" || name == "reasoning_details"
}

// sameText reports whether a part is a piece of the text that an element is; nil is none.
func sameText(last *Value, received json.RawMessage) bool {
	switch kind := scan.Text(scan.Get(received, "type")); kind {
	case "text", "output_text", "thinking", "reasoning.text", "reasoning.summary":
		return last != nil && scan.Text(last.Get("type")) == kind
	}
	return false
}

func (l *List) now() *List {
	c := &List{elements: slices.Clone(l.elements), at: maps.Clone(l.at), calls: l.calls.Clone(), callAt: slices.Clip(l.callAt)}
	for i := range c.elements {
		if c.elements[i].raw == nil {
			c.elements[i].Value = l.elements[i].Now()
		}
	}
	return c
}

// size returns the size of a value. Of too many elements some are left out: see rope.Limit.
func (l *List) size(limit int) (n int) {
	minSize := 0
	for i := range l.elements {
		n += l.elements[i].size(limit)
		minSize += l.elements[i].size(min(limit, rope.MinShown))
	}
	if minSize > limit {
		return limit
	}
	return n
}

func (l *List) json(limit rope.Limit) json.RawMessage {
	all := l.elements
	if !slices.IsSortedFunc(all, byIndex) {
		all = slices.Clone(all)
		slices.SortStableFunc(all, byIndex)
	}
	head, tail, note := limit.Window(len(all), "element", func(i, bytes int) int { return all[i].size(bytes) })
	out := make([]json.RawMessage, 0, head+len(all)-tail+1)
	for i := range all[:head] {
		out = append(out, all[i].JSON(limit))
	}
	if note != nil {
		out = append(out, note)
	}
	for i := range all[tail:] {
		out = append(out, all[tail+i].JSON(limit))
	}
	return scan.MakeArray(out)
}

func byIndex(a, b element) int { return cmp.Compare(a.index, b.index) }

// At returns the latest element of an index; nil for none, and for one that is no object.
func (l *List) At(index int) *Object {
	if at, ok := l.at[index]; ok {
		return l.elements[at].object
	}
	return nil
}

// Element returns the element at a place, which is added if it is the next; nil beyond.
func (l *List) Element(place int) *Value {
	if place == len(l.elements) {
		l.elements = append(l.elements, element{index: place})
	} else if place > len(l.elements) {
		return nil
	}
	return &l.elements[place].Value
}

// Append adds an element as received, to which others can be joined: see Last.
func (l *List) Append(received json.RawMessage) {
	l.elements = append(l.elements, element{index: len(l.elements), Value: Value{raw: slices.Clone(received)}}) // not all of its frame
}

// Last returns the last element; nil for none.
func (l *List) Last() *Value {
	if len(l.elements) == 0 {
		return nil
	}
	return &l.elements[len(l.elements)-1].Value
}

// Len returns the number of elements.
func (l *List) Len() int { return len(l.elements) }

// EndCall closes the call at an index.
func (l *List) EndCall(index int) { l.calls.End(index) }

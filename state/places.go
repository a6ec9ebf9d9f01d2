package state

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unique"

	"gatehouse/client/wire"
)

// places finds the item that an event speaks of, in constant time: by
// output_index first, by item_id second (wire-notes §10, 16 to 19).
type places struct {
	at      map[int]*Item    // the latest item at an output_index
	crowded map[int]bool     // an output_index of several items, or of one that had another type
	typed   map[place]*Item  // the latest item of one type at those
	named   map[string]*Item // the latest item by item_id; nil until it is asked for
	open    map[string]*Item // the latest item of a type
	next    int              // the place of an item that comes without one
	hot     *Item            // what the last event spoke of
	loose   bool             // an item came so late that Items is not in order
}

type place struct {
	index int
	kind  string
}

func newPlaces() places {
	return places{at: map[int]*Item{}, crowded: map[int]bool{}, typed: map[place]*Item{}, open: map[string]*Item{}}
}

// typedAt returns the latest item of a type at an output_index, of any where that is
// empty; nil for none.
func (p *places) typedAt(index int, kind string) *Item {
	it := p.at[index]
	switch {
	case it == nil || kind == "":
		return it
	case p.crowded[index]:
		return p.typed[place{index, kind}]
	case it.Type == kind:
		return it
	}
	return nil
}

// crowd says that an item, which is the only one at its output_index, will be so no
// longer, or had another type.
func (p *places) crowd(it *Item) {
	if !p.crowded[it.Index] {
		p.crowded[it.Index] = true
		p.typed[place{it.Index, it.Type}] = it
	}
}

// called returns the item with an item_id, of several the one that was made last; nil for
// none, and for no id.
func (x *Exchange) called(id string) *Item {
	if id == "" {
		return nil
	}
	p := &x.places
	if p.named == nil {
		p.named = make(map[string]*Item, len(x.Items))
		for _, it := range x.Items {
			p.name(it)
		}
	}
	return p.named[id]
}

// name enters an item under its id, where items are asked for by theirs.
func (p *places) name(it *Item) {
	if p.named == nil || it.ID == "" {
		return
	}
	if other := p.named[it.ID]; other == nil || other.Serial < it.Serial {
		p.named[it.ID] = it
	}
}

// find returns the item that stands at index or is called id, or nil. Where
// several share one index the id tells them apart, else the type they want.
func (x *Exchange) find(index int, id, want string) *Item {
	p := &x.places
	if h := p.hot; h != nil && h.Index == index && h.ID == id && fits(h, want) {
		return h
	}
	if index == wire.None {
		if named := x.called(id); named != nil {
			return named
		}
		// An id that was never announced belongs to the last open item of
		// that kind, unless deltas alone made that item under another id.
		if o := p.open[want]; o != nil && !o.Done && (o.announced || id == "" || o.ID == "") {
			return o
		}
		return nil
	}
	it := p.at[index]
	if p.crowded[index] { // else the id tells nothing more
		if named := x.called(id); named != nil && named.Index == index && fits(named, want) {
			return named
		}
	}
	if it != nil && fits(it, want) {
		return it
	}
	return p.typedAt(index, want)
}

// item is find to change what it finds, and makes the item when there is none: deltas may come without
// output_item.added (wire-notes §10, 17).
func (x *Exchange) item(index int, id, want string) *Item {
	it := x.find(index, id, want)
	if it == nil {
		it = x.create(index, id, want)
	}
	x.places.hot = it
	return it
}

func (x *Exchange) create(index int, id, kind string) *Item {
	p := &x.places
	if index == wire.None {
		index = p.next
	}
	it := &Item{Index: index, Serial: len(x.Items), ID: id, Type: unique.Make(kind).Value()}
	if index >= p.next && index < math.MaxInt {
		p.next = index + 1
	}
	if other := p.at[index]; other != nil {
		p.crowd(other)
	}
	p.at[index] = it
	x.register(it)
	x.insert(it)
	return it
}

// register enters an item under its id and type, which may have become known
// only now.
func (x *Exchange) register(it *Item) {
	p := &x.places
	if p.crowded[it.Index] {
		p.typed[place{it.Index, it.Type}] = it
	}
	if it.Type == "" { // it may be of any
		p.at[it.Index] = it
	}
	p.open[it.Type] = it
	if _, tool, prefixed := strings.Cut(it.Type, ":"); prefixed {
		p.open[tool+"_call"] = it // the events of <word>:fusion are named fusion_call
	}
	p.name(it)
}

// lateBy bounds how far an item may be put before others at once, so that a
// hostile order costs no more than a friendly one; the terminal event sorts
// the rest.
const lateBy = 256

func (x *Exchange) insert(it *Item) {
	at := len(x.Items)
	for at > 0 && x.Items[at-1].Index > it.Index && len(x.Items)-at < lateBy {
		at--
	}
	x.places.loose = x.places.loose || at > 0 && x.Items[at-1].Index > it.Index
	x.Items = slices.Insert(x.Items, at, it)
}

// tidy puts the items in order when some came too late for insert.
func (x *Exchange) tidy() {
	if !x.places.loose {
		return
	}
	slices.SortStableFunc(x.Items, func(a, b *Item) int { return cmp.Compare(a.Index, b.Index) })
	x.places.loose = false
}

// fits tells whether an item may be what an event of a kind speaks of. Only
// the types that stream by events of their own exclude each other: text may
// address an advisor item, which is no message (wire-notes §5.1).
func fits(it *Item, want string) bool {
	return it.Type == want || want == "" || !streams(it.Type) || !streams(want)
}

func streams(kind string) bool {
	switch kind {
	case "message", "reasoning", "function_call", "custom_tool_call", "mcp_call",
		"code_interpreter_call", "apply_patch_call", "shell_call", "shell_call_output",
		"image_generation_call", "web_search_call", "file_search_call", "mcp_list_tools":
		return true
	}
	return false
}

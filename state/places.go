package state

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gatehouse/client/wire"
)

// places finds the item that an event speaks of, in constant time: by
// output_index first, by item_id second (wire-notes §10, 16 to 19).
type places struct {
	at    map[place]*Item  // the latest item at an output_index, of any type and of one type
	named map[string]*Item // by item_id
	open  map[string]*Item // the latest item of a type
	next  int              // the place of an item that comes without one
	hot   *Item            // what the last event spoke of
	loose bool             // an item came so late that Items is not in order
}

type place struct {
	index int
	kind  string // "" stands for any
}

func newPlaces() places {
	return places{at: map[place]*Item{}, named: map[string]*Item{}, open: map[string]*Item{}}
}

// find returns the item that stands at index or is called id, or nil. Where
// several share one index the id tells them apart, else the type they want.
func (x *Exchange) find(index int, id, want string) *Item {
	p := &x.places
	if h := p.hot; h != nil && h.Index == index && h.ID == id && fits(h, want) {
		return h
	}
	named := p.named[id]
	if id == "" {
		named = nil
	}
	if index == wire.None {
		if named != nil {
			return named
		}
		// An id that was never announced belongs to the last open item of
		// that kind, unless deltas alone made that item under another id.
		if o := p.open[want]; o != nil && !o.Done && (o.announced || id == "" || o.ID == "") {
			return o
		}
		return nil
	}
	if named != nil && named.Index == index && fits(named, want) {
		return named
	}
	if it := p.at[place{index: index}]; it != nil && fits(it, want) {
		return it
	}
	return p.at[place{index, want}]
}

// item is find, and makes the item when there is none: deltas may come without
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
	it := &Item{Index: index, Serial: len(x.Items), ID: id, Type: kind, held: &content{}}
	if index >= p.next && index < math.MaxInt {
		p.next = index + 1
	}
	p.at[place{index: index}] = it
	x.register(it)
	x.insert(it)
	return it
}

// register enters an item under its id and type, which may have become known
// only now.
func (x *Exchange) register(it *Item) {
	p := &x.places
	p.at[place{it.Index, it.Type}] = it
	p.open[it.Type] = it
	if _, tool, prefixed := strings.Cut(it.Type, ":"); prefixed {
		p.open[tool+"_call"] = it // the events of <word>:fusion are named fusion_call
	}
	if it.ID != "" {
		p.named[it.ID] = it
	}
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

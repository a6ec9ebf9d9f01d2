package state

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unique"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// place is where an event belongs.
type place struct {
	row   *eventRow
	item  *Item           // nil for the exchange, and where no item may be made
	part  *Part           // nil where the event addresses no part
	panel *Panel          // nil where it addresses no panel
	raw   json.RawMessage // the item or the part that it holds; nil for none
}

// placeOf finds the item that an event belongs to, and the part or the panel in it, or makes
// them: deltas may arrive without output_item.added (wire-notes §10, 17).
func (x *Exchange) placeOf(e *wire.Event, row *eventRow) place {
	p := place{row: row}
	id, item, kind, index := e.ItemID, row.item, row.part, e.ContentIndex
	switch row.where {
	case theExchange:
		return p
	case theSummary:
		index = e.SummaryIndex
	case theCommand:
		index = indexNumber(scan.Get(e.Data, "command_index"))
	case deliveredItem:
		if p.raw = scan.Get(e.Data, "item"); scan.KindOf(p.raw) != scan.Object {
			return p
		}
		id, item = scan.Text(scan.Get(p.raw, "id")), scan.Text(scan.Get(p.raw, "type"))
	case deliveredPart:
		p.raw = scan.Get(e.Data, "part")
		if kind = PartKind(internText(scan.Get(p.raw, "type"))); kind == PartReasoning {
			item = "reasoning"
		}
	case deliveredSummary:
		p.raw, index = scan.Get(e.Data, "part"), e.SummaryIndex
	}
	p.item = x.findItem(e.OutputIndex, id, item)
	if p.item == nil && row.known {
		return p
	}
	switch {
	case p.item == nil, row.where == deliveredItem && isNewItem(p.item, e.OutputIndex, id, row.complete):
		p.item = x.createItem(e.OutputIndex, id, item)
	case id != "" && p.item.ID != "" && id != p.item.ID && !row.known:
		x.report("item-id-changes", x.Frames-1, "from %s to %s", p.item.ID, id)
	}
	p.item.Version++
	x.index.last = p.item
	switch {
	case row.where.isPart():
		p.part = p.item.content.part(kind, index, row.complete)
	case row.where == thePanel:
		p.panel = p.item.content.panelOf(read.PanelModel(*e), x.Frames-1, x.nowUS)
	}
	return p
}

// isNewItem reports whether an announcement means a new item although one has its address:
// several items may share one output_index (wire-notes §10, 19). An id that merely changes
// from event to event does not make an item new (18), but one that is added at another index
// is another, whatever its id.
func isNewItem(it *Item, index int, id string, done bool) bool {
	if !done && index != wire.None && index != it.Index && it.announced {
		return true
	}
	if !it.announced || id != "" && id == it.ID {
		return false
	}
	named := id != "" && it.ID != ""
	if done {
		return it.Done && named
	}
	return it.Done || named
}

// indexNumber reads a non-negative integer of an event; wire.None when there is none.
func indexNumber(v json.RawMessage) int {
	n, err := strconv.Atoi(string(v))
	if err != nil || n < 0 {
		return wire.None
	}
	return n
}

// itemIndex finds the item that an event addresses in constant time: by output_index
// first, by item_id second (wire-notes §10, 16 to 19).
type itemIndex struct {
	byIndex      map[int]*Item        // the latest item at an output_index
	shared       map[int]bool         // output indexes with several items, or with one whose type changed
	byType       map[typedIndex]*Item // the latest item of each type at the shared indexes
	byID         map[string]*Item     // the latest item by item_id; nil until the first lookup
	latestOfType map[string]*Item     // the latest item of a type
	next         int                  // the output_index of the next item that arrives without one
	last         *Item                // the item that the last event addressed
	unsorted     bool                 // an item arrived so late that Items is not in order
}

type typedIndex struct {
	index int
	kind  string
}

func newItemIndex() itemIndex {
	return itemIndex{byIndex: map[int]*Item{}, shared: map[int]bool{}, byType: map[typedIndex]*Item{}, latestOfType: map[string]*Item{}}
}

// typedAt returns the latest item of a type at an output_index, of any type when kind is
// empty; nil for none.
func (p *itemIndex) typedAt(index int, kind string) *Item {
	it := p.byIndex[index]
	switch {
	case it == nil || kind == "":
		return it
	case p.shared[index]:
		return p.byType[typedIndex{index, kind}]
	case it.Type == kind:
		return it
	}
	return nil
}

// share marks the output_index of its only item as shared, before another item or another
// type is entered there.
func (p *itemIndex) share(it *Item) {
	if !p.shared[it.Index] {
		p.shared[it.Index] = true
		p.byType[typedIndex{it.Index, it.Type}] = it
	}
}

// itemByID returns the latest item with an item_id; nil for none, and for an empty id.
func (x *Exchange) itemByID(id string) *Item {
	if id == "" {
		return nil
	}
	p := &x.index
	if p.byID == nil {
		p.byID = make(map[string]*Item, len(x.Items))
		for _, it := range x.Items {
			p.addID(it)
		}
	}
	return p.byID[id]
}

// addID enters an item under its id once byID is in use.
func (p *itemIndex) addID(it *Item) {
	if p.byID == nil || it.ID == "" {
		return
	}
	if other := p.byID[it.ID]; other == nil || other.Serial < it.Serial {
		p.byID[it.ID] = it
	}
}

// findItem returns the item at an output_index or with an id; nil for none. Where several
// share one index, the id distinguishes them, else the wanted type.
func (x *Exchange) findItem(index int, id, want string) *Item {
	p := &x.index
	if h := p.last; h != nil && h.Index == index && h.ID == id && typesMatch(h, want) {
		return h
	}
	if index == wire.None {
		if named := x.itemByID(id); named != nil {
			return named
		}
		// An id that was never announced belongs to the last open item of
		// that kind, unless deltas alone made that item under another id.
		if o := p.latestOfType[want]; o != nil && !o.Done && (o.announced || id == "" || o.ID == "") {
			return o
		}
		return nil
	}
	it := p.byIndex[index]
	if p.shared[index] { // otherwise byIndex has the only candidate
		if named := x.itemByID(id); named != nil && named.Index == index && typesMatch(named, want) {
			return named
		}
	}
	if it != nil && typesMatch(it, want) {
		return it
	}
	if it == nil { // an index that nothing has: an open item that is named continues
		if named := x.itemByID(id); named != nil && !named.Done && typesMatch(named, want) {
			return named
		}
	}
	return p.typedAt(index, want)
}

func (x *Exchange) createItem(index int, id, kind string) *Item {
	p := &x.index
	if index == wire.None {
		index = p.next
	}
	it := &Item{Index: index, Serial: len(x.Items), ID: id, Type: unique.Make(kind).Value(), firstFrame: x.Frames - 1}
	if index >= p.next && index < math.MaxInt {
		p.next = index + 1
	}
	if other := p.byIndex[index]; other != nil {
		p.share(other)
	}
	p.byIndex[index] = it
	x.addToIndex(it)
	x.insertItem(it)
	return it
}

// addToIndex enters an item under its id and type, which may become known late.
func (x *Exchange) addToIndex(it *Item) {
	p := &x.index
	if p.shared[it.Index] {
		p.byType[typedIndex{it.Index, it.Type}] = it
	}
	if it.Type == "" { // it may be of any
		p.byIndex[it.Index] = it
	}
	p.latestOfType[it.Type] = it
	if _, tool, prefixed := strings.Cut(it.Type, ":"); prefixed {
		p.latestOfType[tool+"_call"] = it // the events of <word>:fusion are named fusion_call
	}
	p.addID(it)
}

// maxInsertDistance bounds how far back an item is inserted, so that a hostile order costs
// no more than a friendly one; the terminal event sorts the rest.
const maxInsertDistance = 256

func (x *Exchange) insertItem(it *Item) {
	at := len(x.Items)
	for at > 0 && x.Items[at-1].Index > it.Index && len(x.Items)-at < maxInsertDistance {
		at--
	}
	x.index.unsorted = x.index.unsorted || at > 0 && x.Items[at-1].Index > it.Index
	x.Items = slices.Insert(x.Items, at, it)
}

// sortItems ends the texts of the items, and sorts those that arrived too late for
// insertItem.
func (x *Exchange) sortItems() {
	x.endHalves(x.Items...)
	x.halved = false
	if !x.index.unsorted {
		return
	}
	slices.SortStableFunc(x.Items, func(a, b *Item) int { return cmp.Compare(a.Index, b.Index) })
	x.index.unsorted = false
}

// typesMatch reports whether an event for items of type want may address an item. Only
// types with special events exclude each other: text may address an advisor item,
// which is not a message (wire-notes §5.1).
func typesMatch(it *Item, want string) bool {
	return it.Type == want || want == "" || !hasSpecialEvents(it.Type) || !hasSpecialEvents(want)
}

func hasSpecialEvents(kind string) bool {
	switch kind {
	case "message", "reasoning", "function_call", "custom_tool_call", "mcp_call",
		"code_interpreter_call", "apply_patch_call", "shell_call", "shell_call_output",
		"image_generation_call", "web_search_call", "file_search_call", "mcp_list_tools":
		return true
	}
	return false
}

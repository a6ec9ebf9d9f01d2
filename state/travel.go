package state

import (
	"cmp"
	"iter"
	"slices"

	"gatehouse/client/wire"
	"gatehouse/state/raw"
)

// Anew returns the exchange as it was before anything of it had arrived.
func (x *Exchange) Anew() *Exchange {
	then := NewExchange(x.ID, x.Request)
	then.saved, then.reranks = x.saved, x.reranks
	return then
}

// At folds the exchange as it was behind a frame, counted from 0: arrivals are
// its own from the start on, and no more of them are taken than are needed. A
// frame behind the last gives the exchange as it stands, with its end.
func (x *Exchange) At(arrivals iter.Seq[wire.Arrival], frame int) *Exchange {
	then := x.Anew()
	then.FoldTo(arrivals, frame)
	return then
}

// FoldTo goes on from where an exchange stands to where it was behind a frame,
// counted from 0; arrivals are those that it has not folded yet. An exchange
// that is there already is left as it is.
func (x *Exchange) FoldTo(arrivals iter.Seq[wire.Arrival], frame int) {
	if x.Frames > frame {
		return
	}
	for a := range arrivals {
		x.Apply(a)
		if x.Frames > frame {
			return
		}
	}
}

// Lasting is what an exchange may have in common with itself at another time, for any
// goroutine: the items that were done, and the long texts of the others as they stood.
type Lasting struct {
	done  []*Item // by Serial; nil for one that was not
	texts map[textPlace]*raw.Rope
}

// textPlace is where a text stands in an exchange, at any time.
type textPlace struct {
	item  int // its Serial
	of    string
	index int // among those of its kind
}

// leastInCommon is from how many bytes on a text is worth to be looked up among those
// of another time.
const leastInCommon = 4 << 10

// Lasting takes what lasts. It costs as much as there are items, and parts of those that
// are not done.
func (x *Exchange) Lasting() Lasting {
	l := Lasting{done: make([]*Item, len(x.Items)), texts: map[textPlace]*raw.Rope{}}
	for _, it := range x.Items {
		if it.Done {
			it.share()
			l.done[it.Serial] = it
		}
	}
	for at, text := range x.texts() {
		if text.Len() >= leastInCommon {
			l.texts[at] = text.rope.Now()
		}
	}
	return l
}

// Share puts what an exchange has come to in the place of what it was, where that is the
// same: two times of one stream take little more than the memory of one. Of a text that
// has grown since it is the beginning. One that was delivered whole shares its frame
// anyway, and is spelled as it came.
func (x *Exchange) Share(now Lasting) {
	x.replace(func(it *Item) *Item {
		if it.Serial < len(now.done) {
			if done := now.done[it.Serial]; done != nil && done.Version == it.Version { // the same changes were made
				return done
			}
		}
		return it
	})
	for at, text := range x.texts() {
		n, whole := int64(text.Len()), now.texts[at]
		if n < leastInCommon || whole == nil || n > whole.Len() || !text.rope.Grown() || !text.rope.Begins(whole, n) {
			continue
		}
		if first := whole.Prefix(n); first.InOne() || !text.rope.InOne() { // else Text.settle would go on otherwise
			text.rope = first
		}
	}
}

// share says that the item stands in the exchange at several times.
func (i *Item) share() {
	if !i.shared { // else a reader may be looking at it on another goroutine
		i.shared = true
	}
}

// toChange returns an item that is the exchange's own, to be changed: one that stands in
// it at other times too is copied.
func (x *Exchange) toChange(it *Item) *Item {
	if !it.shared {
		return it
	}
	own := it.alone()
	at, _ := slices.BinarySearchFunc(x.Items, it.Index, func(i *Item, index int) int { return cmp.Compare(i.Index, index) })
	if i := slices.Index(x.Items[at:], it); i >= 0 {
		x.Items[at+i] = own
	} else { // one that came late is not in order
		x.Items[slices.Index(x.Items, it)] = own
	}
	x.places.replace(it, own)
	return own
}

// toChangeAll is toChange of all that a response delivers, at once: to look for each in
// every place of the others would cost the square of how many there are.
func (x *Exchange) toChangeAll(list []delivered) {
	own := map[*Item]*Item{}
	for i := range list {
		if it := list[i].to; it != nil && it.shared {
			own[it] = it.alone()
			list[i].to = own[it]
		}
	}
	if len(own) == 0 {
		return
	}
	x.replace(func(it *Item) *Item {
		if changed := own[it]; changed != nil {
			return changed
		}
		return it
	})
}

// alone returns a copy that no other time shares.
func (i *Item) alone() *Item {
	own := i.clone()
	own.shared = false
	return own
}

// texts tells all texts of the items that are its own, also empty ones, and where they
// stand.
func (x *Exchange) texts() iter.Seq2[textPlace, *Text] {
	return func(yield func(textPlace, *Text) bool) {
		for _, it := range x.Items {
			if !it.shared && !it.texts(yield) {
				return
			}
		}
	}
}

func (i *Item) texts(yield func(textPlace, *Text) bool) bool {
	if i.held == nil { // it is short
		return true
	}
	ok := yield(textPlace{i.Serial, "input", 0}, &i.held.input)
	for at, p := range i.held.parts {
		ok = ok && yield(textPlace{i.Serial, "part", at}, &p.text)
	}
	for at, p := range i.held.panels {
		ok = ok && yield(textPlace{i.Serial, "panel", at}, &p.text) && yield(textPlace{i.Serial, "reasoning", at}, &p.reasoning)
	}
	return ok
}

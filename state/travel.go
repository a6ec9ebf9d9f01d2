package state

import (
	"iter"

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

// leastInCommon is from how many bytes on a text is worth to be looked up among those
// of another time.
const leastInCommon = 4 << 10

// Texts are the long texts of an exchange as they stand, for any goroutine.
type Texts map[textPlace]*raw.Rope

// textPlace is where a text stands in an exchange, at any time.
type textPlace struct {
	item  int // its Serial
	of    string
	index int // among those of its kind
}

// Texts takes the exchange's long texts. It costs as much as there are parts.
func (x *Exchange) Texts() Texts {
	all := Texts{}
	for at, text := range x.texts() {
		if text.Len() >= leastInCommon {
			all[at] = text.rope.Now()
		}
	}
	return all
}

// ShareTexts puts what an exchange has come to in the place of its texts as they were,
// where those are the beginnings: two times of one stream take the memory of one. A text
// that was delivered whole shares its frame anyway, and is spelled as it came.
func (x *Exchange) ShareTexts(now Texts) {
	for at, text := range x.texts() {
		n, whole := int64(text.Len()), now[at]
		if n < leastInCommon || whole == nil || n > whole.Len() || !text.rope.Grown() || !text.rope.Begins(whole, n) {
			continue
		}
		if first := whole.Prefix(n); first.InOne() || !text.rope.InOne() { // else Text.settle would go on otherwise
			text.rope = first
		}
	}
}

// texts tells all texts, also empty ones, and where they stand.
func (x *Exchange) texts() iter.Seq2[textPlace, *Text] {
	return func(yield func(textPlace, *Text) bool) {
		for _, it := range x.Items {
			if !it.texts(yield) {
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

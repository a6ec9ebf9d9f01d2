package app

import (
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/views"
)

// shift is what became of the items of one document in another: those at its
// beginning and at its end that are the same, and how many there are.
type shift struct{ head, tail, was, now int }

// shiftOf compares the items of two documents. It reads both.
func shiftOf(was, now []byte) shift {
	a, b := itemsOf(was), itemsOf(now)
	s := shift{was: len(a), now: len(b)}
	n := min(len(a), len(b))
	for s.head < n && scan.Same(a[s.head], b[s.head]) {
		s.head++
	}
	for s.tail < n-s.head && scan.Same(a[len(a)-1-s.tail], b[len(b)-1-s.tail]) {
		s.tail++
	}
	return s
}

func itemsOf(doc []byte) []json.RawMessage {
	var items []json.RawMessage
	if input := scan.Get(doc, "input"); scan.KindOf(input) == scan.Array {
		for _, item := range scan.Elements(input) {
			items = append(items, item)
		}
	}
	return items
}

// item is where an item stands by now; ok is false for one that is no more.
func (s shift) item(i int) (now int, ok bool) {
	switch {
	case i < s.head:
		return i, true
	case i >= s.was-s.tail:
		return i + s.now - s.was, true
	}
	return i, s.was == s.now && s.head+s.tail == s.was-1 // it alone was edited
}

// gap is where a place between two items is by now: before the item that it
// was before, at the end when it was there.
func (s shift) gap(i int) int {
	if i >= s.was-s.tail {
		return i + s.now - s.was
	}
	return min(i, s.now)
}

// carried is a place of one document in another.
func carried(pointer string, was, now []byte) (there string, ok bool) {
	list := views.ItemsSection.Pointer()
	rest, below := strings.CutPrefix(pointer, list+"/")
	number, rest, deeper := strings.Cut(rest, "/")
	i, err := strconv.Atoi(number)
	if !below || err != nil {
		return pointer, true
	}
	if i, ok = shiftOf(was, now).item(i); deeper {
		number = itoa(i) + "/" + rest
	} else {
		number = itoa(i)
	}
	return list + "/" + number, ok
}

// carry makes the builder's list and form stay at the item that they show where
// an answer that came to its end put others before it.
func (b *builder) carry(was, now []byte) {
	p := b.outline.Place()
	if p.Section != views.ItemsSection {
		return
	}
	s := shiftOf(was, now)
	to, ok := s.item(p.Index)
	if p.Index >= s.was {
		to, ok = s.gap(p.Index), true // behind the last
	}
	if !ok {
		b.form.Drop()
		return
	}
	p.Index = to
	b.outline.Select(p)
	if b.place.Section == views.ItemsSection {
		b.form.Move(p.Pointer())
	}
}

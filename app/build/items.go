package build

import (
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/views"
)

// itemMoves is where the items of one document are in another: those at its
// beginning and at its end are the same ones.
type itemMoves struct {
	head, tail int // items that are the same
	was, now   int // items in all
}

// compareItems compares the items of two documents. It parses both.
func compareItems(was, now []byte) itemMoves {
	a, b := itemsOf(was), itemsOf(now)
	m := itemMoves{was: len(a), now: len(b)}
	n := min(len(a), len(b))
	for m.head < n && scan.Same(a[m.head], b[m.head]) {
		m.head++
	}
	for m.tail < n-m.head && scan.Same(a[len(a)-1-m.tail], b[len(b)-1-m.tail]) {
		m.tail++
	}
	return m
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

// item is the index of an item in the other document; ok is false for one that
// is not in it.
func (m itemMoves) item(i int) (now int, ok bool) {
	switch {
	case i < m.head:
		return i, true
	case i >= m.was-m.tail:
		return i + m.now - m.was, true
	}
	return i, m.was == m.now && m.head+m.tail == m.was-1 // it alone was edited
}

// gap is the index in the other document at which an item is inserted: before
// the same item, or again at the end.
func (m itemMoves) gap(i int) int {
	if i >= m.was-m.tail {
		return i + m.now - m.was
	}
	return min(i, m.now)
}

// movedTo is where the place of a JSON Pointer in one document is in another; ok
// is false where its item is not in it.
func movedTo(pointer string, was, now []byte) (there string, ok bool) {
	list := views.ItemsSection.Pointer()
	rest, inItem := strings.CutPrefix(pointer, list+"/")
	index, rest, deeper := strings.Cut(rest, "/")
	i, err := strconv.Atoi(index)
	if !inItem || err != nil {
		return pointer, true
	}
	i, ok = compareItems(was, now).item(i)
	there = list + "/" + strconv.Itoa(i)
	if deeper {
		there += "/" + rest
	}
	return there, ok
}

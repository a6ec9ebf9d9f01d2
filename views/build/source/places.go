package source

import (
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// extent is where a value is in a document: its bytes, and where its
// member's name begins; for what is no member that is the value itself.
type extent struct {
	start, from, to int
	found           bool
}

// want is a value that is looked for, in a tree of names: all are found in one reading of
// the document.
type want struct {
	below map[string]*want
	at    extent
}

// reader goes through a document and finds wanted places, and the innermost
// value that holds an offset.
type reader struct {
	doc    []byte
	last   int // after the last token
	open   []level
	root   *want
	offset int     // -1: not asked for
	around []level // of what holds offset
	at     extent
}

// level is an object or array that the reader is in.
type level struct {
	object     bool
	from       int
	key, keyTo int // the name of the member at hand
	n          int // the element at hand
	want       *want
}

// place is where a value was found.
type place struct {
	extent
	exact bool // it is the value itself, not the innermost one around where it is missing
}

// locate finds the values at JSON Pointers (RFC 6901) in doc. Of a name that is there twice
// the last counts. In broken text it finds what is before the fault.
func locate(doc []byte, pointers ...string) []place {
	root := &want{}
	for _, pointer := range pointers {
		w := root
		path, _ := scan.PathOf(pointer)
		for _, token := range path {
			if w.below[token] == nil {
				if w.below == nil {
					w.below = map[string]*want{}
				}
				w.below[token] = &want{}
			}
			w = w.below[token]
		}
	}
	r := &reader{doc: doc, root: root, offset: -1}
	_ = scan.Scan(doc, r) // what is before a fault is found all the same
	places := make([]place, len(pointers))
	for i, pointer := range pointers {
		path, _ := scan.PathOf(pointer)
		places[i] = root.find(path)
	}
	return places
}

// find returns the place of a value that was looked for.
func (w *want) find(path []string) place {
	at := w.at
	for _, token := range path {
		if w = w.below[token]; !w.at.found {
			return place{at, false}
		}
		at = w.at
	}
	return place{at, true}
}

// around returns the path to the innermost value or member that holds the byte
// at offset, and where it is. In broken text the extent may be missing.
func around(doc []byte, offset int) (path []string, at extent) {
	levels, at := levelsAt(doc, offset)
	for _, l := range levels {
		if !l.object {
			path = append(path, strconv.Itoa(l.n))
		} else if l.keyTo > 0 {
			path = append(path, scan.Text(doc[l.key:l.keyTo]))
		}
	}
	return path, at
}

// jqPath writes the path to the innermost value or member that holds the byte at
// offset, as jq takes it.
func jqPath(doc []byte, offset int) string {
	var path scan.JQ
	levels, _ := levelsAt(doc, offset)
	for _, l := range levels {
		if !l.object {
			path.Element(l.n)
		} else if l.keyTo > 0 {
			path.Member(scan.Text(doc[l.key:l.keyTo]))
		}
	}
	return "." + strings.TrimPrefix(path.String(), ".")
}

// levelsAt returns the objects and arrays around the innermost value or member that
// holds the byte at offset, and where it is.
func levelsAt(doc []byte, offset int) (levels []level, at extent) {
	r := &reader{doc: doc, offset: offset}
	if err := scan.Scan(doc, r); err != nil && !r.at.found {
		return r.open, r.at
	}
	return r.around, r.at
}

func (r *reader) top() *level {
	if len(r.open) == 0 {
		return nil
	}
	return &r.open[len(r.open)-1]
}

// currentNode returns the node of the value that begins now.
func (r *reader) currentNode() *want {
	top := r.top()
	switch {
	case top == nil:
		return r.root
	case top.want == nil || top.want.below == nil:
		return nil
	case top.object:
		return top.want.below[scan.Text(r.doc[top.key:top.keyTo])]
	}
	return top.want.below[strconv.Itoa(top.n)]
}

func (r *reader) Open(at int, object bool) {
	r.open = append(r.open, level{object: object, from: at, key: at, want: r.currentNode()})
	r.last = at + 1
}

func (r *reader) Key(at, end int) {
	top := r.top()
	top.key, top.keyTo = at, end
	r.last = end
}

func (r *reader) Value(at, end int, _ scan.Kind) {
	r.last = end
	r.done(at, end, r.currentNode())
}

func (r *reader) Close() {
	top := *r.top()
	r.open = r.open[:len(r.open)-1]
	for r.last < len(r.doc) && r.doc[r.last] != '}' && r.doc[r.last] != ']' {
		r.last++
	}
	r.last = min(r.last+1, len(r.doc))
	r.done(top.from, r.last, top.want)
}

// done notes a value that has been read.
func (r *reader) done(from, to int, w *want) {
	at := extent{start: from, from: from, to: to, found: true}
	top := r.top()
	if top != nil && top.object {
		at.start = top.key
	}
	if w != nil {
		w.at = at
	}
	if r.offset >= at.start && r.offset < to && !r.at.found {
		r.at, r.around = at, slices.Clone(r.open)
	}
	if top != nil {
		top.n++
	}
}

package form

import (
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/views/kit/text"
)

type rowKind uint8

const (
	rowValue rowKind = iota // one value with the control of its field
	rowJSON                 // a value that no control fits, as JSON
	rowHead                 // an object with rows below it
	rowAdd                  // the place for a new element
	rowFixed                // a field that is never set
	rowExtra                // a line that is no field
)

// row is one line of the form, or a few.
type row struct {
	kind    rowKind
	what    *field.Field // the control of the value
	pointer string       // of the value; of rowAdd that of the list
	label   string
	depth   int
	value   []byte // as in the document; nil if it is not set
	up      *row   // the object that holds it, where that is a row too
	in      *group // the list that it is an element of
	index   int    // in that list; of rowExtra among those
	name    string // of a pair
	list    *group // the list whose place this row is when there is no element
	open    bool   // rowHead: its rows are shown
	extra   *Extra
	object  []byte // the object that holds it

	findings []report.Finding
	shown    text.Memo[int, []string] // the first lines of a long text, by width
	length   int                      // code points of the text, once they were counted
	counted  bool
	why      *string // why it has no effect, once it was asked
}

// group is a list whose elements are rows: an array, or an object whose
// members have any name.
type group struct {
	kind    field.Kind
	what    *field.Field // of the list
	element *field.Field // of one element
	pointer string
	value   []byte
	up      *row // the object that holds it
	size    int
	length  int // code points of all elements, once they were counted
	counted bool
}

// named reports whether the elements have names.
func (g *group) named() bool { return g.kind == field.Pairs }

// group returns the list that a new element of this row's would join.
func (r *row) group() *group {
	if r.list != nil {
		return r.list
	}
	return r.in
}

// key identifies a row from one version of the document to the next.
func (r *row) key() string {
	switch r.kind {
	case rowAdd:
		return r.pointer + "\x00+"
	case rowExtra:
		return "\x00" + strconv.Itoa(r.index) // several may be without a name
	}
	return r.pointer
}

// step returns the pointer of a member or element.
func step(pointer, token string) string { return pointer + scan.Pointer(token) }

// builder makes the rows of one state of the document.
type builder struct {
	rows  []*row
	doc   []byte // the request
	folds map[string]bool
	hide  []string // members of the form's object that get no row
}

// fields adds the rows of an object's fields, and of its other members.
func (b *builder) fields(fields []field.Field, object []byte, pointer string, depth int, up *row, others bool, extra []Extra) {
	var all []scan.Member
	if scan.KindOf(object) == scan.Object {
		all = members(object)
	}
	values := make(map[string][]byte, len(all))
	for _, m := range all {
		values[m.Key] = m.Value
	}
	for i := range fields {
		f := &fields[i]
		if up != nil && values[f.Name] == nil && f.Inert != nil && f.Inert(b.doc, object) != "" {
			continue // it belongs to objects of another type
		}
		b.field(f, values[f.Name], object, step(pointer, f.Name), f.Name, depth, up)
		delete(values, f.Name)
		b.extra(extra, f.Name)
	}
	for _, m := range all {
		hidden := up == nil && slices.Contains(b.hide, m.Key)
		if v, ok := values[m.Key]; ok && others && !hidden {
			b.add(&row{kind: rowJSON, what: unnamed(m.Key), pointer: step(pointer, m.Key), label: m.Key, depth: depth, value: v, up: up, object: object})
		}
	}
}

func (b *builder) extra(extra []Extra, after string) {
	for i := range extra {
		if e := &extra[i]; e.After == after {
			b.add(&row{kind: rowExtra, label: e.Name, index: i, extra: e})
		}
	}
}

// unnamed returns the field of a member that no table names.
func unnamed(name string) *field.Field {
	return &field.Field{Name: name, Kind: field.JSON, Help: "Not in the API document; sent as is."}
}

func (b *builder) add(r *row) { b.rows = append(b.rows, r) }

// isOpen reports whether the rows of an object are shown.
func (b *builder) isOpen(pointer string, otherwise bool) bool {
	if open, ok := b.folds[pointer]; ok {
		return open
	}
	return otherwise
}

// field adds the row of a field, and those below it.
func (b *builder) field(f *field.Field, value, object []byte, pointer, label string, depth int, up *row) {
	f = fitting(f, value)
	r := row{kind: rowValue, what: f, pointer: pointer, label: label, depth: depth, value: value, up: up, object: object}
	switch {
	case f.Kind == field.Fixed:
		r.kind = rowFixed
		b.add(&r)
	case f.Kind == field.JSON, value != nil && !fits(f, value):
		r.kind = rowJSON
		b.add(&r)
	case f.Kind == field.List, f.Kind == field.Objects, f.Kind == field.Pairs:
		b.list(&r)
	case f.Kind == field.Object:
		b.object(&r)
	default:
		b.add(&r)
	}
}

// object adds an object's own row and, when it is open, those of its fields.
func (b *builder) object(r *row) {
	r.kind = rowHead
	r.open = b.isOpen(r.pointer, scan.KindOf(r.value) == scan.Object)
	b.add(r)
	if r.open {
		b.fields(r.what.Fields, r.value, r.pointer, r.depth+1, r, true, nil)
	}
}

// list adds the elements of a list and the place for a new one. The list's
// name is drawn at the first of them.
func (b *builder) list(r *row) {
	g := &group{kind: r.what.Kind, what: r.what, element: elementOf(r.what), pointer: r.pointer, value: r.value, up: r.up}
	label := r.label
	one := func(name string, value []byte) {
		e := &row{kind: rowValue, what: g.element, label: label, depth: r.depth, value: value, up: r.up, in: g, index: g.size, name: name, object: r.value}
		label = ""
		token := name
		if !g.named() {
			token = strconv.Itoa(g.size)
		}
		e.pointer = step(r.pointer, token)
		g.size++
		b.element(e)
	}
	switch scan.KindOf(r.value) {
	case scan.Array:
		for _, v := range scan.Elements(r.value) {
			one("", v)
		}
	case scan.Object:
		for _, m := range members(r.value) {
			one(m.Key, m.Value)
		}
	}
	b.add(&row{kind: rowAdd, what: r.what, pointer: r.pointer, label: label, depth: r.depth, value: r.value, up: r.up, list: g, object: r.object})
}

// element adds one element of a list.
func (b *builder) element(e *row) {
	if e.in.kind == field.Objects && scan.KindOf(e.value) == scan.Object {
		b.object(e)
		return
	}
	if !fits(e.what, e.value) && !(e.in.kind == field.Pairs && fitsPair(e.what, e.value)) {
		e.kind = rowJSON
	}
	b.add(e)
}

// members returns the members of an object in their order; of a name that
// is there twice the last, which is the one that counts.
func members(object []byte) []scan.Member {
	all := slices.Collect(scan.Members(object))
	last := make(map[string]int, len(all))
	for i, m := range all {
		last[m.Key] = i
	}
	out := all[:0]
	for i, m := range all {
		if last[m.Key] == i {
			out = append(out, m)
		}
	}
	return out
}

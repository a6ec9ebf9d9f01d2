package cassette

import (
	"bytes"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/json/tree"
)

// difference is one value that differs. Its spans belong to the recorded body and to the
// requested one.
type difference struct {
	path    string // as faults are named
	pattern string // the path for all elements, as Ignore accepts it; empty: the complete body
	kind    tree.ChangeKind
	was, is span
	size    int // bytes that differ, of both
}

// span is a part of a document.
type span struct{ from, to int }

func (s span) of(doc []byte) []byte { return doc[s.from:s.to] }

// differences returns the differences of a comparison in meaning. Elements that only one side has, at the same
// place, are one changed element: ids are new in every run. A masked value of the record equals any
// value it may have been.
func differences(d *tree.Delta) (list []difference) {
	added := map[string]int{}
	for _, row := range d.Rows {
		if row.Kind == tree.Added {
			added[d.B.Path(row.B)] = row.B
		}
	}
	replaced := map[string]bool{}
	for _, row := range d.Rows {
		one := difference{path: d.Path(row), kind: row.Kind}
		switch row.Kind {
		case tree.Changed:
			one.pattern = pattern(d.B, row.B)
			one.was, one.is = spanOf(d.A, row.A), spanOf(d.B, row.B)
			if one = one.changed(d.A.Doc(), d.B.Doc()); one.size > 0 {
				list = append(list, one)
			}
		case tree.Added:
			if !replaced[one.path] {
				one.pattern, one.is = pattern(d.B, row.B), spanOf(d.B, row.B)
				one.size = one.is.to - one.is.from
				list = append(list, one)
			}
		case tree.Removed:
			one.pattern, one.was = pattern(d.A, row.A), spanOf(d.A, row.A)
			if at, ok := added[one.path]; ok {
				replaced[one.path] = true
				one.is = spanOf(d.B, at)
				list = append(list, one.within(d.A.Doc(), d.B.Doc())...)
				continue
			}
			one.size = one.was.to - one.was.from
			list = append(list, one)
		case tree.Moved:
			one.pattern, one.size = pattern(d.B, row.B), 1
			list = append(list, one)
		}
	}
	return list
}

func spanOf(x *tree.Index, i int) span {
	from, to := x.Span(i)
	return span{from, to}
}

// pattern returns the path to a value and to all that have its name in other elements.
func pattern(x *tree.Index, i int) string {
	var steps []string
	for ; x.Parent(i) >= 0; i = x.Parent(i) {
		if name := x.Name(i); name != nil {
			steps = append(steps, scan.JQMember(scan.Text(name)))
		} else {
			steps = append(steps, "[]")
		}
	}
	slices.Reverse(steps)
	return strings.Join(steps, "")
}

// changed returns the difference of two values; its size is 0 where one masks the other.
func (d difference) changed(a, b []byte) difference {
	was, is := d.was.of(a), d.is.of(b)
	d.kind, d.size = tree.Changed, 0
	if !masks(was, is) {
		d.size = max(len(was)+len(is)-2*same(was, is), 1)
	}
	return d
}

// within compares two values at one path.
func (d difference) within(docA, docB []byte) (list []difference) {
	a, wrongA := tree.New(d.was.of(docA))
	b, wrongB := tree.New(d.is.of(docB))
	if wrongA != nil || wrongB != nil || !a.Container(0) || !b.Container(0) || a.Kind(0) != b.Kind(0) {
		if d = d.changed(docA, docB); d.size > 0 {
			list = append(list, d)
		}
		return list
	}
	list = differences(tree.Diff(a, b))
	for i := range list {
		one := &list[i]
		switch {
		case one.path == ".":
			one.path = d.path
		case strings.HasPrefix(one.path, "["):
			one.path = d.path + one.path
		default:
			one.path = d.path + "." + one.path
		}
		one.pattern = d.pattern + one.pattern
		one.was.from, one.was.to = one.was.from+d.was.from, one.was.to+d.was.from
		one.is.from, one.is.to = one.is.from+d.is.from, one.is.to+d.is.from
	}
	return list
}

// masks reports whether a recorded value is what masking leaves of another: as long, and
// different only where it has stars.
func masks(recorded, asked []byte) bool {
	if len(recorded) != len(asked) || !bytes.Contains(recorded, []byte("******")) { // no secret is shorter
		return false
	}
	for i, c := range recorded {
		if c != asked[i] && c != '*' {
			return false
		}
	}
	return true
}

// same returns how many bytes two values share at their beginning and their end.
func same(a, b []byte) int {
	n, short := 0, min(len(a), len(b))
	for n < short && a[n] == b[n] {
		n++
	}
	end := 0
	for end < short-n && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return n + end
}

package diff

import (
	"bytes"

	"gatehouse/state/figures"
	"gatehouse/state/tree"
	"gatehouse/views/text"
)

// The bounds of what is told of one step: what lies deeper is shown as it came,
// and behind so many lines what differs is only counted.
const (
	deepestPlace = 16
	mostPlaces   = 2000
)

// places writes what differs between two documents, place by place; nil is an
// object without members. What only one of them has, or has instead, is one
// difference on as many lines as it holds values.
func places(a, b []byte, indent string) []wayRow {
	if bytes.Equal(a, b) {
		return nil
	}
	first, wrongA := tree.New(orNone(a))
	second, wrongB := tree.New(orNone(b))
	if wrongA != nil || wrongB != nil { // neither can be, of what was found in a document
		return []wayRow{{a: indent + text.SanitizeLine(string(a)), b: indent + text.SanitizeLine(string(b)), differs: true, counts: 1}}
	}
	var rows []wayRow
	more := 0
	for _, c := range tree.Diff(first, second).Rows {
		whole := c.Depth == deepestPlace
		switch {
		case c.Depth > deepestPlace, !c.Differs(), c.Kind == tree.Inside && !whole:
			continue
		case len(rows) >= mostPlaces:
			more++
			continue
		}
		left, right := lined(first, c.A, c.Depth), lined(second, c.B, c.Depth)
		for i := range max(len(left), len(right)) {
			r := wayRow{differs: true}
			if i < len(left) {
				r.a = indent + left[i]
			}
			if i < len(right) {
				r.b = indent + right[i]
			}
			if i == 0 {
				r.counts = 1
			}
			rows = append(rows, r)
		}
	}
	if more > 0 {
		rows = append(rows, wayRow{a: indent + "…", b: indent + "… " + figures.Thousands(more) + " more", differs: true, counts: more})
	}
	return rows
}

func orNone(document []byte) []byte {
	if document == nil {
		return []byte("{}")
	}
	return document
}

// lined writes a value of a document a line for each value in it that holds no
// other, with its place; none is -1.
func lined(x *tree.Index, i, depth int) []string {
	if i < 0 {
		return nil
	}
	if depth >= deepestPlace || !x.Children(i) || x.Next(i)-i > mostPlaces {
		return []string{text.SanitizeLine(x.Path(i) + " " + string(x.Value(i)))}
	}
	var lines []string
	for c := i + 1; c < x.Next(i); c = x.Next(c) {
		lines = append(lines, lined(x, c, depth+1)...)
	}
	return lines
}

package validate

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// path is a place in the document: the steps from it up to the root, which is
// nil. A path costs nothing until it is written.
type path struct {
	up    *path
	name  string // of a member
	index int    // of an element, when element is set
	elem  bool
}

// member returns the path of a member of the document.
func member(name string) *path { return (*path)(nil).key(name) }

func (p *path) key(name string) *path { return &path{up: p, name: name} }
func (p *path) at(index int) *path    { return &path{up: p, index: index, elem: true} }

// elements yields the elements of an array with their paths.
func (p *path) elements(array []byte) iter.Seq2[*path, []byte] {
	return func(yield func(*path, []byte) bool) {
		for i, element := range scan.Indexed(array) {
			if !yield(p.at(i), element) {
				return
			}
		}
	}
}

// String writes the path as jq does, without the leading dot.
func (p *path) String() string {
	var place scan.JQ
	for _, step := range p.steps() {
		if step.elem {
			place.Element(step.index)
		} else {
			place.Member(step.name)
		}
	}
	return place.String()
}

// pointer writes the path as a JSON Pointer.
func (p *path) pointer() string {
	var b strings.Builder
	for _, step := range p.steps() {
		if step.elem {
			b.WriteString(scan.Pointer(strconv.Itoa(step.index)))
		} else {
			b.WriteString(scan.Pointer(step.name))
		}
	}
	return b.String()
}

// steps lists the steps from the root down.
func (p *path) steps() []*path {
	var steps []*path
	for ; p != nil; p = p.up {
		steps = append(steps, p)
	}
	slices.Reverse(steps)
	return steps
}

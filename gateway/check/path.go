package check

import (
	"regexp"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// path is a place in the document, linked to the place that it is in; nil is
// the document itself. It becomes a string only where there is a fault.
type path struct {
	in    *path
	name  string
	index int // used when element is true
	elem  bool
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (p *path) member(name string) *path { return &path{in: p, name: name} }
func (p *path) element(i int) *path      { return &path{in: p, index: i, elem: true} }

// String writes the path as jq does, without the leading dot.
func (p *path) String() string {
	if p == nil {
		return "."
	}
	var steps []*path
	for ; p != nil; p = p.in {
		steps = append(steps, p)
	}
	var b []byte
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := steps[i]; {
		case s.elem:
			b = append(strconv.AppendInt(append(b, '['), int64(s.index), 10), ']')
		case identifier.MatchString(s.name):
			if len(b) > 0 {
				b = append(b, '.')
			}
			b = append(b, s.name...)
		default:
			b, _ = jsontext.AppendQuote(append(b, '['), s.name)
			b = append(b, ']')
		}
	}
	return string(b)
}

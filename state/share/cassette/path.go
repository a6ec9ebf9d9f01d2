package cassette

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// step goes from a value to some of those in it.
type step struct {
	kind stepKind
	name string // of a member
	n    int    // of an element
}

type stepKind uint8

const (
	toMember  stepKind = iota // .name
	toElement                 // [0]
	toEach                    // []: all elements, or members
	toDeep                    // ..name: members of that name at any depth
)

// takes reports whether the step goes to a child: a member, or an element where name is
// nil.
func (s step) takes(name *string, n int) bool {
	switch s.kind {
	case toEach:
		return true
	case toElement:
		return name == nil && s.n == n
	}
	return name != nil && *name == s.name
}

const (
	textPattern    = `("(?:[^"\\]|\\.)*")` // in JSON
	bracketPattern = `\[(?:(\d*)|` + textPattern + `)\]`
)

// stepPattern matches a step at the beginning of a path: a pipe, the dots, and a name or brackets.
var stepPattern = regexp.MustCompile(`^(?:(?:\| *)?(\.\.[ ?]*(?:\| *\.)?|\.)(?:([A-Za-z_]\w*)|` + textPattern + `|` + bracketPattern + `)|` + bracketPattern + `)[ ?]*`)

// parsePath reads paths of jq by names and indexes, and in addition ..name, which jq spells .. |
// .name (accepted too). A ? after a step is ignored. ok is false for anything else, for the complete
// document, and if .. occurs twice.
func parsePath(path string) (steps []step, ok bool) {
	if !strings.HasPrefix(path, ".") {
		path = "." + path // as faults are named
	}
	anyDepth := false
	for path != "" {
		m := stepPattern.FindStringSubmatch(path)
		if m == nil {
			return nil, false
		}
		path = path[len(m[0]):]
		s, deep := step{name: m[2]}, strings.HasPrefix(m[1], "..")
		switch number, text := cmp.Or(m[4], m[6]), cmp.Or(m[3], m[5], m[7]); {
		case text != "":
			if !scan.Valid([]byte(text)) {
				return nil, false
			}
			s.name = scan.Text([]byte(text))
		case s.name != "":
		case number == "":
			s.kind = toEach
		default:
			n, err := strconv.ParseUint(number, 10, 31)
			if err != nil {
				return nil, false
			}
			s.kind, s.n = toElement, int(n)
		}
		if deep {
			if anyDepth || s.kind != toMember {
				return nil, false
			}
			s.kind, anyDepth = toDeep, true
		}
		steps = append(steps, s)
	}
	return steps, true
}

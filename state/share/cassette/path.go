package cassette

import (
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

// parsePath reads paths of jq by names and indexes, and in addition ..name, which jq spells .. |
// .name (accepted too). A ? after a step is ignored. ok is false for anything else, for the complete
// document, and if .. occurs twice.
func parsePath(path string) (steps []step, ok bool) {
	if !strings.HasPrefix(path, ".") {
		path = "." + path // as faults are named
	}
	p := pathParser{rest: path}
	for p.rest != "" {
		if !p.step() {
			return nil, false
		}
		p.rest = strings.TrimLeft(p.rest, " ?")
	}
	return p.steps, len(p.steps) > 0 && !p.below
}

type pathParser struct {
	rest  string
	steps []step
	below bool // .. was read, and no name yet
	dived bool // .. was read
}

// step reads the next step, or .. or a pipe in front of it.
func (p *pathParser) step() bool {
	switch {
	case p.skip("|"):
		p.rest = strings.TrimLeft(p.rest, " ")
		return (len(p.steps) > 0 || p.below) && strings.HasPrefix(p.rest, ".") && !strings.HasPrefix(p.rest, ".|")
	case p.skip(".."):
		again := p.dived
		p.below, p.dived = true, true
		return !again && (p.rest == "" || strings.ContainsAny(p.rest[:1], " ?|[\"") || p.name())
	case p.skip(".["), p.skip("["):
		return p.bracket()
	case p.skip("."):
		return p.name()
	}
	return p.below && strings.HasPrefix(p.rest, `"`) && p.name()
}

func (p *pathParser) skip(text string) (ok bool) {
	p.rest, ok = strings.CutPrefix(p.rest, text)
	return ok
}

// name reads a member's name, with quotes or without.
func (p *pathParser) name() bool {
	name, ok := p.quoted()
	if !ok {
		end := strings.IndexFunc(p.rest, func(r rune) bool {
			return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		})
		if end < 0 {
			end = len(p.rest)
		}
		name, p.rest = p.rest[:end], p.rest[end:]
		if name == "" || name[0] >= '0' && name[0] <= '9' {
			return false
		}
	}
	p.member(name)
	return true
}

func (p *pathParser) member(name string) {
	kind := toMember
	if p.below {
		kind, p.below = toDeep, false
	}
	p.steps = append(p.steps, step{kind: kind, name: name})
}

// quoted reads a JSON string.
func (p *pathParser) quoted() (text string, ok bool) {
	if !strings.HasPrefix(p.rest, `"`) {
		return "", false
	}
	spelled := []byte(p.rest)
	spelled = spelled[:scan.StringEnd(spelled, 0)]
	if !scan.Valid(spelled) {
		return "", false
	}
	p.rest = p.rest[len(spelled):]
	return scan.Text(spelled), true
}

// bracket reads what follows an opening bracket: nothing, a number or a quoted name.
func (p *pathParser) bracket() bool {
	if name, ok := p.quoted(); ok {
		p.member(name)
		return p.skip("]")
	}
	inside, rest, closed := strings.Cut(p.rest, "]")
	p.rest = rest
	switch n, err := strconv.ParseUint(inside, 10, 31); {
	case !closed || p.below:
		return false
	case inside == "":
		p.steps = append(p.steps, step{kind: toEach})
	case err == nil:
		p.steps = append(p.steps, step{kind: toElement, n: int(n)})
	default:
		return false
	}
	return true
}

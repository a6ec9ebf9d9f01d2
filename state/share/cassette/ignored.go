package cassette

import (
	"fmt"

	"gatehouse/client/scan"
)

// Ignored are the places of a body that are not compared.
type Ignored struct{ paths [][]step }

// Ignore reads paths, as .metadata.run_id, .input[].id, .["a b"] or ..seed. The error names
// one that is none. They are the paths of jq, not its programs: one pass over a body finds
// them all, however large it is. Without paths it returns nil.
func Ignore(paths ...string) (*Ignored, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	var g Ignored
	for _, path := range paths {
		steps, ok := parsePath(path)
		if !ok {
			return nil, fmt.Errorf(`%q is not a jq path to members; write .metadata.run_id, .input[].id, .input[0], .["a b"], or ..seed for a name at any depth`, path)
		}
		g.paths = append(g.paths, steps)
	}
	return &g, nil
}

// Without returns a body without what is ignored, unchanged if that is nothing, or if it is no JSON.
func (g *Ignored) Without(body []byte) []byte {
	if g == nil || len(body) == 0 {
		return body
	}
	l := leaving{ignored: g, doc: body, out: make([]byte, 0, len(body))}
	for i := range g.paths {
		l.next = append(l.next, place{path: i})
	}
	if err := scan.Scan(body, &l); err != nil || !l.left {
		return body
	}
	return l.out
}

// leaving writes a document without some of its values, while it is scanned. A value that
// is not where a path expects it ends that path for that value only.
type leaving struct {
	ignored *Ignored
	doc     []byte
	out     []byte
	left    bool // something was left out

	levels []level // open objects and arrays
	places []place // of the levels, in order
	next   []place // of the next value, while it is found
	key    []byte  // of the next member, with its quotes
	gone   int     // levels open within a value that is left out
}

// level is an open object or array.
type level struct {
	object bool
	n      int // elements so far
	wrote  bool
	from   int // of its places
}

// place is how far a path leads to a value.
type place struct{ path, step int }

func (l *leaving) Key(at, end int) { l.key = l.doc[at:end] }

func (l *leaving) Value(at, end int, _ scan.Kind) {
	if l.gone == 0 && l.enter() {
		l.out = append(l.out, l.doc[at:end]...)
	}
}

func (l *leaving) Open(at int, object bool) {
	if l.gone > 0 || !l.enter() {
		l.gone++
		return
	}
	l.out = append(l.out, l.doc[at])
	l.levels = append(l.levels, level{object: object, from: len(l.places)})
	l.places = append(l.places, l.next...)
}

func (l *leaving) Close() {
	if l.gone > 0 {
		l.gone--
		return
	}
	last := l.levels[len(l.levels)-1]
	l.levels, l.places = l.levels[:len(l.levels)-1], l.places[:last.from]
	if last.object {
		l.out = append(l.out, '}')
	} else {
		l.out = append(l.out, ']')
	}
}

// enter follows the paths to the next value, and writes what precedes it. It reports whether the
// value is written.
func (l *leaving) enter() bool {
	if len(l.levels) == 0 {
		return true
	}
	in := &l.levels[len(l.levels)-1]
	n := in.n
	in.n++
	var name *string
	if in.object {
		text := scan.Text(l.key)
		name = &text
	}
	l.next = l.next[:0]
	for _, at := range l.places[in.from:] {
		steps := l.ignored.paths[at.path]
		if steps[at.step].kind == toDeep {
			l.next = append(l.next, at)
		}
		if !steps[at.step].takes(name, n) {
			continue
		}
		if at.step++; at.step == len(steps) {
			l.left = true
			return false
		}
		l.next = append(l.next, at)
	}
	if in.wrote {
		l.out = append(l.out, ',')
	}
	in.wrote = true
	if in.object {
		l.out = append(append(l.out, l.key...), ':')
	}
	return true
}

package validate

import (
	"gatehouse/client/scan"
)

// Bounds of the search for repeated names.
const (
	maxDepth    = 1 << 12 // objects nested deeper are not searched
	maxRepeated = 100     // reported names
)

// repeatedNames finds repeated member names in an object while the document is scanned.
type repeatedNames struct {
	doc    []byte
	c      *checker
	levels []level
	deeper int // levels beyond maxDepth
	found  int
}

// level is one open object or array.
type level struct {
	object bool
	index  int    // of the element that comes next, in an array
	name   string // of the member at hand, in an object
	few    []string
	many   map[string]bool
}

// A few names are found faster by looking at each than by hashing.
const fewNames = 16

// add adds a name and reports whether it was there already.
func (l *level) add(name string) (twice bool) {
	l.name = name
	if l.many != nil {
		twice = l.many[name]
		l.many[name] = true
		return twice
	}
	for _, n := range l.few {
		if n == name {
			return true
		}
	}
	if l.few = append(l.few, name); len(l.few) > fewNames {
		l.many = make(map[string]bool, 2*fewNames)
		for _, n := range l.few {
			l.many[n] = true
		}
		l.few = nil
	}
	return false
}

// Open is scan.Tokens: an object or array begins.
func (n *repeatedNames) Open(_ int, object bool) {
	if len(n.levels) >= maxDepth {
		n.deeper++
		return
	}
	n.levels = append(n.levels, level{object: object})
}

// Close is scan.Tokens: it ends, and with it an element of what is around it.
func (n *repeatedNames) Close() {
	if n.deeper > 0 {
		n.deeper--
		return
	}
	n.levels = n.levels[:len(n.levels)-1]
	n.count()
}

// Value is scan.Tokens: a value that is no object or array.
func (n *repeatedNames) Value(int, int, scan.Kind) {
	if n.deeper == 0 {
		n.count()
	}
}

func (n *repeatedNames) count() {
	if l := len(n.levels); l > 0 && !n.levels[l-1].object {
		n.levels[l-1].index++
	}
}

// Key is scan.Tokens: a member's name.
func (n *repeatedNames) Key(at, end int) {
	if n.deeper > 0 {
		return
	}
	name := scan.Text(n.doc[at:end])
	if n.levels[len(n.levels)-1].add(name) && n.found < maxRepeated {
		n.found++
		n.c.fault(n.path(), "duplicate name in an object")
	}
}

func (n *repeatedNames) path() *path {
	var p *path
	for i := range n.levels {
		if l := &n.levels[i]; l.object {
			p = p.key(l.name)
		} else {
			p = p.at(l.index)
		}
	}
	return p
}

package output

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/state/history"
)

// Entry returns an entry of the history as JSON. Its members have the names of send --json where that
// has them.
func Entry(e *history.Entry) []byte {
	var n nested
	for _, c := range history.Columns() {
		if c.Member != "" && (!c.Team || e.By != "") {
			o, member := n.of(c.Member)
			write(o, member, c.ValueJSON(e))
		}
	}
	return n.end()
}

// nested is an object whose members may be objects too. The members of one follow one another.
type nested struct {
	outer, inner Object
	name         string // of the member that inner is; "" for none
}

// of returns the object that has the member at a path, and the member's name: for a.b it is b in a.
func (n *nested) of(path string) (o *Object, member string) {
	name, member, isNested := strings.Cut(path, ".")
	if n.name != "" && name != n.name {
		n.outer.Raw(n.name, n.inner.End())
		n.inner, n.name = Object{}, ""
	}
	if !isNested {
		return &n.outer, name
	}
	n.name = name
	return &n.inner, member
}

func (n *nested) end() []byte {
	n.of("")
	return n.outer.End()
}

func write(o *Object, member string, value any) {
	switch value := value.(type) {
	case nil:
		o.Raw(member, nil)
	case string:
		o.Text(member, value)
	default:
		_ = o.Value(member, value)
	}
}

// EntryMembers returns the members of Entry.
func EntryMembers() (names []string) {
	for _, c := range history.Columns() {
		name, _, _ := strings.Cut(c.Member, ".")
		if name != "" && !c.Team && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Milliseconds writes microseconds as milliseconds; nil for what is not known.
func Milliseconds(us int64) []byte {
	if us < 0 {
		return nil
	}
	return fmt.Appendf(nil, "%g", float64(us)/1000)
}

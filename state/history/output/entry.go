package output

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/state/history"
)

// Entry is an entry of the history as JSON. Its members have the names of send --json where that
// has them.
func Entry(e *history.Entry) []byte {
	var o, inner Object
	within := "" // the member whose value inner is
	end := func() {
		if within != "" {
			o.Raw(within, inner.End())
		}
		inner, within = Object{}, ""
	}
	for _, c := range history.Columns() {
		if c.Member == "" || c.Team && e.By == "" {
			continue
		}
		object, member, nested := strings.Cut(c.Member, ".")
		if object != within {
			end()
		}
		to := &o
		if nested {
			to, within = &inner, object
		} else {
			member = object
		}
		write(to, member, c.ValueJSON(e))
	}
	end()
	return o.End()
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

// EntryMembers are the members of Entry.
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

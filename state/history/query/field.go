package query

import (
	"strings"

	"gatehouse/state/history"
)

// Field is something of an exchange that a query can ask for.
type Field struct {
	history.Filter
	Column *history.Column
}

// Fields returns all fields, in the order in which help lists them.
func Fields() []Field {
	var all []Field
	columns := history.Columns()
	for i := range columns {
		if c := &columns[i]; c.Filter.Name != "" {
			all = append(all, Field{c.Filter, c})
		}
	}
	start := history.ColumnOf("id")
	return append(all,
		Field{history.Filter{Name: "since", Match: history.Moment, Early: true, About: "not before: also today, yesterday, 14:00 or 2026-11-20T14:00", Example: "since:2d"}, start},
		Field{history.Filter{Name: "until", Match: history.Moment, Early: true, About: "before", Example: "until:2026-11-20"}, start})
}

// Sign returns what usually follows its name: a comparison for a figure, else a colon.
func (f *Field) Sign() string {
	if f.Match == history.Count || f.Match == history.Duration {
		return ">"
	}
	return ":"
}

// Lookup returns the field of a name.
func Lookup(name string) (*Field, bool) {
	for _, f := range Fields() {
		if strings.EqualFold(f.Name, name) {
			return &f, true
		}
	}
	return nil, false
}

// Names returns the names of all fields, for a message.
func Names() string {
	var names []string
	for _, f := range Fields() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

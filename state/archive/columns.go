package archive

import (
	"strings"

	"gatehouse/state/history"
)

// The columns of an entry in the table exchange, and their names.
var (
	columns  = history.LocalColumns()
	selected = history.NamesOf(columns)
)

// Declaration returns columns as CREATE TABLE has them, with the types of one database.
func Declaration(of []history.Column, in func(history.Type) string) string {
	var b strings.Builder
	for _, c := range of {
		kind := in(c.Of(&history.Entry{}).Type())
		switch {
		case c.Index == history.Primary:
			kind += " PRIMARY KEY"
		case c.Later:
			kind = strings.TrimSuffix(kind, " NOT NULL")
		}
		b.WriteString("\n\t" + c.Name + " " + kind + ",")
	}
	return b.String()
}

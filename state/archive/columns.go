package archive

import "gatehouse/state/history"

// columns are those of an entry in the table exchange, and selected their names.
var (
	columns  = history.LocalColumns()
	selected = history.NamesOf(columns)
)

package report

import (
	"slices"
	"strings"
)

// Table is rows of cells. A note appears below its row.
type Table struct {
	Columns []Column
	Rows    []Row
}

// Column is a column of a table.
type Column struct {
	Title    string
	Right    bool // aligned to the right
	Point    bool // with Right, for money: aligned at the decimal point
	Aside    bool // appears below the row if there is too little space
	MaxWidth int  // cells of the terminal; 0: no limit
	Spare    int  // if the table is too wide, columns with the largest number are dropped first; 0: never
}

// SpareLast is the largest Spare of columns that are dropped only after things next to the table are.
const SpareLast = 2

// Row is a row of a table, or a line by itself. A page can select and unfold it.
type Row struct {
	ID    string // unique while an exchange grows; empty: by its position
	Cells []Span
	JSON  []byte  // what it unfolds to; nil for none
	Text  string  // what it unfolds to, as text; empty for none
	Below []Block // details
	Note  string
}

// AtPoint returns the table with blanks after sums that have fewer decimals than others in their column.
func (t Table) AtPoint(blank string) Table {
	out := Table{Columns: t.Columns, Rows: slices.Clone(t.Rows)}
	for at, c := range t.Columns {
		if !c.Point {
			continue
		}
		longest := 0
		for _, r := range t.Rows {
			longest = max(longest, decimals(r, at))
		}
		for i, r := range t.Rows {
			if n := decimals(r, at); n >= 0 && n < longest {
				out.Rows[i].Cells = slices.Clone(out.Rows[i].Cells)
				out.Rows[i].Cells[at].Text += strings.Repeat(blank, longest-n)
			}
		}
	}
	return out
}

// decimals returns the number of characters of a sum from its decimal point on; -1 if the row has no sum
// there.
func decimals(r Row, at int) int {
	if at >= len(r.Cells) || !strings.ContainsAny(r.Cells[at].Text, "0123456789") {
		return -1
	}
	text := r.Cells[at].Text
	if point := strings.LastIndexByte(text, '.'); point >= 0 {
		return len(text) - point
	}
	return 0
}

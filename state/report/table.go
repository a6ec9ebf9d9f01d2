package report

import (
	"slices"
	"strings"
)

// Table is rows of cells. A note stands below the row that it is of.
type Table struct {
	Columns []Column
	Rows    []Row
}

// Column is one of a table.
type Column struct {
	Title string
	Right bool // its cells end below one another
	Point bool // with Right, of sums of money: their decimal points stand below one another
	Aside bool // what it says is said below the row where there is no room for all of it
	Most  int  // cells of the terminal; 0: as wide as they are
	Spare int  // where there is no room for all columns, those with the largest number are left out first; 0: none is
}

// SpareLast is the largest Spare of columns before which other things beside the table give way.
const SpareLast = 2

// Row is one of a table, or by itself a line. In a page it can be gone to and unfolds.
type Row struct {
	ID    string // stays the same while an exchange grows; empty: by its place
	Cells []Span
	JSON  []byte  // what it unfolds to; nil for none
	Text  string  // what it unfolds to, as text; empty for none
	Below []Block // what is said about it
	Note  string
}

// AtPoint is the table with blanks behind those sums of its columns that have fewer decimals than others.
func (t Table) AtPoint(blank string) Table {
	out := Table{Columns: t.Columns, Rows: slices.Clone(t.Rows)}
	for at, c := range t.Columns {
		if !c.Point {
			continue
		}
		most := 0
		for _, r := range t.Rows {
			most = max(most, behindPoint(r, at))
		}
		for i, r := range t.Rows {
			if n := behindPoint(r, at); n >= 0 && n < most {
				out.Rows[i].Cells = slices.Clone(out.Rows[i].Cells)
				out.Rows[i].Cells[at].Text += strings.Repeat(blank, most-n)
			}
		}
	}
	return out
}

// behindPoint is how many characters a sum has from its decimal point on; below 0 where a row has no sum
// there.
func behindPoint(r Row, at int) int {
	if at >= len(r.Cells) || !strings.ContainsAny(r.Cells[at].Text, "0123456789") {
		return -1
	}
	text := r.Cells[at].Text
	if point := strings.LastIndexByte(text, '.'); point >= 0 {
		return len(text) - point
	}
	return 0
}

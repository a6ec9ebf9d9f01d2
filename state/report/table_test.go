package report

import "testing"

// Sums with fewer decimals than others in their column have blanks after them.
func TestAtPointAlignsSums(t *testing.T) {
	table := Table{Columns: []Column{{}, {Right: true, Point: true}, {Right: true}}}
	for _, sum := range []string{"$0.0000642", "~$1,204.17", "$0.01 to $0.004", "$3", "–", "no price"} {
		table.Rows = append(table.Rows, Row{Cells: []Span{{Text: "a"}, {Text: sum}, {Text: "0.5"}}})
	}
	table.Rows = append(table.Rows, Row{Cells: []Span{{Text: "without a sum"}}})
	got := table.AtPoint(" ")
	for i, want := range []string{"$0.0000642", "~$1,204.17     ", "$0.01 to $0.004    ", "$3        ", "–", "no price"} {
		if cells := got.Rows[i].Cells; cells[1].Text != want || cells[0].Text != "a" || cells[2].Text != "0.5" {
			t.Errorf("row %d is %q, want %q", i, cells, want)
		}
	}
	if first := table.Rows[1].Cells[1].Text; first != "~$1,204.17" {
		t.Errorf("the table itself has %q now", first)
	}
}

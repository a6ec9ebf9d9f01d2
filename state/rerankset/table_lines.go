package rerankset

import (
	"strings"
	"unicode/utf8"

	"gatehouse/state/spelling"
)

// gap is the spaces between two columns of Lines.
const gap = 2

// Lines returns the cells of Cells as text, a row a line: columns as wide as they need to be, figures to
// the right, the document last. With names the first line has each column's label above its rank. Control
// characters are escaped.
func (t Table) Lines(names bool) []string {
	rows := t.Cells()
	widths := make([]int, len(rows[0])-1)
	for _, row := range rows {
		for i := range widths {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	var lines []string
	if names {
		lines = append(lines, t.labels(widths))
	}
	for _, row := range rows {
		var b strings.Builder
		for i, width := range widths {
			b.WriteString(spaces(width-utf8.RuneCountInString(row[i])) + row[i] + spaces(gap))
		}
		lines = append(lines, strings.TrimRight(b.String()+visible(row[len(widths)]), " "))
	}
	return lines
}

// labels writes the label of each column above its two cells, which it makes as wide as
// the label needs.
func (t Table) labels(widths []int) string {
	var b strings.Builder
	for i, c := range t.Columns {
		label, both := spelling.Word(strings.Join(strings.Fields(visible(c.Label)), " ")), &widths[2*i+1]
		*both += max(utf8.RuneCountInString(label)-widths[2*i]-gap-*both, 0)
		b.WriteString(label + spaces(widths[2*i]+gap+*both-utf8.RuneCountInString(label)+gap))
	}
	return strings.TrimRight(b.String(), " ")
}

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

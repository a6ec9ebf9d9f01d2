package main

import (
	"bytes"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"gatehouse/state"
	"gatehouse/state/rerankset"
	"gatehouse/views/text"
)

// Where two orders are compared.
const (
	agreementP = 0.9 // how likely a reader of rank-biased overlap goes on
	agreementK = 10  // depth of the overlap
)

// printTable writes the ranking for people: a row for each document that came
// back, by the rank of the first model that has it; then how well each two
// models agree. What failed has no column. A terminal gets what fits its width.
func printTable(h host, runs []*ranking) error {
	var shown []*ranking
	for _, r := range runs {
		if r.x.Verdict == state.Completed && r.x.Ranking != nil {
			shown = append(shown, r)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	compared := comparison(shown)
	t := table{rows: compared.Cells()}
	for i := range t.rows {
		last := len(t.rows[i]) - 1
		t.rows[i][last] = text.SanitizeLine(t.rows[i][last])
	}
	if len(runs) > 1 {
		for _, r := range shown {
			t.names = append(t.names, text.SanitizeLine(r.label))
		}
	}
	width := 0 // 0: no bound
	if f, ok := h.stdout.(*os.File); ok && isTerminal(f) {
		width, _, _ = term.GetSize(int(f.Fd()))
	}
	var out bytes.Buffer
	t.write(&out, width)
	if len(shown) > 1 {
		out.WriteByte('\n')
	}
	for _, line := range compared.AgreementLines() {
		out.WriteString(text.SanitizeLine(line) + "\n")
	}
	_, err := h.stdout.Write(out.Bytes())
	return err
}

// comparison is the table of some runs, with the documents that they were asked to rank.
func comparison(runs []*ranking) rerankset.Table {
	t := rerankset.Table{Depth: agreementK, P: agreementP}
	for _, document := range runs[0].documents() {
		d, err := rerankset.RawDocument(document)
		if err != nil { // sent by force
			d = rerankset.Document{Raw: document, Text: string(document)}
		}
		t.Documents = append(t.Documents, d)
	}
	for _, r := range runs {
		t.Columns = append(t.Columns, rerankset.Column{Label: r.label, Order: r.order})
	}
	return t
}

// table is a comparison in columns: a rank and a score of each ranking, and at the end
// of each row the text.
type table struct {
	names []string // one a ranking; nil for a table without names
	rows  [][]string
}

// gap is between two columns.
const gap = 2

// write writes the rows with columns as wide as they need to be, cells to the
// right; a name stands above its two columns.
func (t *table) write(out *bytes.Buffer, width int) {
	last := len(t.rows[0]) - 1
	widths := make([]int, last)
	for _, row := range t.rows {
		for i, cell := range row[:last] {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	var names strings.Builder
	for i, name := range t.names {
		both := widths[2*i] + gap + widths[2*i+1]
		if more := ansi.StringWidth(name) - both; more > 0 {
			widths[2*i+1] += more
			both += more
		}
		names.WriteString(name + spaces(both-ansi.StringWidth(name)+gap))
	}
	end := func(line string) {
		if width > 0 {
			line = ansi.Truncate(line, width, "…")
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if t.names != nil {
		end(names.String())
	}
	for _, row := range t.rows {
		var b strings.Builder
		for i, cell := range row[:last] {
			b.WriteString(spaces(widths[i]-ansi.StringWidth(cell)) + cell + spaces(gap))
		}
		end(b.String() + row[last])
	}
}

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

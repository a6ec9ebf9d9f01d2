package main

import (
	"bytes"
	"math"
	"os"

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
	width := math.MaxInt
	if f, ok := h.stdout.(*os.File); ok && isTerminal(f) {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			width = w
		}
	}
	var out bytes.Buffer
	for _, line := range compared.Lines(len(runs) > 1) {
		out.WriteString(ansi.Truncate(text.SanitizeLine(line), width, "…") + "\n")
	}
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

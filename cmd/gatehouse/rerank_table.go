package main

import (
	"bytes"
	"math"

	"gatehouse/state/report"
	"gatehouse/state/rerankset"
	reports "gatehouse/views/report"
)

// agreementK is the depth to which orders are compared.
const agreementK = 10

// printReports writes reports for people. A terminal gets what fits its width.
func printReports(h host, told ...report.Report) error {
	_, err := h.stdout.Write([]byte(reports.Plain(tableWidth(h), told...)))
	return err
}

// tableWidth is how wide what is written for people may be.
func tableWidth(h host) int {
	if width := h.columns(); width > 0 {
		return width
	}
	return math.MaxInt
}

// printTable writes the rankings for people, query by query, then what is told of all of them. A
// terminal gets what fits its width.
func printTable(h host, runs []*ranking, whole ...report.Report) error {
	width := tableWidth(h)
	var out bytes.Buffer
	queries := byQuery(runs)
	for i, runs := range queries {
		table := tableOf(runs, width)
		switch {
		case len(queries) == 1:
		case i > 0:
			out.WriteByte('\n')
			fallthrough
		default:
			out.WriteString("query: " + oneLine(runs[0].text()) + "\n")
		}
		out.WriteString(table)
	}
	if len(whole) > 0 {
		out.WriteString("\n" + reports.Plain(width, whole...))
	}
	_, err := h.stdout.Write(out.Bytes())
	return err
}

// tableOf writes the ranking of one query: a row for each document that came back, by the
// rank of the first model that has it; then how well each two models agree, and what the
// marks say of each. What failed has no column.
func tableOf(runs []*ranking, width int) string {
	var shown []*ranking
	for _, r := range runs {
		if r.answer.Ranked {
			shown = append(shown, r)
		}
	}
	if len(shown) == 0 {
		return ""
	}
	compared := comparison(shown)
	ranks := report.Ranks(compared, compared.Returned())
	if len(runs) == 1 {
		ranks.Columns[0].Title = "rank"
	}
	parts := append([]report.Report{{Blocks: []report.Block{ranks}}}, report.RerankersOf(compared).Figures()...)
	return reports.Plain(width, parts...)
}

// comparison is the table of some runs, with the documents that they were asked to rank.
func comparison(runs []*ranking) rerankset.Table {
	t := rerankset.Table{Query: runs[0].text(), Marks: runs[0].marks, MarksFor: runs[0].marksFor, Depth: agreementK}
	for _, document := range runs[0].documents() {
		d, err := rerankset.RawDocument(document)
		if err != nil { // sent by force
			d = rerankset.Document{Raw: document, Text: string(document)}
		}
		t.Documents = append(t.Documents, d)
	}
	for _, r := range runs {
		t.Columns = append(t.Columns, r.answer)
	}
	return t
}

package export

import (
	"fmt"
	"path/filepath"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/lab"
	"gatehouse/state/report"
	"gatehouse/state/rerankset"
)

// Comparison is a comparison of rankings to copy from.
type Comparison struct {
	Set      rerankset.Set
	Query    int
	Model    int           // -1 for none
	Document int           // -1 for none
	Label    string        // of the model
	Capture  *wire.Capture // of the model's ranking; nil for none
	Table    rerankset.Table
	Plain    func(report.Table) string // draws a table as text
}

// ComparisonFormats are the formats of a comparison, in the order of the copy
// menu. None of them knows its size.
func ComparisonFormats() []Format[Comparison] {
	return []Format[Comparison]{modelResponse, modelRequest, comparison, document}
}

// later is the one copy of a text that takes a while to write.
func later(name, about string, text func() string) []Copy {
	return []Copy{{Name: name, About: about, Text: text}}
}

func modelResponse(of Comparison) []Copy {
	if of.Capture == nil || of.Capture.Text().Len() == 0 {
		return nil
	}
	return later("response", "of "+of.Label+", the body as received", func() string { return string(of.Capture.Text().All()) })
}

func modelRequest(of Comparison) []Copy {
	if of.Set.Missing(of.Query, of.Model) != nil {
		return nil
	}
	return later("request JSON", "what "+of.Label+" would be asked now", func() string {
		doc, _ := of.Set.Request(of.Query, of.Model) // empty where it cannot be written
		return string(doc)
	})
}

// comparison is the table of ranks in each way that it can be pasted.
func comparison(of Comparison) []Copy {
	if len(of.Set.Documents) == 0 {
		return nil
	}
	markdown := later("rank table, markdown", "with costs and agreement", func() string { return visibleReports(report.Comparison(of.Table)) })
	markdown[0].Ext = ".md"
	csv := later("rank table, CSV", "for a spreadsheet", func() string { return string(of.Table.CSV()) })
	csv[0].Ext = ".csv"
	table := append(markdown, csv...)
	if len(of.Table.Columns) == 0 {
		return table
	}
	return append(table, later("rank table, text", "in aligned columns, as gatehouse rerank prints it", func() string {
		return of.Plain(report.Ranks(of.Table, of.Table.Returned()))
	})...)
}

func document(of Comparison) []Copy {
	if of.Document < 0 || of.Document >= len(of.Set.Documents) {
		return nil
	}
	return later("document", fmt.Sprintf("number %d", of.Document+1), func() string { return of.Set.Documents[of.Document].Text })
}

// visibleReports writes reports in Markdown that is safe to show in a terminal.
func visibleReports(list ...report.Report) string { return rerankset.Visible(Reports(list...)) + "\n" }

// TableFile returns what writes a comparison to a file, by the ending of its name: .csv, .json or .md; nil
// for any other.
func TableFile(t rerankset.Table, name string) func() ([]byte, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		return func() ([]byte, error) { return t.CSV(), nil }
	case ".json":
		return func() ([]byte, error) { return t.JSON(), nil }
	case ".md", ".markdown":
		return func() ([]byte, error) { return []byte(visibleReports(report.Comparison(t))), nil }
	}
	return nil
}

// BenchFile returns what writes a comparison over all queries to a file, by the ending of its name: .csv,
// .json, .md; for TREC .run, of one model, and .qrels; .tsv and .jsonl of the set; nil for any other.
func BenchFile(b rerankset.Bench, name string, model int) func() ([]byte, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		return func() ([]byte, error) { return b.CSV(), nil }
	case ".json":
		return func() ([]byte, error) { return append(b.JSON(), '\n'), nil }
	case ".md", ".markdown":
		return func() ([]byte, error) { return []byte(visibleReports(benchReports(b)...)), nil }
	case ".run", ".trec":
		return func() ([]byte, error) { return b.RunFile(model) }
	case ".qrels":
		return b.Set.Qrels
	case ".tsv":
		return b.Set.PairsTSV
	case ".jsonl":
		return b.Set.PairsJSONL
	}
	return nil
}

// benchReports returns the means of the measures, and the first measure of each query.
func benchReports(b rerankset.Bench) []report.Report {
	r, all := report.Bench{Bench: b.Lab()}, b.AllMeasures()
	first := all[0]
	return []report.Report{
		r.Means(all, b.Ties.Words()),
		{Title: first.Title + " of each query", Blocks: []report.Block{r.Table(first, first.Sort(lab.BySet, false))}},
	}
}

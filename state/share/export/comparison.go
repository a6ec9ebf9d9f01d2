package export

import (
	"path/filepath"
	"strings"

	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
)

// visibleReports writes reports in Markdown that is safe to show in a terminal.
func visibleReports(list ...report.Report) string { return dataset.Visible(Reports(list...)) + "\n" }

// TableFile returns what writes a comparison to a file, by the ending of its name: .csv, .json or .md; nil
// for any other.
func TableFile(t dataset.Table, name string) func() ([]byte, error) {
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
func BenchFile(b dataset.Bench, name string, model int) func() ([]byte, error) {
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
func benchReports(b dataset.Bench) []report.Report {
	r, all := report.Bench{Bench: b.Lab(), Written: true}, b.AllMeasures()
	first := all[0]
	return []report.Report{
		r.Means(all, "means over the queries that have "+first.Needs+"; "+b.Ties.Words()),
		{Title: first.Title + " of each query", Blocks: []report.Block{r.Values(first)}},
	}
}

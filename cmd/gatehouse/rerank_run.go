package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/files"
	"gatehouse/client/scan"
	"gatehouse/state/answer/explain"
	"gatehouse/state/history/output"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	reports "gatehouse/views/kit/report"
)

// benching are the flags of the rerank command about all queries together.
type benching struct {
	all         bool // the default of a set
	measureList string
	measures    []rank.Measure // nil: nobody asked for some
	ties        string
	csv         bool
	runFiles    []string
	minList     []string
	mins        []minimum
	depth       int
	out         string
	set         dataset.Set // that is run; without queries where it is a request
}

// minimum is the minimum of the mean of a measure.
type minimum struct {
	rank.Measure
	value float64
}

func (b *benching) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&b.all, "all", false, "run all queries of a set, as it does without --query")
	f.StringVar(&b.measureList, "measure", "", "print these measures over all queries, as `LIST`: ndcg@10,mrr,map,p@5,recall@10, ndcg-linear@10")
	f.StringVar(&b.ties, "ties", string(rank.TiesAverage), "what counts within equal scores, `HOW`: average (of all orders) or trec (as trec_eval breaks them)")
	f.StringArrayVar(&b.minList, "min", nil, "exit 1 if the mean of a model is below `MEASURE=VALUE`, as ndcg@10=0.8, repeatable")
	f.BoolVar(&b.csv, "csv", false, "print a CSV row for each query and model")
	f.StringArrayVar(&b.runFiles, "run", nil, "measure a TREC run `FILE` of another system with the models, repeatable")
	f.IntVar(&b.depth, "depth", 0, "rank only the best `N` documents by BM25 for each query (default of a data set: 100)")
	f.StringVarP(&b.out, "output", "o", "", "also write to a new `FILE`: .run or .qrels (TREC), .csv, .md, .json, the set as .tsv, .jsonl or a folder NAME/ (BEIR)")
	completeWords(cmd, "ties", string(rank.TiesAverage), string(rank.TiesTREC))
}

// read reads what the flags say.
func (b *benching) read(json bool) error {
	switch {
	case json && b.csv:
		return wrongUsage("--json and --csv exclude each other")
	case b.ties != string(rank.TiesAverage) && b.ties != string(rank.TiesTREC):
		return wrongUsage("--ties must be average or trec, not %q", b.ties)
	case b.depth < 0:
		return wrongUsage("--depth must be 1 or more")
	}
	if b.measureList != "" {
		var err error
		if b.measures, err = rank.ParseMeasures(b.measureList); err != nil {
			return wrongUsage("--measure: %w", err)
		}
	}
	for _, text := range b.minList {
		name, value, ok := strings.Cut(text, "=")
		m, err := rank.ParseMeasure(name)
		v, wrong := strconv.ParseFloat(value, 64)
		switch {
		case !ok || wrong != nil || !(v >= 0 && v <= 1):
			return wrongUsage("--min %s: write MEASURE=VALUE with a value from 0 to 1, for example ndcg@10=0.8", text)
		case err != nil:
			return wrongUsage("--min: %w", err)
		}
		b.mins = append(b.mins, minimum{m, v})
	}
	if b.out != "" && !strings.HasSuffix(b.out, "/") && export.BenchFile(dataset.Bench{}, b.out, 0) == nil {
		return wrongUsage("--output %s: end the name in .run, .qrels, .csv, .md, .json, .tsv or .jsonl, or in / for a folder", b.out)
	}
	if b.out != "" && files.Exists(b.out) { // before anything is sent
		return wrongUsage("--output %s: it exists; give a new name", b.out)
	}
	return nil
}

// prepare reads the run files and looks at the file to be written before anything is sent, and
// prints which documents are ranked if it is not all of them, and what runs and marks name that the set lacks.
func (b *benching) prepare(h host) error {
	h.sayLines(b.set.Notes()...)
	for _, path := range b.runFiles {
		data, err := files.Read(path, files.MaxDocument)
		if err != nil {
			return wrongUsage("--run %w", err)
		}
		run, err := dataset.ReadRun(path, data)
		if err != nil {
			return wrongUsage("--run %w", err)
		}
		var queries, unknown int
		if b.set, queries, unknown, err = b.set.WithRun(run); err != nil {
			return wrongUsage("--run %s: %w", path, err)
		}
		if differs := run.Differs(b.set, queries, unknown); differs != "" {
			h.say("%s: %s", path, differs)
		}
	}
	n := len(b.set.Models) + len(b.set.Runs)
	if ext := strings.ToLower(filepath.Ext(b.out)); n > 1 && (ext == ".run" || ext == ".trec") {
		return wrongUsage("--output %s: a run file holds one model, and these are %d; choose one with --model", b.out, n)
	}
	return nil
}

// of returns the answers over all queries, with the run files.
func (b *benching) of(runs []*ranking) dataset.Bench {
	var out dataset.Bench
	queries := byQuery(runs)
	if out.Set = b.set; len(out.Set.Queries) == 0 {
		for _, runs := range queries {
			if one, err := dataset.FromRequest(runs[0].body); err == nil { // else it was sent by force
				out.Set.Documents, out.Set.Queries = one.Documents, append(out.Set.Queries, one.Queries...)
			} else {
				out.Set = out.Set.WithQuery(-1, dataset.Query{})
			}
		}
	}
	out.Ties, out.Measures = rank.Ties(b.ties), b.measures
	if out.Measures == nil {
		out.Measures = rank.DefaultMeasures()
	}
	for i, runs := range queries {
		var row []dataset.Result
		for _, r := range runs {
			if i == 0 {
				out.Models = append(out.Models, r.answer.Label)
			}
			row = append(row, r.answer.Result())
		}
		out.Results = append(out.Results, row)
	}
	return out.WithRuns()
}

// isShown reports whether what all queries say together is of use: where it was asked for, else
// where several have marks.
func (b *benching) isShown(bench dataset.Bench) bool {
	marked := 0
	for _, q := range bench.Set.Queries {
		marked += min(q.Marked(), 1)
	}
	return b.measures != nil || len(bench.Set.Runs) > 0 || marked > 1
}

// reachesMinimums prints which model misses the minimum of a measure; it reports whether none does.
func (b *benching) reachesMinimums(h host, bench dataset.Bench) bool {
	ok := true
	for _, minimum := range b.mins {
		g := bench.Measure(minimum.Measure)
		for i, model := range bench.Models {
			switch mean := g.Spread(i).Mean; {
			case math.IsNaN(mean):
				h.say("%s: %s is unknown: no query has both a ranking and a document marked 1 or more", model, minimum.MeanTitle())
				ok = false
			case mean < minimum.value:
				h.say("%s: %s is %.4f, below %s", model, minimum.MeanTitle(), mean, strconv.FormatFloat(minimum.value, 'f', -1, 64))
				ok = false
			}
		}
	}
	return ok
}

// write writes the folder or the file of --output, by the ending of its name.
func (b *benching) write(bench dataset.Bench) (err error) {
	if b.out == "" {
		return nil
	}
	if strings.HasSuffix(b.out, "/") {
		var data dataset.BEIR
		if data, err = bench.Set.BEIR(); err == nil {
			err = files.WriteDataSet(b.out, data)
		}
	} else {
		var data []byte
		if data, err = export.BenchFile(bench, b.out, 0)(); err == nil {
			err = files.Create(b.out, data)
		}
	}
	if err != nil {
		return &exit{exitFailed, fmt.Errorf("--output %s: %w", b.out, err)}
	}
	return nil
}

// printRankings writes one object: of several queries each with its query and runs (CONTRACT
// "rerank --json"). bench is what all of them say together; nil for nothing.
func printRankings(h host, runs []*ranking, bench []byte) error {
	queries := byQuery(runs)
	several := len(queries) > 1 || bench != nil
	objects := make([][]byte, len(queries))
	for i, runs := range queries {
		var err error
		if objects[i], err = rankingsObject(runs, several); err != nil {
			return err
		}
	}
	out := objects[0]
	if several {
		var o output.Object
		o.Raw("queries", output.List(objects...))
		if bench != nil {
			o.Raw("bench", bench)
		}
		out = o.End()
	}
	_, err := h.stdout.Write(append(out, '\n'))
	return err
}

// rankingsObject returns the object of one query: of its one run, or of several all runs in the
// order of the models and how well each two agree; named, it is one of several queries.
func rankingsObject(runs []*ranking, named bool) ([]byte, error) {
	compared := comparison(runs)
	objects := make([][]byte, len(runs))
	for i, r := range runs {
		var figures []byte
		if r.marks != nil {
			figures = compared.Figures(compared.Columns[i])
		}
		var err error
		if objects[i], err = r.object(figures); err != nil {
			return nil, err
		}
	}
	if len(objects) == 1 && !named {
		return objects[0], nil
	}
	var o output.Object
	if named {
		o.Text("query", runs[0].text())
	}
	o.Raw("runs", output.List(objects...))
	o.Raw("agreement", compared.Agreement())
	return o.End(), nil
}

// object returns a run, with the figures that its marks give where it has some.
func (r *ranking) object(figures []byte) ([]byte, error) {
	x := r.x
	var o output.Object
	o.Raw("status", output.Verdict(x.Verdict))
	o.Raw("http_status", output.Status(x))
	o.OrNull("model", x.Model)
	provider := ""
	if x.Ranking != nil {
		provider = x.Ranking.Provider
	}
	o.OrNull("provider", provider)
	o.Raw("results", r.resultObjects())
	o.Raw("response", x.Response)
	o.Raw("error", output.Failure(x))
	o.Raw("usage", x.Usage)
	if err := o.Value("warnings", output.Warnings(x)); err != nil {
		return nil, err
	}
	o.Raw("timing", output.Timing(x))
	o.Raw("asked", asked(r.body))
	if figures != nil {
		o.Raw("figures", figures)
	}
	return o.End(), nil
}

// asked returns the model and its settings as they are written in the request: they distinguish
// runs that no model served. Query and documents, which all runs share, are left out.
func asked(body []byte) []byte {
	var members [][]byte
	for m := range scan.Members(body) {
		if m.Key != "query" && m.Key != "documents" {
			members = append(members, body[m.KeyAt:m.End()])
		}
	}
	var out bytes.Buffer
	if err := json.Compact(&out, slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}"))); err != nil {
		return nil // it was sent by force
	}
	return out.Bytes()
}

// resultObjects returns the results, ranked; nil without an answer. Numbers and documents are
// written as received; a document that the answer omits is that of the request, in the form in
// which results have it.
func (r *ranking) resultObjects() []byte {
	if r.x.Ranking == nil {
		return nil
	}
	docs := r.documents()
	list := [][]byte{}
	for _, result := range r.results() {
		var o output.Object
		o.Raw("index", scan.Get(result.Raw, "index"))
		score := scan.Get(result.Raw, "relevance_score")
		if score == nil {
			score = scan.Get(result.Raw, "score")
		}
		o.Raw("relevance_score", score)
		document := []byte(result.Document)
		if scan.IsNull(document) && result.Index >= 0 && result.Index < len(docs) {
			document = docs[result.Index]
		}
		if scan.KindOf(document) == scan.String {
			var text output.Object
			text.Raw("text", document)
			document = text.End()
		}
		o.Raw("document", document)
		list = append(list, o.End())
	}
	return output.List(list...)
}

// printNotices prints on stderr what was odd and how the exchange ended. The object of --json has
// its warnings in it.
func (r *ranking) printNotices(h host, about explain.Context, inJSON bool, all []*ranking) {
	prefix := ""
	if len(all) > 1 {
		prefix = r.answer.Label + ": "
	}
	if all[0].query != all[len(all)-1].query {
		prefix += strconv.Quote(r.text()) + ": "
	}
	if !inJSON {
		for _, w := range r.x.Warnings {
			h.sayLine(prefix + "warning: " + w.Code + ": " + w.Message)
		}
	}
	for _, line := range []string{altered(r.x), reason(r.x, about)} {
		if line != "" {
			h.sayLine(prefix + line)
		}
	}
}

// agreementK is the depth to which orders are compared.
const agreementK = 10

// printTable writes the rankings for people, query by query, then the reports on all of them. A
// terminal gets what fits its width.
func printTable(h host, runs []*ranking, totals ...report.Report) error {
	width := h.columns()
	var out bytes.Buffer
	queries := byQuery(runs)
	for i, runs := range queries {
		if i > 0 {
			out.WriteByte('\n')
		}
		if len(queries) > 1 {
			out.WriteString("query: " + oneLine(runs[0].text()) + "\n")
		}
		out.WriteString(tableOf(runs, width))
	}
	if len(totals) > 0 {
		out.WriteString("\n" + reports.Plain(width, totals...))
	}
	_, err := h.stdout.Write(out.Bytes())
	return err
}

// tableOf writes the ranking of one query: a row for each returned document, by the rank of the
// first model that has it; then how well each two models agree, and the metrics by the marks. A
// failed model has no column.
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

// comparison returns the table of some runs, with the documents that they were asked to rank.
func comparison(runs []*ranking) dataset.Table {
	t := dataset.Table{Query: runs[0].text(), Marks: runs[0].marks, MarksFor: runs[0].marksFor, Depth: agreementK}
	for _, document := range runs[0].documents() {
		d, err := dataset.RawDocument(document)
		if err != nil { // sent by force
			d = dataset.Document{Raw: document, Text: string(document)}
		}
		t.Documents = append(t.Documents, d)
	}
	for _, r := range runs {
		t.Columns = append(t.Columns, r.answer)
	}
	return t
}

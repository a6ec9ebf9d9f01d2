package main

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/app/files"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/rerankset"
)

// read makes the requests, one for each query and model, from a file and flags (CONTRACT,
// "Commands").
func (r *reranking) read(ctx context.Context, h host, args []string) ([]*ranking, error) {
	if len(args) == 1 && files.IsDataSet(args[0]) {
		return r.fromDataSet(h, args[0])
	}
	data, _, err := readInput(ctx, h, args)
	if err != nil {
		return nil, err
	}
	name := strings.Join(args, "")
	if r.field == "" {
		if runs, err := r.fromPairs(h, name, data); runs != nil || err != nil {
			return runs, err
		}
	}
	doc := bytes.Trim(data, " \t\r\n")
	object := len(doc) > 0 && doc[0] == '{'
	switch {
	case len(doc) == 0:
		return nil, wrongUsage("no documents; give a rerank request as FILE or on standard input, or one document per line with --model and --query")
	case object && scan.Valid(doc) && r.field != "" && r.isWhole(doc):
		return nil, wrongUsage("--field is for a CSV, a JSON array or JSONL; this is a request or a set, whose documents are sent unchanged")
	case object && scan.Valid(doc) && rerankset.IsSet(doc):
		set, err := rerankset.Open(doc)
		if err != nil {
			return nil, wrongUsage("%w", err)
		}
		if r.bench.depth > 0 {
			set = set.Retrieved(r.bench.depth)
		}
		return r.fromSet(h, set)
	case object && r.field == "" && (scan.Valid(doc) || len(r.queries) == 0 && r.queryFile == ""): // broken JSON is for the checks
		return r.fromRequest(doc)
	}
	docs, err := r.documents(h, name, data)
	if err != nil {
		return nil, wrongUsage("the documents: %w", err)
	}
	return r.fromSet(h, rerankset.Set{Documents: docs})
}

// fromDataSet makes the requests of a data set in a folder, of a large one for the best
// documents of each query.
func (r *reranking) fromDataSet(h host, path string) ([]*ranking, error) {
	data, err := files.DataSet(nil, path, r.allowFiles...)
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	set, err := data.Read()
	if err != nil {
		return nil, wrongUsage("%s: %w", path, err)
	}
	set = set.Retrieved(cmp.Or(r.bench.depth, rerankset.FirstDepth))
	h.say("%s: %d documents, %d queries with marks in %s/%s", path, len(set.Documents), len(set.Queries), rerankset.BEIRQrels, data.Split)
	return r.fromSet(h, set)
}

// fromPairs makes the requests of a table of judgements, of a large one as of a data set. It returns
// nothing for a file of documents.
func (r *reranking) fromPairs(h host, name string, data []byte) ([]*ranking, error) {
	format, mapped := rerankset.Guess(name, data), r.columns != (rerankset.Columns{})
	if mapped && !format.HasFields() {
		format = rerankset.CSV
	}
	name = cmp.Or(name, "-")
	missing, columns := r.columns.Missing(data, format)
	asked := len(r.queries) > 0 || r.queryFile != ""
	switch {
	case missing == "":
	case mapped || !asked && len(columns) > 0 && !slices.Contains(columns, "documents"): // else it is a request
		return nil, wrongUsage("%s: no column %s; it has %s; name the columns with --query-field, --text-field and --relevance-field, or rank the texts of one with --field and --query", name, missing, cmp.Or(strings.Join(columns, ", "), "none"))
	default:
		return nil, nil
	}
	set, err := rerankset.ReadPairs(name, data, format, r.columns)
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	h.say("%s: %s, %s", name, figures.Counted(len(set.Documents), "document"), figures.Counted(len(set.Queries), "query"))
	return r.fromSet(h, set.Retrieved(cmp.Or(r.bench.depth, rerankset.FirstDepth)))
}

// isWhole reports whether an object is a set or a request, and no one document
// whose field holds its text.
func (r *reranking) isWhole(doc []byte) bool {
	switch {
	case rerankset.IsSet(doc):
		return true
	case scan.Get(doc, "documents") == nil && rerankset.HasField(doc, r.field):
		return false
	}
	return scan.Get(doc, "query") != nil || scan.Get(doc, "model") != nil
}

// documents takes the documents out of a file: with --field what each row or
// object has there, else every line, with a hint where the lines are rows.
func (r *reranking) documents(h host, name string, data []byte) ([]rerankset.Document, error) {
	format := rerankset.Guess(name, data)
	if fields, _ := rerankset.Fields(data, format); r.field == "" && r.queryFile != "" && slices.Contains(fields, "text") {
		r.field = "text"
	}
	if r.field != "" {
		if !format.HasFields() {
			format = rerankset.CSV
		}
		in, err := rerankset.Read(data, format, r.field)
		if in.Skipped > 0 {
			h.say("%d without text skipped, the first is %s", in.Skipped, in.First)
		}
		return in.Documents, err
	}
	if in, ok := structured(data); ok {
		return in.Documents, nil
	}
	in, err := rerankset.Read(data, rerankset.Lines, "")
	if fields, _ := rerankset.Fields(data, format); err == nil && len(fields) > 0 {
		h.say("each line is sent as one document; to rank one column or member, name it with --field: %s", strings.Join(fields, ", "))
	}
	return in.Documents, err
}

// structured reads a JSON array of strings and of objects with text or image; ok
// is false for everything else.
func structured(data []byte) (in rerankset.Intake, ok bool) {
	if scan.Check(data) != nil || scan.KindOf(data) != scan.Array {
		return in, false
	}
	for _, value := range scan.Elements(data) {
		if k := scan.KindOf(value); k != scan.Object && k != scan.String {
			return in, false
		}
	}
	in, err := rerankset.Read(data, rerankset.JSON, "")
	return in, err == nil
}

// fromSet makes the requests of a set, in which flags take the place of models
// and query.
func (r *reranking) fromSet(h host, set rerankset.Set) ([]*ranking, error) {
	if r.queryFile != "" {
		data, err := files.Read(r.queryFile, files.MaxDocument)
		if err != nil {
			return nil, wrongUsage("--queries %w", err)
		}
		if set, err = set.WithQueries(r.queryFile, data); err != nil {
			return nil, wrongUsage("--queries %w", err)
		}
		set = set.Retrieved(cmp.Or(r.bench.depth, rerankset.FirstDepth))
	}
	if len(r.queries) > 0 {
		set = set.Asking(r.queries...)
	}
	if len(r.models) > 0 {
		set.Models = nil
		for _, slug := range r.models {
			set = set.WithModel(-1, rerankset.NewModel(slug))
		}
	}
	switch {
	case len(set.Models) == 0:
		return nil, wrongUsage("no model; give --model, for example --model sim/bm25 for the local gateway")
	case len(set.Queries) == 0:
		return nil, wrongUsage("no query; give --query")
	}
	labels := set.Labels()
	for i := range labels {
		if r.topped {
			m, err := set.Models[i].With("top_n", strconv.AppendInt(nil, int64(r.topN), 10))
			if err != nil {
				return nil, wrongUsage("%w", err)
			}
			set = set.WithModel(i, m)
		}
	}
	r.bench.set = set
	if err := r.bench.prepare(h); err != nil {
		return nil, err
	}
	var runs []*ranking
	for q, query := range set.Queries {
		for i, label := range labels {
			body, err := set.Request(q, i)
			if err != nil {
				return nil, wrongUsage("%w", err)
			}
			run := newRanking(q, label, body)
			if query.Marked() > 0 {
				run.marks, run.marksFor = set.Marks(q), query.MarkedFor()
			}
			runs = append(runs, run)
		}
	}
	return runs, nil
}

// fromRequest lays the flags over a request, once for each query and model.
func (r *reranking) fromRequest(doc []byte) ([]*ranking, error) {
	if r.queryFile != "" {
		return nil, wrongUsage("--queries is for documents or a set; repeat --query to ask a request for several")
	}
	if !scan.Valid(doc) {
		if len(r.models) > 0 || r.topped {
			return nil, wrongUsage("%w", errNotJSON)
		}
		return []*ranking{newRanking(0, "", doc)}, nil
	}
	if r.topped {
		var err error
		if doc, err = sjson.SetRawBytes(doc, "top_n", strconv.AppendInt(nil, int64(r.topN), 10)); err != nil {
			return nil, wrongUsage("%w", err)
		}
	}
	docs := [][]byte{doc}
	if len(r.queries) > 0 {
		docs = nil
	}
	for _, query := range r.queries {
		asked, err := sjson.SetRawBytes(doc, "query", scan.Quote(query))
		if err != nil {
			return nil, wrongUsage("%w", err)
		}
		docs = append(docs, asked)
	}
	var set rerankset.Set // which tells the models apart
	for _, slug := range r.models {
		set = set.WithModel(-1, rerankset.NewModel(slug))
	}
	var runs []*ranking
	for q, doc := range docs {
		if len(r.models) == 0 {
			runs = append(runs, newRanking(q, scan.Text(scan.Get(doc, "model")), doc))
		}
		for i, label := range set.Labels() {
			body, err := sjson.SetRawBytes(doc, "model", scan.Quote(r.models[i]))
			if err != nil {
				return nil, wrongUsage("%w", err)
			}
			runs = append(runs, newRanking(q, label, body))
		}
	}
	return runs, nil
}

func newRanking(query int, label string, body []byte) *ranking {
	return &ranking{query: query, answer: rerankset.Answer{Label: label}, body: body, x: state.NewRerank("", body)}
}

// byQuery are the runs of each query, in their order.
func byQuery(runs []*ranking) [][]*ranking {
	var all [][]*ranking
	for i, run := range runs {
		if i == 0 || runs[i-1].query != run.query {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], run)
	}
	return all
}

// text is the query of the request.
func (r *ranking) text() string { return scan.Text(scan.Get(r.body, "query")) }

// documents are those of the request, as they stand in it.
func (r *ranking) documents() [][]byte {
	var docs [][]byte
	for _, value := range scan.Elements(scan.Get(r.body, "documents")) {
		docs = append(docs, value)
	}
	return docs
}

// read reads the answer. What is odd about its order becomes a warning of the exchange.
func (r *ranking) read(about explain.Context) {
	a := rerankset.AnswerOf(r.x, about, len(r.documents()), int(max(0, min(gjson.GetBytes(r.body, "top_n").Num, 1<<30))))
	a.Label = r.answer.Label
	r.answer = a
	for _, text := range a.Order.Warnings {
		r.x.Warnings = append(r.x.Warnings, state.Warning{Code: state.WarnResults, Message: text, AtUS: r.x.End.AtUS, Count: 1})
	}
}

// results are all results as they came: those that were joined with a document
// by rank, then the others.
func (r *ranking) results() []wire.Ranked {
	first := make(map[int]wire.Ranked, len(r.answer.Order.Docs))
	for _, result := range r.x.Ranking.Results {
		if _, twice := first[result.Index]; !twice {
			first[result.Index] = result
		}
	}
	var list []wire.Ranked
	for _, doc := range r.answer.Order.Docs {
		list = append(list, first[doc])
	}
	return append(list, r.answer.Order.Stray...)
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/app/effect/files"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/talk"
)

// read makes the requests, one for each query and model, from a file and flags (CONTRACT,
// "Commands").
func (r *reranking) read(ctx context.Context, h host, args []string) ([]*ranking, error) {
	choice := dataset.Choice{Field: r.field, Columns: r.columns, Depth: r.bench.depth}
	if len(args) == 1 && files.IsDataSet(args[0]) {
		in, err := files.Input(nil, args[0], choice, r.allowFiles...)
		if err != nil {
			return nil, wrongUsage("%w", err)
		}
		h.say("%s: %d documents, %d queries with marks in %s/%s", args[0], len(in.Set.Documents), len(in.Set.Queries), dataset.BEIRQrels, in.Split)
		return r.fromSet(h, *in.Set)
	}
	data, _, err := readInput(ctx, h, args)
	if err != nil {
		return nil, err
	}
	name, format := inputName(args), dataset.Guess(strings.Join(args, ""), data)
	switch {
	case (r.field != "" || r.columns != dataset.Columns{}) && !format.HasFields():
		format = dataset.CSV
	case format == dataset.Paragraphs:
		format = dataset.Lines
	}
	if r.field == "" {
		if set, err := r.judged(name, data, format); err != nil {
			return nil, wrongUsage("%w", err)
		} else if set != nil {
			h.say("%s: %s, %s", name, figures.Counted(len(set.Documents), "document"), figures.Counted(len(set.Queries), "query"))
			return r.fromSet(h, set.Retrieved(cmp.Or(r.bench.depth, dataset.FirstDepth)))
		}
	}
	doc := bytes.Trim(data, " \t\r\n")
	object := len(doc) > 0 && doc[0] == '{'
	switch {
	case len(doc) == 0:
		return nil, wrongUsage("no documents; give a rerank request as FILE or on standard input, or one document per line with --model and --query")
	case object && scan.Valid(doc) && r.field != "" && r.isSetOrRequest(doc):
		return nil, wrongUsage("--field is for a CSV, a JSON array or JSONL; this is a request or a set, whose documents are sent unchanged")
	case object && scan.Valid(doc) && dataset.IsSet(doc):
		set, err := dataset.Open(doc)
		if err != nil {
			return nil, wrongUsage("%w", err)
		}
		if r.bench.depth > 0 {
			set = set.Retrieved(r.bench.depth)
		}
		return r.fromSet(h, set)
	case object && r.field == "" && (scan.Valid(doc) || !r.asks()): // broken JSON is for the checks
		return r.fromRequest(doc)
	}
	docs, err := r.documents(h, name, data, format, choice)
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	return r.fromSet(h, dataset.Set{Documents: docs})
}

// asks reports whether flags have queries.
func (r *reranking) asks() bool { return len(r.queries) > 0 || r.queryFile != "" }

// judged returns the set of a table of judgements; nil for any other file, unless flags or the lack of a
// query want one.
func (r *reranking) judged(name string, data []byte, format dataset.Format) (*dataset.Set, error) {
	in, err := dataset.ReadJudged(name, data, format, r.columns)
	switch {
	case err != nil:
	case in.Run != nil:
		err = fmt.Errorf("%s: the ranking of another system; --run %s measures it with the models of a set", name, name)
	case in.Set == nil && (r.columns != dataset.Columns{} || !r.asks() && len(in.Columns) > 0 && !slices.Contains(in.Columns, "documents")): // else it is a request
		err = fmt.Errorf("%s: no column %s; it has %s; name the columns with --query-field, --text-field and --relevance-field, or rank the texts of one with --field and --query", name, in.Missing, cmp.Or(strings.Join(in.Columns, ", "), "none"))
	}
	return in.Set, err
}

// isSetOrRequest reports whether an object is a set or a request, and no one document
// whose field holds its text.
func (r *reranking) isSetOrRequest(doc []byte) bool {
	switch {
	case dataset.IsSet(doc):
		return true
	case scan.Get(doc, "documents") == nil && dataset.HasField(doc, r.field):
		return false
	}
	return scan.Get(doc, "query") != nil || scan.Get(doc, "model") != nil
}

// documents reads the documents of a file: with --field what each row or object has there, else complete
// objects of JSON, or every line, with a hint if the lines are rows.
func (r *reranking) documents(h host, name string, data []byte, format dataset.Format, choice dataset.Choice) ([]dataset.Document, error) {
	var in dataset.Input
	err := in.ReadDocuments(name, data, format, choice)
	fields := in.Fields
	switch {
	case err == nil && r.queryFile != "" && slices.Contains(fields, "text"):
		choice.Field = "text"
		err = in.ReadDocuments(name, data, format, choice)
	case r.field == "" && format.HasFields() && (err != nil || len(fields) > 0):
		choice.Complete = true
		if format != dataset.JSON || in.ReadDocuments(name, data, format, choice) != nil {
			if err = in.ReadDocuments(name, data, dataset.Lines, choice); err == nil && len(fields) > 0 {
				h.say("each line is sent as one document; to rank one column or member, name it with --field: %s", strings.Join(fields, ", "))
			}
		}
	}
	if in.Skipped > 0 && choice.Field != "" {
		h.say("%d without text skipped, the first is %s", in.Skipped, in.First)
	}
	return in.Documents, err
}

// fromSet makes the requests of a set; flags replace its models and query.
func (r *reranking) fromSet(h host, set dataset.Set) ([]*ranking, error) {
	if r.queryFile != "" {
		data, err := files.Read(r.queryFile, files.MaxDocument)
		if err != nil {
			return nil, wrongUsage("--queries %w", err)
		}
		if set, err = set.WithQueries(r.queryFile, data); err != nil {
			return nil, wrongUsage("--queries %w", err)
		}
		set = set.Retrieved(cmp.Or(r.bench.depth, dataset.FirstDepth))
	}
	if len(r.queries) > 0 {
		set = set.Asking(r.queries...)
	}
	if len(r.models) > 0 {
		set.Models = nil
		for _, slug := range r.models {
			set = set.WithModel(-1, dataset.NewModel(slug))
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
		if r.topNGiven {
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
		if len(r.models) > 0 || r.topNGiven {
			return nil, wrongUsage("%w", talk.ErrNotJSON)
		}
		return []*ranking{newRanking(0, "", doc)}, nil
	}
	if r.topNGiven {
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
	var set dataset.Set // which tells the models apart
	for _, slug := range r.models {
		set = set.WithModel(-1, dataset.NewModel(slug))
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
	return &ranking{query: query, answer: dataset.Answer{Label: label}, body: body, x: state.NewRerank("", body)}
}

// byQuery returns the runs of each query, in their order.
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

// text returns the query of the request.
func (r *ranking) text() string { return scan.Text(scan.Get(r.body, "query")) }

// documents returns the documents of the request as they are written in it.
func (r *ranking) documents() [][]byte {
	var docs [][]byte
	for _, value := range scan.Elements(scan.Get(r.body, "documents")) {
		docs = append(docs, value)
	}
	return docs
}

// read reads the answer. What is odd about its order becomes a warning of the exchange.
func (r *ranking) read(about explain.Context) {
	a := dataset.AnswerOf(r.x, about, len(r.documents()), int(max(0, min(gjson.GetBytes(r.body, "top_n").Num, 1<<30))))
	a.Label = r.answer.Label
	r.answer = a
	for _, text := range a.Order.Warnings {
		r.x.Warnings = append(r.x.Warnings, state.Warning{Code: state.WarnResults, Message: text, AtUS: r.x.End.AtUS, Count: 1})
	}
}

// results returns all results as received: those that were joined with a document by rank, then
// the others.
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

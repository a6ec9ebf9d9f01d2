package rerankset

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/usage"
)

// JSON writes the table as one object: query, the words that the marks were made for if
// others, the first index and rank, columns (label, settings, model, provider, id,
// verdict, failure in words, time in ms, usage, note, figures, warnings), the agreement of
// each pair of columns, and documents with index from 0 as in the request, mark, ranks
// from 1, ties and scores, one a column, and the document as in the request. Unknown
// values are null. Each column, pair and document has a line. It ends in a newline.
func (t Table) JSON() []byte {
	w := writer{}
	w.member("query", scan.Quote(t.Query))
	w.member("marks_for", known(t.MarksFor))
	w.member("counts_from", []byte(`{"index":0,"ranks":1}`))
	w.lines("columns", len(t.Columns), func(i int) []byte { return t.answer(t.Columns[i]) })
	pairs := t.pairs()
	w.lines("agreement", len(pairs), func(i int) []byte { return pairs[i].json() })
	w.lines("documents", len(t.Documents), func(doc int) []byte {
		ranks, tied, scores := make([][]byte, len(t.Columns)), make([][]byte, len(t.Columns)), make([][]byte, len(t.Columns))
		for i, c := range t.Columns {
			ranks[i], tied[i], scores[i] = number(t.rank(c, doc)), strconv.AppendBool(nil, c.tie(doc) != ""), number(c.score(doc))
		}
		return object([]scan.Member{
			{Key: "index", Value: strconv.AppendInt(nil, int64(doc), 10)},
			{Key: "mark", Value: number(t.mark(doc))},
			{Key: "ranks", Value: list(ranks)},
			{Key: "tied", Value: list(tied)},
			{Key: "scores", Value: list(scores)},
			{Key: "document", Value: t.Documents[doc].Raw},
		})
	})
	out, _ := w.end() // what is not indented has no depth
	return append(out, '\n')
}

// Agreement writes the agreement of each pair of columns, as in JSON: an array, empty
// where fewer than two have an order.
func (t Table) Agreement() []byte {
	var all [][]byte
	for _, p := range t.pairs() {
		all = append(all, p.json())
	}
	return list(all)
}

// Figures writes how good a column is by the marks as one object: null where unknown.
func (t Table) Figures(c Answer) []byte {
	j := t.Judged(c)
	return object([]scan.Member{
		{Key: "k", Value: strconv.AppendInt(nil, int64(t.Depth), 10)},
		{Key: "ndcg", Value: number(full(j.NDCG))},
		{Key: "reciprocal_rank", Value: number(full(j.RR))},
		{Key: "average_precision", Value: number(full(j.AP))},
	})
}

func (t Table) answer(c Answer) []byte {
	var warnings [][]byte
	for _, text := range c.Notes {
		warnings = append(warnings, scan.Quote(text))
	}
	return object([]scan.Member{
		{Key: "label", Value: scan.Quote(c.Label)},
		{Key: "asked", Value: c.asked()},
		{Key: "model", Value: known(c.Model)},
		{Key: "provider", Value: known(c.Provider)},
		{Key: "id", Value: known(c.ID)},
		{Key: "verdict", Value: known(string(c.Verdict))},
		{Key: "failure", Value: known(c.Failure)},
		{Key: "time_ms", Value: number(c.time())},
		{Key: "usage", Value: object([]scan.Member{
			{Key: "total_tokens", Value: number(c.tokens())},
			{Key: "search_units", Value: number(c.searches())},
			{Key: "cost", Value: number(c.cost())},
		})},
		{Key: "note", Value: known(c.note())},
		{Key: "figures", Value: t.Figures(c)},
		{Key: "warnings", Value: list(warnings)},
	})
}

func (p pair) json() []byte {
	return object([]scan.Member{
		{Key: "a", Value: scan.Quote(p.a.Label)},
		{Key: "b", Value: scan.Quote(p.b.Label)},
		{Key: "tau_b", Value: number(full(p.TauB))},
		{Key: "rho", Value: number(full(p.Rho))},
		{Key: "rbo", Value: number(full(p.RBO))},
		{Key: "p", Value: number(full(p.P))},
		{Key: "overlap", Value: strconv.AppendInt(nil, int64(p.Overlap), 10)},
		{Key: "k", Value: strconv.AppendInt(nil, int64(p.K), 10)},
		{Key: "in_both", Value: strconv.AppendInt(nil, int64(p.Shared), 10)},
		{Key: "in_any", Value: strconv.AppendInt(nil, int64(p.Documents), 10)},
	})
}

func number(text string) []byte {
	if text == "" {
		return []byte("null")
	}
	return []byte(text)
}

func known(text string) []byte {
	if text == "" {
		return []byte("null")
	}
	return scan.Quote(text)
}

func list(values [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(values, []byte{','})...), ']')
}

// asked returns the model and settings of the run in one line: a setting may be spelled on
// many.
func (c Answer) asked() []byte {
	if c.Asked == nil {
		return known("")
	}
	o := object(append([]scan.Member{{Key: "query", Value: scan.Quote(c.Query)}, {Key: "model", Value: scan.Quote(c.Asked.Slug)}}, c.Asked.Settings...))
	var out bytes.Buffer
	if err := json.Compact(&out, o); err != nil {
		return o // no setting is other than JSON
	}
	return out.Bytes()
}

func (c Answer) time() string {
	if c.TimeUS <= 0 {
		return ""
	}
	return strconv.FormatFloat(float64(c.TimeUS)/1000, 'f', -1, 64)
}

func (c Answer) tokens() string { return c.used(usage.Total) }

func (c Answer) searches() string { return c.used(usage.SearchUnit) }

// used returns a count of the run's usage; empty where it is not reported.
func (c Answer) used(k usage.Kind) string {
	used, _ := usage.Of(c.Usage)
	if used.Counts[k] == wire.None {
		return ""
	}
	return strconv.Itoa(used.Counts[k])
}

func (c Answer) cost() string {
	usd := usage.Dollars(c.Usage)
	if math.IsNaN(usd) {
		return ""
	}
	return strconv.FormatFloat(usd, 'f', -1, 64)
}

// full writes a figure with all its digits; nothing for an unknown one.
func full(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

package dataset

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history/output"
)

// JSON writes the table as one object, with unknown values null: query, marks_for, counts_from, columns, agreement, and
// documents. Each column, pair and document has a line. It ends in a newline.
func (t Table) JSON() []byte {
	w := writer{}
	w.member("query", scan.Quote(t.Query))
	w.member("marks_for", orNull(t.MarksFor))
	w.member("counts_from", []byte(`{"index":0,"ranks":1}`))
	w.lines("columns", each(t.Columns, t.column))
	w.lines("agreement", t.pairsJSON())
	documents := make([][]byte, len(t.Documents))
	for doc := range documents {
		documents[doc] = t.document(doc)
	}
	w.lines("documents", documents)
	out, _ := w.end() // what is not indented has no depth
	return out
}

func (t Table) document(doc int) []byte {
	n := len(t.Columns)
	ranks, tied, scores := make([][]byte, n), make([][]byte, n), make([][]byte, n)
	for i, c := range t.Columns {
		ranks[i], tied[i], scores[i] = numberOrNull(c.rank(doc)), strconv.AppendBool(nil, c.tied(doc)), numberOrNull(c.score(doc))
	}
	var o output.Object
	o.Int("index", int64(doc))
	o.Raw("mark", []byte(t.Mark(doc)))
	o.Raw("ranks", output.List(ranks...))
	o.Raw("tied", output.List(tied...))
	o.Raw("scores", output.List(scores...))
	o.Raw("document", t.Documents[doc].Raw)
	return o.End()
}

// Agreement writes the agreement of each pair of columns as an array.
func (t Table) Agreement() []byte { return output.List(t.pairsJSON()...) }

func (t Table) pairsJSON() (pairs [][]byte) {
	for _, p := range t.Pairs() {
		var o output.Object
		o.Text("a", t.Columns[p.A].Label)
		o.Text("b", t.Columns[p.B].Label)
		o.Raw("tau_b", []byte(full(p.TauB)))
		o.Raw("rho", []byte(full(p.Rho)))
		o.Raw("rbo", []byte(full(p.RBO)))
		o.Raw("p", []byte(full(p.P)))
		o.Int("overlap", int64(p.Overlap))
		o.Int("k", int64(p.K))
		o.Int("in_both", int64(p.Shared))
		o.Int("in_any", int64(p.Documents))
		pairs = append(pairs, o.End())
	}
	return pairs
}

// Figures writes how good a column is by the marks as one object: null where unknown.
func (t Table) Figures(c Answer) []byte {
	j := t.Judged(c)
	var o output.Object
	o.Int("k", int64(t.Depth))
	o.Raw("ndcg", []byte(full(j.NDCG)))
	o.Raw("reciprocal_rank", []byte(full(j.RR)))
	o.Raw("average_precision", []byte(full(j.AP)))
	return o.End()
}

func (t Table) column(c Answer) []byte {
	var used, o output.Object
	used.Raw("total_tokens", c.used(usage.Total))
	used.Raw("search_units", c.used(usage.SearchUnit))
	if usd := usage.Dollars(c.Usage); math.IsNaN(usd) {
		used.Raw("cost", nil)
	} else {
		used.Raw("cost", strconv.AppendFloat(nil, usd, 'f', -1, 64))
	}
	o.Text("label", c.Label)
	o.Raw("asked", c.asked())
	o.OrNull("model", c.Model)
	o.OrNull("provider", c.Provider)
	o.OrNull("id", c.ID)
	o.OrNull("verdict", string(c.Verdict))
	o.OrNull("failure", c.Failure)
	o.Raw("time_ms", []byte(milliseconds(c.TimeUS)))
	o.Raw("usage", used.End())
	o.OrNull("note", c.note())
	o.Raw("figures", t.Figures(c))
	o.Raw("warnings", output.List(each(c.Notes, scan.Quote)...))
	return o.End()
}

// asked returns query, model and settings of the request in one line; nil if it was not sent.
func (a Answer) asked() []byte {
	if a.Asked == nil {
		return nil
	}
	o := object(append([]scan.Member{{Key: "query", Value: scan.Quote(a.Query)}, {Key: "model", Value: scan.Quote(a.Asked.Slug)}}, a.Asked.Settings...))
	var out bytes.Buffer
	if err := json.Compact(&out, o); err != nil {
		return o // no setting is other than JSON
	}
	return out.Bytes()
}

// used returns a count of the run's usage; nil if it is not reported.
func (a Answer) used(k usage.Kind) []byte {
	used, _ := usage.Of(a.Usage)
	if used.Counts[k] == wire.None {
		return nil
	}
	return strconv.AppendInt(nil, int64(used.Counts[k]), 10)
}

// milliseconds writes a time; "" for an unknown one.
func milliseconds(us int64) string {
	if us <= 0 {
		return ""
	}
	return strconv.FormatFloat(float64(us)/1000, 'f', -1, 64)
}

func numberOrNull(text string) []byte {
	if text == "" {
		return []byte("null")
	}
	return []byte(text)
}

func orNull(text string) []byte {
	if text == "" {
		return []byte("null")
	}
	return scan.Quote(text)
}

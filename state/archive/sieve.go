package archive

import (
	"context"
	"strings"

	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/query"
	"gatehouse/state/stats"
	"gatehouse/state/usage"
)

// sieve is what a query asks for besides the time, where segments can answer all of it.
type sieve []sifted

// sifted is a term of it: asked of a value of a dimension, or of figures.
type sifted struct {
	term      query.Query
	dimension string // empty: of figures
	column    string // that the dimension is made of
}

// valued are the dimensions of the fields of queries whose values segments have; empty: of figures.
var valued = map[string]string{
	"served": "served", "provider": "provider", "model": "asked", "caller": "caller", "path": "path", "verdict": "verdict", "guardrail": "guardrail",
	"tool": "tool", "connection": "connection", "session": "session", "run": "run", "ttft": "", "total": "", "tokens": "",
}

// sieveOf is that of a query without times; ok is false where segments cannot answer it, or where
// an index finds the few rows sooner.
func (a *Archive) sieveOf(ctx context.Context, q query.Query) (s sieve, ok bool) {
	for _, all := range q.Any { // there is one, see Times
		for _, t := range all {
			if t.Field == nil || t.Field.Name == "verdict" && strings.EqualFold(t.Text, "blocked") {
				return nil, false
			}
			dimension, ok := valued[t.Field.Name]
			if c := conditionOf(t); !ok || c.indexed != "" && !a.many(ctx, c) {
				return nil, false
			}
			s = append(s, sifted{query.Query{Any: []query.All{{t}}}, dimension, TestOf(t).Column})
		}
	}
	return s, true
}

// holds reports of each of the last n exchanges whether all terms hold; names has the packed
// values of each term's dimension.
func (s sieve) holds(x *stats.Exchanges, n int, names [][]byte) ([]bool, error) {
	all := make([]bool, n)
	for i := range all {
		all[i] = true
	}
	from := x.Len() - n
	for at, f := range s {
		e := history.Entry{Verdict: state.Unknown}
		if f.dimension == "" {
			for i := range all {
				row := from + i
				e.TTFTUS, e.TotalUS, e.Tokens.Counts[usage.Input], e.Tokens.Counts[usage.Output] = x.TTFT[row], x.Total[row], int(x.In[row]), int(x.Out[row])
				all[i] = all[i] && history.Holds(f.term, &e) == history.Yes
			}
			continue
		}
		var values stats.Exchanges
		if err := unpackNames(&values, names[at], n); err != nil {
			return nil, err
		}
		yes := make([]bool, len(values.Names))
		for i, name := range values.Names {
			SetColumn(&e, f.column, name)
			yes[i] = history.Holds(f.term, &e) == history.Yes
		}
		for i := range all {
			all[i] = all[i] && yes[values.Name[i]]
		}
	}
	return all, nil
}

package archive

import (
	"context"

	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/query"
	"gatehouse/state/stats"
	"gatehouse/state/usage"
)

// sieve is the part of a query that segments answer.
type sieve []sifted

// sifted is a term of it: asked of a value of a dimension, or of figures.
type sifted struct {
	term      query.Query
	dimension string // empty: of figures
	column    *history.Column
}

// siftedOf returns a term for segments; ok is false where these do not have its values.
func siftedOf(t query.Term) (s sifted, ok bool) {
	s.term = query.Query{Any: []query.All{{t}}}
	switch {
	case t.Field == nil, t.Test().How == query.ByGuardrail, t.Field.Name == "lint": // its groups lack the levels
		return s, false
	case t.Field.Name == "ttft", t.Field.Name == "total", t.Field.Name == "tokens":
		return s, true
	}
	s.column = t.Field.Column
	s.dimension = s.column.Group.Name
	return s, s.dimension != ""
}

// sieveOf is that of a query without times; ok is false where segments cannot answer it, or where
// an index finds the few rows sooner.
func (a *Archive) sieveOf(ctx context.Context, q query.Query) (s sieve, ok bool) {
	for _, all := range q.Any { // there is one, see Times
		for _, t := range all {
			one, ok := siftedOf(t)
			if !ok {
				return nil, false
			}
			if c := conditionOf(t); c.indexed != "" && !a.many(ctx, c) {
				return nil, false
			}
			s = append(s, one)
		}
	}
	return s, true
}

// holds reports for each of the last n exchanges whether all terms hold; names has the packed values
// of each term's dimension.
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
				all[i] = all[i] && query.Holds(f.term, &e) == query.Yes
			}
			continue
		}
		var values stats.Exchanges
		if err := unpackNames(&values, names[at], n); err != nil {
			return nil, err
		}
		yes := make([]bool, len(values.Names))
		for i, name := range values.Names {
			if err := f.column.Of(&e).Scan(name); err != nil {
				return nil, err
			}
			yes[i] = query.Holds(f.term, &e) == query.Yes
		}
		for i := range all {
			all[i] = all[i] && yes[values.Name[i]]
		}
	}
	return all, nil
}

package archive

import (
	"cmp"
	"context"
	"strings"

	"gatehouse/state"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// condition is a part of a WHERE clause and its arguments.
type condition struct {
	sql     string
	args    []any
	indexed string     // the column whose index can find its rows; empty: none can
	count   string     // selects its rows; empty: from exchange by sql
	row     *condition // tests a row if the index would find too many; nil: sql does
}

// fewRows is the maximum number of rows that are found by an index and sorted; of more, the newest
// are tested one by one until a page is full.
const fewRows = 5000

// where writes a query as SQL. A unary plus excludes a column whose index would find too many rows:
// scanning finds a page of the newest sooner.
func (a *Archive) where(ctx context.Context, q query.Query) (sql string, args []any) {
	if len(q.Any) == 0 {
		return "", nil
	}
	var ors []string
	for _, all := range q.Any {
		var ands []string
		for _, t := range all {
			c := conditionOf(t)
			if len(q.Any) > 1 || c.indexed != "" && a.many(ctx, c) {
				if c.row != nil {
					c = *c.row
				}
				c.sql = strings.ReplaceAll(c.sql, "~", "+")
			}
			ands = append(ands, strings.ReplaceAll(c.sql, "~", ""))
			args = append(args, c.args...)
		}
		ors = append(ors, "("+strings.Join(ands, " AND ")+")")
	}
	return "(" + strings.Join(ors, " OR ") + ")", args
}

// many reports whether a condition holds for more than fewRows rows.
func (a *Archive) many(ctx context.Context, c condition) bool {
	var n int
	rows := cmp.Or(c.count, "SELECT 1 FROM exchange WHERE "+strings.ReplaceAll(c.sql, "~", ""))
	args := append(append([]any{}, c.args...), a.few+1)
	err := a.db().read.QueryRowContext(ctx, "SELECT count(*) FROM ("+rows+" LIMIT ?)", args...).Scan(&n)
	return err != nil || n > a.few
}

// conditionOf writes a term. A tilde precedes a column that has an index.
func conditionOf(t query.Term) condition {
	c := positive(t.Test())
	if t.Not {
		if c.row != nil {
			c = *c.row
		}
		c.sql, c.indexed = "NOT "+strings.ReplaceAll(c.sql, "~", "+"), ""
	}
	return c
}

func positive(t query.Test) condition {
	if t.Column == nil {
		return condition{sql: "id IN (SELECT rowid FROM text WHERE text MATCH ?)", args: []any{match(t.Term)}}
	}
	if t.Column.Team { // nobody shared what is here
		return condition{sql: "0"}
	}
	name := t.Column.Name
	c := condition{indexed: name}
	switch t.Comparison {
	case query.ByValue:
		if t.Column.Filter.Match != history.Name { // most have one
			return condition{sql: "+" + t.Column.HasValue()}
		}
		c.sql = "~" + name + " <> ''"
	case query.ByLetters:
		c.sql, c.args = "~"+name+" = ?", []any{t.Text}
	case query.ByNamesLetters:
		c.sql, c.args = "(instr(~"+name+", ?) > 0 AND "+name+" <> '')", []any{"," + t.Text + ","}
	case query.ByName:
		c.sql, c.args = "(~"+name+" LIKE ? ESCAPE '\\' AND "+name+" <> '')", []any{"%," + t.Like() + ",%"}
	case query.ByGuardrail:
		c.sql = "(~verdict = 'failed' AND guardrails <> '')"
	case query.ByBeginning:
		c.sql, c.args = "(~"+name+" >= ? AND ~"+name+" < ?)", []any{t.Beginning(), t.Beginning() + AfterAll}
	case query.ByNumber:
		c.sql, c.args = "(~"+name+" IS NOT NULL AND ~"+name+" = ?)", []any{t.Int()}
	case query.BySince:
		return condition{sql: "(id >= ? AND NOT undated)", args: []any{t.Time.UnixMicro()}}
	case query.ByUntil:
		return condition{sql: "(id < ? AND NOT undated)", args: []any{t.Time.UnixMicro()}}
	case query.ByFigure:
		if c.sql, c.args = "~"+name+" "+t.Sign()+" ?", []any{t.Number}; t.Upto > 0 {
			c.sql, c.args = "(~"+name+" >= ? AND ~"+name+" < ?)", []any{t.Number, t.Upto}
		}
	default:
		switch {
		case name == "path":
			return likePath(t)
		case t.Column.Index == history.NoIndex:
			c.sql, c.args = name+` LIKE ? ESCAPE '\'`, []any{t.Like()}
		default:
			return like(name, t)
		}
	}
	if t.Column.Index == history.NoIndex {
		c.sql, c.indexed = strings.ReplaceAll(c.sql, "~", ""), ""
	}
	return c
}

// AfterAll sorts after every character with which a text can continue.
const AfterAll = "\U0010ffff"

// like compares a column without regard to case; * is any run of characters. Without a * the index
// finds the words as they are spelled in the archive.
func like(column string, t query.Test) condition {
	return condition{
		sql:  "~" + column + " IN (SELECT word FROM (" + spelled(column) + ") WHERE word LIKE ? ESCAPE '\\')",
		args: []any{t.Like()}, indexed: column,
	}
}

// likePath is like for a column that may have another value in each row. The index of parts finds
// those that may match: _ and % are any characters there.
func likePath(t query.Test) condition {
	exact := t.Like()
	return condition{
		sql:     `~path IN (SELECT path FROM path_part WHERE path LIKE ? AND path LIKE ? ESCAPE '\')`,
		args:    []any{strings.ReplaceAll(t.Text, "*", "%"), exact},
		indexed: "path",
		count: `SELECT 1 FROM path_part CROSS JOIN exchange ON exchange.path = path_part.path
			WHERE path_part.path LIKE ? AND path_part.path LIKE ? ESCAPE '\'`,
		row: &condition{sql: `~path LIKE ? ESCAPE '\'`, args: []any{exact}},
	}
}

// spelled lists the distinct values of an indexed column, each in one step in the index.
func spelled(column string) string {
	return "WITH RECURSIVE w(word) AS (SELECT min(" + column + ") FROM exchange UNION ALL " +
		"SELECT (SELECT min(" + column + ") FROM exchange WHERE " + column + " > w.word) FROM w WHERE w.word IS NOT NULL) " +
		"SELECT word FROM w WHERE word IS NOT NULL"
}

// sieve is a query that is asked of segments.
type sieve struct {
	terms []sifted
	where string // the condition of the terms that segments lack the values of: their rows answer it; empty: none
	args  []any
}

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
	case t.Field == nil, t.Test().Comparison == query.ByGuardrail, t.Field.Name == "lint": // its groups lack the levels
		return s, false
	case t.Field.Name == "ttft", t.Field.Name == "total", t.Field.Name == "tokens":
		return s, true
	}
	s.column = t.Field.Column
	s.dimension = s.column.Group.Name
	return s, s.dimension != ""
}

// sieveOf returns the sieve of a query without times; ok is false where an index finds the rows sooner.
func (a *Archive) sieveOf(ctx context.Context, q query.Query) (s sieve, ok bool) {
	var rows query.All
	for _, all := range q.Any { // there is one, see Times
		for _, t := range all {
			if c := conditionOf(t); t.Field == nil || c.indexed != "" && !a.many(ctx, c) {
				return s, false
			}
			if one, ok := siftedOf(t); ok {
				s.terms = append(s.terms, one)
			} else {
				rows = append(rows, t)
			}
		}
	}
	if len(rows) > 0 {
		s.where, s.args = a.where(ctx, query.Query{Any: []query.All{rows}})
	}
	return s, true
}

// holds reports for each of the last n exchanges whether the terms hold that segments answer; names has the packed values
// of each term's dimension.
func (s sieve) holds(x *stats.Exchanges, n int, names [][]byte) ([]bool, error) {
	all := make([]bool, n)
	for i := range all {
		all[i] = true
	}
	from := x.Len() - n
	for at, f := range s.terms {
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

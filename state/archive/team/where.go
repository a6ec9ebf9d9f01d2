package team

import (
	"context"
	"fmt"
	"strings"

	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/text/spelling"
)

// filter writes queries as SQL of PostgreSQL.
type filter struct {
	store *Store
	ctx   context.Context
	args  []any
}

// arg adds a value, and returns its placeholder.
func (f *filter) arg(v any) string {
	if text, ok := v.(string); ok {
		v = storable(text)
	}
	f.args = append(f.args, v)
	return fmt.Sprintf("$%d", len(f.args))
}

// where writes a query; "true" for one that holds for all.
func (f *filter) where(q query.Query) (string, error) {
	if len(q.Any) == 0 {
		return "true", nil
	}
	var ors []string
	for _, all := range q.Any {
		var ands []string
		for _, t := range all {
			c, err := f.condition(t.Test())
			if err != nil {
				return "", err
			}
			if t.Not {
				c = "NOT " + c
			}
			ands = append(ands, c)
		}
		ors = append(ors, "("+strings.Join(ands, " AND ")+")")
	}
	return "(" + strings.Join(ors, " OR ") + ")", nil
}

// condition writes a test.
func (f *filter) condition(t query.Test) (string, error) {
	if t.Column == nil {
		words := match(t.Term)
		if words == "" {
			return "false", nil
		}
		return "(found @@ " + f.arg(words) + "::text::tsquery)", nil
	}
	name := t.Column.Name
	switch t.Comparison {
	case query.ByValue:
		return "(" + t.Column.HasValue() + ")", nil
	case query.ByLetters:
		return "(" + name + " = " + f.arg(t.Text) + ")", nil
	case query.ByNamesLetters:
		return "(" + name + " <> '' AND strpos(" + name + ", " + f.arg(","+t.Text+",") + ") > 0)", nil
	case query.ByGuardrail:
		return "(verdict = 'failed' AND guardrails <> '')", nil
	case query.ByBeginning:
		return "(" + name + " >= " + f.arg(t.Beginning()) + " AND " + name + " < " + f.arg(t.Beginning()+archive.AfterAll) + ")", nil
	case query.ByNumber:
		return "(" + name + " IS NOT NULL AND " + name + " = " + f.arg(t.Int()) + ")", nil
	case query.ByName:
		return "(" + name + " <> '' AND " + like(name, f.arg("%,"+spelling.LowerASCII(t.Like())+",%")) + ")", nil
	case query.BySince:
		return "(id >= " + f.arg(t.Time.UnixMicro()) + " AND NOT undated)", nil
	case query.ByUntil:
		return "(id < " + f.arg(t.Time.UnixMicro()) + " AND NOT undated)", nil
	case query.ByFigure:
		if t.Upto > 0 {
			return "(" + name + " >= " + f.figure(t.Column, t.Number) + " AND " + name + " < " + f.figure(t.Column, t.Upto) + ")", nil
		}
		compared := name + " " + t.Sign() + " " + f.figure(t.Column, t.Number)
		if t.Column.IsFraction() { // a writer may have put NaN, which PostgreSQL has after all numbers
			compared += fmt.Sprintf(" AND %s <= %d", name, history.MaxCost)
		}
		return "(" + compared + ")", nil
	}
	if t.Column.Index == history.NoIndex {
		return "(" + like(name, f.arg(spelling.LowerASCII(t.Like()))) + ")", nil
	}
	return f.spelled(name, storable(spelling.LowerASCII(t.Like())))
}

// figure returns a number for a comparison with a column: an integer for an integer column, so that
// its index is used.
func (f *filter) figure(c *history.Column, n float64) string {
	if c.IsFraction() || n != float64(int64(n)) {
		return f.arg(n) + "::double precision"
	}
	return f.arg(int64(n)) + "::bigint"
}

// spelled compares a column by its known spellings.
func (f *filter) spelled(column, pattern string) (string, error) {
	rows, err := f.store.pool.Query(f.ctx, "SELECT word FROM gatehouse.spelling WHERE field = $1 AND "+like("word", "$2")+" LIMIT 10001", column, pattern)
	if err != nil {
		return "", err
	}
	words, err := collect[string](rows)
	switch {
	case err != nil:
		return "", err
	case len(words) > 10_000: // a list of them would be no help
		return "(" + like(column, f.arg(pattern)) + ")", nil
	case len(words) == 1:
		return "(" + column + " = " + f.arg(words[0]) + ")", nil
	}
	return "(" + column + " = ANY (" + f.arg(words) + "))", nil
}

// like compares without regard to the case of ASCII letters, as SQLite does; the pattern must be
// lower case. Under the collation C only these have another case.
func like(column, pattern string) string {
	return `lower(` + column + ` COLLATE "C") LIKE ` + pattern + ` ESCAPE '\'`
}

package team

import (
	"context"
	"fmt"
	"strings"

	"gatehouse/state/archive"
	"gatehouse/state/query"
)

// filter writes queries as SQL of PostgreSQL.
type filter struct {
	store *Store
	ctx   context.Context
	args  []any
}

// arg adds a value, and returns its place in the statement.
func (f *filter) arg(v any) string {
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
			c, err := f.condition(archive.TestOf(t))
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
func (f *filter) condition(t archive.Test) (string, error) {
	if t.Text == "*" {
		switch t.How {
		case archive.BySpelling, archive.ByPattern, archive.ByPath, archive.ByBeginning, archive.ByName:
			return "(" + t.Column + " <> '')", nil
		case archive.ByRun:
			return "(run IS NOT NULL)", nil
		}
	}
	switch t.How {
	case archive.ByWords:
		words := match(t.Term)
		if words == "" {
			return "false", nil
		}
		return "(found @@ " + f.arg(words) + "::text::tsquery)", nil
	case archive.ByLetters:
		return "(" + t.Column + " = " + f.arg(t.Text) + ")", nil
	case archive.ByNamesLetters:
		return "(" + t.Column + " <> '' AND strpos(" + t.Column + ", " + f.arg(","+t.Text+",") + ") > 0)", nil
	case archive.ByGuardrail:
		return "(verdict = 'failed' AND guardrails <> '')", nil
	case archive.ByPattern:
		return "(" + like(t.Column, f.arg(lower(t.Text))) + ")", nil
	case archive.ByBeginning:
		beginning := strings.TrimRight(t.Text, "*")
		if beginning == "" {
			return "true", nil
		}
		return "(session >= " + f.arg(beginning) + " AND session < " + f.arg(beginning+archive.AfterAll) + " AND session <> '')", nil
	case archive.ByRun:
		return "(run IS NOT NULL AND run = " + f.arg(t.Run()) + ")", nil
	case archive.ByName:
		return "(" + t.Column + " <> '' AND " + like(t.Column, f.arg("%,"+lower(t.Text)+",%")) + ")", nil
	case archive.BySince:
		return "(id >= " + f.arg(t.Term.Time.UnixMicro()) + " AND NOT undated)", nil
	case archive.ByUntil:
		return "(id < " + f.arg(t.Term.Time.UnixMicro()) + " AND NOT undated)", nil
	case archive.ByFigure:
		if t.Term.Upto > 0 {
			return "(" + t.Column + " >= " + f.figure(t.Column, t.Term.Number) + " AND " + t.Column + " < " + f.figure(t.Column, t.Term.Upto) + ")", nil
		}
		return "(" + t.Column + " " + t.Sign() + " " + f.figure(t.Column, t.Term.Number) + ")", nil
	}
	return f.spelled(t.Column, t.Text) // archive.BySpelling, archive.ByPath
}

// figure is a number as it is compared with a column: a whole one where that has such, or no index
// would find it.
func (f *filter) figure(column string, n float64) string {
	if column == "cost" || column == "lost" || n != float64(int64(n)) {
		return f.arg(n) + "::double precision"
	}
	return f.arg(int64(n)) + "::bigint"
}

// spelled compares a column by the spellings that there are of it.
func (f *filter) spelled(column, text string) (string, error) {
	rows, err := f.store.pool.Query(f.ctx, "SELECT word FROM gatehouse.spelling WHERE field = $1 AND "+like("word", "$2")+" LIMIT 10001", column, lower(text))
	if err != nil {
		return "", err
	}
	words, err := collect[string](rows)
	switch {
	case err != nil:
		return "", err
	case len(words) > 10_000: // a list of them would be no help
		return "(" + like(column, f.arg(lower(text))) + ")", nil
	case len(words) == 1:
		return "(" + column + " = " + f.arg(words[0]) + ")", nil
	}
	return "(" + column + " = ANY (" + f.arg(words) + "))", nil
}

// like compares without regard to the case of ASCII letters, as SQLite does; the pattern is in
// small letters. Under the collation C these are the only ones that have another case.
func like(column, pattern string) string {
	return `lower(` + column + ` COLLATE "C") LIKE ` + pattern + ` ESCAPE '\'`
}

// lower is the pattern of a text, in small ASCII letters.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, archive.Pattern(text))
}

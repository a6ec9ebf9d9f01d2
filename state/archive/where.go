package archive

import (
	"cmp"
	"context"
	"strings"

	"gatehouse/state/query"
)

// condition is a part of a WHERE clause and its arguments.
type condition struct {
	sql     string
	args    []any
	indexed string     // the column whose index can find what it holds for; empty: none can
	count   string     // the rows that it holds for; empty: those of exchange
	row     *condition // how a row is looked at where the index would find too many; nil: as in sql
}

// fewRows is up to how many rows are found by an index and sorted; of more, the newest are
// looked at one by one until a page is full.
const fewRows = 5000

// where writes a query as SQL. Columns whose index would find too many rows are kept from
// it (the unary plus, SQLite's own way to say so): a page of the newest is found sooner
// by going through them.
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

// conditionOf writes a term. A tilde stands before a column that has an index.
func conditionOf(t query.Term) condition {
	c := positive(TestOf(t))
	if t.Not {
		if c.row != nil {
			c = *c.row
		}
		c.sql, c.indexed = "NOT "+strings.ReplaceAll(c.sql, "~", "+"), ""
	}
	return c
}

// positive writes a test for SQLite.
func positive(t Test) condition {
	if t.Column == "shared_by" { // nobody shared what is here
		return condition{sql: "0"}
	}
	if t.Text == "*" {
		switch t.How {
		case BySpelling, ByPattern, ByPath, ByBeginning:
			return condition{sql: "+" + t.Column + " <> ''"}
		case ByRun:
			return condition{sql: "+run IS NOT NULL"}
		case ByName:
			return condition{sql: "~" + t.Column + " <> ''", indexed: t.Column}
		}
	}
	switch t.How {
	case ByWords:
		return condition{sql: "id IN (SELECT rowid FROM text WHERE text MATCH ?)", args: []any{match(t.Term)}}
	case ByLetters:
		return condition{sql: "~" + t.Column + " = ?", args: []any{t.Text}, indexed: t.Column}
	case ByNamesLetters:
		return condition{sql: "(instr(~" + t.Column + ", ?) > 0 AND " + t.Column + " <> '')", args: []any{"," + t.Text + ","}, indexed: t.Column}
	case ByGuardrail: // as lists call it
		return condition{sql: "(~verdict = 'failed' AND guardrails <> '')", indexed: t.Column}
	case ByPattern:
		return condition{sql: t.Column + ` LIKE ? ESCAPE '\'`, args: []any{Pattern(t.Text)}}
	case ByPath:
		return likePath(t.Text)
	case ByBeginning:
		beginning := strings.TrimRight(t.Text, "*")
		return condition{sql: "(~session >= ? AND ~session < ?)", args: []any{beginning, beginning + AfterAll}, indexed: t.Column}
	case ByRun:
		return condition{sql: "(~run IS NOT NULL AND ~run = ?)", args: []any{t.Run()}, indexed: t.Column}
	case ByName:
		return condition{sql: "(~" + t.Column + " LIKE ? ESCAPE '\\' AND " + t.Column + " <> '')", args: []any{"%," + Pattern(t.Text) + ",%"}, indexed: t.Column}
	case BySince:
		return condition{sql: "(id >= ? AND NOT undated)", args: []any{t.Term.Time.UnixMicro()}}
	case ByUntil:
		return condition{sql: "(id < ? AND NOT undated)", args: []any{t.Term.Time.UnixMicro()}}
	case ByFigure:
		return figureCondition(t)
	}
	return like(t.Column, t.Text)
}

// figureCondition compares a number. What was lost has no index.
func figureCondition(t Test) condition {
	c := condition{sql: "~" + t.Column + " " + t.Sign() + " ?", args: []any{t.Term.Number}, indexed: t.Column}
	if t.Term.Upto > 0 {
		c.sql, c.args = "(~"+t.Column+" >= ? AND ~"+t.Column+" < ?)", []any{t.Term.Number, t.Term.Upto}
	}
	if t.Column == "lost" {
		c.sql, c.indexed = strings.ReplaceAll(c.sql, "~", ""), ""
	}
	return c
}

// like compares a column without regard to case; * stands for any run of characters.
// Without one the index finds the words as they are spelled in the archive.
func like(column, text string) condition {
	return condition{
		sql:  "~" + column + " IN (SELECT word FROM (" + spelled(column) + ") WHERE word LIKE ? ESCAPE '\\')",
		args: []any{Pattern(text)}, indexed: column,
	}
}

// likePath is like, of a column that may have a value of its own in each row. The index of
// parts finds those that may match: _ and % stand for anything there.
func likePath(text string) condition {
	exact := Pattern(text)
	return condition{
		sql:     `~path IN (SELECT path FROM path_part WHERE path LIKE ? AND path LIKE ? ESCAPE '\')`,
		args:    []any{strings.ReplaceAll(text, "*", "%"), exact},
		indexed: "path",
		count: `SELECT 1 FROM path_part CROSS JOIN exchange ON exchange.path = path_part.path
			WHERE path_part.path LIKE ? AND path_part.path LIKE ? ESCAPE '\'`,
		row: &condition{sql: `~path LIKE ? ESCAPE '\'`, args: []any{exact}},
	}
}

// spelled lists the distinct values of an indexed column: each is one step in the index,
// however many rows have it.
func spelled(column string) string {
	return "WITH RECURSIVE w(word) AS (SELECT min(" + column + ") FROM exchange UNION ALL " +
		"SELECT (SELECT min(" + column + ") FROM exchange WHERE " + column + " > w.word) FROM w WHERE w.word IS NOT NULL) " +
		"SELECT word FROM w WHERE word IS NOT NULL"
}

package archive

import (
	"cmp"
	"context"
	"strconv"
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
func (a *Archive) where(ctx context.Context, q query.Query) (sql string, args []any, err error) {
	if len(q.Any) == 0 {
		return "", nil, nil
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
	return "(" + strings.Join(ors, " OR ") + ")", args, nil
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
	c := positive(t)
	if t.Not {
		if c.row != nil {
			c = *c.row
		}
		c.sql, c.indexed = "NOT "+strings.ReplaceAll(c.sql, "~", "+"), ""
	}
	return c
}

func positive(t query.Term) condition {
	if t.Field == nil {
		return condition{sql: "id IN (SELECT rowid FROM text WHERE text MATCH ?)", args: []any{match(t)}}
	}
	if t.Op == query.Exactly {
		if c, ok := exactly(t.Field.Name, t.Text); ok {
			return c
		}
	}
	switch name := t.Field.Name; name {
	case "model":
		return like("asked", t.Text)
	case "verdict":
		if strings.EqualFold(t.Text, "blocked") { // as lists call it
			return condition{sql: "(~verdict = 'failed' AND guardrails <> '')", indexed: name}
		}
		return like(name, t.Text)
	case "served", "provider", "origin", "method", "caller":
		return like(name, t.Text)
	case "reason", "connection": // which have no index
		if t.Text == "*" {
			return someValue(name)
		}
		return condition{sql: name + ` LIKE ? ESCAPE '\'`, args: []any{pattern(t.Text)}}
	case "path":
		return likePath(t.Text)
	case "session": // there are many: their beginning is looked up
		if t.Text == "*" {
			return someValue(name)
		}
		beginning := strings.TrimRight(t.Text, "*")
		return condition{sql: "(~session >= ? AND ~session < ?)", args: []any{beginning, beginning + "\U0010ffff"}, indexed: name}
	case "run":
		if t.Text == "*" {
			return condition{sql: "+run IS NOT NULL"}
		}
		number, _ := strconv.ParseInt(t.Text, 10, 64) // no run is 0
		return condition{sql: "(~run IS NOT NULL AND ~run = ?)", args: []any{number}, indexed: name}
	case "cache":
		return like(name, t.Text)
	case "guardrail":
		return listed("guardrails", t.Text)
	case "tool":
		return listed("tools", t.Text)
	case "warning":
		return listed("warnings", t.Text)
	case "lint", "receipt":
		return listed(t.Field.Name, t.Text)
	case "since":
		return condition{sql: "(id >= ? AND NOT undated)", args: []any{t.Time.UnixMicro()}}
	case "until":
		return condition{sql: "(id < ? AND NOT undated)", args: []any{t.Time.UnixMicro()}}
	case "lost": // which has no index
		if t.Upto > 0 {
			return condition{sql: "(lost >= ? AND lost < ?)", args: []any{t.Number, t.Upto}}
		}
		return condition{sql: "lost " + strings.Replace(string(t.Op), ":", "=", 1) + " ?", args: []any{t.Number}}
	default: // status, tokens, cost, ttft, total, lasted
		if t.Upto > 0 {
			return condition{sql: "(~" + name + " >= ? AND ~" + name + " < ?)", args: []any{t.Number, t.Upto}, indexed: name}
		}
		op := string(t.Op)
		if t.Op == query.Is {
			op = "="
		}
		return condition{sql: "~" + name + " " + op + " ?", args: []any{t.Number}, indexed: name}
	}
}

// exactly compares a column, or the names in one, letter by letter. ok is false where no column has
// the value as it is asked for.
func exactly(field, text string) (c condition, ok bool) {
	column := field
	switch field {
	case "model":
		column = "asked"
	case "guardrail", "tool", "warning":
		column += "s"
	case "run":
		return c, false
	case "verdict":
		if text == "blocked" {
			return c, false
		}
	}
	switch field {
	case "guardrail", "tool", "warning", "lint":
		return condition{sql: "(instr(~" + column + ", ?) > 0 AND " + column + " <> '')", args: []any{"," + text + ","}, indexed: column}, true
	}
	return condition{sql: "~" + column + " = ?", args: []any{text}, indexed: column}, true
}

// like compares a column without regard to case; * stands for any run of characters.
// Without one the index finds the words as they are spelled in the archive.
func like(column, text string) condition {
	if text == "*" {
		return someValue(column)
	}
	return condition{
		sql:  "~" + column + " IN (SELECT word FROM (" + spelled(column) + ") WHERE word LIKE ? ESCAPE '\\')",
		args: []any{pattern(text)}, indexed: column,
	}
}

func someValue(column string) condition { return condition{sql: "+" + column + " <> ''"} }

// likePath is like, of a column that may have a value of its own in each row. The index of
// parts finds those that may match: _ and % stand for anything there.
func likePath(text string) condition {
	if text == "*" {
		return condition{sql: "+path <> ''"}
	}
	exact := pattern(text)
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

// listed looks for a name among those between commas.
func listed(column, text string) condition {
	if text == "*" {
		return condition{sql: "~" + column + " <> ''", indexed: column}
	}
	return condition{sql: "(~" + column + " LIKE ? ESCAPE '\\' AND " + column + " <> '')", args: []any{"%," + pattern(text) + ",%"}, indexed: column}
}

// pattern writes * as LIKE does.
func pattern(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`, `*`, `%`).Replace(text)
}

package archive

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// List returns entries, the newest first or in the order of the page. It reads columns, never bodies.
func (a *Archive) List(ctx context.Context, p Page) ([]history.Entry, error) {
	return reading(ctx, a, func(db *sql.DB) ([]history.Entry, error) {
		if p.Order != (history.Order{}) {
			return a.ordered(ctx, db, p)
		}
		statement, args := a.selection(ctx, p)
		return entries(ctx, db, statement, args...)
	})
}

// ordered returns a page in the order of a column, whose index finds it. Exchanges without a value are
// last, the newest first.
func (a *Archive) ordered(ctx context.Context, db *sql.DB, p Page) (list []history.Entry, err error) {
	p.Order.Column = cmp.Or(p.Order.Column, "id")
	p.valueless = p.After != nil && history.ColumnOf(p.Order.Column).Of(p.After).Get() == nil
	if !p.valueless {
		statement, args := a.selection(ctx, p)
		if list, err = entries(ctx, db, statement, args...); err != nil || len(list) == p.Limit {
			return list, err
		}
		p.Limit -= len(list)
	} else {
		p.Before = p.After.Key
	}
	p.valueless = true
	statement, args := a.selection(ctx, p)
	rest, err := entries(ctx, db, statement, args...)
	return append(list, rest...), err
}

// querier is a database, a connection to it, or a transaction.
type querier interface {
	QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error)
}

// queryRows scans each row that a statement finds, and then calls each.
func queryRows(ctx context.Context, db querier, statement string, args, into []any, each func() error) error {
	rows, err := db.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	return eachRow(rows, into, each)
}

// eachRow scans each row, and then calls each. It closes the rows.
func eachRow(rows *sql.Rows, into []any, each func() error) error {
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := each(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// hasRow reports whether a query finds a row.
func hasRow(row *sql.Row) (bool, error) {
	var value any
	err := row.Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// entries returns what a statement for selected finds.
func entries(ctx context.Context, db querier, statement string, args ...any) (list []history.Entry, err error) {
	var e history.Entry
	err = queryRows(ctx, db, statement, args, history.ScanTargets(columns, &e), func() error {
		list = append(list, e)
		return nil
	})
	return list, err
}

// SumsOfTotals is SQL for the sums of history.Totals.
var SumsOfTotals = fmt.Sprintf("coalesce(sum(%s), 0), coalesce(sum(%s), 0)", history.ColumnOf("tokens").Plausible(), history.ColumnOf("cost").Plausible())

// Totals counts what a query holds for. It reads all of that, which may take long.
func (a *Archive) Totals(ctx context.Context, q query.Query) (t history.Totals, err error) {
	where, args := a.where(ctx, q)
	statement := "SELECT count(*), " + SumsOfTotals + " FROM exchange WHERE +deleted IS NULL"
	if where != "" {
		statement += " AND " + where
	}
	return reading(ctx, a, func(db *sql.DB) (t history.Totals, err error) {
		err = db.QueryRowContext(ctx, statement, args...).Scan(&t.Count, &t.Tokens, &t.Cost)
		return t, err
	})
}

// ErrLost is the error of an exchange that was recovered without its capture.
var ErrLost = errors.New("its request and answer are lost: the history was damaged")

// ErrNone is the error of an ID that no exchange has.
var ErrNone = errors.New("no such exchange")

// ManyError is the error of a prefix that several IDs share.
type ManyError struct {
	Prefix string
	IDs    []string // a few of them
}

func (e *ManyError) Error() string {
	return fmt.Sprintf("%q is the beginning of several ids (%s, …); write more of it", e.Prefix, strings.Join(e.IDs, ", "))
}

// Find returns the entry with an ID, with a unique prefix of one, or the last for "last". The error
// is ErrNone or a *ManyError.
func (a *Archive) Find(ctx context.Context, id string) (history.Entry, error) {
	return FindIn(ctx, a, id, ErrNone, func(from, to string) ([]history.Entry, error) {
		return reading(ctx, a, func(db *sql.DB) ([]history.Entry, error) {
			return entries(ctx, db, "SELECT "+selected+" FROM exchange WHERE name >= ? AND name < ? AND deleted IS NULL ORDER BY name LIMIT 3", from, to)
		})
	})
}

// Capture reads the capture of an entry. Callers derive its frames.
func (a *Archive) Capture(ctx context.Context, key int64) (*wire.Capture, error) {
	return reading(ctx, a, func(db *sql.DB) (*wire.Capture, error) { return a.capture(ctx, db, key) })
}

func (a *Archive) capture(ctx context.Context, db *sql.DB, key int64) (*wire.Capture, error) {
	var name string
	var f Form
	var b Bodies
	err := db.QueryRowContext(ctx, `SELECT coalesce(name, ''), about, request, response, chunks, raw, raw_chunks
		FROM capture LEFT JOIN exchange ON id = exchange WHERE exchange = ?`, key).
		Scan(&name, &f.About, &b.Request, &b.Response, &f.Chunks, &b.Raw, &f.RawChunks)
	if errors.Is(err, sql.ErrNoRows) {
		var listed bool
		err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM exchange WHERE id = ?)", key).Scan(&listed)
		if listed {
			err = ErrLost
		}
		return nil, cmp.Or(err, ErrNone)
	}
	if err != nil {
		return nil, err
	}
	return a.packer.Capture(name, key, f, b, func(column []byte) ([]byte, error) { return a.loadBody(ctx, db, column) })
}

// The columns of an entry in the table exchange, and their names.
var (
	columns  = history.LocalColumns()
	selected = history.NamesOf(columns)
)

// Declaration returns columns as CREATE TABLE has them, with the types of one database.
func Declaration(of []history.Column, in func(history.Type) string) string {
	var b strings.Builder
	for _, c := range of {
		kind := in(c.Of(&history.Entry{}).Type())
		switch {
		case c.Index == history.Primary:
			kind += " PRIMARY KEY"
		case c.Later:
			kind = strings.TrimSuffix(kind, " NOT NULL")
		}
		b.WriteString("\n\t" + c.Name + " " + kind + ",")
	}
	return b.String()
}

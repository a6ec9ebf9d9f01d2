package team

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

func collect[T any](rows pgx.Rows) ([]T, error) { return pgx.CollectRows(rows, pgx.RowTo[T]) }

// entries returns the exchanges that a condition selects.
func (s *Store) entries(ctx context.Context, rest string, args ...any) ([]history.Entry, error) {
	rows, err := s.pool.Query(ctx, "SELECT "+selected+" FROM gatehouse.exchange WHERE "+rest, args...)
	if err != nil {
		return nil, err
	}
	var e history.Entry
	into := history.ScanTargets(columns, &e)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (history.Entry, error) {
		err := row.Scan(into...)
		return e, err
	})
}

// firstWindow is the number of days that a list searches first; then it searches four times as many
// each time. PostgreSQL plans for every day that may match, which takes longer than finding the
// newest.
const firstWindow = 2

func (s *Store) List(ctx context.Context, p archive.Page) (list []history.Entry, err error) {
	days, err := s.daysOf(ctx, p)
	if err != nil {
		return nil, err
	}
	for window := firstWindow; len(days) > 0 && (p.Limit < 0 || len(list) < p.Limit); window *= 4 {
		if p.Limit < 0 {
			window = len(days)
		}
		window = min(window, len(days))
		from, to := int64(days[window-1])*microsecondsOfDay, (int64(days[0])+1)*microsecondsOfDay
		if days = days[window:]; p.Before > 0 {
			to = min(to, p.Before)
		}
		some, err := s.window(ctx, p, from, to, p.Limit-len(list))
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, nil
}

// daysOf returns the days that may have entries of a page, the newest first.
func (s *Store) daysOf(ctx context.Context, p archive.Page) ([]int32, error) {
	rows, err := s.pool.Query(ctx, "SELECT day FROM gatehouse.day ORDER BY day DESC")
	if err != nil {
		return nil, err
	}
	days, err := collect[int32](rows)
	from, to, _, _ := p.Query.Times()
	return slices.DeleteFunc(days, func(day int32) bool {
		first := int64(day) * microsecondsOfDay
		return p.Before > 0 && first >= p.Before || !from.IsZero() && first+microsecondsOfDay <= from.UnixMicro() || !to.IsZero() && first >= to.UnixMicro()
	}), err
}

// window lists the entries of a page in a span of IDs.
func (s *Store) window(ctx context.Context, p archive.Page, from, to int64, limit int) ([]history.Entry, error) {
	f := filter{store: s, ctx: ctx}
	where, err := f.where(p.Query)
	if err != nil {
		return nil, err
	}
	statement := fmt.Sprintf("id >= %s AND id < %s AND %s ORDER BY id DESC", f.arg(from), f.arg(to), where)
	if p.Limit >= 0 {
		statement += " LIMIT " + f.arg(limit)
	}
	return s.entries(ctx, statement, f.args...)
}

func (s *Store) Totals(ctx context.Context, q query.Query) (t history.Totals, err error) {
	f := filter{store: s, ctx: ctx}
	where, err := f.where(q)
	if err != nil {
		return t, err
	}
	err = s.pool.QueryRow(ctx, "SELECT count(*), coalesce(sum(tokens), 0)::bigint, coalesce(sum(cost), 0) FROM gatehouse.exchange WHERE "+where, f.args...).
		Scan(&t.Count, &t.Tokens, &t.Cost)
	return t, err
}

func (s *Store) Find(ctx context.Context, id string) (history.Entry, error) {
	return archive.FindIn(ctx, s, id, ErrNone, func(from, to string) ([]history.Entry, error) {
		return s.entries(ctx, "name >= $1 AND name < $2 ORDER BY name LIMIT 3", from, to)
	})
}

func (s *Store) Capture(ctx context.Context, key int64) (*wire.Capture, error) {
	var name string
	var f archive.Form
	var b archive.Bodies
	err := s.pool.QueryRow(ctx, `SELECT name, about, request, response, chunks, raw, raw_chunks
		FROM gatehouse.capture JOIN gatehouse.exchange ON id = $1 WHERE exchange = $1`, key).
		Scan(&name, &f.About, &b.Request, &b.Response, &f.Chunks, &b.Raw, &f.RawChunks)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, archive.ErrNone
	}
	if err != nil {
		return nil, err
	}
	return s.packer.Capture(name, key, f, b, func(column []byte) ([]byte, error) { return s.load(ctx, dayOf(key), column) })
}

func (s *Store) Run(ctx context.Context, number int64) ([]history.Entry, error) {
	var of span
	err := s.pool.QueryRow(ctx, "SELECT first, last FROM gatehouse.run WHERE id = $1", number).Scan(&of.first, &of.last)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.entries(ctx, "id >= $1 AND id <= $2 AND run = $3 ORDER BY id LIMIT $4", of.first, of.last, number, archive.MaxInRun)
}

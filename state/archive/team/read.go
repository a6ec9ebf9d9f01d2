package team

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

func collect[T any](rows pgx.Rows) ([]T, error) { return pgx.CollectRows(rows, pgx.RowTo[T]) }

// entries returns the exchanges that a condition selects.
func (s *Store) entries(ctx context.Context, rest string, args ...any) ([]history.Entry, error) {
	rows, err := s.pool.Query(ctx, "SELECT "+read+" FROM gatehouse.exchange WHERE "+rest, args...)
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
	err = s.pool.QueryRow(ctx, "SELECT count(*), "+archive.SumsOfTotals+" FROM gatehouse.exchange WHERE "+where, f.args...).
		Scan(&t.Count, &t.Tokens, &t.Cost)
	return t, err
}

func (s *Store) Find(ctx context.Context, id string) (history.Entry, error) {
	return archive.FindIn(ctx, s, id, ErrNone, func(from, to string) ([]history.Entry, error) {
		return s.entries(ctx, "name >= $1 AND name < $2 ORDER BY name LIMIT 3", from, to)
	})
}

// captured is a capture as a row has it, and what that states of it.
type captured struct {
	name   string
	size   int64 // bytes of request and response
	form   archive.Form
	bodies archive.Bodies
}

// captureQuery reads a row, without what is in it if a column is too large; that is named first.
var captureQuery = fmt.Sprintf(`WITH row AS (SELECT exchange, CASE
	WHEN octet_length(about) > %d THEN 'what is known of the exchange' WHEN octet_length(request) > %[2]d THEN 'the request'
	WHEN octet_length(response) > %[2]d OR octet_length(raw) > %[2]d THEN 'the answer'
	WHEN octet_length(chunks) > %[3]d OR octet_length(raw_chunks) > %[3]d THEN 'the list of the times' ELSE '' END AS large
	FROM gatehouse.capture WHERE exchange = $1)
SELECT large, %s, size, about, request, response, chunks, raw, raw_chunks
	FROM row JOIN gatehouse.exchange ON id = $1 LEFT JOIN gatehouse.capture AS c ON c.exchange = $1 AND large = ''`, maxAbout, maxColumn, maxTimes, shown("name"))

func (s *Store) Capture(ctx context.Context, key int64) (*wire.Capture, error) {
	var large string
	var c captured
	f, b := &c.form, &c.bodies
	err := s.pool.QueryRow(ctx, captureQuery, key).
		Scan(&large, &c.name, &c.size, &f.About, &b.Request, &b.Response, &f.Chunks, &b.Raw, &f.RawChunks)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, archive.ErrNone
	case err != nil:
		return nil, fmt.Errorf("an exchange of %s: %w", time.UnixMicro(key).Format(time.DateTime), err)
	case large != "":
		err = tooLarge(large)
	}
	var capture *wire.Capture
	if err == nil {
		capture, err = c.capture(&s.packer, key, func(hashes [][]byte) (map[string][]byte, error) { return s.pieces(ctx, dayOf(key), hashes) })
	}
	if err != nil {
		return nil, fmt.Errorf("%s%s in the history of the team: %w", history.TeamPrefix, c.name, err)
	}
	return capture, nil
}

// capture returns the capture of a row. Nothing in it is larger than the row states, nor than maxBody.
func (c *captured) capture(p *archive.Packer, key int64, get func(hashes [][]byte) (map[string][]byte, error)) (*wire.Capture, error) {
	if b := c.bodies; c.size > maxBody && len(b.Request)+len(b.Response)+len(b.Raw) == 0 {
		return nil, fmt.Errorf("its request and answer have %d MB and were not shared: %w", c.size/1e6, errWithheld)
	}
	left := max(0, min(c.size, maxBody))
	number := 0
	return p.Capture(c.name, key, c.form, c.bodies, func(column []byte) ([]byte, error) {
		limit := left
		if number == len(bodyNames)-1 { // size is that of the text
			limit = maxBody
		}
		plain, err := load(p, column, limit, get)
		if errors.Is(err, archive.ErrTooLarge) {
			err = tooLarge(bodyNames[number])
		}
		left -= int64(len(plain))
		number++
		return plain, err
	})
}

// bodyNames are the bodies in the order in which Packer.Capture loads them.
var bodyNames = [...]string{"the request", "the answer", "the compressed answer"}

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

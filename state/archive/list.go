package archive

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/query"
	"gatehouse/state/run"
)

// columns are those of an entry, in the order of scan.
const (
	columns = `id, name, origin, kind, connection, base_url, service, session, turn, asked, served, provider,
		verdict, reason, status, ttfb, ttft, total, input, cached, output, reasoning, estimated, cost, attempts,
		guardrails, tools, warnings, size, words, method, path, caller, target, by_proxy, lasted, undated, lint, rate,
		run, gap, joined, calls, thought, cache, lost, receipt`
	columnCount = 47
)

// List returns entries, the newest first. It reads columns, never bodies.
func (a *Archive) List(ctx context.Context, p Page) ([]history.Entry, error) {
	return reading(ctx, a, func(db *sql.DB) ([]history.Entry, error) {
		statement, args, err := a.selection(ctx, p)
		if err != nil {
			return nil, err
		}
		return entries(ctx, db, statement, args...)
	})
}

// querier is a database, a connection to it, or a transaction.
type querier interface {
	QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error)
}

// entries are what a statement for them finds.
func entries(ctx context.Context, db querier, statement string, args ...any) (list []history.Entry, err error) {
	rows, err := db.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		e, err := scanEntry(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

// Totals counts what a query holds for. It reads all of that: let nobody wait for it.
func (a *Archive) Totals(ctx context.Context, q query.Query) (t history.Totals, err error) {
	where, args, err := a.where(ctx, q)
	if err != nil {
		return t, err
	}
	statement := "SELECT count(*), coalesce(sum(tokens), 0), coalesce(sum(cost), 0) FROM exchange WHERE +deleted IS NULL"
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

// ErrNone is the error of an id that no exchange has.
var ErrNone = errors.New("no such exchange")

// ManyError is the error of an id's beginning that several exchanges share.
type ManyError struct {
	Prefix string
	IDs    []string // a few of them
}

func (e *ManyError) Error() string {
	return fmt.Sprintf("%q is the beginning of several ids (%s, …); write more of it", e.Prefix, strings.Join(e.IDs, ", "))
}

// Find returns the entry with an id, with the only id of that beginning, or of the last
// exchange for "last". The error is ErrNone or a *ManyError.
func (a *Archive) Find(ctx context.Context, id string) (history.Entry, error) {
	if id == "last" {
		list, err := a.List(ctx, Page{Limit: 1})
		if err == nil && len(list) == 0 {
			err = ErrNone
		}
		if err != nil {
			return history.Entry{}, err
		}
		return list[0], nil
	}
	if id == "" {
		return history.Entry{}, ErrNone
	}
	list, err := reading(ctx, a, func(db *sql.DB) ([]history.Entry, error) {
		return entries(ctx, db, "SELECT "+columns+" FROM exchange WHERE name >= ? AND name < ? AND deleted IS NULL ORDER BY name LIMIT 3",
			id, id+"\U0010ffff")
	})
	switch {
	case err != nil:
		return history.Entry{}, err
	case len(list) == 0:
		return history.Entry{}, fmt.Errorf("%w: %s", ErrNone, id)
	case len(list) > 1 && list[0].ID != id: // it would be the first
		return history.Entry{}, &ManyError{id, []string{list[0].ID, list[1].ID}}
	}
	return list[0], nil
}

// Capture reads the capture of an entry. Its frames are derived again by who replays it.
func (a *Archive) Capture(ctx context.Context, key int64) (*wire.Capture, error) {
	return reading(ctx, a, func(db *sql.DB) (*wire.Capture, error) { return a.capture(ctx, db, key) })
}

func (a *Archive) capture(ctx context.Context, db *sql.DB, key int64) (*wire.Capture, error) {
	var about, request, response, chunks, raw, rawChunks []byte
	var name string
	err := db.QueryRowContext(ctx, `SELECT coalesce(name, ''), about, request, response, chunks, raw, raw_chunks
		FROM capture LEFT JOIN exchange ON id = exchange WHERE exchange = ?`, key).
		Scan(&name, &about, &request, &response, &chunks, &raw, &rawChunks)
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
	var ac aboutCapture
	if err := json.Unmarshal(about, &ac); err != nil {
		return nil, err
	}
	c := &wire.Capture{
		ID: name, Start: time.UnixMicro(key), Sent: ac.Sent, Head: ac.Head, Timing: ac.Timing, End: ac.End,
		Redacted: ac.Redacted, Dropped: ac.Dropped, Lacks: ac.Lacks, Remarks: ac.Remarks,
	}
	ac.Caller.restore(c)
	if c.Sent.Body, err = a.loadBody(ctx, db, request); err != nil {
		return nil, err
	}
	if ac.Decoded {
		c.Decoded = &wire.Body{}
		if err := a.loadChunks(ctx, db, &c.Body, raw, rawChunks); err != nil {
			return nil, err
		}
	}
	return c, a.loadChunks(ctx, db, c.Text(), response, chunks)
}

func (a *Archive) loadChunks(ctx context.Context, db *sql.DB, b *wire.Body, column, chunks []byte) error {
	body, err := a.loadBody(ctx, db, column)
	if err != nil {
		return err
	}
	return a.restore(b, body, chunks)
}

// scanEntry reads the columns of an entry.
func scanEntry(row interface{ Scan(...any) error }) (history.Entry, error) {
	var e history.Entry
	var kind, verdict, guardrails, tools, warnings string
	var ttfb, ttft, total, lasted, input, cached, output, reasoning, attempts, rate, number, gap, evidence, thought, calls sql.NullInt64
	var cost, lost sql.NullFloat64
	var lint, caching, receipt sql.NullString
	err := row.Scan(&e.Key, &e.ID, &e.Origin, &kind, &e.Connection, &e.BaseURL, &e.Service, &e.Session, &e.Turn,
		&e.Asked, &e.Served, &e.Provider, &verdict, &e.Reason, &e.Status, &ttfb, &ttft, &total,
		&input, &cached, &output, &reasoning, &e.Tokens.Estimated, &cost, &attempts, &guardrails, &tools, &warnings, &e.Size, &e.Words,
		&e.Method, &e.Path, &e.Caller, &e.Target, &e.ByProxy, &lasted, &e.Undated, &lint, &rate,
		&number, &gap, &evidence, &calls, &thought, &caching, &lost, &receipt)
	if err != nil {
		return e, err
	}
	e.Start, e.Kind, e.Verdict = time.UnixMicro(e.Key), state.ParseKind(kind), state.Verdict(verdict)
	e.TTFBUS, e.TTFTUS, e.TotalUS = orUnknown(ttfb), orUnknown(ttft), orUnknown(total)
	e.LastedUS, e.Rate = orUnknown(lasted), orUnknown(rate)
	e.Tokens = figures.Tokens{
		In: int(orUnknown(input)), Cached: int(orUnknown(cached)), Out: int(orUnknown(output)), Reasoning: int(orUnknown(reasoning)),
		Estimated: e.Tokens.Estimated,
	}
	e.Cost = -1
	if cost.Valid {
		e.Cost = cost.Float64
	}
	if e.Cache, e.Lost = caching.String, -1; lost.Valid {
		e.Lost = lost.Float64
	}
	e.Attempts = int(attempts.Int64)
	e.Guardrails, e.Tools, e.Warnings = names(guardrails), names(tools), names(warnings)
	e.Lint, e.Receipt = names(lint.String), names(receipt.String)
	if e.Run, e.Joined = number.Int64, run.EvidenceOf(evidence.Int64); gap.Valid {
		e.Parent = e.Key - gap.Int64
	}
	e.Calls, e.ThoughtUS = int(calls.Int64), orUnknown(thought)
	return e, nil
}

func orUnknown(n sql.NullInt64) int64 {
	if !n.Valid {
		return -1
	}
	return n.Int64
}

// names reads what joined wrote.
func names(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(strings.Trim(list, ","), ",")
}

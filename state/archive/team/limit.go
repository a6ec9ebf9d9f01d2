package team

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"gatehouse/state/archive"
)

// defaultLimit is how long a statement may take, with its rows, unless the address has statement_timeout.
const defaultLimit = time.Minute

// A transaction has several statements, and one of who maintains the tables may rewrite them.
const (
	writeLimits    = 5
	maintainLimits = 30
)

// limitOf returns the statement_timeout of an address, which PostgreSQL reads in milliseconds or with a unit.
func limitOf(c *pgconn.Config) time.Duration {
	text := c.RuntimeParams["statement_timeout"]
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return time.Duration(n) * time.Millisecond
	}
	if d, err := time.ParseDuration(strings.Replace(text, "min", "m", 1)); err == nil && d > 0 {
		return d
	}
	return defaultLimit
}

// session sets the limits of a connection. A lost one must not hold its locks as long as others wait for them.
func session(limit time.Duration) string {
	return fmt.Sprintf("SET plan_cache_mode = force_custom_plan; SET jit = off; SET application_name = 'gatehouse'; SET statement_timeout = %d; SET lock_timeout = %d; SET idle_in_transaction_session_timeout = %d",
		limit.Milliseconds(), (limit / 2).Milliseconds(), (limit / 4).Milliseconds())
}

// FailedError is the error of a database that did not do what was asked.
type FailedError struct {
	At   string // hosts and ports
	Of   string // the statement, by its first table or function; "" if the message names another subject
	Why  string // one line
	Help string // what to do
	err  error
}

func (e *FailedError) Error() string {
	of := ""
	if e.Of != "" {
		of = ", in a statement on " + e.Of
	}
	return fmt.Sprintf("the team's database at %s%s: %s; %s", e.At, of, e.Why, e.Help)
}

// Unwrap returns the driver's error.
func (e *FailedError) Unwrap() error { return e.err }

// remedies are what to do, by the beginning of the code of PostgreSQL's error; the longest comes first.
var remedies = []struct{ code, why, help string }{
	{"57014", "", "ask for less, for example since:1d, or write a longer statement_timeout in its address"},
	{"55P03", "", "another program has locked what this needs; try again"},
	{"25P03", "", "the connection was silent for too long; try again"},
	{"25006", "", "it is a copy that can only be read; name the primary server in the address"},
	{"42P01", "", "its tables are not those of this version: restore a backup, or drop the schema gatehouse, and gatehouse team init makes it again"},
	{"42703", "", "its tables are not those of this version: restore a backup, or drop the schema gatehouse, and gatehouse team init makes it again"},
	{"42501", "", "its owner grants rights: see gatehouse team status"},
	{"53100", "", "its owner removes exchanges, for example with gatehouse team prune"},
	{"53300", "", "it has too many connections; try again"},
	{"57P", "", "the server was stopped; try again when it runs"},
	{"40", "", "another program wrote the same; try again"},
	{"XX", "its data is damaged: ", "its owner has a backup"},
}

// readable returns an error of the driver as one line that names the database and what to do.
func (p pool) readable(err error) error {
	var c *pgconn.ConnectError
	var pg *pgconn.PgError
	var ours *FailedError
	e := &FailedError{At: hosts(&p.Config().ConnConfig.Config), Help: "try again", err: err}
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, pgx.ErrNoRows), errors.Is(err, archive.ErrNone), errors.As(err, &ours):
		return err
	case errors.As(err, &c):
		return unreached(c, err)
	case errors.As(err, &pg):
		e.Why = pg.Message
		for _, r := range remedies {
			if strings.HasPrefix(pg.Code, r.code) {
				e.Why, e.Help = r.why+e.Why, r.help
				return e
			}
		}
		e.Help = "gatehouse team status shows what is there"
	case errors.Is(err, context.DeadlineExceeded), pgconn.Timeout(err):
		e.Why, e.Help = fmt.Sprintf("no complete answer within %v", p.limit), remedies[0].help
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		e.Why = "the connection broke"
	default:
		return err
	}
	return e
}

// subject finds what a statement is about.
var subject = regexp.MustCompile(`gatehouse\.\w+`)

// of is readable for an error of a statement.
func (p pool) of(sql string, err error) error {
	err = p.readable(err)
	if e, ok := err.(*FailedError); ok {
		e.Of = subject.FindString(sql)
	}
	return err
}

// pool is a pgxpool.Pool with readable errors, and a limit for each statement.
type pool struct {
	*pgxpool.Pool
	limit time.Duration
}

func (p pool) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	rows, err := p.Pool.Query(ctx, sql, args...)
	if err != nil {
		cancel()
		return nil, p.of(sql, err)
	}
	return &limitedRows{rows, p, sql, cancel}, nil
}

// limitedRows are rows until their limit.
type limitedRows struct {
	pgx.Rows
	pool   pool
	sql    string
	cancel context.CancelFunc
}

func (r *limitedRows) Next() bool {
	more := r.Rows.Next()
	if !more {
		r.cancel()
	}
	return more
}

func (r *limitedRows) Close() {
	r.Rows.Close()
	r.cancel()
}

func (r *limitedRows) Err() error { return r.pool.of(r.sql, r.Rows.Err()) }

func (p pool) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	return limitedRow{p.Pool.QueryRow(ctx, sql, args...), p, sql, cancel}
}

type limitedRow struct {
	pgx.Row
	pool   pool
	sql    string
	cancel context.CancelFunc
}

func (r limitedRow) Scan(dest ...any) error {
	defer r.cancel()
	return r.pool.of(r.sql, r.Row.Scan(dest...))
}

func (p pool) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	tag, err := p.Pool.Exec(ctx, sql, args...)
	return tag, p.of(sql, err)
}

func (p pool) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	return p.readable(p.Pool.Ping(ctx))
}

// transaction runs do in a transaction that may take as long as some limits.
func (p pool) transaction(ctx context.Context, limits int, do func(ctx context.Context, tx pgx.Tx) error) error {
	p.limit *= time.Duration(limits)
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	return p.readable(pgx.BeginFunc(ctx, p.Pool, func(tx pgx.Tx) error {
		if limits == maintainLimits {
			if _, err := tx.Exec(ctx, fmt.Sprintf("SET LOCAL statement_timeout = %d", p.limit.Milliseconds())); err != nil {
				return err
			}
		}
		return do(ctx, tx)
	}))
}

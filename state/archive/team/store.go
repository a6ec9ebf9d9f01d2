// Package team is one history for a team, in a PostgreSQL database. Writers add exchanges that are
// masked already; readers have the same lists, filters, figures and runs as in the archive of one
// machine. Tables are partitioned by day, so that old days are dropped at once. A body is stored in
// pieces by their content, so that what the requests of a day have in common is stored once.
package team

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"gatehouse/state/archive"
	"gatehouse/state/cost/prices"
)

// Store is the database of a team. Its methods may be called from any goroutine.
type Store struct {
	pool   pool
	prices func() prices.Book
	packer archive.Packer
	known  known // what a writer need not ask again
}

var _ archive.Reader = (*Store)(nil)

// Errors of a database that is there and cannot be used.
var (
	ErrEmpty = errors.New("there is no history of a team in this database yet; gatehouse team init makes it")
	ErrNewer = errors.New("the history of the team was written by a later version of gatehouse; update this one")
	ErrOlder = errors.New("the history of the team was written by an earlier version of gatehouse; gatehouse team init updates it")
)

// ErrNone is archive.ErrNone, of the history of a team.
var ErrNone = fmt.Errorf("%w in the history of the team", archive.ErrNone)

// connectTime is how long connecting may take.
const connectTime = 10 * time.Second

// Open connects to a database whose schema is that of this version. book returns the known prices;
// nil: the table of this version. No error contains the password.
func Open(ctx context.Context, url string, book func() prices.Book) (*Store, error) {
	s, err := connect(ctx, url, book)
	if err != nil {
		return nil, err
	}
	if err := usable(ctx, s.pool); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// usable returns why the schema of a database is not that of this version, or nil.
func usable(ctx context.Context, q querier) error {
	have, err := versionOf(ctx, q)
	if err != nil {
		return err
	}
	return fits(have)
}

func fits(have int) error {
	switch {
	case have == 0:
		return ErrEmpty
	case have > version:
		return fmt.Errorf("%w (schema %d, this version reads %d)", ErrNewer, have, version)
	case have < 0:
		return errors.New("no version of gatehouse has the number of this history's schema; restore it from a backup, or drop the schema gatehouse, and gatehouse team init makes it again")
	case have < firstVersion:
		return fmt.Errorf("the history of the team was written by a version of gatehouse before the first release (schema %d, this version reads %d); drop the schema gatehouse, and gatehouse team init makes it again", have, version)
	case have < version:
		return fmt.Errorf("%w (schema %d, this version reads %d)", ErrOlder, have, version)
	}
	return nil
}

// connect connects without checking the schema.
func connect(ctx context.Context, url string, book func() prices.Book) (*Store, error) {
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the address of the team's database cannot be read; write postgres://USER@HOST/DATABASE")
	}
	c.MaxConns = 4
	c.MaxConnIdleTime = time.Minute
	c.ConnConfig.ConnectTimeout = connectTime
	// A plan is specific to days only if the values of the query are known. Compiling a plan would
	// take longer than most plans run.
	limit := limitOf(&c.ConnConfig.Config)
	c.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		ctx, cancel := context.WithTimeout(ctx, min(limit, connectTime))
		defer cancel()
		_, err := conn.Exec(ctx, session(limit))
		return err
	}
	connections, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, err
	}
	s := &Store{pool: pool{connections, limit}, prices: book, packer: archive.Packer{MaxTimes: maxTimes}}
	if err := s.pool.Ping(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

const closeTime = time.Second

// Close closes the connections, waiting at most closeTime: a network that does not answer would take
// a quarter of a minute.
func (s *Store) Close() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		s.pool.Close()
	}()
	select {
	case <-closed:
	case <-time.After(closeTime):
	}
}

func (s *Store) Prices(context.Context) prices.Book {
	if s.prices == nil {
		return prices.Book{}
	}
	return s.prices()
}

// Unfit reports whether the database rejects the data itself, so that a retry is useless.
func Unfit(err error) bool {
	if errors.Is(err, errCrowded) {
		return true
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || len(pg.Code) < 2 {
		return false
	}
	switch pg.Code[:2] {
	case "22", "23", "54": // data, constraints, limits
		return true
	}
	return false
}

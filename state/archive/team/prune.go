package team

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// Status is the content of a team's database and the rights of the login.
type Status struct {
	Login string
	Write bool // the login may share exchanges
	Owner bool // the login may prune days
	Days  int
	First time.Time // first day, in UTC; zero: there is none
	Last  time.Time
	Count int64 // of exchanges, as PostgreSQL estimates it where there are many
	Bytes int64 // on the server's disk
}

// Status returns what is in the database.
func (s *Store) Status(ctx context.Context) (st Status, err error) {
	err = s.pool.QueryRow(ctx, "SELECT session_user, "+canWrite+", "+canPrune).
		Scan(&st.Login, &st.Write, &st.Owner)
	if err != nil {
		return st, err
	}
	days, err := s.sizes(ctx)
	if err != nil {
		return st, err
	}
	if st.Days = len(days); st.Days > 0 {
		st.First, st.Last = days[0].Begin(), days[len(days)-1].Begin()
	}
	for _, d := range days {
		st.Count += d.Count
		st.Bytes += d.Bytes
	}
	return st, nil
}

// Day is the size of a day's exchanges.
type Day struct {
	Day   int32 // counted from 1970-01-01 in UTC
	Count int64 // of exchanges
	Bytes int64 // on the server's disk
}

// Begin returns the beginning of the day in UTC.
func (d Day) Begin() time.Time { return time.Unix(int64(d.Day)*24*60*60, 0).UTC() }

// exactUpTo is the maximum size of a day's table, in bytes, for counting its rows.
const exactUpTo = 64 << 20

// sizes returns the days, the oldest first.
func (s *Store) sizes(ctx context.Context) ([]Day, error) {
	rows, err := s.pool.Query(ctx, `SELECT day, coalesce(c.reltuples, 0)::bigint, pg_relation_size(c.oid),
		(SELECT sum(pg_total_relation_size(to_regclass('gatehouse.' || kind || '_' || name))) FROM unnest(ARRAY['exchange', 'capture', 'piece']) AS kind)::bigint
		FROM gatehouse.day, LATERAL (SELECT 'd' || to_char(to_date('1970-01-01', 'YYYY-MM-DD') + day, 'YYYYMMDD') AS name) AS n
		JOIN pg_class AS c ON c.oid = to_regclass('gatehouse.exchange_' || name) ORDER BY day`)
	if err != nil {
		return nil, err
	}
	type sized struct {
		Day
		table int64
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d sized, err error) {
		err = row.Scan(&d.Day.Day, &d.Count, &d.table, &d.Bytes)
		return d, err
	})
	if err != nil {
		return nil, err
	}
	var days []Day
	for _, d := range all {
		if d.table < exactUpTo || d.Count < 0 {
			first := int64(d.Day.Day) * microsecondsOfDay
			if err := s.pool.QueryRow(ctx, "SELECT count(*) FROM gatehouse.exchange WHERE id >= $1 AND id < $2", first, first+microsecondsOfDay).Scan(&d.Count); err != nil {
				return nil, err
			}
		}
		days = append(days, d.Day)
	}
	return days, nil
}

// Plan returns the days that limits select: those that ended before a time, and the oldest until the
// rest is no larger than a size on the server's disk. Only the owner may drop them.
func (s *Store) Plan(ctx context.Context, l archive.Limits) ([]Day, error) {
	if err := s.mayPrune(ctx); err != nil {
		return nil, err
	}
	days, err := s.sizes(ctx)
	if err != nil {
		return nil, err
	}
	n := 0
	for n < len(days) && (l.All || days[n].Begin().AddDate(0, 0, 1).Before(l.Before)) {
		n++
	}
	if l.Bytes > 0 {
		sum := int64(0)
		for i := len(days) - 1; i >= n; i-- {
			if sum += days[i].Bytes; sum > l.Bytes {
				n = i + 1
				break
			}
		}
	}
	return days[:n], nil
}

// Prune drops days for good, with all their exchanges. Only the owner of the database may.
func (s *Store) Prune(ctx context.Context, days []Day) error {
	err := s.pool.transaction(ctx, maintainLimits, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(7236489, 2)"); err != nil { // nobody writes meanwhile
			return err
		}
		for _, d := range days {
			for _, kind := range []string{"exchange", "capture", "piece"} {
				name := pgx.Identifier{"gatehouse", kind + "_d" + d.Begin().Format("20060102")}.Sanitize()
				if _, err := tx.Exec(ctx, "DROP TABLE "+name); err != nil {
					return err
				}
			}
			if _, err := tx.Exec(ctx, "DELETE FROM gatehouse.day WHERE day = $1", d.Day); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "DELETE FROM gatehouse.run WHERE NOT EXISTS (SELECT FROM gatehouse.day) OR last < (SELECT min(day) FROM gatehouse.day)::bigint * $1", microsecondsOfDay)
		return err
	})
	s.forget()
	return err
}

// SharedByLogin returns the exchanges that a query holds for and this login shared.
func (s *Store) SharedByLogin(ctx context.Context, q query.Query) ([]history.Entry, error) {
	f := filter{store: s, ctx: ctx}
	where, err := f.where(q)
	if err != nil {
		return nil, err
	}
	return s.entries(ctx, "login = session_user AND "+where+" ORDER BY id", f.args...)
}

// SharedByLoginAt returns the exchange of a key if this login shared it.
func (s *Store) SharedByLoginAt(ctx context.Context, key int64) ([]history.Entry, error) {
	return s.entries(ctx, "login = session_user AND id = $1", key)
}

// removedAtOnce is how many exchanges are removed in one transaction.
const removedAtOnce = 1000

// RemoveShared removes exchanges that this login shared for good, with what only they had, and
// returns their number. Those of other logins stay.
func (s *Store) RemoveShared(ctx context.Context, keys []int64) (removed int64, err error) {
	for some := range slices.Chunk(keys, removedAtOnce) {
		var n int64
		if err := s.pool.QueryRow(ctx, "SELECT gatehouse.remove_own($1)", some).Scan(&n); err != nil {
			return removed, fmt.Errorf("removed %d: %w", removed, s.mayWrite(ctx, err))
		}
		removed += n
	}
	return removed, nil
}

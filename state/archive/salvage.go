package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// salvaged is a database with what could be read of a damaged one.
type salvaged struct {
	db     *sql.DB
	traces map[int64]bool // keys of exchanges of which at least the search knew
}

func (s *salvaged) close() error { return s.db.Close() }

// shape is a table whose records are known by what is in them: in a damaged database nothing
// says which page belongs to which table.
type shape struct {
	table string
	is    func(r record) bool
}

// shapes are those of the tables that hold what cannot be derived.
var shapes = []shape{
	{"exchange", func(r record) bool {
		return r.id > 0 && len(r.values) >= 32 && r.values[0] == nil && are[string](r, 1, 2, 3, 4, 5, 6, 7) && are[int64](r, 8)
	}},
	{"capture", func(r record) bool {
		return r.id > 0 && len(r.values) == 7 && r.values[0] == nil && are[[]byte](r, 1)
	}},
	{"blob", func(r record) bool {
		return r.id == 0 && len(r.values) == 2 && are[[]byte](r, 0, 1) && len(r.values[0].([]byte)) == 32
	}},
	{"run", func(r record) bool {
		return r.id == 0 && len(r.values) == 5 && are[string](r, 0, 2, 3) && are[int64](r, 1) && are[[]byte](r, 4)
	}},
	{"price_list", func(r record) bool {
		return r.id > 0 && len(r.values) == 3 && are[string](r, 0) && are[int64](r, 1) && are[[]byte](r, 2)
	}},
	{"outbox", func(r record) bool {
		return r.id > 0 && len(r.values) == 4 && r.values[0] == nil && are[int64](r, 1, 2) && (r.values[3] == nil || are[string](r, 3))
	}},
	{"session", func(r record) bool { return isState(r) && r.values[1].(int64) >= leastTime }},
	{"turn", func(r record) bool { return isState(r) && r.values[1].(int64) < leastTime }},
}

// leastTime is larger than the number of any turn, and smaller than any time, in µs of Unix
// time, at which a session was saved.
const leastTime = 1_000_000_000_000_000

// isState reports whether a record is that of a session or a turn of one.
func isState(r record) bool {
	return r.id == 0 && len(r.values) == 3 && are[string](r, 0) && are[int64](r, 1) && are[[]byte](r, 2)
}

// isTrace reports whether a record says no more than that there is an exchange: it is a row
// of what FTS5 keeps of each document.
func isTrace(r record) bool {
	return r.id >= leastTime && len(r.values) == 3 && r.values[0] == nil && are[[]byte](r, 1)
}

// are reports whether values of a record are of a type.
func are[T any](r record, columns ...int) bool {
	return !slices.ContainsFunc(columns, func(i int) bool { _, is := r.values[i].(T); return !is })
}

// salvagedAtOnce is how many records are written in one transaction.
const salvagedAtOnce = 1000

// salvage writes what can be read of the database at path into a new one.
func (a *Archive) salvage(ctx context.Context, path, into string) (_ *salvaged, err error) {
	from, err := openPages(path)
	if err != nil {
		return nil, err
	}
	defer from.close()
	s := &salvaged{traces: map[int64]bool{}}
	if s.db, err = openSQLite(into, 1, readWrite); err != nil {
		return nil, err
	}
	if err := errors.Join(migrateFrom(ctx, s.db, 0), makeOutbox(ctx, s.db), s.fill(ctx, from)); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// fill takes the records of all pages over.
func (s *salvaged) fill(ctx context.Context, from *pages) (err error) {
	names := map[string][]string{} // of the columns of the tables
	for _, shape := range shapes {
		if names[shape.table], err = columnsOf(ctx, s.db, shape.table); err != nil {
			return err
		}
	}
	var tx *sql.Tx
	written := 0
	for _, r := range from.records(from.free()) {
		if isTrace(r) {
			s.traces[r.id] = true
			continue
		}
		i := slices.IndexFunc(shapes, func(shape shape) bool { return shape.is(r) })
		if i < 0 {
			continue
		}
		if tx == nil {
			if tx, err = s.db.BeginTx(ctx, nil); err != nil {
				return err
			}
		}
		insert(tx, shapes[i].table, names[shapes[i].table], r)
		if written++; written%salvagedAtOnce == 0 {
			if err := tx.Commit(); err != nil {
				return err
			}
			tx = nil
		}
	}
	if tx == nil {
		return ctx.Err()
	}
	return tx.Commit()
}

// insert writes a record into the columns that it has: an older one has fewer. One that the
// table does not take is damaged, and left out.
func insert(tx *sql.Tx, table string, columns []string, r record) {
	n := min(len(columns), len(r.values))
	if r.id != 0 {
		r.values[0] = r.id
	}
	_, _ = tx.Exec(fmt.Sprintf("INSERT OR IGNORE INTO %s (%s) VALUES (?%s)", table, strings.Join(columns[:n], ", "), strings.Repeat(", ?", n-1)), r.values[:n]...)
}

// columnsOf are the columns of a table in the order in which records have them.
func columnsOf(ctx context.Context, db *sql.DB, table string) ([]string, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return texts(ctx, conn, "SELECT name FROM pragma_table_info('"+table+"') ORDER BY cid")
}

// keys are those of all exchanges that are not deleted, the oldest first.
func (s *salvaged) keys(ctx context.Context) ([]int64, error) {
	rows, err := rowsOf(ctx, s.db, "SELECT exchange, 0 FROM capture UNION SELECT id, deleted IS NOT NULL FROM exchange", 2)
	if err != nil {
		return nil, err
	}
	all := s.traces
	deleted := map[int64]bool{}
	for _, row := range rows {
		all[row[0].(int64)] = true
		if row[1].(int64) != 0 {
			deleted[row[0].(int64)] = true
		}
	}
	var keys []int64
	for id := range all {
		if !deleted[id] {
			keys = append(keys, id)
		}
	}
	slices.Sort(keys)
	return keys, nil
}

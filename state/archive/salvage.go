package archive

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"
)

// savedTables are those whose rows cannot be derived from others.
var savedTables = []string{"price_list", "exchange", "capture", "blob", "run", "session", "turn", "outbox"}

// table is one of savedTables in a salvaged database.
type table struct {
	name    string
	columns []string // in the order in which a row has them, those of the key first
	empty   []string // of each column, the SQL for its value in a row that has none
	keys    int      // columns of the primary key
}

// salvaged is a database of this version's schema with the rows that could be read of another.
type salvaged struct {
	db     *sql.DB
	tx     *sql.Tx // of all rows
	tables []table
	traces [][]any // keys of exchanges that at least the search knew, one a row
}

// salvage writes the rows that can be read of the database at path to a new one in dir.
func (a *Archive) salvage(ctx context.Context, path, dir string) (s *salvaged, err error) {
	s = &salvaged{}
	s.db, err = openSQLite(filepath.Join(dir, databaseName), 1, url.Values{"_pragma": {"journal_mode(MEMORY)", "synchronous(OFF)"}})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(makeSchema(ctx, s.db, path), makeOutbox(ctx, s.db), s.fill(ctx, path, filepath.Join(dir, "aside.db"))); err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}

func (s *salvaged) fill(ctx context.Context, path, file string) (err error) {
	for _, name := range savedTables {
		t := table{name: name}
		rows, err := rowsOf(ctx, s.db, `SELECT name, type, "notnull", pk FROM pragma_table_info(?1) ORDER BY pk = 0, pk, cid`, name)
		if err != nil {
			return err
		}
		for _, r := range rows {
			empty := "NULL"
			switch {
			case r[3] != int64(0):
				t.keys++
			case r[2] == int64(1) && r[1] == "INTEGER":
				empty = "0"
			case r[2] == int64(1):
				empty = "''"
			}
			t.columns, t.empty = append(t.columns, r[0].(string)), append(t.empty, empty)
		}
		s.tables = append(s.tables, t)
	}
	if s.tx, err = s.db.BeginTx(ctx, nil); err != nil {
		return err
	}
	defer s.tx.Rollback()
	if err := s.readTables(ctx, path, file); err != nil {
		return err
	}
	return s.tx.Commit()
}

// inserting returns the statement that inserts a row that is not there.
func (t table) inserting() string {
	return "INSERT OR IGNORE INTO " + t.name + " (" + strings.Join(t.columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(t.columns)-1) + ")"
}

// readTables copies the rows of the tables by the names of their columns; a column that the
// database does not have is empty.
func (s *salvaged) readTables(ctx context.Context, path, file string) error {
	from, err := readable(ctx, path)
	if damaged(err) || isCode(err, schemaCodes...) {
		from, err = s.readableCopy(ctx, path, file)
	}
	if damaged(err) || isCode(err, schemaCodes...) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	for _, t := range s.tables {
		rows, _ := rowsOf(ctx, from, "SELECT name FROM pragma_table_info(?)", t.name) // none: it has no such table
		there := map[any]bool{}
		for _, row := range rows {
			there[row[0]] = true
		}
		var values []string
		for i, name := range t.columns {
			if values = append(values, t.empty[i]); there[name] {
				values[i] = "coalesce(" + name + ", " + t.empty[i] + ")"
			}
		}
		if len(rows) == 0 {
			continue
		}
		if err := s.copyRows(ctx, from, t, values); err != nil {
			return err
		}
	}
	s.traces, _ = rowsOf(ctx, from, "SELECT id FROM text_docsize") // an error leaves some out
	return ctx.Err()
}

// copyRows copies the rows of a table from the first on, and if one cannot be read from the last
// on. The error is one of writing.
func (s *salvaged) copyRows(ctx context.Context, from *sql.DB, t table, values []string) error {
	insert, err := s.tx.PrepareContext(ctx, t.inserting())
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, order := range []string{"", " ORDER BY " + strings.Join(t.columns[:t.keys], " DESC, ") + " DESC"} {
		rows, err := from.QueryContext(ctx, "SELECT "+strings.Join(values, ", ")+" FROM "+t.name+order)
		if err != nil {
			continue
		}
		defer rows.Close()
		for rows.Next() {
			row, err := scanRow(rows)
			if err == nil {
				_, err = insert.ExecContext(ctx, row...)
			}
			if err != nil && !isCode(err, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH) { // it does not fit
				return err
			}
		}
		if rows.Err() == nil {
			break
		}
	}
	return ctx.Err()
}

// readableCopy opens a copy, at file, of a database whose first page cannot be read. In turn it is read
// as if its header were right, which a file that is cut off does not have, with the header of this
// version's databases, and with their first page, from which all tables are found if they are where
// they were made.
func (s *salvaged) readableCopy(ctx context.Context, path, file string) (from *sql.DB, err error) {
	for _, log := range []string{"", "-wal"} {
		if err := copyFile(ctx, path+log, file+log); err != nil {
			return nil, err
		}
	}
	first, err := rowsOf(ctx, s.tx, "SELECT data FROM sqlite_dbpage WHERE pgno = 1")
	if err != nil {
		return nil, err
	}
	page := bytes.Clone(first[0][0].([]byte))
	clear(page[28:32])        // the number of pages: that of the file
	page[18], page[19] = 2, 2 // it has a log
	for _, sound := range []int{0, 100, len(page)} {
		if err = overwrite(file, page[:sound]); err != nil {
			return nil, err
		}
		if from, err = openSQLite(file, 1, url.Values{"_pragma": {"writable_schema(ON)"}}); err != nil {
			return nil, err
		}
		var tables int
		if err = from.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err == nil && tables > 0 {
			return from, nil
		}
		err = errors.Join(err, from.Close())
	}
	return nil, err
}

// overwrite replaces the first bytes of a file.
func overwrite(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(data, 0)
	return errors.Join(err, f.Close())
}

// copyFile copies a file, if there is one.
func copyFile(ctx context.Context, path, to string) error {
	from, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	for err == nil && ctx.Err() == nil {
		_, err = io.CopyN(f, from, 16<<20)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, ctx.Err(), f.Close())
}

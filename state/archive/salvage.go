package archive

import (
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

// readTables copies the rows of the tables by the names of their columns, by way of a copy of the
// database at file; a column that the database does not have is empty.
func (s *salvaged) readTables(ctx context.Context, path, file string) error {
	for _, log := range []string{"", "-wal"} { // a copy, so that the log can be read without a change to either
		if err := copyFile(path+log, file+log); err != nil {
			return err
		}
	}
	from, err := openSQLite(file, 1, url.Values{"_pragma": {"writable_schema(ON)"}}) // without it, nothing is read of a file that is cut off
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

func copyFile(path, to string) error {
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
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}

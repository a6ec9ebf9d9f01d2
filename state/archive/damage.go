package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"gatehouse/state/text/spelling"
)

var (
	// schemaCodes are errors of correct statements on a schema that is not that of its number.
	schemaCodes = []int{sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA}
	// contentCodes are errors of correct statements that the content of tables can cause, too.
	contentCodes = append([]int{sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_FORMAT}, schemaCodes...)
)

// damaged reports whether an error means that a file is not a sound database.
func damaged(err error) bool { return isCode(err, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) }

func isCode(err error, codes ...int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code()&0xff)
}

// repair makes the archive usable again after an error that means that db is damaged: its
// indexes are rebuilt if only they are, else it is set aside. It does nothing if another call
// did that meanwhile, and opens the new database if another program did; a nil cause asks for
// no more. The goroutine that writes calls it.
func (a *Archive) repair(ctx context.Context, db *database, cause error) error {
	if a.db() != db {
		return nil
	}
	return a.alone(ctx, func(path string) (err error) {
		var next *database
		there, err := db.isAt(path)
		switch {
		case err != nil:
			return err
		case !there: // another program has set it aside
			next, err = a.connect(ctx, path)
		case cause == nil:
			return nil
		case !db.rebuilt && db.rebuildIndexes(ctx) == nil:
			if next, err = a.connect(ctx, path); err != nil {
				next, err = a.replace(ctx, path, cause)
				break
			}
			next.rebuilt = true
			a.notice(fmt.Errorf("the indexes of %s were damaged (%w); they are being rebuilt, and nothing was lost", path, cause))
		default:
			db.retire() // a program that is killed between a write and the renaming of its log would lose it
			next, err = a.replace(ctx, path, cause)
		}
		if err != nil {
			return err
		}
		a.current.Store(next)
		db.retire()
		return nil
	})
}

// follow opens the database that has the name of the archive's if another program has set that
// aside: what is written to the old file would be in no list.
func (a *Archive) follow(ctx context.Context) error {
	db := a.db()
	if there, err := db.isAt(filepath.Join(a.dir, databaseName)); there || err != nil {
		return nil // an error here is an error of the writing too, which reports it
	}
	return a.repair(ctx, db, nil)
}

func (d *database) isAt(path string) (bool, error) {
	now, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(now, d.file), err
}

// maxCheck bounds the time for which a database is checked.
const maxCheck = time.Minute

var errTables = errors.New("tables are damaged, not only indexes")

// derived is the condition of the parts of the schema that can be made from the tables: indexes,
// and the search tables with those in which FTS5 stores them.
const derived = `(type = 'index' AND sql IS NOT NULL OR name IN ('text', 'beginning', 'path_part') OR
	name LIKE 'text\_%' ESCAPE '\' OR name LIKE 'beginning\_%' ESCAPE '\' OR name LIKE 'path\_part\_%' ESCAPE '\')`

// rebuildIndexes empties the search tables, which are filled from the captures then, and makes
// the indexes again. The error is errTables if more than these is damaged.
//
// The pages of the old indexes are abandoned, not freed: some may turn out to be those of a
// table. Prune returns them to the disk.
func (d *database) rebuildIndexes(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, maxCheck)
	defer stop()
	definitions, err := rowsOf(ctx, d.write, "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL OR name IN ('text', 'beginning', 'path_part')")
	if err != nil {
		return err
	}
	if _, err := d.write.ExecContext(ctx, "PRAGMA writable_schema = ON"); err != nil {
		return err
	}
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	do := func(statements ...string) {
		for _, s := range statements {
			if err == nil {
				_, err = tx.ExecContext(ctx, s)
			}
		}
	}
	do("DELETE FROM sqlite_schema WHERE "+derived, "PRAGMA writable_schema = RESET")
	if err == nil {
		err = check(ctx, tx) // of the tables alone
	}
	for _, row := range definitions {
		do(row[0].(string))
	}
	do("INSERT INTO path_part (path) SELECT DISTINCT path FROM exchange WHERE path <> ''",
		"DELETE FROM unindexed", "INSERT INTO unindexed SELECT max(id) + 1 FROM exchange HAVING count(*) > 0")
	if err != nil {
		return err
	}
	return tx.Commit()
}

// harmless matches the lines of integrity_check that report no damage.
var harmless = regexp.MustCompile(`^(Page \d+: never used|\*\*\* in database main \*\*\*|ok)$`)

// check returns errTables if integrity_check finds damage in a database.
func check(ctx context.Context, db querier) error {
	rows, err := rowsOf(ctx, db, "PRAGMA integrity_check(1000)")
	for _, row := range rows {
		for line := range strings.SplitSeq(row[0].(string), "\n") {
			if err == nil && !harmless.MatchString(line) {
				err = errTables
			}
		}
	}
	return err
}

// unsound reports whether the database is damaged, for an error that may have another cause.
// It is false if that cannot be found out in time.
func (d *database) unsound() bool {
	ctx, stop := context.WithTimeout(context.Background(), maxCheck)
	defer stop()
	err := check(ctx, d.write)
	return errors.Is(err, errTables) || damaged(err)
}

func rowsOf(ctx context.Context, db querier, statement string, args ...any) (list [][]any, err error) {
	rows, err := db.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := scanRow(rows)
		if err != nil {
			return list, err
		}
		list = append(list, row)
	}
	return list, rows.Err()
}

func scanRow(rows *sql.Rows) ([]any, error) {
	names, err := rows.Columns()
	row, into := make([]any, len(names)), make([]any, len(names))
	for i := range row {
		into[i] = &row[i]
	}
	return row, errors.Join(err, rows.Scan(into...))
}

// A damaged database, or one of an earlier version, is set aside: renamed to its name, one of the
// suffixes and a time.
const (
	damagedSuffix = ".damaged-"
	olderSuffix   = ".older-"
	asideTime     = "20060102-150405.000"
)

// isAside matches the name of a database that was set aside.
var isAside = regexp.MustCompile(regexp.QuoteMeta(databaseName) + `\.(damaged|older)-\d{8}-\d{6}\.\d{3}$`)

// replace sets a database aside and makes a new one.
func (a *Archive) replace(ctx context.Context, path string, cause error) (*database, error) {
	suffix, why := damagedSuffix, fmt.Sprintf("is damaged (%v)", cause)
	if errors.Is(cause, ErrOlder) {
		suffix, why = olderSuffix, "was "+cause.Error()
	}
	aside := path + suffix + time.Now().Format(asideTime)
	for _, log := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+log, aside+log); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, errors.Join(cause, err)
		}
	}
	db, err := a.connect(ctx, path)
	if err == nil {
		a.notice(fmt.Errorf("%s %s; it was renamed, and exchanges are saved in a new one; gatehouse history recover %s adds what can be read of it", path, why, spelling.ShellWord(aside)))
	}
	return db, err
}

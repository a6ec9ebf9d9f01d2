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

	"gatehouse/state/shell"
)

var (
	// schemaCodes are errors of statements that are right: the schema is not what its version
	// says.
	schemaCodes = []int{sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA}
	// contentCodes are errors of right statements that what is in the tables can cause, too.
	contentCodes = append([]int{sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_FORMAT}, schemaCodes...)
)

// damaged reports whether an error says that the file is no database any more, or not one
// that can be written though the file can.
func damaged(err error) bool {
	return isCode(err, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) || isReadOnly(err)
}

func isReadOnly(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code() == sqlite3.SQLITE_READONLY
}

func isCode(err error, codes ...int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code()&0xff)
}

// DamagedError says that a database was set aside, and a new one begun.
type DamagedError struct {
	Path, Aside string
	Err         error // what said so
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged (%v); it was renamed, and exchanges are saved in a new one; gatehouse history recover %s brings back what can be read",
		e.Path, e.Err, shell.Word(e.Aside))
}

func (e *DamagedError) Unwrap() error { return e.Err }

// mend makes the archive usable again after an error that says that db is damaged: its
// indexes are built anew if only they are, else it is set aside. It does nothing where that
// was done meanwhile, or only opens it anew where another program did it; nil is no cause for
// more. The goroutine that writes calls it.
func (a *Archive) mend(ctx context.Context, db *database, cause error) error {
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
		case isReadOnly(cause) && !writable(path):
			return cause
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

// follow opens the database anew where another program has set it aside: what is written to
// the old file would be in no list.
func (a *Archive) follow(ctx context.Context) error {
	db := a.db()
	if there, err := db.isAt(filepath.Join(a.dir, databaseName)); there || err != nil {
		return nil // what cannot be asked is for the writing to say
	}
	return a.mend(ctx, db, nil)
}

// isAt reports whether the database is the file of a name.
func (d *database) isAt(path string) (bool, error) {
	now, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(now, d.file), err
}

// writable reports whether the files of a database can be written, for an error that says
// that the database cannot: then it is damaged.
func writable(path string) bool {
	for _, suffix := range []string{"", "-wal"} {
		f, err := os.OpenFile(path+suffix, os.O_RDWR, 0)
		if err == nil {
			f.Close()
		} else if !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// replace sets a damaged database aside and begins a new one.
func (a *Archive) replace(ctx context.Context, path string, cause error) (*database, error) {
	aside, err := setAside(path)
	if err != nil {
		return nil, errors.Join(cause, err)
	}
	db, err := a.connect(ctx, path)
	if err == nil {
		a.notice(&DamagedError{path, aside, cause})
	}
	return db, err
}

// damagedSuffix is between the name of a database and the time when it was set aside.
const (
	damagedSuffix = ".damaged-"
	asideTime     = "20060102-150405.000"
)

// setAside renames a database and what belongs to it. Nothing is deleted.
func setAside(path string) (aside string, err error) {
	aside = path + damagedSuffix + time.Now().Format(asideTime)
	if err := os.Rename(path, aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return aside, err
	}
	return aside, moveLog(path, aside)
}

// moveLog renames the log of a database as that was.
func moveLog(path, aside string) (err error) {
	for _, suffix := range []string{"-wal", "-shm"} {
		if e := os.Rename(path+suffix, aside+suffix); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// finishSetAside moves the log of a database that is gone: of a program that was killed while
// it set it aside. SQLite would delete what a new database finds.
func finishSetAside(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	log, err := os.Stat(path + "-wal")
	if err != nil {
		return removed(err) // there is none
	}
	aside := path + damagedSuffix + log.ModTime().Format(asideTime)
	if others, _ := filepath.Glob(path + damagedSuffix + "*[0-9]"); len(others) > 0 && others[len(others)-1] >= aside {
		aside = others[len(others)-1] // set aside after the log was written last
	}
	if _, err := os.Stat(aside + "-wal"); err == nil {
		aside = path + damagedSuffix + time.Now().Format(asideTime)
	}
	return moveLog(path, aside)
}

// longestCheck is how long a damaged database is checked before it is set aside unchecked.
const longestCheck = time.Minute

var errTables = errors.New("more is damaged than indexes")

// derived is what of the schema can be made anew from the tables: indexes, and the tables of
// searches with those that FTS5 keeps for them.
const derived = `(type = 'index' AND sql IS NOT NULL OR name IN ('text', 'beginning', 'path_part') OR
	name LIKE 'text\_%' ESCAPE '\' OR name LIKE 'beginning\_%' ESCAPE '\' OR name LIKE 'path\_part\_%' ESCAPE '\')`

// rebuildIndexes makes anew what can be derived. The error is errTables where that would not
// do, or that of the database.
//
// The pages of the old indexes are given up, not freed: some may turn out to be those of a
// table. Prune gives them back to the disk.
func (d *database) rebuildIndexes(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, longestCheck)
	defer stop()
	conn, err := d.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := checkTables(ctx, conn); err != nil {
		return err
	}
	statements, err := texts(ctx, conn, "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL OR name IN ('text', 'beginning', 'path_part')")
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "PRAGMA writable_schema = ON"); err != nil {
		return err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	statements = slices.Concat([]string{"DELETE FROM sqlite_schema WHERE " + derived, "PRAGMA writable_schema = RESET"}, statements, []string{
		"INSERT INTO path_part (path) SELECT DISTINCT path FROM exchange WHERE path <> ''",
		"DELETE FROM unindexed",
		"INSERT INTO unindexed SELECT max(id) + 1 FROM exchange HAVING count(*) > 0",
	})
	for _, s := range statements {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// What integrity_check says of an index, and of a page of a table or index by the number of
// its first.
var (
	ofIndex = regexp.MustCompile(`(?:index|table main\.|FTS5 table main\.)\s?(\w+)\b`)
	ofTree  = regexp.MustCompile(`^Tree (\d+) page `)
	unused  = regexp.MustCompile(`^(Page \d+: never used|\*\*\* in database main \*\*\*|ok)$`)
)

// checkTables returns errTables where more is damaged than can be derived.
func checkTables(ctx context.Context, conn *sql.Conn) error {
	names, err := texts(ctx, conn, "SELECT name FROM sqlite_schema WHERE "+derived)
	if err != nil {
		return err
	}
	roots, err := texts(ctx, conn, "SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 AND "+derived)
	if err != nil {
		return err
	}
	found, err := findings(ctx, conn)
	if err != nil {
		return err
	}
	for _, line := range found {
		tree, index := ofTree.FindStringSubmatch(line), ofIndex.FindStringSubmatch(line)
		switch {
		case strings.Contains(line, "2nd reference"): // the first may be a table's
			return errTables
		case tree != nil && slices.Contains(roots, tree[1]):
		case tree == nil && index != nil && slices.Contains(names, index[1]):
		default:
			return errTables
		}
	}
	return nil
}

// findings is what integrity_check finds wrong; pages that nothing uses are not.
func findings(ctx context.Context, conn *sql.Conn) ([]string, error) {
	found, err := texts(ctx, conn, "PRAGMA integrity_check(1000)")
	lines := strings.Split(strings.Join(found, "\n"), "\n")
	return slices.DeleteFunc(lines, unused.MatchString), err
}

// unsound reports whether the database is damaged, for an error that may have another cause.
// It does not where that cannot be found out in time.
func (d *database) unsound() bool {
	ctx, stop := context.WithTimeout(context.Background(), longestCheck)
	defer stop()
	conn, err := d.write.Conn(ctx)
	if err != nil {
		return false
	}
	defer conn.Close()
	found, err := findings(ctx, conn)
	if err != nil {
		return damaged(err) && !isReadOnly(err)
	}
	return len(found) > 0
}

// texts are the values of a statement with one column.
func texts(ctx context.Context, conn *sql.Conn, statement string) (list []string, err error) {
	rows, err := conn.QueryContext(ctx, statement)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, rows.Err()
}

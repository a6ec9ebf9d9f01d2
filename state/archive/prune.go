package archive

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Limits select what is removed; zero values remove nothing.
type Limits struct {
	Before time.Time // exchanges that started before
	Bytes  int64     // the oldest, until what is left is no larger
	All    bool
}

// Removal is what Prune removes, or would.
type Removal struct {
	Count       int
	Bytes       int64 // of requests and answers
	First, Last time.Time
}

// Delete marks entries as deleted, until Restore. Tidying removes them later.
func (a *Archive) Delete(ctx context.Context, keys ...int64) error {
	return a.mark(ctx, time.Now().Unix(), keys)
}

// Restore undoes Delete.
func (a *Archive) Restore(ctx context.Context, keys ...int64) error { return a.mark(ctx, nil, keys) }

func (a *Archive) mark(ctx context.Context, deleted any, keys []int64) error {
	return a.wait(ctx, func() error {
		for _, key := range keys {
			if _, err := a.db().write.ExecContext(ctx, "UPDATE exchange SET deleted = ? WHERE id = ?", deleted, key); err != nil {
				return err
			}
		}
		return nil
	})
}

// Plan returns what Prune would remove.
func (a *Archive) Plan(ctx context.Context, l Limits) (Removal, error) {
	r, _, err := a.plan(ctx, l)
	return r, err
}

func (a *Archive) plan(ctx context.Context, l Limits) (r Removal, upTo int64, err error) {
	if upTo, err = a.upTo(ctx, l); err != nil {
		return r, 0, err
	}
	var first, last sql.NullInt64
	err = a.db().read.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(size), 0), min(id), max(id) FROM exchange WHERE id <= ?", upTo).
		Scan(&r.Count, &r.Bytes, &first, &last)
	if r.Count > 0 {
		r.First, r.Last = time.UnixMicro(first.Int64), time.UnixMicro(last.Int64)
	}
	return r, upTo, err
}

// upTo returns the largest key to remove.
func (a *Archive) upTo(ctx context.Context, l Limits) (key int64, err error) {
	if l.All {
		return 1<<63 - 1, nil
	}
	if !l.Before.IsZero() {
		key = l.Before.UnixMicro() - 1
	}
	if l.Bytes <= 0 {
		return key, nil
	}
	rows, err := a.db().read.QueryContext(ctx, "SELECT id, size FROM exchange ORDER BY id DESC")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for sum := int64(0); rows.Next(); {
		var id, size int64
		if err := rows.Scan(&id, &size); err != nil {
			return 0, err
		}
		if sum += size; sum > l.Bytes {
			return max(key, id), nil
		}
	}
	return key, rows.Err()
}

// Prune removes exchanges for good, returns their space to the disk, and reports what was removed.
func (a *Archive) Prune(ctx context.Context, l Limits) (Removal, error) {
	r, upTo, err := a.plan(ctx, l)
	if err != nil {
		return r, err
	}
	err = a.wait(ctx, func() error {
		if err := a.removeTo(ctx, upTo); err != nil {
			return err
		}
		// The indexes of words mark what was deleted, and drop it when they are rewritten.
		err := execAll(ctx, a.db().write, []string{
			"INSERT INTO text (text) VALUES ('optimize')", "INSERT INTO beginning (beginning) VALUES ('optimize')",
			"INSERT INTO path_part (path_part) VALUES ('optimize')", "VACUUM", shrinkLog,
		})
		if isCode(err, sqlite3.SQLITE_FULL) { // it is removed, and its space is used for later exchanges
			a.notice(fmt.Errorf("the history is as large as before on the disk, which is too full to rewrite it: %w", err))
			err = nil
		}
		return err
	})
	return r, a.noSpace(err)
}

// shrinkLog returns the space of the log to the disk.
const shrinkLog = "PRAGMA wal_checkpoint(TRUNCATE)"

// removeTo removes the exchanges up to a key. What changes is written to the log before it is in the database: on a full
// disk, which has the space of the spare file, it removes a few at a time.
func (a *Archive) removeTo(ctx context.Context, upTo int64) error {
	err := a.remove(ctx, upTo, "id <= ?", upTo)
	const step = 8
	for key := int64(0); isCode(err, sqlite3.SQLITE_FULL) && key < upTo; {
		if err = execAll(ctx, a.db().write, []string{shrinkLog}); err != nil {
			break
		}
		const next = "SELECT coalesce(max(id), ?1) FROM (SELECT id FROM exchange WHERE id <= ?1 ORDER BY id LIMIT ?2)"
		if err = a.db().write.QueryRowContext(ctx, next, upTo, step).Scan(&key); err != nil {
			break
		}
		if err = a.remove(ctx, key, "id <= ?", key); err == nil && key < upTo {
			err = a.remove(ctx, upTo, "id <= ?", upTo) // there may be space for all others now
		}
	}
	return err
}

// noSpace adds what to do to the error of a disk on which nothing can be removed.
func (a *Archive) noSpace(err error) error {
	var of *sqlite.Error
	if !errors.As(err, &of) || of.Code() != sqlite3.SQLITE_FULL && of.Code() != sqlite3.SQLITE_IOERR_SHMSIZE {
		return err
	}
	return fmt.Errorf("the disk of %s is full, and removing takes some space while it runs: delete 1 MB of other files there, then run the same command again (%w)", a.dir, err)
}

// spareSize is the size in bytes of a file that is removed before something is pruned, for full disks.
const spareSize = 512 << 10

func sparePath(dir string) string { return filepath.Join(dir, "history.spare") }

// UseSpare gives the space of the spare file to a program that will prune the archive in a directory.
func UseSpare(dir string) error { return removed(os.Remove(sparePath(dir))) }

// makeSpare makes the spare file if there is space for it.
func (a *Archive) makeSpare() {
	path := sparePath(a.dir)
	if _, err := os.Stat(path); err == nil || a.empty {
		return
	}
	spare := make([]byte, spareSize)
	rand.Read(spare) // a file system may not store zeros
	if os.WriteFile(path, spare, 0o600) != nil {
		_ = os.Remove(path)
	}
}

// oldestRunning returns when the oldest running program that has the archive open began, in µs of
// Unix time. What these programs have on their screens was saved since.
func (a *Archive) oldestRunning() int64 {
	oldest := time.Now().UnixMicro()
	if began := a.began.Load(); began > 0 {
		oldest = began
	}
	files, _ := os.ReadDir(a.spools) // without any no other program runs
	for _, f := range files {
		instance, isLock := strings.CutSuffix(f.Name(), ".lock")
		if !isLock || instance == a.instance || !a.running(instance) {
			continue
		}
		if info, err := f.Info(); err == nil {
			oldest = min(oldest, info.ModTime().UnixMicro())
		}
	}
	return oldest
}

// remove deletes the exchanges for which a condition holds, with what only they use, and the
// sessions that were last changed up to upTo, except those of running programs.
func (a *Archive) remove(ctx context.Context, upTo int64, where string, args ...any) error {
	chosen := "(SELECT id FROM exchange WHERE " + where + ")"
	upTo = min(upTo, a.oldestRunning()-1)
	return a.writeTx(ctx, func(tx *sql.Tx) error {
		err := execAll(ctx, tx, []string{
			"DELETE FROM text WHERE rowid IN " + chosen,
			"DELETE FROM beginning WHERE rowid IN " + chosen,
			"DELETE FROM capture WHERE exchange IN " + chosen,
			"DELETE FROM blob_use WHERE exchange IN " + chosen,
			"DELETE FROM exchange WHERE " + where,
		}, args...)
		if err == nil {
			err = execAll(ctx, tx, removeSessions, upTo)
		}
		if err == nil {
			err = execAll(ctx, tx, removeUnused)
		}
		return err
	})
}

// execAll executes statements that have the same arguments.
func execAll(ctx context.Context, db interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}, statements []string, args ...any) error {
	for _, s := range statements {
		if _, err := db.ExecContext(ctx, s, args...); err != nil {
			return err
		}
	}
	return nil
}

// removeUnused deletes what no exchange has any more.
var removeUnused = []string{
	"DELETE FROM blob WHERE hash NOT IN (SELECT hash FROM blob_use)",
	"DELETE FROM path_part WHERE NOT EXISTS (SELECT 1 FROM exchange WHERE exchange.path = path_part.path)",
	"DELETE FROM clue WHERE exchange NOT IN (SELECT id FROM exchange)",
	"DELETE FROM prompt WHERE exchange NOT IN (SELECT id FROM exchange)",
}

// removeSessions deletes what nobody changed since a time.
var removeSessions = []string{
	"DELETE FROM turn WHERE session IN (SELECT id FROM session WHERE updated <= ?)",
	"DELETE FROM session WHERE updated <= ?",
	"DELETE FROM run WHERE updated <= ?",
}

// maxUndo is how long a deleted exchange can be restored.
const maxUndo = 24 * time.Hour

// tidy removes for good what was deleted maxUndo ago, and what the limits select. It is quick
// if there is nothing to remove.
func (a *Archive) tidy(ctx context.Context, l Limits) error {
	upTo, err := a.upTo(ctx, l)
	if err != nil {
		return err
	}
	const old = "id <= ? OR deleted < ?"
	args := []any{upTo, time.Now().Add(-maxUndo).Unix()}
	var any bool
	if err := a.db().read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM exchange WHERE "+old+")", args...).Scan(&any); err != nil || !any {
		return err
	}
	return a.remove(ctx, upTo, old, args...)
}

package archive

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func begun(t *testing.T, dir string) *Archive {
	t.Helper()
	a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { t.Log(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

func asideIn(dir string) []string {
	c, _ := lookAtFiles(dir)
	return c.Aside
}

// TestWritingFollowsTheReplacedHistory: a program that has the old file open does not continue writing
// to it when another has set it aside, or somebody has deleted it.
func TestWritingFollowsTheReplacedHistory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	one, other := begun(t, dir), begun(t, dir)
	damage := func(a *Archive) error { // found in its turn, as all damage is
		return a.wait(t.Context(), func() error { return a.repair(t.Context(), a.db(), errTables) })
	}
	saveAnswered(one, answered(1, 10))
	if err := damage(other); err != nil { // its indexes
		t.Fatal(err)
	}
	if err := damage(other); err != nil {
		t.Fatal(err)
	}
	saveAnswered(one, answered(2, 10))
	for _, a := range []*Archive{one, other} {
		if got := found(t, a, "", 9); strings.Join(got, " ") != "2" {
			t.Errorf("the list has %v", got)
		}
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		os.Remove(filepath.Join(dir, databaseName+suffix))
	}
	saveAnswered(other, answered(3, 10))
	saveAnswered(one, answered(4, 10))
	if got := found(t, one, "", 9); strings.Join(got, " ") != "4 3" || one.Failing() || other.Failing() {
		t.Errorf("the list has %v", got)
	}
	if files := asideIn(dir); len(files) != 1 {
		t.Errorf("set aside: %v", files)
	}
}

// TestALockedDatabaseIsNotDamaged: what cannot be checked is not known to be.
func TestALockedDatabaseIsNotDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	var dbs []*database
	for range 2 {
		db, err := openSQLite(path, 1, url.Values{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		dbs = append(dbs, &database{write: db})
	}
	if _, err := dbs[0].write.Exec("CREATE TABLE t (a); BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	if dbs[1].unsound() {
		t.Error("it is said to be damaged")
	}
}

// TestLogIsRecovered: of a database whose program was killed, what only its log has is read, and
// added even if the first page is damaged.
func TestLogIsRecovered(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "from"), filepath.Join(t.TempDir(), "set-aside.db")
	running := begun(t, from)
	saveAnswered(running, answered(1, 300))
	if _, err := running.db().write.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	saveAnswered(running, answered(2, 9000))
	for _, log := range []string{"", "-wal"} {
		data, err := os.ReadFile(filepath.Join(from, databaseName+log))
		if err != nil || len(data) == 0 {
			t.Fatal(log, err)
		}
		if err := os.WriteFile(to+log, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var n int
	if db, err := readable(t.Context(), to); err != nil || db.QueryRow("SELECT count(*) FROM exchange").Scan(&n) != nil || n != 2 || db.Close() != nil {
		t.Errorf("%d are read of it, want 2: %v", n, err)
	}
	file, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	clear(file[:pageSize])
	if err := os.WriteFile(to, file, 0o600); err != nil {
		t.Fatal(err)
	}
	a := begun(t, filepath.Join(t.TempDir(), "a"))
	r, err := a.Recover(t.Context(), to, func(int, int) error { return nil })
	if got := found(t, a, "", 9); err != nil || strings.Join(got, " ") != "2 1" || r.Complete != 2 {
		t.Errorf("%v are there: %+v, %v", got, r, err)
	}
}

// TestWhatIsLateIsNotWritten: what is handed over when the archive is closed ends with an
// error, also while it closes.
func TestWhatIsLateIsNotWritten(t *testing.T) {
	a := begun(t, t.TempDir())
	late := make(chan error)
	go func() {
		err := error(nil)
		for err == nil {
			err = a.Flush(context.Background())
		}
		late <- err
	}()
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-late; !errors.Is(err, errEnded) {
		t.Error(err)
	}
}

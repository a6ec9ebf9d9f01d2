package archive

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
	files, _ := filepath.Glob(filepath.Join(dir, databaseName+damagedSuffix+"*[0-9]"))
	return files
}

// TestWhatIsKeptFollowsTheHistory: a program that has the old file open does not go on writing
// to it when another has set it aside, or somebody has deleted it.
func TestWhatIsKeptFollowsTheHistory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	one, other := begun(t, dir), begun(t, dir)
	damage := func(a *Archive) error { // found in its turn, as all damage is
		return a.wait(t.Context(), func() error { return a.mend(t.Context(), a.db(), errTables) })
	}
	keepAnswered(one, answered(1, 10))
	if err := damage(other); err != nil { // its indexes
		t.Fatal(err)
	}
	if err := damage(other); err != nil {
		t.Fatal(err)
	}
	keepAnswered(one, answered(2, 10))
	for _, a := range []*Archive{one, other} {
		if got := found(t, a, "", 9); strings.Join(got, " ") != "2" {
			t.Errorf("the list has %v", got)
		}
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		os.Remove(filepath.Join(dir, databaseName+suffix))
	}
	keepAnswered(other, answered(3, 10))
	keepAnswered(one, answered(4, 10))
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

// TestWhatCannotBeWrittenIsNotSetAside: SQLite says the same of a damaged header.
func TestWhatCannotBeWrittenIsNotSetAside(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	a := begun(t, dir)
	path := filepath.Join(dir, databaseName)
	ro, err := openSQLite(path, 1, url.Values{"mode": {"ro"}})
	if err != nil {
		t.Fatal(err)
	}
	defer ro.Close()
	_, why := ro.Exec("DELETE FROM session")
	if !isReadOnly(why) {
		t.Fatal(why)
	}
	if err := errors.Join(os.Remove(path+"-wal"), os.Mkdir(path+"-wal", 0o700)); err != nil { // root may write to any file
		t.Fatal(err)
	}
	if err := a.mend(t.Context(), a.db(), why); !errors.Is(err, why) {
		t.Errorf("mending it: %v", err)
	}
	if files := asideIn(dir); len(files) != 0 {
		t.Errorf("set aside: %v", files)
	}
}

// older makes a history of the version before with one exchange.
func older(t *testing.T, dir string, more ...string) {
	t.Helper()
	a := begun(t, dir)
	keepAnswered(a, answered(1, 300))
	outdate(t, a.db().write, 4, more...)
	a.Close()
}

// TestACopyThatFailsIsNoDamage: the history stays where it is, and half a copy does not.
func TestACopyThatFailsIsNoDamage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	older(t, dir, "CREATE INDEX other ON run (title)", "PRAGMA writable_schema = ON",
		"UPDATE sqlite_schema SET sql = 'CREATE INDEX other ON run (title COLLATE another)' WHERE name = 'other'")
	a, err := Open(t.Context(), dir, Options{Fold: folded})
	if err == nil {
		a.Close()
		t.Error("it was copied")
	}
	if files := append(asideIn(dir), copiesIn(dir)...); len(files) != 0 {
		t.Errorf("%v; left: %v", err, files)
	}
}

func copiesIn(dir string) []string {
	files, _ := filepath.Glob(filepath.Join(dir, databaseName+".v*"))
	return files
}

// TestAVersionThatIsNotThatOfTheTablesIsDamage: no copy of it is left beside.
func TestAVersionThatIsNotThatOfTheTablesIsDamage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	older(t, dir, "CREATE TABLE beginning (a)")
	keepAnswered(begun(t, dir), answered(2, 10))
	if aside, copies := asideIn(dir), copiesIn(dir); len(aside) != 1 || len(copies) != 0 {
		t.Errorf("set aside: %v, copies: %v", aside, copies)
	}
}

// TestALogStaysWithItsDatabase: one that a program was killed over while it set the history
// aside is not deleted by the next, and what is only in the log is recovered.
func TestALogStaysWithItsDatabase(t *testing.T) {
	from, dir := filepath.Join(t.TempDir(), "from"), filepath.Join(t.TempDir(), "a")
	running := begun(t, from)
	keepAnswered(running, answered(1, 300))
	if _, err := running.db().write.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	keepAnswered(running, answered(2, 9000))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	aside := filepath.Join(dir, databaseName+damagedSuffix+time.Now().Add(time.Minute).Format(asideTime))
	for name, to := range map[string]string{databaseName: aside, databaseName + "-wal": filepath.Join(dir, databaseName+"-wal")} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil || len(data) == 0 {
			t.Fatal(name, err)
		}
		if name == databaseName {
			copy(data[pageSize:], make([]byte, 100)) // a page that every reader needs
		}
		if err := os.WriteFile(to, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := begun(t, dir)
	r, err := a.Recover(t.Context(), aside, func(int, int) error { return nil })
	if got := found(t, a, "", 9); err != nil || strings.Join(got, " ") != "2 1" || r.Whole != 2 {
		t.Errorf("%v came back: %+v, %v", got, r, err)
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

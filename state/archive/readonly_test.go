package archive

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/state/history"
)

// unwritable makes a history in which nothing can be made or locked, as on a read-only disk.
func unwritable(t *testing.T, prepare func(a *Archive)) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "a")
	a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	prepare(a)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	spools := filepath.Join(dir, "spool")
	if err := errors.Join(os.RemoveAll(spools), os.Remove(filepath.Join(dir, "history.lock")), os.WriteFile(spools, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// TestReadOnlyHistoryIsRead as it is: no file is created, writing returns the reason, and it is
// reported once.
func TestReadOnlyHistoryIsRead(t *testing.T) {
	dir := unwritable(t, func(a *Archive) {
		for n := range 5 {
			saveAnswered(a, answered(n, 300))
		}
	})
	before := filesIn(t, dir)
	var said []error
	a, err := OpenToRead(t.Context(), dir, Options{Fold: folded, Report: func(err error) { said = append(said, err) }})
	if err != nil {
		t.Fatal(err)
	}
	if got := found(t, a, "quest*", 9); len(got) != 5 || a.Empty() {
		t.Errorf("it lists %v", got)
	}
	if c, err := a.Capture(t.Context(), answered(3, 0).Start.UnixMicro()); err != nil || c.Text().Len() == 0 {
		t.Errorf("a capture: %v", err)
	}
	if err := a.Flush(t.Context()); err != nil {
		t.Errorf("there is nothing to wait for, but %v", err)
	}
	var lost *LostError
	if _, err := a.Prune(t.Context(), Limits{All: true}); !errors.As(err, &lost) {
		t.Errorf("pruning it: %v", err)
	}
	if err := a.Delete(t.Context(), 1); !errors.As(err, &lost) {
		t.Errorf("deleting in it: %v", err)
	}
	c := answered(9, 10)
	spool := a.Spool(history.About{})
	spool.Begin(c)
	spool.End(c)
	a.Save(history.About{}, folded(history.About{}, c), c, spool)
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if len(said) != 1 || !errors.As(said[0], &lost) || !a.Failing() {
		t.Errorf("said: %v", said)
	}
	if after := filesIn(t, dir); !slices.Equal(before, after) {
		t.Errorf("files %v, were %v", after, before)
	}
}

// TestAReadOnlyHistoryLeavesSpoolsAlone: a program that does not hold a lock has no spool, which
// others would take for that of a killed one, and what it does not hold it does not remove.
func TestAReadOnlyHistoryLeavesSpoolsAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	first, err := Open(t.Context(), dir, Options{Fold: folded})
	if err != nil {
		t.Fatal(err)
	}
	first.Close()
	other := filepath.Join(dir, "spool", ".lock")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := openReadOnly(t.Context(), dir, Options{Fold: folded}, errors.New("the disk is full"))
	if err != nil {
		t.Fatal(err)
	}
	c := answered(1, 300)
	spool := a.Spool(history.About{})
	spool.Begin(c)
	spool.Head(c)
	saveAnswered(a, answered(2, 300))
	if files := filesIn(t, filepath.Dir(other)); len(files) != 1 {
		t.Errorf("spools: %v", files)
	}
	spool.End(c)
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("the lock of another: %v", err)
	}
}

// TestOlderHistoryThatCannotBeRenamed: the error has the command that adds it to another.
func TestOlderHistoryThatCannotBeRenamed(t *testing.T) {
	dir := unwritable(t, func(a *Archive) {
		if _, err := a.db().write.Exec("PRAGMA user_version = 11"); err != nil {
			t.Error(err)
		}
	})
	before := filesIn(t, dir)
	a, err := OpenToRead(t.Context(), dir, Options{Fold: folded})
	if err == nil {
		a.Close()
	}
	if want := "gatehouse history recover " + filepath.Join(dir, databaseName) + " --data-dir DIR"; !errors.Is(err, ErrOlder) || !strings.Contains(err.Error(), want) {
		t.Errorf("it is opened with %v", err)
	}
	if after := filesIn(t, dir); !slices.Equal(before, after) {
		t.Errorf("files %v, were %v", after, before)
	}
}

// TestNoHistoryIsNotAnEmptyOne: one that can be neither made nor read is an error.
func TestNoHistoryIsNotAnEmptyOne(t *testing.T) {
	dir := unwritable(t, func(*Archive) {})
	if err := os.Remove(filepath.Join(dir, databaseName)); err != nil {
		t.Fatal(err)
	}
	if a, err := OpenToRead(t.Context(), dir, Options{}); err == nil {
		t.Errorf("it is %+v", a)
	}
}

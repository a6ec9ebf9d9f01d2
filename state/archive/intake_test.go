package archive

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/state/history"
)

// TestManySpoolsAreTakenInBesides: the newest come first, the others while the list is read,
// and none is lost or taken twice.
func TestManySpoolsAreTakenInBesides(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	killed, err := Open(t.Context(), dir, Options{Fold: folded})
	if err != nil {
		t.Fatal(err)
	}
	const n = 3 * maxTakenInFirst
	for i := range n {
		killed.Spool(history.About{Origin: history.Send}).complete(answered(i, 10))
	}
	files, _ := filepath.Glob(filepath.Join(dir, "spool", "*"+spoolSuffix))
	for _, f := range files { // the order in which they were written
		at := answered(0, 10).Start
		var i int
		fmt.Sscanf(strings.TrimSuffix(f[strings.LastIndex(f, "-id")+3:], spoolSuffix), "%d", &i)
		if err := os.Chtimes(f, at, answered(i, 10).Start); err != nil {
			t.Fatal(err)
		}
	}
	killed.Close()
	a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := a.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := found(t, a, "", maxTakenInFirst); len(got) != maxTakenInFirst || got[0] != fmt.Sprint(n-1) || got[maxTakenInFirst-1] != fmt.Sprint(n-maxTakenInFirst) {
		t.Errorf("at first the list has %d, %v", len(got), got)
	}
	last := 0
	if err := a.TakeInLeft(t.Context(), func(done, total int) error {
		if total != n || done < max(last, maxTakenInFirst) || done >= n {
			t.Errorf("%d of %d after %d", done, total, last)
		}
		last = done
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if got := found(t, a, "", n+1); len(got) != n || a.Left() != 0 {
		t.Errorf("in the end there are %d, and %d are left", len(got), a.Left())
	}
	if files, _ := os.ReadDir(filepath.Join(dir, "spool")); len(files) != 1 { // our lock
		t.Errorf("%d files are left", len(files))
	}
}

// TestAFirstListWaitsForFewSpools: however many were left, no more than a page of them is taken
// in before anything else is done.
func TestAFirstListWaitsForFewSpools(t *testing.T) {
	for _, n := range []int{0, maxTakenInFirst - 1, maxTakenInFirst, maxTakenInFirst + 1, 3 * maxTakenInFirst} {
		dir := filepath.Join(t.TempDir(), "a")
		killed, err := Open(t.Context(), dir, Options{Fold: folded})
		if err != nil {
			t.Fatal(err)
		}
		a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { t.Error(err) }})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if err := a.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			killed.Spool(history.About{Origin: history.Send}).complete(answered(i, 10))
		}
		killed.Close()
		left := -1
		if err := a.wait(t.Context(), func() error {
			err := a.takeIn()
			left = a.Left()
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if want := max(n-maxTakenInFirst, 0); left != want {
			t.Errorf("of %d spools %d are left for later, want %d", n, left, want)
		}
	}
}

// TestASpoolThatCannotBeInsertedStopsNoOther: it is reported, and stays for the next start.
func TestASpoolThatCannotBeInsertedStopsNoOther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	killed, err := Open(t.Context(), dir, Options{Fold: folded})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		killed.Spool(history.About{Origin: history.Send}).complete(answered(i+1, 10))
	}
	for _, refuse := range []string{"id000002", "id000003"} {
		if _, err := killed.db().write.Exec("CREATE TRIGGER refuse_" + refuse + " BEFORE INSERT ON exchange WHEN NEW.name = '" + refuse + "' BEGIN SELECT RAISE(ABORT, 'refused'); END"); err != nil {
			t.Fatal(err)
		}
	}
	killed.Close()
	var said []string
	a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { said = append(said, err.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := found(t, a, "", 9); len(got) != 1 || got[0] != "1" || a.Left() != 0 {
		t.Errorf("it has %v, and %d are left", got, a.Left())
	}
	a.Close()
	if len(said) != 1 || !strings.Contains(said[0], "refused") {
		t.Errorf("said: %q", said)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "spool", "*"+spoolSuffix)); len(left) != 2 {
		t.Errorf("spools: %v", left)
	}
}

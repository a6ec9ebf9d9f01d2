package archive_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gatehouse/state/archive"
	"gatehouse/state/history"
)

func TestDeletingCanBeUndone(t *testing.T) {
	a := open(t, newDir(t))
	x, c := ask(t, `{"model":"sim/writer","input":"hello"}`)
	a.Save(history.About{}, x, c, nil)
	flush(t, a)
	key := list(t, a, "")[0].Key
	if err := a.Delete(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	if n := len(list(t, a, "")) + len(list(t, a, "hello")); n != 0 {
		t.Errorf("after deleting %d are found", n)
	}
	if err := a.Restore(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	if n := len(list(t, a, "hello")); n != 1 {
		t.Errorf("after restoring %d are found", n)
	}
}

// TestPruneLeavesNothing: what was removed is in no file any more.
func TestPruneLeavesNothing(t *testing.T) {
	dir := newDir(t)
	a := open(t, dir)
	x, c := ask(t, `{"model":"sim/writer","stream":true,"input":"write `+manyBytes()+` about xylophones"}`)
	a.Save(history.About{BaseURL: "https://xylophones.example"}, x, c, nil)
	flush(t, a)
	plan, err := a.Plan(t.Context(), archive.Limits{All: true})
	if err != nil || plan.Count != 1 || plan.Bytes < int64(len(x.Text())) {
		t.Fatalf("the plan is %+v, %v", plan, err)
	}
	if _, err := a.Prune(t.Context(), archive.Limits{All: true}); err != nil {
		t.Fatal(err)
	}
	a.Close()
	filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			data, _ := os.ReadFile(path)
			if bytes.Contains(data, []byte("xylophones")) || len(data) > 1<<20 {
				t.Errorf("%s still has it (%d bytes)", path, len(data))
			}
		}
		return nil
	})
}

func TestLimitsRemoveTheOldest(t *testing.T) {
	a := open(t, newDir(t))
	x, c := ask(t, `{"model":"sim/writer","input":"hello"}`)
	for day := range 10 {
		a.Save(history.About{}, x, another(c, fmt.Sprint("day", day), time.Now().AddDate(0, 0, -day)), nil)
	}
	flush(t, a)
	one := list(t, a, "")[0].Size
	if err := a.Tidy(t.Context(), archive.Limits{Before: time.Now().AddDate(0, 0, -5)}); err != nil {
		t.Fatal(err)
	}
	if n := len(list(t, a, "")); n < 5 || n > 6 {
		t.Errorf("%d are left of ten days when five are kept", n)
	}
	if err := a.Tidy(t.Context(), archive.Limits{Bytes: 3 * one}); err != nil {
		t.Fatal(err)
	}
	left := list(t, a, "")
	if len(left) != 3 || left[0].ID != "day0" {
		t.Errorf("left are %d, the newest is %s", len(left), left[0].ID)
	}
}

// TestPruningSparesWhatAnotherProgramHasOnItsScreen: it would be gone when that ends.
func TestPruningSparesWhatAnotherProgramHasOnItsScreen(t *testing.T) {
	dir := newDir(t)
	a := open(t, dir)
	a.SaveSession(archive.Session{ID: "s", State: []byte("state")})
	a.SaveRun("title", "", []byte("run"))
	flush(t, a)
	other := open(t, dir)
	if _, err := other.Prune(t.Context(), archive.Limits{All: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Session(t.Context(), "s"); err != nil {
		t.Errorf("the session of a running program: %v", err)
	}
	a.Close()
	if r, ok, err := lastRun(t, other); !ok || err != nil || r.Title != "title" {
		t.Errorf("its run is %+v %v, %v", r, ok, err)
	}
}

package archive

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gatehouse/state/history"
)

// TestWhatIsSharedIsRecovered: what waits for a team, what it has and what is held is known after a
// history was recovered, whether there is a team now or not; the rule for new exchanges marks none.
func TestWhatIsSharedIsRecovered(t *testing.T) {
	all := func(*history.Entry) bool { return true }
	none := func(*history.Entry) bool { return false }
	open := func(dir string, share func(*history.Entry) bool) *Archive {
		t.Helper()
		a, err := Open(t.Context(), dir, Options{Fold: folded, Share: share, Report: func(err error) { t.Log(err) }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.Close() })
		return a
	}
	from := filepath.Join(t.TempDir(), "from")
	a := open(from, none)
	for n := range 6 {
		c, about := answered(n, 300), history.About{Origin: history.Send}
		if n >= 4 {
			about.Session = "s" // these are a run
		}
		a.SaveNow(context.Background(), about, folded(about, c), c)
	}
	list, err := a.List(t.Context(), Page{Limit: -1})
	if err != nil || len(list) != 6 {
		t.Fatal(len(list), err)
	}
	slices.Reverse(list)
	key := func(n int) int64 { return list[n].Key }
	if err := a.Share(t.Context(), key(1), key(2), key(4)); err != nil {
		t.Fatal(err)
	}
	due, err := a.Due(t.Context(), 9)
	if err != nil || len(due) != 3 || a.Pushed(t.Context(), due[1:]) != nil || a.Share(t.Context(), key(3)) != nil || a.ExcludeFromPush(t.Context(), key(3), "a reason") != nil {
		t.Fatal(len(due), err)
	}
	a.Close()
	file, err := os.ReadFile(filepath.Join(from, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	clear(file[:pageSize])
	aside := filepath.Join(t.TempDir(), "aside.db")
	if err := os.WriteFile(aside, file, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		share  func(*history.Entry) bool
		unsaid int
	}{"all": {all, 2}, "marked": {none, 0}, "no team": {nil, 0}} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a")
			a := open(dir, c.share)
			r, err := a.Recover(t.Context(), aside, func(int, int) error { return nil })
			if err != nil || r.Complete != 6 || r.Unmarked != c.unsaid {
				t.Errorf("%+v, %v", r, err)
			}
			a.Close()
			a = open(dir, none)
			list, err := a.List(t.Context(), Page{Limit: -1})
			if err == nil {
				err = Sharing(t.Context(), a, list)
			}
			slices.Reverse(list)
			var got []history.Sharing
			for _, e := range list {
				got = append(got, e.Sharing)
			}
			if want := []history.Sharing{"", history.Waiting, history.WithTeam, history.Blocked, history.WithTeam, ""}; err != nil || !slices.Equal(got, want) {
				t.Errorf("they are %q, want %q; %v", got, want, err)
			}
			var again []string // the run of an exchange has another number here
			due, err := a.Due(t.Context(), 9)
			for _, d := range due {
				again = append(again, d.Entry.ID)
			}
			if err != nil || fmt.Sprint(again) != "[id000001 id000004]" {
				t.Errorf("%v are due, %v", again, err)
			}
		})
	}
}

// TestAllOrNoneAreShared: where one exchange cannot be marked, none is.
func TestAllOrNoneAreShared(t *testing.T) {
	a, err := Open(t.Context(), filepath.Join(t.TempDir(), "a"), Options{Fold: folded, Share: func(*history.Entry) bool { return false }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	for n := range 2 {
		saveAnswered(a, answered(n, 300))
	}
	list, err := a.List(t.Context(), Page{Limit: -1})
	if err != nil || len(list) != 2 {
		t.Fatal(len(list), err)
	}
	refuse := fmt.Sprintf("CREATE TRIGGER refused BEFORE INSERT ON outbox WHEN NEW.exchange = %d BEGIN SELECT RAISE(ABORT, 'refused'); END", list[1].Key)
	if _, err := a.db().write.Exec(refuse); err != nil {
		t.Fatal(err)
	}
	if err := a.Share(t.Context(), list[0].Key, list[1].Key); err == nil {
		t.Error("both are marked")
	}
	if due, err := a.Due(t.Context(), 9); err != nil || len(due) != 0 {
		t.Errorf("%d are due, %v", len(due), err)
	}
}

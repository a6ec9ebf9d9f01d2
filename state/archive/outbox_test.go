package archive_test

import (
	"fmt"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// TestMarksForATeam: a mark can be removed while it waits, and stays once the team has the exchange,
// even if it is removed while that is pushed.
func TestMarksForATeam(t *testing.T) {
	ctx := t.Context()
	a, err := archive.Open(ctx, newDir(t), archive.Options{Fold: files.Fold, Share: func(*history.Entry) bool { return false }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	x, c := ask(t, `{"model":"sim/writer","input":"hello"}`)
	for i := range 3 {
		a.Save(history.About{}, x, another(c, fmt.Sprint("id", i), c.Start.Add(time.Duration(i)*time.Second)), nil)
	}
	flush(t, a)
	list, err := a.List(ctx, archive.Page{Limit: -1})
	if err != nil || len(list) != 3 {
		t.Fatal(len(list), err)
	}
	wants := func(what string, want ...history.Sharing) {
		t.Helper()
		if err := archive.Sharing(ctx, a, list); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if list[i].Sharing != want[i] {
				t.Errorf("%s: %d is %q, want %q", what, i, list[i].Sharing, want[i])
			}
			list[i].Sharing = ""
		}
	}
	toggle := func(at int, want history.Sharing, reason string) {
		t.Helper()
		if was, why, err := a.ToggleShared(ctx, list[at].Key); err != nil || was != want || why != reason {
			t.Errorf("it was %q (%s), %v, want %q", was, why, err, want)
		}
	}
	wants("at first", "", "", "")
	toggle(0, "", "")
	toggle(1, "", "")
	toggle(2, "", "")
	wants("marked", history.Waiting, history.Waiting, history.Waiting)
	toggle(1, history.Waiting, "")
	if err := a.ExcludeFromPush(ctx, list[2].Key, "a reason"); err != nil {
		t.Fatal(err)
	}
	wants("one taken back, one held", history.Waiting, "", history.Blocked)
	toggle(2, history.Blocked, "a reason")
	due, err := a.Due(ctx, 10)
	if err != nil || len(due) != 1 || due[0].Entry.ID != list[0].ID {
		t.Fatalf("%d are due, %v", len(due), err)
	}
	toggle(0, history.Waiting, "") // while it is pushed
	if err := a.Pushed(ctx, due); err != nil {
		t.Fatal(err)
	}
	wants("pushed", history.WithTeam, "", "")
	toggle(0, history.WithTeam, "")
	wants("toggled after that", history.WithTeam, "", "")
	if due, err := a.Due(ctx, 10); err != nil || len(due) != 0 {
		t.Errorf("%d are due, %v", len(due), err)
	}
	if err := a.Share(ctx, list[0].Key); err != nil { // it may have been removed from the team's history
		t.Fatal(err)
	}
	if due, err = a.Due(ctx, 10); err != nil || len(due) != 1 || due[0].Known {
		t.Errorf("shared again: %+v, %v", due, err)
	}
	if err := a.Pushed(ctx, due); err != nil {
		t.Fatal(err)
	}
	for what, gone := range map[string]func() error{
		"by its id":  func() error { return a.MarkRemoved(ctx, []string{list[0].ID, "another"}) },
		"by its day": func() error { return a.MarkDayRemoved(ctx, list[0].Start.UTC().Truncate(24*time.Hour)) },
	} {
		if err := gone(); err != nil {
			t.Fatal(err)
		}
		wants("removed "+what, "", "", "")
		toggle(0, "", "")
		due, err := a.Due(ctx, 10)
		if err != nil || len(due) != 1 {
			t.Fatalf("%d are due once it is marked anew, %v", len(due), err)
		}
		if err := a.MarkRemoved(ctx, []string{list[0].ID}); err != nil {
			t.Fatal(err)
		}
		wants("what waits is not gone", history.Waiting, "", "")
		if err := a.Pushed(ctx, due); err != nil {
			t.Fatal(err)
		}
	}
}

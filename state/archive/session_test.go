package archive_test

import (
	"errors"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/state/archive"
)

func TestASessionComesBackWhenItsProgramHasEnded(t *testing.T) {
	dir := newDir(t)
	a := open(t, dir)
	a.SaveSession(archive.Session{ID: "s", State: []byte("old"), Turns: []archive.SessionTurn{{ID: 1, State: []byte("one")}, {ID: 2, State: []byte("two")}}})
	a.SaveSession(archive.Session{ID: "s", State: []byte("new"), Turns: []archive.SessionTurn{{ID: 2, State: []byte("changed")}}})
	a.SaveRun("title", "2 turns", []byte("state"))
	flush(t, a)
	other := open(t, dir)
	if r, ok, err := lastRun(t, other); ok || err != nil {
		t.Errorf("a run that goes on is offered: %+v, %v", r, err)
	}
	a.Close()
	r, ok, err := lastRun(t, other)
	if !ok || err != nil || r.Title != "title" || r.Detail != "2 turns" || string(r.State) != "state" {
		t.Fatalf("the last run is %+v %v, %v", r, ok, err)
	}
	s, err := other.Session(t.Context(), "s")
	if err != nil || string(s.State) != "new" || len(s.Turns) != 2 || string(s.Turns[0].State) != "one" || string(s.Turns[1].State) != "changed" {
		t.Errorf("the session is %q with %d turns, %v", s.State, len(s.Turns), err)
	}
	other.DropRun(r.ID)
	flush(t, other)
	if r, ok, _ := lastRun(t, other); ok {
		t.Errorf("the run is offered again: %+v", r)
	}
	if _, err := other.Prune(t.Context(), archive.Limits{All: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Session(t.Context(), "s"); !errors.Is(err, archive.ErrNone) {
		t.Errorf("after pruning the session is there: %v", err)
	}
}

// TestWhatASessionLostIsCounted: who handed it over hands it over again.
func TestWhatASessionLostIsCounted(t *testing.T) {
	dir := newDir(t)
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.SaveSession(archive.Session{ID: "s", State: []byte("state")})
	flush(t, a)
	if n := a.Lost(); n != 0 {
		t.Errorf("%d are lost", n)
	}
	db := openSQL(t, dir)
	if _, err := db.Exec("ALTER TABLE session RENAME TO elsewhere"); err != nil {
		t.Fatal(err)
	}
	a.SaveSession(archive.Session{ID: "s", State: []byte("changed")})
	flush(t, a)
	if n := a.Lost(); n != 1 {
		t.Errorf("%d are lost, want 1", n)
	}
}

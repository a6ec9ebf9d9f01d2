package archive

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/state/history"
)

// fullHistory makes a history with all that Recover adds, and changes it by statements.
func fullHistory(t *testing.T, dir string, statements ...string) {
	t.Helper()
	a, err := Open(t.Context(), dir, Options{Fold: folded, Share: func(*history.Entry) bool { return true }, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 3; n++ {
		c, about := answered(n, 300), history.About{Origin: history.Send, Connection: "work"}
		a.SaveNow(t.Context(), about, folded(about, c), c)
	}
	models, err := read.Models([]byte(`[{"id":"m","pricing":{"prompt":"0.001"}}]`))
	if err := errors.Join(err, a.SavePrices(t.Context(), "https://gate.example/v1", models, answered(0, 0).Start)); err != nil {
		t.Fatal(err)
	}
	a.SaveSession(Session{ID: "s1", State: []byte(`{"Draft":"x"}`), Turns: []SessionTurn{{1, []byte(`{"a":1}`)}}})
	a.SaveRun("a draft", "", []byte(`{}`))
	due, err := a.Due(t.Context(), 9)
	if err := errors.Join(err, a.Pushed(t.Context(), due[:1]), a.Flush(t.Context())); err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if _, err := a.db().write.Exec(statement); err != nil {
			t.Fatal(statement, err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestOlderHistory is set aside as it is, with the command that adds it to the new one, and that
// command adds all. Its tables have fewer columns, others, and in another order.
func TestOlderHistory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	fullHistory(t, dir,
		"DROP INDEX exchange_lint", "ALTER TABLE exchange RENAME COLUMN lint TO spare", "CREATE INDEX exchange_lint ON exchange (spare)",
		"ALTER TABLE exchange ADD COLUMN looked INTEGER NOT NULL DEFAULT 0", "DROP TABLE prompt", "DROP TABLE path_part",
		"CREATE TABLE old (id TEXT PRIMARY KEY, updated INTEGER, state BLOB) STRICT, WITHOUT ROWID", "INSERT INTO old SELECT id, updated, state FROM session",
		"DROP TABLE session", "ALTER TABLE old RENAME TO session", "PRAGMA user_version = 9")
	before, err := os.ReadFile(filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Look(t.Context(), dir); !errors.Is(err, ErrOlder) {
		t.Errorf("looking at it: %v", err)
	}
	var reports []string
	a, err := Open(t.Context(), dir, Options{Fold: folded, Share: func(*history.Entry) bool { return false }, Report: func(err error) { reports = append(reports, err.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	aside, _ := filepath.Glob(filepath.Join(dir, databaseName+olderSuffix+"*"))
	if len(aside) != 1 || len(reports) != 1 || !strings.Contains(reports[0], fmt.Sprintf("(schema 9, this version reads %d)", version)) || !strings.Contains(reports[0], "gatehouse history recover "+aside[0]) {
		t.Fatalf("set aside: %v; reported: %q", aside, reports)
	}
	if after, err := os.ReadFile(aside[0]); err != nil || !bytes.Equal(before, after) {
		t.Errorf("it was changed; %v", err)
	}
	if c, err := Look(t.Context(), dir); err != nil || !slices.Equal(c.Aside, aside) {
		t.Errorf("%+v, %v", c, err)
	}
	r, err := a.Recover(t.Context(), aside[0], func(int, int) error { return nil })
	if err != nil || r.Complete != 3 || r.Unmarked != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	list, err := a.List(t.Context(), Page{Limit: 9})
	if err := errors.Join(err, Sharing(t.Context(), a, list)); err != nil || len(list) != 3 || list[0].Connection != "work" || list[2].Sharing != history.WithTeam || list[0].Sharing != history.Waiting {
		t.Errorf("%v: %+v", err, list)
	}
	if lists := a.Prices(t.Context()).Lists; len(lists) != 1 || len(lists[0].Models) != 1 {
		t.Errorf("price lists: %+v", lists)
	}
	if s, err := a.Session(t.Context(), "s1"); err != nil || string(s.State) != `{"Draft":"x"}` || len(s.Turns) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if runs, err := a.Runs(t.Context()); err != nil || len(runs) != 1 || runs[0].Title != "a draft" {
		t.Errorf("%+v, %v", runs, err)
	}
	if got := found(t, a, "question", 9); strings.Join(got, " ") != "3 2 1" {
		t.Errorf("words find %v", got)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "recover-*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

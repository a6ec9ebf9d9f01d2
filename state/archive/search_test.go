package archive

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/state/history/query"
)

// found are the ids that a query finds, without the zeros that they begin with.
func found(t *testing.T, a *Archive, text string, limit int) (ids []string) {
	t.Helper()
	q, err := query.Parse(text, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	list, err := a.List(t.Context(), Page{Query: q, Limit: limit})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, e := range list {
		ids = append(ids, strings.TrimLeft(strings.TrimPrefix(e.ID, "id"), "0"))
	}
	return ids
}

// TestBeginningsAndParts: words are found by how they begin and paths by any part of them,
// whether few exchanges have them or many, and in an archive that was not indexed yet.
func TestBeginningsAndParts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	a, err := Open(t.Context(), dir, Options{Fold: folded, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 60 {
		saveAnswered(a, answered(n, 10))
	}
	want := func(when string) {
		t.Helper()
		for text, want := range map[string]string{
			"quest*":                   "59 58 57",
			"q*":                       "59 58 57",
			"quest* 33":                "33",
			"quest* answ* 33":          "33",
			"question-33*":             "33", // two words in a row
			"nothing*":                 "",
			"-quest*":                  "",
			"quest* or nothing":        "59 58 57",
			"path:/responses/3":        "59 52 45",
			"path:RESPONSES/3":         "59 52 45",
			"path:s/3":                 "59 52 45",
			"path:3":                   "59 52 45",
			"path:res_onses":           "",
			"path:res%onses":           "",
			"path:/v1/*/3":             "59 52 45",
			"-path:/responses/3":       "58 57 56",
			"path:responses quest* 33": "33",
			"session:s1 quest*":        "59 58 57",
		} {
			if got := strings.Join(found(t, a, text, 3), " "); got != want {
				t.Errorf("%s: %s finds %q, want %q", when, text, got, want)
			}
		}
	}
	want("few")
	a.few = 10
	want("many")
	if _, err := a.db().write.Exec("DELETE FROM beginning WHERE rowid > 0; INSERT INTO unindexed SELECT max(id) + 1 FROM exchange"); err != nil {
		t.Fatal(err)
	}
	want("not indexed")
	for more := true; more; {
		if err := a.wait(t.Context(), func() (err error) { more, err = a.indexSome(); return err }); err != nil {
			t.Fatal(err)
		}
	}
	want("indexed again")
	if _, err := a.db().write.Exec("UPDATE exchange SET size = 1 << 30; INSERT INTO unindexed SELECT max(id) + 1 FROM exchange"); err != nil {
		t.Fatal(err)
	}
	if list, more, err := a.listBelow(t.Context(), 1<<62); err != nil || !more || len(list) != 1 {
		t.Errorf("of large exchanges %d are indexed at once, %v", len(list), err)
	}
	for more := true; more; {
		if err := a.wait(t.Context(), func() (err error) { more, err = a.indexSome(); return err }); err != nil {
			t.Fatal(err)
		}
	}
	want("large")
	if err := a.Delete(t.Context(), answered(59, 10).Start.UnixMicro()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(found(t, a, "quest*", 2)); got != "[58 57]" {
		t.Errorf("after a deletion: %s", got)
	}
	if _, err := a.Prune(t.Context(), Limits{All: true}); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := a.db().read.QueryRow("SELECT (SELECT count(*) FROM path_part) + (SELECT count(*) FROM beginning_docsize)").Scan(&left); err != nil || left > 0 {
		t.Errorf("%d entries of indexes are left of what was removed, %v", left, err)
	}
	a.Close()
}

// TestASearchIsAnsweredByAnIndex: where many exchanges have a beginning, that of beginnings, and
// not the one of words, which would read all that it finds; of a path the index of its parts,
// or where many have it, the newest rows.
func TestASearchIsAnsweredByAnIndex(t *testing.T) {
	a, err := Open(t.Context(), filepath.Join(t.TempDir(), "a"), Options{Fold: folded})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for n := range 40 {
		saveAnswered(a, answered(n, 10))
	}
	for _, c := range []struct {
		text      string
		few       int
		uses, not string
	}{
		{"quest*", 10, "SCAN beginning VIRTUAL TABLE", "text"},
		{"answ*", 10, "SCAN beginning VIRTUAL TABLE", "text"},
		{"quest* 33", 10, "SCAN text VIRTUAL TABLE", "SCAN exchange"},
		{"quest*", 100, "SCAN text VIRTUAL TABLE", "beginning"},
		{"path:/responses/3", 10, "SCAN path_part VIRTUAL TABLE", "SCAN exchange"},
		{"path:s/3", 10, "SCAN path_part VIRTUAL TABLE", "SCAN exchange"},
		{"path:responses", 10, "SCAN exchange", "path_part"},
	} {
		a.few = c.few
		q, err := query.Parse(c.text, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		statement, args := a.selection(t.Context(), Page{Query: q, Limit: 60})
		plan := planOf(t, a, statement, args)
		if !strings.Contains(plan, c.uses) || strings.Contains(plan, c.not) {
			t.Errorf("%s of %d: want %s without %s, not\n%s", c.text, c.few, c.uses, c.not, plan)
		}
	}
}

// planOf is how SQLite runs a statement, a line a step.
func planOf(t *testing.T, a *Archive, statement string, args []any) string {
	t.Helper()
	rows, err := a.db().read.Query("EXPLAIN QUERY PLAN "+statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(step + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

// TestUnindexedWordsAreCounted: a search that cannot find all reports that until it can.
func TestUnindexedWordsAreCounted(t *testing.T) {
	a, err := Open(t.Context(), filepath.Join(t.TempDir(), "a"), Options{Fold: folded})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	const n = 2*indexedAtOnce + 5
	for i := range n {
		saveAnswered(a, answered(i+1, 10))
	}
	words, none := query.Query{Any: []query.All{{{Text: "question"}}}}, query.Query{}
	if got := a.Unfound(t.Context(), words); got != "" {
		t.Errorf("%s at first", got)
	}
	if _, err := a.db().write.Exec("INSERT INTO unindexed SELECT max(id) + 1 FROM exchange"); err != nil {
		t.Fatal(err)
	}
	if got := a.Unfound(t.Context(), words); got != "" {
		t.Errorf("%s while only beginnings are not indexed", got)
	}
	if _, err := a.db().write.Exec("DELETE FROM unindexed"); err != nil {
		t.Fatal(err)
	}
	if err := a.db().rebuildIndexes(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, other := a.Unfound(t.Context(), words), a.Unfound(t.Context(), none); got != fmt.Sprintf("%d exchanges cannot be found by words yet; they are being indexed", n) || other != "" {
		t.Errorf("%s, and %q of a query without words", got, other)
	}
	a.readOnly = errors.New("read-only")
	if got := a.Unfound(t.Context(), words); strings.Contains(got, "being indexed") || !strings.Contains(got, "cannot be written") {
		t.Errorf("of a history that cannot be written: %s", got)
	}
	a.readOnly = nil
	calls := 0
	if err := a.IndexLeft(t.Context(), words, func(done, total int) error {
		if total != n || done != calls*indexedAtOnce {
			t.Errorf("%d of %d", done, total)
		}
		calls++
		return nil
	}); err != nil || calls != 3 {
		t.Errorf("%d steps, %v", calls, err)
	}
	if got := found(t, a, "question", n+1); len(got) != n || a.Unfound(t.Context(), words) != "" {
		t.Errorf("%d are found in the end", len(got))
	}
}

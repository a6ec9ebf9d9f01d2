package archive

import (
	"database/sql"
	"path/filepath"
	"testing"
)

// TestVerdictsOfImportsWithoutAnAnswerAreCorrected: those that an earlier version gave.
func TestVerdictsOfImportsWithoutAnAnswerAreCorrected(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := db.Exec(statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(firstSchema)
	want := map[string]string{}
	for i, row := range []struct{ origin, verdict, about, want string }{
		{"import", "truncated", `{"Head":{"Status":200},"End":{"Cause":"unread","Message":"the file does not hold the body of the answer, 9 bytes"}}`, "unknown"},
		{"import", "failed", `{"End":{"Cause":"untold","Message":"only the request was imported; nothing is known of an answer"}}`, "unknown"},
		{"import", "failed", `{"Head":{"Status":429},"End":{"Cause":"unread"}}`, "failed"},
		{"import", "failed", `{"End":{"Cause":"untold","Message":"too late"}}`, "failed"},
		{"import", "truncated", `{"Head":{"Status":200},"End":{"Cause":"clean"}}`, "truncated"},
		{"send", "truncated", `{"Head":{"Status":200},"End":{"Cause":"unread"}}`, "truncated"},
		{"import", "failed", `no JSON`, "failed"},
	} {
		name, status := string(rune('a'+i)), 0
		if i == 2 {
			status = 429
		}
		exec(`INSERT INTO exchange VALUES (?, ?, ?, 'other', '', '', '', '', 0, '', '', '', ?, '', ?,
			NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, '', '', '', 0, 'w', NULL)`, 1000+i, name, row.origin, row.verdict, status)
		exec("INSERT INTO capture (exchange, about) VALUES (?, ?)", 1000+i, []byte(row.about))
		want[name] = row.want
	}
	exec("PRAGMA user_version = 1")
	db.Close()
	a, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	all, err := a.List(t.Context(), Page{Limit: 9})
	if err != nil || len(all) != len(want) {
		t.Fatalf("%d of %d: %v", len(all), len(want), err)
	}
	for _, e := range all {
		if string(e.Verdict) != want[e.ID] || e.Undated {
			t.Errorf("%s is %s, want %s", e.ID, e.Verdict, want[e.ID])
		}
		if e.ID == "a" {
			if c, err := a.Capture(t.Context(), e.Key); err != nil || !c.Lacks.Answer {
				t.Errorf("its capture lacks %+v, %v", c.Lacks, err)
			}
		}
	}
}

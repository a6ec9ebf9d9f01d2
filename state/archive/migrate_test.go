package archive

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/state/query"
)

// TestAnArchiveOfTheFirstVersionIsBroughtUpToDate: what its captures tell can be searched
// for, a record that cannot be read does no harm, and a copy from before is kept.
func TestAnArchiveOfTheFirstVersionIsBroughtUpToDate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, databaseName)
	db, err := openSQLite(path, 1, readWrite)
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
	for i, about := range []string{
		`{"Sent":{"Method":"POST","URL":"https://up.example/v1/embeddings?key=***"},"Head":{"Status":404},"Caller":{"Address":"[::1]:5","UserAgent":"agent/1","SentUS":1,"Status":0}}`,
		`{"Sent":{"Method":"GET","URL":"http://up.example/v1/a%2Fb"},"Head":null,"Caller":{"Address":"127.0.0.1:5","UserAgent":"curl/8","SentUS":1,"HeadUS":-1,"Status":502,"Message":"No answer."}}`,
		`{"Sent":{"Method":"POST","URL":"http://127.0.0.1:8080/api/v1/responses"},"Head":{"Status":200},"Timing":{"End":1500000},"End":{"AtUS":61500000}}`,
		`no JSON`,
	} {
		status := 0
		if i == 0 {
			status = 404
		}
		exec(`INSERT INTO exchange VALUES (?, ?, 'proxy', 'other', '', '', '', '', 0, '', '', '', 'failed', '', ?,
			NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, '', '', '', 0, 'w', NULL)`, 1000+i, string(rune('a'+i)), status)
		exec("INSERT INTO capture (exchange, about) VALUES (?, ?)", 1000+i, []byte(about))
	}
	exec("PRAGMA user_version = 1")
	db.Close()

	var said []string
	begun, early := 0, false // said that it begins, and before it did
	a, err := Open(t.Context(), dir, Options{Report: func(err error) {
		if strings.Contains(err.Error(), "is being brought up to date") {
			copies, _ := filepath.Glob(path + ".v1-*")
			begun, early = begun+1, early || len(copies) == 0
		}
		said = append(said, err.Error())
	}})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"path:/v1/embeddings":   "a",
		"caller:\"::1 agent\"":  "a",
		"path:a%2Fb method:GET": "b",
		"status:502":            "b",
		"status:404":            "a",
		"path:/responses":       "c",
		"lasted>60s":            "c",
		"lasted<60s":            "",
		"":                      "d c b a",
	} {
		q, err := query.Parse(text, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		found, err := a.List(context.Background(), Page{Query: q, Limit: 9})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range found {
			got = append(got, e.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s finds %v, want %s", text, got, want)
		}
	}
	a.Close()
	copies, _ := filepath.Glob(path + ".v1-*")
	if len(copies) != 1 || begun != 1 || !early || !strings.Contains(strings.Join(said, "\n"), copies[0]) {
		t.Fatalf("copies %v; reported %q", copies, said)
	}
	if info, err := os.Stat(copies[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

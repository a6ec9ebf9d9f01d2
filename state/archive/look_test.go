package archive_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/state/archive"
)

// TestLookChangesNothing: not where there is no archive, and not where there is one that is
// damaged, which Open would set aside.
func TestLookChangesNothing(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	if c, err := archive.Look(t.Context(), none); err != nil || c.Exists || c.Bytes != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := os.Stat(none); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}

	dir := t.TempDir()
	broken := []byte(strings.Repeat("no database ", 1000))
	if err := os.WriteFile(filepath.Join(dir, "history.db"), broken, 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := archive.Look(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "history.db is damaged") || c.Bytes != int64(len(broken)) {
		t.Errorf("%+v, %v", c, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestLookReturnsTheCondition(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	a, err := archive.Open(t.Context(), dir, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	c, err := archive.Look(t.Context(), dir) // while a program has it open
	if err != nil || !c.Exists || c.Bytes == 0 || c.Readable != nil {
		t.Errorf("%+v, %v", c, err)
	}
	wide := filepath.Join(dir, "history.db")
	if err := os.Chmod(wide, 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err = archive.Look(t.Context(), dir); err != nil || len(c.Readable) != 1 || c.Readable[0] != wide {
		t.Errorf("%+v, %v", c, err)
	}

	db, err := sql.Open("sqlite", wide)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("PRAGMA busy_timeout = 60000; PRAGMA user_version = 99"); err != nil { // the archive may still write
		t.Fatal(err)
	}
	if _, err := archive.Look(t.Context(), dir); !errors.Is(err, archive.ErrNewer) {
		t.Errorf("%v", err)
	}
}

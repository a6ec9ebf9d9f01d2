package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestADamagedHistoryIsSetAsideAndRecovered: a list of a damaged history reports the damage once,
// with the command that recovers it; that command works, and the doctor knows of the file.
func TestADamagedHistoryIsSetAsideAndRecovered(t *testing.T) {
	dir := newDataDir(t)
	for i := range 3 {
		inHistory(t, dir, "send", "-m", "sim/writer", "-p", fmt.Sprintf("windmill %d", i))
	}
	path := filepath.Join(dir, "history.db")
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	clear(file[:4096]) // the page from which all others are found
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	sent := inHistory(t, dir, "send", "-m", "sim/writer", "-p", "afterwards")
	_, command, offered := strings.Cut(sent.stderr, "gatehouse history recover ")
	if sent.code != exitOK || !offered || strings.Count(sent.stderr, "\n") != 2 { // and that exchanges are saved
		t.Fatalf("exit %d, %q", sent.code, sent.stderr)
	}
	aside, _, _ := strings.Cut(command, " ")
	if again := inHistory(t, dir, "send", "-m", "sim/writer", "-p", "and again"); again.stderr != "" {
		t.Errorf("said again: %q", again.stderr)
	}
	if said := inHistory(t, dir, "doctor").stdout; !strings.Contains(strings.Join(strings.Fields(said), " "), "gatehouse history recover") {
		t.Errorf("the doctor says\n%s", said)
	}
	r := inHistory(t, dir, "history", "recover", aside)
	if r.code != exitOK || r.stdout != "recovered 3 of 3 exchanges\n" || r.stderr != "" {
		t.Errorf("exit %d, %q, %q", r.code, r.stdout, r.stderr)
	}
	r = inHistory(t, dir, "history", "recover", aside)
	if r.code != exitOK || r.stdout != "recovered 0 of 3 exchanges; 3 were in the history already\n" {
		t.Errorf("again: exit %d, %q, %q", r.code, r.stdout, r.stderr)
	}
	if n := len(listed(t, dir, "windmill")); n != 3 {
		t.Errorf("%d of the 3 are found by their words", n)
	}
	if n := len(listed(t, dir)); n != 5 {
		t.Errorf("%d exchanges are listed, want 5", n)
	}
}

// TestRecoverCountsWhatIsComplete: an exchange that has only its line of the list left is named,
// and not counted as complete.
func TestRecoverCountsWhatIsComplete(t *testing.T) {
	from, dir := newDataDir(t), newDataDir(t)
	for i := range 3 {
		inHistory(t, from, "send", "-m", "sim/writer", "-p", fmt.Sprintf("windmill %d", i))
	}
	path := filepath.Join(from, "history.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	var id string
	if err := db.QueryRow("SELECT name FROM exchange WHERE id = (SELECT min(id) FROM exchange)").Scan(&id); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("DELETE FROM capture WHERE exchange = (SELECT min(exchange) FROM capture)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	r := inHistory(t, dir, "history", "recover", path)
	if r.code != exitOK || r.stdout != "recovered 3 of 3 exchanges: 2 complete, 1 without request and answer\n" ||
		r.stderr != "gatehouse: "+id+": what was sent and received is lost; its line in the list remains\n" {
		t.Errorf("exit %d, %q, %q", r.code, r.stdout, r.stderr)
	}
}

func TestRecoverFaults(t *testing.T) {
	dir := newDataDir(t)
	empty := filepath.Join(t.TempDir(), "x.db")
	os.WriteFile(empty, []byte("nothing"), 0o600)
	for _, c := range []struct {
		args []string
		says string
	}{
		{nil, "takes one FILE, not 0"},
		{[]string{"/nosuch.db"}, "no such file; gatehouse doctor lists"},
		{[]string{empty, "--json"}, "has no --json"},
		{[]string{empty}, "nothing of a history can be read"},
	} {
		r := inHistory(t, dir, append([]string{"history", "recover"}, c.args...)...)
		if r.code != exitUsage || !strings.Contains(r.stderr, c.says) {
			t.Errorf("%v: exit %d, %q", c.args, r.code, r.stderr)
		}
	}
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestARunIsShownAndExported in full, by its number or any exchange of it.
func TestARunIsShownAndExported(t *testing.T) {
	dir := newDataDir(t)
	const ask = `{"model":"sim/writer","session_id":"s1","input":"hello"}`
	path := filepath.Join(t.TempDir(), "ask.json")
	if err := os.WriteFile(path, []byte(ask), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		inHistory(t, dir, "send", path)
	}
	inHistory(t, dir, "send", "-m", "sim/coder", "-p", "alone")
	r := inHistory(t, dir, "history", "list", "run:1", "--json")
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	var first struct{ ID, Run, Session string }
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || len(lines) != 2 || first.Run != "1" || first.Session != "s1" {
		t.Fatalf("%v %+v\n%s", err, first, r.stdout)
	}
	for _, id := range []string{"1", first.ID} {
		r := inHistory(t, dir, "history", "show", "--run", id)
		for _, want := range []string{"RUN 1  2 exchanges", "asked      hello", "session    s1", "█ answer", "begins again"} {
			if r.code != exitOK || !strings.Contains(r.stdout, want) {
				t.Errorf("%s: no %q in exit %d %s\n%s", id, want, r.code, r.stderr, r.stdout)
			}
		}
		if r := inHistory(t, dir, "export", "--run", id, "--as", "har"); r.code != exitOK || strings.Count(r.stdout, `"pageref"`) != 2 {
			t.Errorf("%s: exit %d %s\n%.300s", id, r.code, r.stderr, r.stdout)
		}
	}
	if r := inHistory(t, dir, "history", "show", "--run", "1", "--json"); strings.Count(r.stdout, "\n") != 2 {
		t.Errorf("as JSON: %s", r.stdout)
	}
	for _, args := range [][]string{{"history", "show", "--run", "last"}, {"export", "--run", "last", "--as", "html"}} {
		if r := inHistory(t, dir, args...); r.code != exitUsage || !strings.Contains(r.stderr, "is in no run") || !strings.Contains(r.stderr, "leave out --run") {
			t.Errorf("%v: exit %d %s", args, r.code, r.stderr)
		}
	}
}

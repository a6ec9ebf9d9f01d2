package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/output"
)

// inHistory runs a command with a given history.
func inHistory(t *testing.T, dir string, args ...string) ran {
	t.Helper()
	return program(t, "", append([]string{"--data-dir", dir}, args...)...)
}

// listed are the entries that a query finds.
func listed(t *testing.T, dir string, queryWords ...string) (entries []map[string]any) {
	t.Helper()
	r := inHistory(t, dir, append([]string{"history", "list", "--json", "--"}, queryWords...)...)
	if r.code != exitOK {
		t.Fatalf("history list: exit %d, %s", r.code, r.stderr)
	}
	for line := range strings.Lines(r.stdout) {
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		entries = append(entries, e)
	}
	return entries
}

func newDataDir(t *testing.T) string { return filepath.Join(t.TempDir(), "data") }

func TestWhatIsSentIsInTheHistory(t *testing.T) {
	dir := newDataDir(t)
	first := inHistory(t, dir, "send", "-m", "sim/writer", "-p", "hello")
	if !strings.Contains(first.stderr, dir) || !strings.Contains(first.stderr, "--no-persist") {
		t.Errorf("the first time it says %q", first.stderr)
	}
	second := inHistory(t, dir, "send", "-m", "fault/cut", "-p", "quixotic", "--json")
	if strings.Contains(second.stderr, "history") {
		t.Errorf("the second time it says %q", second.stderr)
	}
	inHistory(t, dir, "send", "-m", "sim/coder", "-p", "hello", "--stream", "--events")
	program(t, "one\ntwo\n", "--data-dir", dir, "rerank", "-m", "sim/bm25", "-m", "sim/trigram", "-q", "one")
	var got []string
	for _, e := range listed(t, dir) {
		got = append(got, e["origin"].(string)+" "+e["asked"].(string)+" "+e["status"].(string))
	}
	want := []string{"send sim/coder completed", "send fault/cut truncated", "send sim/writer completed"}
	if len(got) != 5 || !strings.HasPrefix(got[0], "rerank sim/") || !strings.HasPrefix(got[1], "rerank sim/") || strings.Join(got[2:], "\n") != strings.Join(want, "\n") {
		t.Errorf("the history has\n%s", strings.Join(got, "\n"))
	}
	if found := listed(t, dir, "verdict:truncated", "quixotic"); len(found) != 1 {
		t.Errorf("a query finds %d exchanges, want 1", len(found))
	}
	if r := inHistory(t, dir, "history", "search", "quixotic"); !strings.Contains(r.stdout, "fault/cut") {
		t.Errorf("search prints %q", r.stdout)
	}
}

func TestShowPrintsWhatSendPrinted(t *testing.T) {
	dir := newDataDir(t)
	for _, model := range []string{"sim/writer", "fault/cut", "fault/404", "fault/bad-json"} {
		sent := inHistory(t, dir, "send", "-m", model, "-p", "hello", "--json")
		shown := inHistory(t, dir, "history", "show", "last", "--json")
		if shown.stdout != sent.stdout {
			t.Errorf("%s: history shows\n%s\nsend printed\n%s", model, shown.stdout, sent.stdout)
		}
	}
	set := program(t, "one\ntwo\n", "--data-dir", dir, "rerank", "-m", "sim/bm25", "-q", "one", "--json")
	if shown := inHistory(t, dir, "history", "show", "last", "--json"); shown.stdout != set.stdout {
		t.Errorf("rerank: history shows\n%s\nrerank printed\n%s", shown.stdout, set.stdout)
	}
}

// TestAShortenedListSaysSo: and a complete one has no such line.
func TestAShortenedListSaysSo(t *testing.T) {
	dir := newDataDir(t)
	for range 3 {
		inHistory(t, dir, "send", "-p", "hello")
	}
	for _, list := range [][]string{{"history"}, {"history", "list", "--json"}} {
		r := inHistory(t, dir, append(list, "--limit", "2")...)
		if lines := strings.Count(r.stderr, "\n"); lines != 1 || !strings.Contains(r.stderr, "showing the latest 2; --limit 0 lists all") {
			t.Errorf("%q: %q", list, r.stderr)
		}
		if r := inHistory(t, dir, append(list, "--limit", "3")...); r.stderr != "" {
			t.Errorf("%q: %q", list, r.stderr)
		}
	}
}

func TestHelpOfListNamesItsFlags(t *testing.T) {
	about, _, _ := strings.Cut(program(t, "", "history", "list", "--help").stdout, "Usage:")
	for _, flag := range []string{"--json", "--limit"} {
		if !strings.Contains(about, flag) {
			t.Errorf("no %s in %q", flag, about)
		}
	}
}

func TestNothingIsSavedUnasked(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "--no-persist", "send", "-p", "hello")
	config := filepath.Join(t.TempDir(), "config.toml")
	os.WriteFile(config, []byte("profile = \"p\"\n[profiles.p]\npersist = false\n"), 0o600)
	inHistory(t, dir, "--config", config, "send", "-p", "hello")
	if _, err := os.Stat(dir); err == nil {
		t.Error("something was saved")
	}
}

func TestPruneSaysWhatItWouldRemove(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "send", "-p", "hello")
	if r := inHistory(t, dir, "history", "prune"); r.code != exitUsage {
		t.Errorf("without a limit: exit %d", r.code)
	}
	if r := inHistory(t, dir, "history", "prune", "--older", "1d"); !strings.Contains(r.stderr, "nothing to remove") {
		t.Errorf("older than a day: %q", r.stderr)
	}
	r := inHistory(t, dir, "history", "prune", "--all")
	if !strings.Contains(r.stdout, "would remove 1 exchange") || len(listed(t, dir)) != 1 {
		t.Errorf("without --yes: %q, %d are left", r.stdout, len(listed(t, dir)))
	}
	r = inHistory(t, dir, "history", "prune", "--all", "--yes")
	if !strings.Contains(r.stdout, "removed 1 exchange") || len(listed(t, dir)) != 0 {
		t.Errorf("with --yes: %q, %d are left", r.stdout, len(listed(t, dir)))
	}
}

func TestHistoryFaults(t *testing.T) {
	dir := newDataDir(t)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"history", "lst"}, "there are list, search, show"},
		{[]string{"history", "list", "sesion:x"}, `no field "sesion"`},
		{[]string{"history", "show", "nosuch"}, "no such exchange"},
		{[]string{"history", "show"}, "takes one ID, not 0"},
		{[]string{"history", "show", "--run", "1200"}, "no run 1200; gatehouse history stats --by run lists the runs"},
		{[]string{"history", "list", "since:noon"}, "since:yesterday or since:2026-11-20T14:00"},
		{[]string{"history", "prune", "all"}, `gatehouse history prune takes no arguments ("all" is one too many)`},
		{[]string{"history", "diff", "a"}, "takes two IDs, not 1"},
		{[]string{"history", "search", " "}, "nothing to search for"},
		{[]string{"history", "prune", "--older", "soon"}, "--older soon"},
		{[]string{"history", "prune", "--older", "0d"}, "--older 0d: everything is older than that; --all removes everything"},
	} {
		r := inHistory(t, dir, c.args...)
		if r.code != exitUsage || !strings.Contains(r.stderr, c.says) {
			t.Errorf("%v: exit %d, %q, want %q", c.args, r.code, r.stderr, c.says)
		}
	}
}

// TestAHistoryThatCannotBeWritten: the exchange is made all the same, and one line reports what is
// not saved.
func TestAHistoryThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o600)
	r := inHistory(t, filepath.Join(file, "data"), "send", "-m", "sim/writer", "-p", "hello")
	if r.code != exitOK || r.stdout == "" || strings.Count(r.stderr, "history is not being saved") != 1 {
		t.Errorf("exit %d, %q", r.code, r.stderr)
	}
}

// TestTheKeyIsNotInTheHistory looks for the key in every file.
func TestTheKeyIsNotInTheHistory(t *testing.T) {
	const key = "sk-canary-0123456789"
	dir := newDataDir(t)
	server := newEcho(t)
	r := programIn(t, map[string]string{"GATEHOUSE_API_KEY": key}, "", "--data-dir", dir, "--base-url", server, "send", "-m", "x", "-p", "my key is "+key)
	if r.stderr == "" && r.stdout == "" {
		t.Error("nothing was printed")
	}
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	list, err := a.List(t.Context(), archive.Page{Limit: 10})
	if err != nil || len(list) != 1 || list[0].Origin != history.Send {
		t.Fatalf("the history has %+v, %v", list, err)
	}
	filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			if data, _ := os.ReadFile(path); strings.Contains(string(data), key) {
				t.Errorf("%s has the key", path)
			}
		}
		return nil
	})
	c, err := a.Capture(t.Context(), list[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	if all := string(c.Sent.Body) + string(c.Text().All()); strings.Contains(all, key) || !strings.Contains(all, "****") {
		t.Error("the capture has the key")
	}
}

// newEcho is a service that answers with what was sent, the key included; its address.
func newEcho(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Echo", r.Header.Get("Authorization"))
		w.WriteHeader(http.StatusBadRequest)
		json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"code": 400, "message": r.Header.Get("Authorization") + string(body)}})
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestADiffComparesTheAnswers, and what is shown of one exchange marks where its request ends.
func TestADiffComparesTheAnswers(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "send", "-m", "sim/writer", "-p", "tell me of quixotic windmills")
	inHistory(t, dir, "send", "-m", "sim/writer", "-p", "tell me of laconic lighthouses")
	entries := listed(t, dir)
	if len(entries) != 2 {
		t.Fatalf("%d exchanges are saved", len(entries))
	}
	r := inHistory(t, dir, "history", "diff", entries[1]["id"].(string), entries[0]["id"].(string))
	_, answers, ok := strings.Cut(r.stdout, "+++ B answer\n")
	for _, words := range []string{"− A  ", "tell me of quixotic windmills", "--- A request\n"} {
		if !strings.Contains(r.stdout, words) {
			t.Errorf("no %q in\n%s", words, r.stdout)
		}
	}
	for _, words := range []string{entries[1]["id"].(string)[:8], "\nat ", "127.0.0.1", "caller"} {
		if strings.Contains(r.stdout, words) {
			t.Errorf("%q is told as a difference:\n%s", words, r.stdout)
		}
	}
	if !ok || !strings.Contains(answers, "windmills") || !strings.Contains(answers, "lighthouses") {
		t.Errorf("the answers are not compared:\n%s", r.stdout)
	}
	if r := inHistory(t, dir, "history", "show", "last"); !strings.Contains(r.stdout, "\nREQUEST\n│ {") || !strings.Contains(r.stdout, "\nANSWER\n") {
		t.Errorf("shown is\n%s", r.stdout)
	}
}

// TestAListSaysWhoAnswered: a status that the proxy gave is not one of the server.
func TestAListSaysWhoAnswered(t *testing.T) {
	for want, e := range map[string]history.Entry{
		`"http_status":502,"proxy_status":null`: {Status: 502},
		`"http_status":0,"proxy_status":502`:    {Status: 502, ByProxy: true},
	} {
		if got := string(output.Entry(&e)); !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

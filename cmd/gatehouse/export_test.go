package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// savedFile writes a file of that content.
func savedFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestExportWritesTheRequestThatWasSent(t *testing.T) {
	dir := newDataDir(t)
	request := `{"model":"sim/writer",  "input":"it's $HOME, \"quoted\" \\ and ünïcode","unknown":[1.0]}`
	sent := inHistory(t, dir, "send", savedFile(t, "r.json", request))
	if sent.code != exitOK {
		t.Fatal(sent.stderr)
	}
	if r := inHistory(t, dir, "export", "last", "--as", "json"); r.stdout != request+"\n" {
		t.Errorf("exit %d, %s, %q", r.code, r.stderr, r.stdout)
	}
	r := inHistory(t, dir, "export", "last", "--as", "curl")
	for _, want := range []string{"# start it with: gatehouse gateway\n", "'http://127.0.0.1:8080/api/v1/responses'", `"Authorization: Bearer $GATEHOUSE_API_KEY"`} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %s in\n%s", want, r.stdout)
		}
	}
}

func TestExportOfAFileIsWhatSendWouldSend(t *testing.T) {
	request := savedFile(t, "r.json", "\n"+`{"model":"m","input":"hello","stream":true}`+"\n")
	r := program(t, "", "export", request, "--as", "curl", "--base-url", "https://gate.example/api/v1")
	want := `curl -sS --fail-with-body -N 'https://gate.example/api/v1/responses' \
  -H "Authorization: Bearer $GATEHOUSE_API_KEY" \
  -H 'Accept: text/event-stream, application/json' \
  -H 'Content-Type: application/json' \
  --data-raw '{"model":"m","input":"hello","stream":true}'
`
	if r.stdout != want {
		t.Errorf("exit %d, %s\n%s", r.code, r.stderr, r.stdout)
	}
	if r := program(t, "", "export", request, "--as", "json", "-m", "v/other"); r.stdout != `{"model":"v/other","input":"hello","stream":true}`+"\n" {
		t.Errorf("with another model: exit %d, %s\n%s", r.code, r.stderr, r.stdout)
	}
	r = program(t, "", "export", savedFile(t, "k.json", `{"model":"sim/bm25","query":"q","documents":["a"]}`), "--as", "curl")
	if !strings.Contains(r.stdout, "'http://127.0.0.1:8080/api/v1/rerank'") {
		t.Errorf("exit %d, %s\n%s", r.code, r.stderr, r.stdout)
	}
}

func TestExportRefusesWhatItCannotWrite(t *testing.T) {
	dir := newDataDir(t)
	answer := savedFile(t, "a.json", `{"id":"r","object":"response","status":"completed","output":[]}`)
	taken := savedFile(t, "taken", "mine")
	inHistory(t, dir, "send", "-p", "hello")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--as", "json"}, "give a FILE"},
		{[]string{"last"}, "--as is missing"},
		{[]string{"last", "--as", "pdf"}, "must be one of curl, json"},
		{[]string{"nosuch", "--as", "json"}, `"nosuch" is no file and no exchange`},
		{[]string{"./nosuch.json", "--as", "json"}, "no such file"},
		{[]string{"last", "last", "--as", "json"}, "give one ID"},
		{[]string{"last", "--as", "json", "-m", "v/other"}, "as they were sent"},
		{[]string{answer, "--as", "curl"}, "only the response was saved"},
		{[]string{answer, "--as", "markdown", "-m", "v/other"}, "as they were sent"},
		{[]string{answer, "--session", "--as", "json"}, "--session takes the id"},
		{[]string{"last", "--as", "json", "-o", taken}, "already exists"},
		{[]string{savedFile(t, "b.json", `{"a"`), "--as", "json"}, "b.json"},
	} {
		r := inHistory(t, dir, append([]string{"export"}, c.args...)...)
		if r.code != exitUsage || !strings.Contains(r.stderr, c.want) || r.stdout != "" {
			t.Errorf("%q: exit %d, %q, printed %q", c.args, r.code, r.stderr, r.stdout)
		}
	}
	if kept, _ := os.ReadFile(taken); string(kept) != "mine" {
		t.Errorf("the file is %q now", kept)
	}
}

func TestExportWritesANewFileForItsOwnerAlone(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "send", "-p", "hello")
	out := filepath.Join(t.TempDir(), "r.json")
	piped, dashed := inHistory(t, dir, "export", "last", "--as", "json"), inHistory(t, dir, "export", "last", "--as", "json", "-o", "-")
	if piped.stdout == "" || dashed.stdout != piped.stdout {
		t.Errorf("a dash is not standard output: %q", dashed.stdout)
	}
	r := inHistory(t, dir, "export", "last", "--as", "json", "-o", out)
	if r.code != exitOK || r.stdout != "" {
		t.Fatalf("exit %d, %s, %q", r.code, r.stderr, r.stdout)
	}
	if want := "gatehouse: wrote " + out + ", "; !strings.Contains(r.stderr, want) {
		t.Errorf("stderr %q does not say %q", r.stderr, want)
	}
	info, err := os.Stat(out)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	if data, _ := os.ReadFile(out); !scan.Valid(data) {
		t.Errorf("%q", data)
	}
}

// TestExportRefusesASessionWhereOneExchangeIsMeant: a command that is made of one exchange
// does not stand for several.
func TestExportRefusesASessionWhereOneExchangeIsMeant(t *testing.T) {
	dir := newDataDir(t)
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"aaaa", "bbbb"} {
		about := history.About{Origin: history.Import, Session: "s"}
		c := &wire.Capture{ID: id, Start: time.Now(), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean}, Sent: wire.Sent{Method: "POST", URL: "https://h/v1/responses", Body: []byte(`{"input":"` + id + `"}`)}}
		if _, err := a.Import(t.Context(), about, files.Fold(about, c), c); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	for _, as := range []string{"curl", "json"} {
		r := inHistory(t, dir, "export", "aaaa", "--session", "--as", as)
		if r.code != exitUsage || !strings.Contains(r.stderr, "the session has 2; leave out --session") || r.stdout != "" {
			t.Errorf("%s: exit %d, %q, printed %q", as, r.code, r.stderr, r.stdout)
		}
	}
	if r := inHistory(t, dir, "export", "aaaa", "--session", "--as", "markdown"); r.code != exitOK || !strings.Contains(r.stdout, "Exchange 2 of 2") {
		t.Errorf("exit %d, %s\n%s", r.code, r.stderr, r.stdout)
	}
}

func TestExportWritesSeveralExchangesAsOneTranscript(t *testing.T) {
	dir := newDataDir(t)
	for _, prompt := range []string{"alpha", "beta"} {
		if r := inHistory(t, dir, "send", "-m", "sim/writer", "-p", prompt); r.code != exitOK {
			t.Fatal(r.stderr)
		}
	}
	var ids []string
	for _, e := range listed(t, dir) {
		ids = append([]string{e["id"].(string)}, ids...)
	}
	r := inHistory(t, dir, append([]string{"export", "--as", "markdown"}, ids...)...)
	if r.code != exitOK || strings.Count(r.stdout, "> alpha\n") != 1 || strings.Count(r.stdout, "> beta\n") != 1 || strings.Count(r.stdout, "**completed**") != 2 {
		t.Errorf("exit %d, %s\n%s", r.code, r.stderr, r.stdout)
	}
	if r := inHistory(t, dir, "export", "last", "--session", "--as", "json"); r.code != exitOK {
		t.Errorf("the one exchange of no session: exit %d, %s", r.code, r.stderr)
	}
	if r := inHistory(t, dir, "export", "last", "--session", "--as", "markdown"); r.code != exitOK || !strings.Contains(r.stdout, "> beta\n") {
		t.Errorf("of no session: exit %d, %s", r.code, r.stderr)
	}
}

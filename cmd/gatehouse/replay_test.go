package main

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gatehouse/client/har"
	"gatehouse/gateway"
)

const (
	askedAgain = `{"model":"sim/writer","input":"hello","stream":true}`
	anyKey     = "Authorization"
	someKey    = "Bearer some key"
)

// newCassette records two different answers to one request, and returns the cassette, the history
// and both answers.
func newCassette(t *testing.T) (path, dir string, answers []string) {
	t.Helper()
	upstream := httptest.NewServer(gateway.New(gateway.WithPace(time.Millisecond)))
	defer upstream.Close()
	dir, path = newDataDir(t), filepath.Join(t.TempDir(), "a.har")
	s := listening(t, "proxy", "--data-dir", dir, "--to", upstream.URL+"/api/v1", "--record", path)
	for range 2 {
		_, answer := ask(t, s.address+"/responses", askedAgain, anyKey, someKey)
		answers = append(answers, answer)
	}
	if code := s.stop(); code != exitOK || answers[0] == answers[1] {
		t.Fatalf("exit %d: %s", code, s.log)
	}
	return path, dir, answers
}

// TestReplayOfACassette: the recorded answers are sent again in their order, then the last one,
// with no gateway, another key and the body in another spelling; nothing is saved.
func TestReplayOfACassette(t *testing.T) {
	path, dir, answers := newCassette(t)
	s := listening(t, "replay", path, "--data-dir", dir, "--speed", "0")
	for i, want := range []string{answers[0], answers[1], answers[1]} {
		status, got := ask(t, s.address+"/responses", ` {"input":"h\u0065llo", "stream":true, "model":"sim/writer"}`, anyKey, "Bearer another")
		if status != 200 || got != want {
			t.Errorf("%d: %d, %d bytes, want %d", i, status, len(got), len(want))
		}
	}
	status, got := ask(t, s.address+"/responses", `{"model":"sim/writer","input":"hello you","stream":true}`)
	if status != 404 || !strings.Contains(got, `"differences":["input: recorded \"hello\", asked \"hello you\""]`) {
		t.Errorf("%d %s", status, got)
	}
	for _, more := range []string{`"user":"u1"`, `"user":"u2"`, `"user":"u3","run_id":7`} { // each is proposed once
		ask(t, s.address+"/responses", `{"model":"sim/writer","input":"hello","stream":true,`+more+`}`)
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("exit %d", code)
	}
	if log := s.log.String(); strings.Contains(log, "--ignore .input") || strings.Count(log, "  --ignore .user\n") != 1 || strings.Count(log, "  --ignore .run_id\n") != 1 {
		t.Errorf("the log proposes\n%s", log)
	}
	for _, want := range []string{"200  completed  sim/writer", ", 1 of 2", ", 2 of 2", `/responses  404  not recorded: No recorded request has this body. The nearest is `, `; input: recorded "hello", asked "hello you"`} {
		if !strings.Contains(s.log.String(), want) {
			t.Errorf("%q is not said:\n%s", want, s.log)
		}
	}
	if got := strings.Count(s.log.String(), "\n"); got != 7 {
		t.Errorf("7 requests are %d lines in the log:\n%s", got, s.log)
	}
	if r := inHistory(t, dir, "history", "list", "origin:replay"); r.stdout != "" {
		t.Errorf("kept: %s", r.stdout)
	}
}

// TestReplayWithAnotherKeyInTheBody: of the recorded one only the length is stored.
func TestReplayWithAnotherKeyInTheBody(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("fine")) }))
	defer upstream.Close()
	body := func(key, city string) string {
		return `{"api_key":"` + key + `","arguments":"{\"token\":\"` + key + `\",\"city\":\"` + city + `\"}"}`
	}
	path := filepath.Join(t.TempDir(), "a.har")
	s := listening(t, "proxy", "--no-persist", "--to", upstream.URL, "--record", path)
	ask(t, s.address+"/v1/x?user=key-of-a-recording", body("key-of-a-recording", "Oslo"))
	s.stop()
	s = listening(t, "replay", path, "--speed", "0")
	for _, asked := range []struct {
		key, city string
		want      int
	}{{"18-other-character", "Oslo", 200}, {"18-other-character", "Bergen", 404}, {"a-longer-key-than-that", "Oslo", 404}} {
		status, got := ask(t, s.address+"/v1/x?user="+asked.key, body(asked.key, asked.city))
		if status != asked.want || strings.Contains(got, asked.key) {
			t.Errorf("%v: %d %s", asked, status, got)
		}
	}
	if file := contents(t, path); bytes.Contains(file, []byte("key-of-a-recording")) {
		t.Errorf("kept: %s", file)
	}
}

// TestReplayOfTheHistory: what a query finds is replayed; with --keep, what is replayed is saved
// as a replay.
func TestReplayOfTheHistory(t *testing.T) {
	_, dir, answers := newCassette(t)
	s := listening(t, "replay", "origin:proxy", "--data-dir", dir, "--speed", "0", "--keep")
	if status, got := ask(t, s.address+"/responses", askedAgain, anyKey, "Bearer canary-of-a-replay"); status != 200 || got != answers[0] {
		t.Errorf("%d, %d bytes", status, len(got))
	}
	s.stop()
	if r := inHistory(t, dir, "history", "list", "origin:replay"); strings.Count(r.stdout, "  replay  ") != 1 {
		t.Errorf("the history: %s %s", r.stdout, r.stderr)
	}
	if r := inHistory(t, dir, "history", "show", "last"); !strings.Contains(r.stdout, "in the replay ") || strings.Contains(r.stdout, "in the proxy") {
		t.Errorf("what took how long: %s", r.stdout)
	}
	recorded := strings.Fields(inHistory(t, dir, "history", "show", "last").stdout)
	replayed := recorded[slices.Index(recorded, "replayed")+1]
	if r := inHistory(t, dir, "history", "show", replayed); !strings.Contains(r.stdout, "origin     proxy") {
		t.Errorf("%q is not what was replayed: %s", replayed, r.stdout)
	}
	r := inHistory(t, dir, "export", "last", "--as", "har")
	entries, err := har.Read([]byte(r.stdout))
	if err != nil || string(entries[0].Capture.Body.All()) != answers[0] || strings.Contains(r.stdout, "canary") {
		t.Errorf("%v: %s", err, r.stderr)
	}
}

// TestReplayFetchesWhatIsMissing: a request that is not recorded is forwarded with its key,
// appended to the file without it, and recorded from then on. A file that is not there is
// made.
func TestReplayFetchesWhatIsMissing(t *testing.T) {
	var fetched atomic.Int32
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fetched.Add(1)
		if r.Header.Get(anyKey) != "Bearer canary-of-a-fetch" || r.URL.Path != "/api/v1/responses" {
			t.Errorf("%s %v", r.URL, r.Header)
		}
		w.Write([]byte(`{"answer":1}`))
	}))
	defer upstream.Close()
	path := filepath.Join(t.TempDir(), "new.har")
	for range 2 {
		s := listening(t, "replay", path, "--to", upstream.URL+"/api/v1")
		for i := range 2 {
			if status, got := ask(t, s.address+"/responses", askedAgain, anyKey, "Bearer canary-of-a-fetch"); status != 200 || got != `{"answer":1}` {
				t.Errorf("%d %s", status, got)
			}
			s.log.wait("recorded as", i+1) // its record may end after the answer
		}
		s.stop()
	}
	if n := fetched.Load(); n != 1 {
		t.Errorf("fetched %d times", n)
	}
	if file := contents(t, path); bytes.Contains(file, []byte("canary")) {
		t.Errorf("the key was kept: %s", file)
	}
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestReplayFaultsAndIgnored: the flags reach the replay.
func TestReplayFaultsAndIgnored(t *testing.T) {
	path, _, answers := newCassette(t)
	s := listening(t, "replay", path, "--speed", "0", "--fault", "cut@100", "--ignore", ".metadata")
	if _, got := ask(t, s.address+"/responses", strings.Replace(askedAgain, "{", `{"metadata":{"run":"7"},`, 1)); got != answers[0][:100]+" … unexpected EOF" {
		t.Errorf("%q", got)
	}
	s.stop()
	if log := s.log.String(); !strings.Contains(log, "with --fault cut@100") || strings.Contains(log, "the server") {
		t.Errorf("the log does not say that the replay cut the answer:\n%s", log)
	}
	s = listening(t, "replay", path, "--fault", "status:503")
	if status, got := ask(t, s.address+"/responses", askedAgain); status != 503 || !strings.Contains(got, "--fault status:503") {
		t.Errorf("%d %s", status, got)
	}
}

// TestReplayKeepsTheTime: at speed 1 an answer takes as long as it took.
func TestReplayKeepsTheTime(t *testing.T) {
	path, _, answers := newCassette(t)
	entries, err := har.Read(contents(t, path))
	if err != nil {
		t.Fatal(err)
	}
	s := listening(t, "replay", path)
	start := time.Now()
	if _, got := ask(t, s.address+"/responses", askedAgain); got != answers[0] {
		t.Error("another answer")
	}
	chunks := entries[0].Capture.Body.Chunks()
	if took, least := time.Since(start).Microseconds(), chunks[len(chunks)-1].AtUS; took < least {
		t.Errorf("took %d µs, recorded were %d", took, least)
	}
}

// TestReplayOfATornCassette: the complete entries are replayed, imported and exported, the torn one
// is named, and the file stays as it is.
func TestReplayOfATornCassette(t *testing.T) {
	path, dir, answers := newCassette(t)
	torn := contents(t, path)
	torn = torn[:len(torn)-200]
	if err := os.WriteFile(path, torn, 0o600); err != nil {
		t.Fatal(err)
	}
	const named = "the file ends in the middle of it"
	s := listening(t, "replay", path, "--speed", "0")
	if _, got := ask(t, s.address+"/responses", askedAgain); got != answers[0] || !strings.Contains(s.log.String(), named) {
		t.Errorf("%d bytes; %s", len(got), s.log)
	}
	s.stop()
	if r := program(t, "", "import", path, "--data-dir", t.TempDir()); !strings.Contains(r.stderr+r.stdout, named) {
		t.Errorf("exit %d: %s%s", r.code, r.stdout, r.stderr)
	}
	if r := inHistory(t, dir, "export", path, "--as", "markdown"); r.code != exitOK || !strings.Contains(r.stdout, "hello") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	if !bytes.Equal(contents(t, path), torn) {
		t.Error("the file was changed")
	}
}

// TestReplayOfNothing: what is missing or wrong is reported, with the remedy.
func TestReplayOfNothing(t *testing.T) {
	dir := newDataDir(t)
	notes := filepath.Join(t.TempDir(), "notes.har")
	if err := os.WriteFile(notes, []byte("notes"), 0o600); err != nil {
		t.Fatal(err)
	}
	fresh := filepath.Join(t.TempDir(), "fresh.har")
	for args, want := range map[string]string{
		"":                                     "FILE.har or a QUERY is missing",
		"none.har":                             "none.har: no such file",
		notes:                                  "notes.har: line 1",
		notes + " origin:proxy":                "takes no other argument",
		"origin:proxy":                         "finds no exchange",
		"origin:elsewhere":                     "origin",
		fresh + " --to nobody":                 "nobody",
		"origin:proxy --to http://h":           "--to appends to a FILE.har",
		notes + " --fault melt":                "is not a fault",
		notes + " --fault cut@1 --fault cut@2": "--fault is given 2 times",
		notes + " --ignore del(.run)":          `"del(.run)" is not a jq path`,
		notes + " --ignore .a|length":          "is not a jq path",
		notes + " --speed -1":                  "--speed",
		notes + " --addr x":                    "--addr",
		notes + " --keep --no-persist":         "contradict",
		"origin:proxy model:x --allow-host \"": "finds no exchange",
		"@lint no-done":                        "takes no other argument",
		"@lint --to http://h":                  "--to appends to a FILE.har",
		"@lint --ignore .a":                    "bodies are not compared",
	} {
		words := slices.Concat([]string{"replay", "--data-dir", dir}, strings.Fields(args))
		if r := program(t, "", words...); r.code != exitUsage || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit %d, %q", args, r.code, r.stderr)
		}
	}
	if _, err := os.Stat(fresh); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a command that failed left a file: %v", err)
	}
}

// TestReplayOfTheSamples: a path chooses the answer, whatever the body; the flags reach it.
func TestReplayOfTheSamples(t *testing.T) {
	dir := newDataDir(t)
	s := listening(t, "replay", "@lint", "--data-dir", dir, "--speed", "0", "--keep")
	_, bad := ask(t, s.address+"/final-output-empty/v1/responses", `{"any":1}`)
	_, good := ask(t, s.address+"/final-output-empty/good/responses", "not JSON")
	if !strings.Contains(bad, `"output":[]`) || strings.Count(good, "in five pieces.") < 4 {
		t.Errorf("%s\n%s", bad, good)
	}
	if status, got := ask(t, s.address+"/nope/responses", "{}"); status != 404 || !strings.Contains(got, "There is no rule") {
		t.Errorf("%d %s", status, got)
	}
	s.stop()
	if log := s.log.String(); !strings.Contains(log, "  sample final-output-empty-responses  saved as ") {
		t.Error(log)
	}
	if r := inHistory(t, dir, "history", "list", "origin:replay", "status:200"); strings.Count(r.stdout, "  replay  ") != 2 {
		t.Errorf("the history: %s %s", r.stdout, r.stderr)
	}
	s = listening(t, "replay", "@lint", "--no-persist", "--speed", "0", "--fault", "cut@100")
	if _, got := ask(t, s.address+"/no-done/chat/completions", "{}"); !strings.HasSuffix(got, " … unexpected EOF") {
		t.Error(got)
	}
}

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// hello is a check that the local gateway passes.
const hello = `[[check]]
name = "greets"
request = { model = "sim/writer", stream = true, input = "hello" }
recorded = "last"
[check.expect]
verdict = "completed"
lint = []
jq = '.status == "completed" and .metadata != null'
frames_jq = '.[-1].verdict == "completed" and length > 5'
`

func TestCheckSendsAndSavesItsExchanges(t *testing.T) {
	dir := newDataDir(t)
	r := inHistory(t, dir, "check", savedFile(t, "c.toml", hello))
	r.wants(t, exitOK, "1 check passed")
	if r.stdout != "✓ greets\n" {
		t.Errorf("%q", r.stdout)
	}
	if saved := listed(t, dir, "origin:check"); len(saved) != 1 {
		t.Errorf("saved: %v", saved)
	}
}

func TestCheckSaysWhatFailed(t *testing.T) {
	path := savedFile(t, "c.toml", strings.Replace(hello, `verdict = "completed"`, `verdict = "failed"`, 1)+"text_contains = [\"quixotic\"]\n")
	r := inHistory(t, newDataDir(t), "check", path)
	r.wants(t, exitFailed, "1 of 1 check failed")
	for _, want := range []string{"greets  failed\n", ":6: verdict: expected failed, got completed\n", `:10: text_contains: expected "quixotic" in the text, got "`} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
}

func TestCheckRefusesBrokenFiles(t *testing.T) {
	for doc, words := range map[string]string{
		"[[check]]\nverdict = 1": "c.toml:2: unknown key check.verdict",
		"[[check]]\nrequest = {}\nrecorded = \"last\"\n[check.expect]\nreceipts = \"agrees\"": "unknown key check.expect.receipts",
		"[[check]]\nrecorded = \"last\"\nexpect.exit = 0":                                     "has no request to send",
	} {
		program(t, "", "check", savedFile(t, "c.toml", doc)).wants(t, exitUsage, words)
	}
	good := savedFile(t, "c.toml", "[[check]]\nrequest = {}\nexpect.exit = 0")
	program(t, "", "check", "--recorded", good).wants(t, exitUsage, "names no exchange")
	program(t, "", "check", "@doc").wants(t, exitUsage, "no checks of that name")
	program(t, "", "check").wants(t, exitUsage, "give a FILE")
	program(t, "", "check", good, "--format", "xml").wants(t, exitUsage, "text, json, junit, sarif or tap")
	program(t, "", "check", good, "--rate", "fast").wants(t, exitUsage, "2/s or 30/m")
	program(t, "", "check", good, "--jobs", "0").wants(t, exitUsage, "1 or more")
	program(t, "", "check", good, "--fail-on", "error").wants(t, exitUsage, "failure or warning")
	program(t, "", "check", good+".gone").wants(t, exitUsage, "no such file")
}

// TestCheckRecorded looks at exchanges of the history and of a HAR. Where they would be sent
// to, nobody listens.
func TestCheckRecorded(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "send", "-m", "sim/writer", "-p", "hello")
	inHistory(t, dir, "send", "-m", "fault/cut", "-p", "hello")
	here := t.TempDir()
	inHistory(t, dir, "export", "last", "--as", "har", "-o", filepath.Join(here, "one.har")).wants(t, exitOK)
	for recorded, want := range map[string]struct {
		code int
		says string
	}{
		`last`:             {exitOK, ""},
		`model:fault/*`:    {exitOK, ""},
		`verdict:trunc*`:   {exitOK, ""},
		`since:1h`:         {exitFailed, "verdict: expected truncated, got completed"},
		`one.har`:          {exitOK, ""},
		`one.har#1`:        {exitOK, ""},
		`one.har#2`:        {exitFailed, "recorded: expected an exchange, got unknown: "},
		`gone.har#1`:       {exitFailed, "no such file"},
		`zzzz`:             {exitFailed, "the history has no exchange zzzz"},
		`model:none`:       {exitFailed, "no exchange of the history matches model:none"},
		`since:yesterdayy`: {exitFailed, "the query"},
	} {
		path := filepath.Join(here, "c.toml")
		doc := "[[check]]\nname = \"n\"\nbase_url = \"http://127.0.0.1:1\"\nrecorded = \"" + recorded + "\"\nexpect.verdict = \"truncated\"\nexpect.frames_jq = 'length > 3'\n"
		if err := os.WriteFile(path, []byte(doc), 0o600); err != nil {
			t.Fatal(err)
		}
		r := inHistory(t, dir, "check", "--recorded", path)
		if r.code != want.code || !strings.Contains(r.stdout, want.says) {
			t.Errorf("%s: exit %d, %s%s", recorded, r.code, r.stdout, r.stderr)
		}
	}
	if n := len(listed(t, dir)); n != 2 {
		t.Errorf("%d exchanges, want no more than the 2 that were there", n)
	}
}

// TestCheckKeepsTheKeyFromAddressesThatOnlyAFileNames: it goes where a flag says.
func TestCheckKeepsTheKeyFromAddressesThatOnlyAFileNames(t *testing.T) {
	var mu sync.Mutex
	var keys []string
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		keys = append(keys, r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"r","object":"response","status":"completed","output":[]}`)
	})
	path := savedFile(t, "c.toml", "[[check]]\nrequest = {}\nbase_url = \""+base+"\"\nexpect.verdict = \"completed\"\n")
	env := map[string]string{"GATEHOUSE_API_KEY": "key-of-this-shell"}
	programIn(t, env, "", "check", "--no-persist", path).wants(t, exitOK, "GATEHOUSE_API_KEY is not sent")
	programIn(t, env, "", "check", "--no-persist", path, "--base-url", base).wants(t, exitOK)
	if len(keys) != 2 || keys[0] != "" || keys[1] != "Bearer key-of-this-shell" {
		t.Errorf("%q", keys)
	}
}

func TestCheckRepeats(t *testing.T) {
	n := 0
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		n++
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"r","object":"response","status":"`+map[bool]string{true: "failed", false: "completed"}[n == 2]+`","output":[]}`)
	})
	path := savedFile(t, "c.toml", "[[check]]\nname = \"n\"\nrequest = {}\nrepeat = 3\npass = 2\nexpect.verdict = \"completed\"\n")
	args := []string{"check", "--no-persist", path, "--base-url", base, "--jobs", "1", "--format", "json"}
	r := program(t, "", args...)
	r.wants(t, exitOK)
	var out struct {
		Passed int
		Checks []struct {
			Check string
			Line  int
			Runs  []struct {
				Passed       bool
				Expectations []struct {
					Expectation, Expected, Got string
					Frame                      *int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &out); err != nil || out.Passed != 1 || len(out.Checks[0].Runs) != 3 {
		t.Fatalf("%v: %s", err, r.stdout)
	}
	if second := out.Checks[0].Runs[1]; second.Passed || !strings.HasPrefix(second.Expectations[0].Got, "failed") {
		t.Errorf("%+v", second)
	}
	n = 0
	program(t, "", append(args, "--fail-on", "warning")...).wants(t, exitFailed)
}

func TestCheckReranks(t *testing.T) {
	path := savedFile(t, "c.toml", "[[check]]\nrequest = { model = \"sim/bm25\", query = \"cats\", documents = [\"dogs\", \"cats\"] }\nexpect.ranking.order = [1, 0]\n")
	program(t, "", "check", "--no-persist", path).wants(t, exitOK)
}

func TestRates(t *testing.T) {
	for rate, want := range map[string]time.Duration{"": 0, "4/s": time.Second / 4, "30/m": 2 * time.Second} {
		if got, err := readRate(rate); got != want || err != nil {
			t.Errorf("%q: %s, %v", rate, got, err)
		}
	}
}

func TestLintPrintsSARIF(t *testing.T) {
	r := program(t, "", "lint", "--format", "sarif", savedFile(t, "answer.sse", emptyEnd))
	r.wants(t, exitFailed)
	for _, want := range []string{`"ruleId": "final-output-empty"`, "In frame 3.", `answer.sse"`, `"primaryLocationLineHash"`} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %s in\n%s", want, r.stdout)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"
)

// receiver is a server with the bodies that it received.
type receiver struct {
	base string
	mu   sync.Mutex
	got  []string
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{}
	r.base = answering(t, func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.got = append(r.got, req.Header.Get("Authorization")+" "+string(body))
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"r","object":"response","status":"completed","output":[]}`)
	})
	return r
}

// sent returns how many requests arrived since the last call.
func (r *receiver) sent() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.got)
	r.got = nil
	return n
}

// project writes the files of a repository next to a secret, and returns the path of its checks.
func project(t *testing.T, checks string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"repo/.git/HEAD": `"ref"`, "repo/svc/checks/c.toml": checks, "repo/svc/requests/card.json": `{"model":"m","input":"hello"}`,
		"repo/marks.json": `["canary-of-a-mark"]`, "repo/schema.json": `{"$ref":"canary-of-a-schema"}`, "repo/late.json": `{"properties":{"a":{"$ref":"canary-of-a-schema"}}}`,
		"repo/notes.json": "canary-of-notes", "repo/number.json": "4242", "secret.json": `{"canary":"of-a-secret"}`,
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(root, "repo/svc/checks/c.toml")
}

// TestCheckSendsNoFileOfThisMachine: neither the environment of the program nor a file outside
// the repository is sent, and no message shows what a file holds.
func TestCheckSendsNoFileOfThisMachine(t *testing.T) {
	to := newReceiver(t)
	for check, want := range map[string]string{
		`request = "/proc/self/environ"`:                                                            `check.request: "/proc/self/environ" leads out of `,
		`request = "../../../secret.json"`:                                                          `check.request: "../../../secret.json" leads out of `,
		`request = "../../.git/HEAD"`:                                                               `check.request: "../../.git/HEAD" is part of .git`,
		`request = "../../notes.json"`:                                                              `check.request: "../../notes.json" is not JSON`,
		`request = "../../number.json"`:                                                             `check.request: "../../number.json" is no JSON object, string or list`,
		"request = {}\n[check.expect]\ntext_schema = \"../../../secret.json\"":                      `text_schema: "../../../secret.json" leads out of `,
		"request = {}\n[check.expect]\ntext_schema = \"../../schema.json\"":                         `text_schema: ../../schema.json: the schema cannot be used`,
		"request = {}\n[check.expect]\nranking.mrr = { min = 1, marks = \"../../../secret.json\" }": `ranking.mrr.marks: "../../../secret.json" leads out of `,
		"request = {}\n[check.expect]\nranking.mrr = { min = 1, marks = \"../../marks.json\" }":     `ranking.mrr.marks: ../../marks.json: element 0 is no mark`,
	} {
		text := "[[check]]\nbase_url = \"" + to.base + "\"\n" + check
		if !strings.Contains(check, "expect") {
			text += "\nexpect.verdict = \"completed\"\n"
		}
		r := program(t, "", "check", "--no-persist", "--yes", project(t, text))
		r.wants(t, exitUsage, want)
		if strings.Contains(r.stdout+r.stderr, "canary") {
			t.Errorf("%s shows the file: %s%s", check, r.stdout, r.stderr)
		}
	}
	if n := to.sent(); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
	path := project(t, "[[check]]\nrequest_jq = 'error(.)'\nrequest = \"../../../secret.json\"\nexpect.verdict = \"completed\"")
	r := program(t, "", "check", "--no-persist", "--allow-files", filepath.Join(filepath.Dir(path), "../../.."), path)
	r.wants(t, exitFailed)
	if strings.Contains(r.stdout+r.stderr, "of-a-secret") || !strings.Contains(r.stdout, "the filter does not run on the request in the file") {
		t.Errorf("%s%s", r.stdout, r.stderr)
	}
	for recorded, want := range map[string]string{"../../../secret.json": "leads out of ", "/etc/hosts#1": "leads out of ", "../../notes.json#1": "notes.json"} {
		r := program(t, "", "check", "--no-persist", "--recorded", project(t, "[[check]]\nrecorded = \""+recorded+"\"\nexpect.exit = 0\n"))
		r.wants(t, exitFailed)
		if !strings.Contains(r.stdout, want) || strings.Contains(r.stdout+r.stderr, "canary") {
			t.Errorf("%s: %s%s", recorded, r.stdout, r.stderr)
		}
	}
}

// TestCheckFiltersReachNothing: no filter of a check reads a file, a variable or further input.
func TestCheckFiltersReachNothing(t *testing.T) {
	t.Setenv("CANARY", "canary-of-the-environment")
	to := newReceiver(t)
	for _, filter := range []string{`. + {e: env, f: $ENV}`, `import \"canary\" as c; c::f`, `include \"canary\"; .`, `import \"../../../secret\" as $d; $d`, `input`, `. + {i: [inputs]}`, `input_filename`} {
		path := project(t, "[[check]]\nbase_url = \""+to.base+"\"\nrequest = {}\nrequest_jq = \""+filter+"\"\nexpect.verdict = \"completed\"\n")
		program(t, "", "check", "--no-persist", path)
	}
	if len(to.got) == 0 {
		t.Error("no filter ran")
	}
	for _, body := range to.got {
		if strings.Contains(body, "canary") || strings.Contains(body, "of-a-secret") || strings.Contains(body, "PATH") {
			t.Errorf("it sent %s", body)
		}
	}
}

// TestCheckReadsNoRecordOfAnotherFile: not one that another check file of the same run has read, and
// the error names the way out.
func TestCheckReadsNoRecordOfAnotherFile(t *testing.T) {
	dir := t.TempDir()
	const answer = `{"object":"response","status":"completed","model":"private-model","output":[]}`
	for name, data := range map[string]string{
		"mine/.git/HEAD": "", "mine/x.json": answer, "theirs/.git/HEAD": "",
		"mine/a.toml":   "[[check]]\nrecorded = \"x.json#1\"\nexpect.verdict = \"completed\"\n",
		"theirs/b.toml": "[[check]]\nrecorded = \"../mine/x.json#1\"\nexpect.served = \"zzz\"\n",
		"theirs/c.toml": "[[check]]\nrecorded = \"link.json\"\nexpect.served = \"zzz\"\n",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(data), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../mine/x.json", filepath.Join(dir, "theirs/link.json")); err != nil {
		t.Skip(err)
	}
	for _, theirs := range []string{"theirs/b.toml", "theirs/c.toml"} {
		r := program(t, "", "check", "--no-persist", "--recorded", filepath.Join(dir, "mine/a.toml"), filepath.Join(dir, theirs))
		if out := r.stdout + r.stderr; strings.Contains(out, "private-model") || !strings.Contains(out, "leads out of") || !strings.Contains(out, "--allow-files") {
			t.Errorf("%s: exit %d, %s", theirs, r.code, out)
		}
	}
}

// TestCheckAsksForAddressesThatOnlyAFileNames: without a terminal nothing is sent, whatever
// --yes says, and a flag allows each.
func TestCheckAsksForAddressesThatOnlyAFileNames(t *testing.T) {
	to := newReceiver(t)
	config := savedFile(t, "config.toml", "[profiles.stage]\nbase_url = \""+to.base+"/stage\"\nkey_env = \"STAGE\"\n[profiles.prod]\nbase_url = \""+to.base+"/prod\"\nkey_env = \"PROD\"\n")
	env := map[string]string{"STAGE": "key-of-stage", "PROD": "key-of-prod"}
	path := project(t, `
[[check]]
profile = "stage"
repeat = 2
request = "../requests/card.json"
expect.verdict = "completed"
[[check]]
profile = "prod"
request = "../requests/card.json"
expect.verdict = "completed"
`)
	check := func(flags ...string) ran {
		return programIn(t, env, "", append([]string{"--config", config, "check", "--no-persist", path}, flags...)...)
	}
	r := check("--yes")
	r.wants(t, exitUsage, "c.toml:2: only this file names "+to.base+"/stage (profile \"stage\"); --allow-address "+to.base+"/stage allows it",
		"c.toml:7: only this file names "+to.base+"/prod", "nothing is sent")
	check("--allow-address", to.base+"/stage").wants(t, exitUsage, "/prod allows it")
	foreign := project(t, "[[check]]\nrequest = {}\nbase_url = \"http://gateway.invalid/v1\"\nexpect.verdict = \"completed\"\n")
	program(t, "", "check", "--no-persist", "--max-cost", "1", foreign).wants(t, exitUsage, "--allow-address http://gateway.invalid/v1 allows it")
	program(t, "", "check", "--no-persist", "--allow-address", "stage", foreign).wants(t, exitUsage, `--allow-address: "stage" is not an address`)
	if n := to.sent(); n > 0 {
		t.Errorf("%d requests were sent", n)
	}

	check("--allow-address", to.base+"/stage", "--allow-address", to.base+"/prod").wants(t, exitOK, "2 checks passed")
	check("--base-url", to.base).wants(t, exitOK)
	check("--profile", "prod").wants(t, exitOK)
	if n := to.sent(); n != 9 {
		t.Errorf("%d requests were sent, want 9", n)
	}
	env["GATEHOUSE_BASE_URL"] = to.base
	programIn(t, env, "", "--config", config, "check", "--no-persist", path).wants(t, exitOK)
	delete(env, "GATEHOUSE_BASE_URL")
	programIn(t, env, "", "check", "--no-persist", "--config", savedFile(t, "c.toml", "profile = \"a\"\n[profiles.a]\nbase_url = \""+to.base+"\"\nkey_env = \"STAGE\"\n"),
		project(t, "[[check]]\nrequest = \"../requests/card.json\"\nexpect.verdict = \"completed\"\n")).wants(t, exitOK)
}

// TestCheckAsksOnATerminal: once for all addresses, with each in the question.
func TestCheckAsksOnATerminal(t *testing.T) {
	to := newReceiver(t)
	config := savedFile(t, "config.toml", "[profiles.stage]\nbase_url = \""+to.base+"\"\nkey_env = \"STAGE\"\n")
	t.Setenv("STAGE", "key-of-stage")
	path := project(t, "[[check]]\nprofile = \"stage\"\nrequest = \"../requests/card.json\"\nexpect.verdict = \"completed\"\n[[check]]\nprofile = \"stage\"\nrequest = {}\nexpect.verdict = \"completed\"\n")
	for answer, want := range map[string]struct{ code, sent int }{"y\n": {exitOK, 2}, "n\n": {exitUsage, 0}, "\n": {exitUsage, 0}} {
		terminal, tty, err := pty.Open()
		if err != nil {
			t.Skip(err)
		}
		seen := make(chan []byte)
		go func() {
			all, _ := io.ReadAll(terminal)
			seen <- all
		}()
		io.WriteString(terminal, answer)
		var out bytes.Buffer
		code := run(context.Background(), []string{"--config", config, "check", "--no-persist", path}, host{stdin: tty, stdout: &out, stderr: tty, getenv: os.Getenv})
		tty.Close()
		text := string(<-seen)
		terminal.Close()
		if n := to.sent(); code != want.code || n != want.sent {
			t.Errorf("%q: exit %d, %d sent, %s", answer, code, n, text)
		}
		if !strings.Contains(text, "c.toml:1: 2 requests to "+to.base+` (profile "stage")`) || strings.Count(text, "[y/N]") != 1 {
			t.Errorf("it asks %q", text)
		}
	}
}

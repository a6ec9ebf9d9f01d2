package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/state/share/export"
)

// canaries returns the keys that a user may have set, by their source.
func canaries() map[string]string {
	return map[string]string{
		"the environment": "canary-env-5fd1c0a7",
		"the config":      "canary-config-90be4d12",
		"a header flag":   "canary-flag-3c77aa02",
	}
}

// newParrot is a service that says every credential it is sent: in headers, in errors, in
// a stream with the middle of a key between two chunks, and packed. The prompt chooses.
func newParrot(t *testing.T) string {
	return answering(t, func(w http.ResponseWriter, r *http.Request) {
		heard := strings.Join([]string{
			strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), r.Header.Get("X-Api-Key"), r.Header.Get("X-Session-Token"), r.URL.Query().Get("key"),
		}, " ")
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Heard", heard)
		w.Header().Set("Location", "https://elsewhere.invalid/?key="+strings.Fields(heard + " none")[0])
		quoted, _ := json.Marshal(heard + " " + string(body))
		switch {
		case bytes.Contains(body, []byte("say an error")):
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprintf(w, `{"error":{"code":401,"message":%s,"metadata":{"raw":%s}}}`, quoted, quoted)
		case bytes.Contains(body, []byte("say it packed")):
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			zip := gzip.NewWriter(w)
			fmt.Fprintf(zip, `{"id":"r","object":"response","status":"completed","model":"m/x","output":[{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":%s,"annotations":[]}]}]}`, quoted)
			zip.Close()
		default:
			w.Header().Set("Content-Type", "text/event-stream")
			stream := []byte(message(string(quoted)) + completed)
			for len(stream) > 0 {
				n := min(7, len(stream))
				w.Write(stream[:n])
				w.(http.Flusher).Flush()
				stream = stream[n:]
			}
		}
	})
}

// TestNoKeyIsFoundAnywhere sends every key to a service that says it again, also in the
// request itself, as the output of a tool and as the name of a file, and looks for it in
// all that is left: what was printed, the screen, the history, the spools, each export.
func TestNoKeyIsFoundAnywhere(t *testing.T) {
	dir, base := newDataDir(t), newParrot(t)
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, fmt.Appendf(nil, "profile = 'p'\n[profiles.p]\nbase_url = '%s'\nheaders = { 'X-Api-Key' = '%s' }\n", base, canaries()["the config"]), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"GATEHOUSE_API_KEY": canaries()["the environment"]}
	common := []string{"--data-dir", dir, "--config", config, "--profile", "p"}
	var left bytes.Buffer // all that can be read afterwards
	runs := func(stdin string, args ...string) {
		r := programIn(t, env, stdin, append(common, args...)...)
		left.WriteString(r.stdout + r.stderr)
		if r.stdout == "" && r.stderr == "" {
			t.Errorf("%v printed nothing", args)
		}
	}
	credentials := strings.Join([]string{canaries()["the environment"], canaries()["the config"], canaries()["a header flag"]}, " ")
	request := `{"model":"m/x","stream":true,"input":[
		{"type":"message","role":"user","content":[{"type":"input_file","filename":"` + credentials + `.txt","file_data":"data:text/plain;base64,eA=="}]},
		{"type":"function_call","call_id":"c","name":"f","arguments":"{\"key\":\"` + credentials + `\"}"},
		{"type":"function_call_output","call_id":"c","output":"` + credentials + `"}]}`
	header := []string{"--header", "X-Session-Token: " + canaries()["a header flag"]}
	for _, prompt := range []string{"say an error", "say it packed", "say it split"} {
		for _, flag := range []string{"--stream", "--json", "--events"} {
			runs("", append(header, "send", "-p", prompt, flag)...)
		}
	}
	runs(request, append(header, "send")...)
	known := env["GATEHOUSE_API_KEY"] + " " + canaries()["the config"] // rerank takes no header
	runs("a document\n"+known+"\n", "rerank", "--model", "m/r", "--query", known)
	runs("", "history")
	runs("", "history", "search", "say")
	for _, flag := range []string{"--json", "--limit=1"} {
		runs("", "history", "show", "last", flag)
	}
	for _, d := range export.Documents() {
		for _, redact := range []string{"--redact", "--no-redact"} {
			runs("", "export", "last", "--as", d.As, redact)
		}
	}
	a := newAgent(t, env, append(common, "--allow-send", "p", "--max-cost", "1")...)
	for _, id := range idsOf(t, dir) {
		for name, args := range everyCall(t, id, "last") {
			left.WriteString(strings.Join(texts(a.result(strings.Fields(name)[0], args)), "\n"))
		}
	}
	left.WriteString(strings.Join(texts(a.result("send", map[string]any{"profile": "p", "request": map[string]any{"model": "m/x", "input": credentials, "max_output_tokens": 1}})), "\n"))
	left.WriteString(onScreen(t, append(common, "-m", "m/x"), env["GATEHOUSE_API_KEY"]))
	err := filepath.WalkDir(filepath.Dir(dir), func(path string, d fs.DirEntry, err error) error {
		left.WriteString(path + "\n")
		if err == nil && d.Type().IsRegular() && path != config {
			data, _ := os.ReadFile(path)
			left.Write(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range listed(t, dir) { // bodies are packed in the database
		id, _ := e["id"].(string)
		r := inHistory(t, dir, "export", id, "--as", "har", "--no-redact")
		if r.code != exitOK || !strings.Contains(r.stdout, "***") {
			t.Errorf("%s: exit %d; a key was sent and nothing is masked: %s", id, r.code, r.stderr)
		}
		left.WriteString(r.stdout)
	}
	for where, key := range canaries() {
		if at := bytes.Index(left.Bytes(), []byte(key)); at >= 0 {
			t.Errorf("the key of %s is found: …%s…", where, left.Bytes()[max(0, at-200):min(left.Len(), at+200)])
		}
	}
}

// onScreen asks in the playground, ends it, and returns all that it wrote to the terminal.
func onScreen(t *testing.T, args []string, key string) string {
	t.Helper()
	cmd, terminal := screen(t, args, "GATEHOUSE_API_KEY="+key)
	until(t, terminal, "❯")
	io.WriteString(terminal, "say an error\r")
	var seen bytes.Buffer
	until(t, io.TeeReader(terminal, &seen), "401")
	io.WriteString(terminal, "\x11") // ctrl+q
	rest, _ := io.ReadAll(terminal)  // ends with an error when the program has closed its side
	_ = cmd.Wait()
	return seen.String() + string(rest)
}

// TestTheBaseURLIsSavedWithoutCredentials checks that a key in its query appears in no list and in
// no document that names the address of a request.
func TestTheBaseURLIsSavedWithoutCredentials(t *testing.T) {
	dir := newDataDir(t)
	base := "http://127.0.0.1:1/v1?key=canary-in-the-query"
	r := inHistory(t, dir, "--base-url", base, "send", "-p", "hello")
	left := r.stdout + r.stderr + inHistory(t, dir, "history", "show", "last", "--json").stdout
	for _, as := range []string{"markdown", "har"} {
		r := inHistory(t, dir, "export", "last", "--as", as, "--no-redact")
		if r.code != exitOK || !strings.Contains(r.stdout, "http://127.0.0.1:1/v1?key=***") {
			t.Errorf("%s: exit %d: %s%s", as, r.code, r.stdout, r.stderr)
		}
		left += r.stdout
	}
	left += inHistory(t, dir, "--base-url", base, "export", savedFile(t, "r.json", `{"input":"hello"}`), "--as", "markdown").stdout
	if strings.Contains(left, "canary") {
		t.Errorf("a credential of the base URL is in\n%s", left)
	}
}

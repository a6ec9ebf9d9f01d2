package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProxyRulesChangeRequests on the way: the gateway gets the changed one, and the history has both.
func TestProxyRulesChangeRequests(t *testing.T) {
	got := make(chan string, 1)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- string(body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"id":"r","object":"response","status":"completed","model":"sim/coder","output":[]}`)
	}))
	defer upstream.Close()
	dir := newDataDir(t)
	settings := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(settings, []byte("[[proxy.rule]]\nwhen = 'model:gpt-*'\nrequest = '.temperature = 0'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := listening(t, "proxy", "--data-dir", dir, "--config", settings, "--to", upstream.URL, "--set", `path:/responses model:gpt-* => .model = "sim/coder"`)
	ask(t, s.address+"/responses", `{"model":"gpt-5","input":"hello"}`)
	if body := <-got; body != `{"model":"sim/coder","input":"hello","temperature":0}` {
		t.Errorf("the gateway got %s", body)
	}
	ask(t, s.address+"/responses", `{"model":"other","input":"hello"}`)
	if body := <-got; body != `{"model":"other","input":"hello"}` {
		t.Errorf("the gateway got %s", body)
	}
	s.stop()
	if r := inHistory(t, dir, "history", "list", "changed:yes"); strings.Count(r.stdout, "✎") != 1 || !strings.Contains(r.stdout, "hello") {
		t.Errorf("%s %s", r.stdout, r.stderr)
	}
	r := inHistory(t, dir, "history", "list", "changed:rule", "--json")
	_, id, _ := strings.Cut(r.stdout, `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	for _, want := range []string{"changed by", `=> .temperature = 0`, `"gpt-5"`, "THE PROGRAM SENT", `"sim/coder"`} {
		if r := inHistory(t, dir, "history", "show", id); !strings.Contains(r.stdout, want) {
			t.Errorf("no %s in\n%s", want, r.stdout)
		}
	}
	if r := inHistory(t, dir, "export", id, "--as", "har"); !strings.Contains(r.stdout, `"changed"`) || !strings.Contains(r.stdout, "gpt-5") {
		t.Errorf("HAR: %s", r.stdout)
	}
}

// TestWrongProxyRules end the command with what is wrong.
func TestWrongProxyRules(t *testing.T) {
	for _, c := range []struct{ flag, value, want string }{
		{"--set", "verdict:failed => .a = 1", "not known before the answer"},
		{"--set", "model:a", "has no =>"},
		{"--arg-file", "A=/x", "there is none"},
	} {
		r := program(t, "", "proxy", "--no-persist", "--addr", "127.0.0.1:0", "--to", "http://127.0.0.1:1", c.flag, c.value)
		if r.code != exitUsage || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%s: exit %d %s", c.value, r.code, r.stderr)
		}
	}
}

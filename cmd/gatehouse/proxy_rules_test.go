package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"
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
	for _, want := range []string{"changed by", `=> .temperature = 0`, `"gpt-5"`, "REQUEST RECEIVED", "REQUEST SENT", `"sim/coder"`} {
		if r := inHistory(t, dir, "history", "show", id); !strings.Contains(r.stdout, want) {
			t.Errorf("no %s in\n%s", want, r.stdout)
		}
	}
	if r := inHistory(t, dir, "export", id, "--as", "har"); !strings.Contains(r.stdout, `"changed"`) || !strings.Contains(r.stdout, "gpt-5") {
		t.Errorf("HAR: %s", r.stdout)
	}
}

// TestProxyRulesChangeMessages of a WebSocket as Codex has it: its model is another, one message is refused, and
// another connection goes elsewhere; a rule that could send single messages elsewhere refuses the connection.
func TestProxyRulesChangeMessages(t *testing.T) {
	dir := newDataDir(t)
	s := listening(t, "proxy", "--data-dir", dir, "--to", "gw=local", "--to", "none=http://127.0.0.1:1",
		"--set", `model:gpt-* => .model = "sim/coder"`, "--fault", "model:busy => status:429",
		"--redirect", "path:/v1/responses -path:/api => gw", "--redirect", "path:/y/responses model:gpt-5 => gw")
	codex := func(model string) string {
		return `{"type":"response.create","model":"` + model + `","instructions":"You are a coding agent.","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"hello"}]}],"tools":[],"tool_choice":"auto","parallel_tool_calls":false,"store":false,"stream":true,"include":[],"prompt_cache_key":"c"}`
	}
	dial := func(path string) (*websocket.Conn, *http.Response, error) {
		return websocket.Dial(t.Context(), strings.TrimSuffix(s.address, "/gw")+path, &websocket.DialOptions{CompressionMode: websocket.CompressionContextTakeover, HTTPHeader: http.Header{"Authorization": {"Bearer any"}}})
	}
	for _, path := range []string{"/gw/responses", "/none/v1/responses"} {
		c, _, err := dial(path)
		if err != nil {
			t.Fatal(err)
		}
		c.SetReadLimit(-1)
		for _, one := range []struct{ model, last, want string }{
			{"gpt-5", "response.completed", `"model":"sim/coder"`}, {"busy", "error", `"code":"fault"`}, {"sim/writer", "response.completed", `"model":"sim/writer"`},
		} {
			if err := c.Write(t.Context(), websocket.MessageText, []byte(codex(one.model))); err != nil {
				t.Fatal(err)
			}
			for event := ""; !strings.Contains(event, `"type":"`+one.last+`"`); {
				_, b, err := c.Read(t.Context())
				if event = string(b); err != nil || strings.Contains(event, `"type":"`+one.last+`"`) && !strings.Contains(event, one.want) {
					t.Fatalf("%s %s: %s %v", path, one.model, event, err)
				}
			}
		}
		_ = c.Close(websocket.StatusNormalClosure, "")
	}
	if _, resp, err := dial("/none/y/responses"); err == nil || resp.StatusCode != http.StatusUpgradeRequired {
		t.Errorf("%v", err)
	}
	s.stop()
	if r := inHistory(t, dir, "history", "stats", "method:WS", "--fail-if", "failures>0"); r.code != 0 || strings.Contains(r.stdout, "▒ failed") {
		t.Errorf("faults on purpose are counted: %s", r.stdout)
	}
	if r := inHistory(t, dir, "history", "stats", "method:WS", "--by", "error"); !strings.Contains(r.stdout, "on purpose") {
		t.Errorf("%s", r.stdout)
	}
	for query, want := range map[string]int{"changed:yes method:WS": 4, "method:WS": 6, "status:429": 2, "fault:status": 2, "method:WS -fault:*": 4, "status:426": 1} {
		if r := inHistory(t, dir, "history", "list", query); strings.Count(r.stdout, "proxy   WS ") != want {
			t.Errorf("%s:\n%s", query, r.stdout)
		}
	}
}

// TestWrongProxyRules end the command with what is wrong.
func TestWrongProxyRules(t *testing.T) {
	for _, c := range []struct{ flag, value, want string }{
		{"--set", "verdict:failed => .a = 1", "not known before the answer"},
		{"--set", "model:a", "has no =>"},
		{"--arg-file", "A=/x", "there is none"},
		{"--redirect", "model:a => nowhere", "nowhere"},
		{"--redirect", "model:a =>", "no => with what is done"},
		{"--fault", "model:a => melt", "not a fault"},
		{"--fault", "verdict:failed => cut@1", "not known before the answer"},
	} {
		r := program(t, "", "proxy", "--no-persist", "--addr", "127.0.0.1:0", "--to", "http://127.0.0.1:1", c.flag, c.value)
		if r.code != exitUsage || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%s: exit %d %s", c.value, r.code, r.stderr)
		}
	}
}

// TestProxyRedirectsToAProfile, whose key it sends instead of the program's; the local gateway translates.
func TestProxyRedirectsToAProfile(t *testing.T) {
	got := make(chan *http.Request, 1)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got <- r
		_, _ = io.WriteString(w, `{"id":"r","object":"response","status":"completed","model":"a","output":[]}`)
	}))
	defer other.Close()
	dir := newDataDir(t)
	settings := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(settings, []byte("[profiles.other]\nbase_url = '"+other.URL+"/v1'\nkey_command = ['echo', 'own-key']\n[[proxy.rule]]\nwhen = 'path:/responses'\nto = 'other'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := listening(t, "proxy", "--data-dir", dir, "--config", settings, "--to", "http://127.0.0.1:1",
		"--set", `path:/messages => .model = "sim/writer"`, "--redirect", "-path:/responses => local")
	post := func(path, body string) (int, string) {
		req, _ := http.NewRequest("POST", s.address+path, strings.NewReader(body))
		req.Header.Set("X-Api-Key", "canary-key")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		answer, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(answer)
	}
	post("/v1/responses", `{"model":"a","input":"hello"}`)
	if r := <-got; r.URL.Path != "/v1/responses" || r.Header.Get("Authorization") != "Bearer own-key" || r.Header.Get("X-Api-Key") != "" {
		t.Errorf("%s %v", r.URL, r.Header)
	}
	if status, body := post("/v1/messages", `{"model":"claude","max_tokens":50,"messages":[{"role":"user","content":"hi"}]}`); status != 200 || !strings.Contains(body, `"type":"message"`) {
		t.Errorf("%d %s", status, body)
	}
	if status, body := post("/v1beta/models/g:generateContent", `{"contents":[]}`); status != 502 || !strings.Contains(body, "cannot be translated") {
		t.Errorf("%d %s", status, body)
	}
	s.stop()
	if r := inHistory(t, dir, "history", "list", "changed:yes"); !strings.Contains(r.stdout, "✎") {
		t.Errorf("%s", r.stdout)
	}
}

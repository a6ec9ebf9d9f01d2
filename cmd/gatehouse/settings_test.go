package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/pflag"

	"gatehouse/app/effect/config"
)

// configured writes a config file and returns its path.
func configured(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestProfileIsUsed(t *testing.T) {
	var got *http.Request
	var body string
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		got, body = r, string(data)
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	path := configured(t, `
		profile = "work"
		[profiles.work]
		base_url = "`+base+`/api/v1/"
		service = "gate"
		model = "work/model"
		key_env = "WORK_KEY"
		headers = { "X-Title" = "mine" }
	`)
	env := map[string]string{"WORK_KEY": "canary-work", "GATEHOUSE_API_KEY": "canary-other"}
	r := programIn(t, env, "", "--config", path, "send", "-p", "hi", "--metadata")
	r.wants(t, exitOK)
	if got.URL.Path != "/api/v1/responses" || got.Header.Get("Authorization") != "Bearer canary-work" ||
		got.Header.Get("X-Title") != "mine" || got.Header.Get("X-Gate-Metadata") != "enabled" ||
		!strings.Contains(body, `"model":"work/model"`) {
		t.Errorf("%s %v\n%s", got.URL, got.Header, body)
	}
	// Another address: neither the profile's key nor its headers go there.
	r = programIn(t, map[string]string{"WORK_KEY": "canary-work"}, "", "--config", path, "--base-url", base, "send", "-p", "hi")
	r.wants(t, exitOK, "belongs to the profile's base_url")
	if got.URL.Path != "/responses" || got.Header.Get("Authorization") != "" || got.Header.Get("X-Title") != "" {
		t.Errorf("%s %v", got.URL, got.Header)
	}
	if strings.Contains(r.stderr, "canary") {
		t.Errorf("stderr %q", r.stderr)
	}
}

func TestConfigFaultsEndBeforeAnythingIsSent(t *testing.T) {
	for name, c := range map[string]struct{ file, word string }{
		"wrong type":   {"mouse = \"yes\"", ":1: mouse is a string"},
		"theme":        {"\ntheme = \"drak\"", `:2: theme: no theme "drak"; did you mean "dark"?`},
		"no theme":     {"theme = \"loud\"", ":1: theme: no theme \"loud\"; there are: auto, dark"},
		"action":       {"[keys]\npalete = [\"f9\"]", `:2: keys.palete: no such action; did you mean "palette"?`},
		"unknown key":  {"[redact]\npatern = []", ":2: unknown key redact.patern; did you mean patterns?"},
		"profile":      {"profile = \"wrok\"\n[profiles.work]\nbase_url = \"http://127.0.0.1:1\"", `:1: profile: no profile "wrok"; did you mean "work"?`},
		"no address":   {"profile = \"w\"\n[profiles.w]\nmodel = \"m\"", ":2: profiles.w: no base_url; write one"},
		"key missing":  {"profile = \"w\"\n[profiles.w]\nbase_url = \"http://127.0.0.1:1\"\nkey_env = \"W\"", "environment variable W"},
		"key command":  {"profile = \"w\"\n[profiles.w]\nbase_url = \"http://127.0.0.1:1\"\nkey_command = [\"/nowhere/key\"]", "/nowhere/key"},
		"certificates": {"profile = \"w\"\n[profiles.w]\nbase_url = \"http://127.0.0.1:1\"\nca_file = \"/nowhere/ca.pem\"", "/nowhere/ca.pem"},
	} {
		t.Run(name, func(t *testing.T) {
			program(t, `{}`, "send", "--config", configured(t, c.file)).wants(t, exitUsage, c.word)
		})
	}
}

// TestAWrongConfigConnectsToNothing: what is sent then never reaches the local gateway.
func TestAWrongConfigConnectsToNothing(t *testing.T) {
	for name, c := range map[string]struct {
		file, word string
		unsaved    bool
	}{
		"unknown key": {"profil = \"w\"", "did you mean profile?", true},
		"key missing": {"profile = \"w\"\n[profiles.w]\nbase_url = \"http://127.0.0.1:1\"\nkey_env = \"NO_SUCH_KEY\"", "holds no key", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := newDataDir(t)
			cmd, terminal := screen(t, []string{"--data-dir", dir, "--config", configured(t, c.file)})
			until(t, terminal, c.word)
			io.WriteString(terminal, "hello\r")
			until(t, terminal, "failed")
			_ = cmd.Process.Signal(syscall.SIGTERM)
			io.ReadAll(terminal)
			if saved := listed(t, dir); c.unsaved && len(saved) > 0 { // the file may say persist = false
				t.Errorf("saved %v", saved)
			}
		})
	}
}

func TestForeignKeyIsOfferedAndNotUsed(t *testing.T) {
	env := map[string]string{"OPENROUTER_API_KEY": "canary"}
	var stderr strings.Builder
	h := host{stderr: &stderr, getenv: func(name string) string { return env[name] }}
	s, err := config.Merge(nil, config.Environment{}, config.Flags{BaseURL: "https://openrouter.ai/api/v1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := connect(context.Background(), h, s); err != nil {
		t.Fatal(err)
	}
	offered := func(line string) bool {
		return strings.Contains(line, "OPENROUTER_API_KEY") && !strings.Contains(line, "canary")
	}
	if !offered(stderr.String()) {
		t.Errorf("stderr %q", stderr.String())
	}
	stderr.Reset()
	options, err := playOptions(context.Background(), h, s, nil)
	if err != nil || options.Connection.Key.Value != "" {
		t.Errorf("key %q, %v", options.Connection.Key.Value, err)
	}
	if len(options.Warnings) != 1 || !offered(options.Warnings[0]) || stderr.Len() > 0 {
		t.Errorf("the playground would show %q, and print %q where its screen hides it", options.Warnings, stderr.String())
	}
}

func TestBaseWithoutThePrefixIsHinted(t *testing.T) {
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/responses" {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, "<title>Nothing here</title>")
			return
		}
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	program(t, `{}`, "send", "--base-url", base).wants(t, exitFailed, base+"/api/v1")
	program(t, `{}`, "send", "--base-url", base+"/api/v1/").wants(t, exitOK)
}

// TestBasicAuthentication: with auth = "basic" the key is user:password, from the same
// sources as any.
func TestBasicAuthentication(t *testing.T) {
	var got string
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		got = user + " " + password
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	path := configured(t, "[profiles.work]\nbase_url = \""+base+"\"\nauth = \"basic\"\nkey_env = \"WORK_KEY\"\n")
	send := []string{"--config", path, "--profile", "work", "send", "-p", "hi"}
	programIn(t, map[string]string{"WORK_KEY": "me:canary"}, "", send...).wants(t, exitOK, "")
	if got != "me canary" {
		t.Errorf("sent %q", got)
	}
	r := programIn(t, map[string]string{"WORK_KEY": "canary"}, "", send...)
	r.wants(t, exitUsage, "needs a key of the form user:password")
	if strings.Contains(r.stderr, "canary") {
		t.Errorf("stderr %q", r.stderr)
	}
}

// TestAnUnreadableProxyIsReported: net/http goes past it without a word.
func TestAnUnreadableProxyIsReported(t *testing.T) {
	r := programIn(t, map[string]string{"HTTP_PROXY": "http://proxy:port"}, "", "--base-url", "http://gw.invalid/api/v1", "send", "-p", "hi")
	r.wants(t, exitFailed, "warning: HTTP_PROXY cannot be read as the address of a proxy")
}

// TestACommandGetsThePathsOfThisRun: what is saved in the playground runs with its config
// and history.
func TestACommandGetsThePathsOfThisRun(t *testing.T) {
	c := &common{}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.register(flags)
	given := []string{"--config", "my.toml", "--data-dir", "here", "--no-persist"}
	if err := flags.Parse(append([]string{"--theme", "light"}, given...)); err != nil {
		t.Fatal(err)
	}
	if got := c.inheritedFlags(); !slices.Equal(got, given) {
		t.Errorf("told is %q, not %q", got, given)
	}
}

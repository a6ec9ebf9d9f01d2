package main

import (
	"encoding/pem"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/zalando/go-keyring"

	"gatehouse/app"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/relay"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history/stats"
	"gatehouse/state/request/talk"
)

// TestEverySettingHasAnEffect goes through all keys that config.toml may hold: what each one
// does is seen where it is done.
func TestEverySettingHasAnEffect(t *testing.T) {
	keyring.MockInit()
	if err := keyring.Set("gatehouse", "mine", "ring-key"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GATEHOUSE_TEST_PROGRAM", "")
	effects := map[string]func(t *testing.T){
		"profile": func(t *testing.T) {
			if r := sentBy(t, "profile = \"p\"\n", "", nil); r == nil {
				t.Error("the profile's server was not asked")
			}
		},
		"theme":                    themeIsDrawn,
		"mouse":                    mouseIsLeftAlone,
		"session_id":               sessionIsNamed,
		"keys.*":                   keyIsBound,
		"tools.*.command":          commandIsRun,
		"tools.*.timeout":          commandIsStopped,
		"tools.*.max_output":       outputIsCut,
		"tools.*.env":              credentialIsGiven,
		"profiles.*.message_model": played("profile = \"local\"\n[profiles.local]\nmessage_model = false\n", func(o app.Options) bool { return o.Connection.MessageModel == talk.ModelNever }),

		"profiles.*.base_url": func(t *testing.T) {
			seen(t, "", nil, func(r *http.Request, _ string) bool { return r.URL.Path == "/v1/responses" })
		},
		"profiles.*.service": func(t *testing.T) {
			seen(t, "service = \"acme\"\n", nil, func(r *http.Request, _ string) bool { return r.Header.Get("X-Acme-Metadata") != "" })
		},
		"profiles.*.model": func(t *testing.T) {
			seen(t, "model = \"a/b\"\n", nil, func(_ *http.Request, body string) bool { return strings.Contains(body, `"model":"a/b"`) })
		},
		"profiles.*.key_env": func(t *testing.T) {
			seen(t, "key_env = \"K\"\n", map[string]string{"K": "env-key"}, bearer("env-key"))
		},
		"profiles.*.key_command": func(t *testing.T) {
			seen(t, "key_command = [\"printf\", \"command-key\"]\n", nil, bearer("command-key"))
		},
		"profiles.*.key_keyring": func(t *testing.T) { seen(t, "key_keyring = \"mine\"\n", nil, bearer("ring-key")) },
		"profiles.*.auth": func(t *testing.T) {
			seen(t, "auth = \"basic\"\nkey_env = \"K\"\n", map[string]string{"K": "u:p"}, func(r *http.Request, _ string) bool {
				user, password, ok := r.BasicAuth()
				return ok && user == "u" && password == "p"
			})
		},
		"profiles.*.headers.*": func(t *testing.T) {
			seen(t, "headers = { X-Title = \"mine\" }\n", nil, func(r *http.Request, _ string) bool { return r.Header.Get("X-Title") == "mine" })
		},
		"profiles.*.proxy": func(t *testing.T) { // an environment's proxy would not be asked for this machine
			asked := ""
			proxy := answering(t, func(w http.ResponseWriter, r *http.Request) {
				asked = r.RequestURI
				io.WriteString(w, empty)
			})
			path := configured(t, "profile = \"p\"\n[profiles.p]\nbase_url = \""+nowhere(t)+"/v1\"\nproxy = \""+proxy+"\"\n")
			program(t, "", "--config", path, "send", "-p", "hi").wants(t, exitOK)
			if !strings.HasSuffix(asked, "/v1/responses") || !strings.HasPrefix(asked, "http://") {
				t.Errorf("the proxy was asked for %q", asked)
			}
			path = configured(t, "profile = \"p\"\n[profiles.p]\nbase_url = \"http://gw.test/v1\"\nproxy = \""+nowhere(t)+"\"\n")
			program(t, "", "--config", path, "send", "-p", "hi").wants(t, exitFailed, "the proxy refused the connection", "proxy in the profile")
		},
		"profiles.*.ca_file": func(t *testing.T) {
			s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, empty) }))
			s.Config.ErrorLog = log.New(io.Discard, "", 0)
			s.StartTLS()
			t.Cleanup(s.Close)
			ca := filepath.Join(t.TempDir(), "ca.pem")
			if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
				t.Fatal(err)
			}
			profile := "profile = \"p\"\n[profiles.p]\nbase_url = \"" + s.URL + "\"\n"
			program(t, "", "--config", configured(t, profile), "send", "-p", "hi").wants(t, exitFailed, "ca_file")
			program(t, "", "--config", configured(t, profile+"ca_file = \""+ca+"\"\n"), "send", "-p", "hi").wants(t, exitOK)
		},
		"profiles.*.max_body": func(t *testing.T) {
			base := answering(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, strings.Repeat(" ", 2000)+empty) })
			path := configured(t, "profile = \"p\"\n[profiles.p]\nbase_url = \""+base+"\"\nmax_body = \"1KiB\"\n")
			program(t, "", "--config", path, "send", "-p", "hi").wants(t, exitFailed, "max_body")
		},
		"profiles.*.transport": func(t *testing.T) {
			base := answering(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Upgrade") != "websocket" {
					t.Errorf("the request is %s %v", r.Method, r.Header)
				}
				w.WriteHeader(http.StatusUpgradeRequired)
			})
			path := configured(t, "profile = \"p\"\n[profiles.p]\nbase_url = \""+base+"\"\ntransport = \"websocket\"\n")
			program(t, "", "--config", path, "send", "-p", "hi").wants(t, exitFailed, "426")
		},
		"profiles.*.persist": func(t *testing.T) {
			dir := newDataDir(t)
			path := configured(t, "profile = \"local\"\n[profiles.local]\npersist = false\n")
			inHistory(t, dir, "--config", path, "send", "-p", "hi").wants(t, exitOK)
			if got := listed(t, dir); len(got) != 0 {
				t.Errorf("saved %v", got)
			}
		},
		"history.keep_days": func(t *testing.T) {
			if s := settingsOf(t, "[history]\nkeep_days = 3\n"); s.History.KeepDays != 3 {
				t.Errorf("%+v", s.History)
			}
		},
		"history.keep_bytes": func(t *testing.T) {
			dir := newDataDir(t)
			for range 3 {
				inHistory(t, dir, "send", "-p", "hi").wants(t, exitOK)
			}
			path := configured(t, "[history]\nkeep_bytes = 1\n")
			inHistory(t, dir, "--config", path, "send", "-p", "hi").wants(t, exitOK)
			if got := listed(t, dir); len(got) >= 4 {
				t.Errorf("%d exchanges are kept", len(got))
			}
		},
		"alert.*.filter":    alerted("filter = \"model:broken\"\nfailures = 1\n", "broken", 1, "1 failure"),
		"alert.*.cost_hour": alerted("cost_hour = 0.99\n", "m", 2, "cost $1.00 in the last hour > $0.99"),
		"alert.*.cost_day":  alerted("cost_day = 1\n", "m", 3, "cost $1.50 today > $1"),
		"alert.*.failures":  alerted("failures = 2\n", "broken", 2, "2 failures in a row"),
		"alert.*.total_p95": alerted("total_p95 = \"1us\"\n", "m", 20, "total p95 "),
		"alert.*.ttft_p95": func(t *testing.T) {
			if s := settingsOf(t, "[alert.a]\nttft_p95 = \"2s\"\n"); s.Alerts[0].Bounds[0].Of != stats.TTFTP95 {
				t.Errorf("%+v", s.Alerts)
			}
		},
		"team.url":         settingTeam(config.Team{URL: "postgres://h/d"}, "url = \"postgres://h/d\""),
		"team.url_env":     settingTeam(config.Team{Env: "T"}, "url_env = \"T\""),
		"team.url_command": settingTeam(config.Team{Command: []string{"echo"}}, "url_command = [\"echo\"]"),
		"team.url_keyring": settingTeam(config.Team{Keyring: "team"}, "url_keyring = \"team\""),
		"team.by":          settingTeam(config.Team{URL: "postgres://h/d", By: "ann"}, "url = \"postgres://h/d\"\nby = \"ann\""),
		"team.share": func(t *testing.T) { // of each that is saved
			dir := newDataDir(t)
			path := configured(t, "[team]\nurl = \"postgres://127.0.0.1:1/none\"\nshare = \"model:sim/coder\"\n")
			for _, model := range []string{"sim/coder", "sim/writer"} {
				inHistory(t, dir, "--config", path, "send", "-m", model, "-p", "hi").wants(t, exitOK)
			}
			if r := inHistory(t, dir, "--config", path, "team", "status"); !strings.Contains(r.stdout, "waiting  1 exchange,") {
				t.Errorf("%s", r.stdout)
			}
		},
		"proxy.rule.when":    settingRules,
		"proxy.rule.request": settingRules,
		"proxy.rule.to":      settingRules,
		"redact.patterns": func(t *testing.T) {
			path := configured(t, "[redact]\npatterns = [\"acme-[0-9]+\"]\n")
			program(t, "", "--config", path, "export", savedFile(t, "r.json", `{"input":"acme-1"}`), "--redact-test").wants(t, exitOK, "own pattern acme-[0-9]+")
		},
	}
	maps.Copy(effects, spanSettings(t))
	for _, kind := range usage.Paid() {
		effects["prices.*."+kind.String()] = func(t *testing.T) {
			s := settingsOf(t, "[prices.m]\n"+kind.String()+" = 2\n")
			p, ok := prices.Book{Overrides: s.Prices}.Price(prices.Query{Model: "m"})
			if want := decimal.New(2, -prices.QuoteExponent(kind)); !ok || !p.Rates[kind].Equal(want) {
				t.Errorf("%v, want %s", p.Rates, want)
			}
		}
	}
	for _, name := range config.SettingNames() {
		effect := effects[name]
		if effect == nil {
			t.Errorf("%s has no effect that is tested", name)
			continue
		}
		t.Run(name, effect)
	}
}

// settingRules wants the rules of the proxy to be in force; TestProxyRulesChangeRequests applies them.
func settingRules(t *testing.T) {
	s := settingsOf(t, "[[proxy.rule]]\nwhen = \"model:a\"\nrequest = \".b = 1\"\nto = \"local\"\n")
	if want := []relay.Rule{{When: "model:a", Request: ".b = 1", To: "local", InFile: true}}; !reflect.DeepEqual(s.Rules, want) {
		t.Errorf("%+v", s.Rules)
	}
}

// settingTeam wants what the table of the team says to be in force.
func settingTeam(want config.Team, lines string) func(t *testing.T) {
	return func(t *testing.T) {
		if s := settingsOf(t, "[team]\n"+lines+"\n"); !reflect.DeepEqual(s.Team, want) || !s.Team.Set() {
			t.Errorf("%+v", s.Team)
		}
	}
}

// empty is a complete answer without output.
const empty = `{"object":"response","status":"completed","output":[]}`

// settingsOf are the settings that a config file gives.
func settingsOf(t *testing.T, text string) config.Settings {
	t.Helper()
	c := &common{config: configured(t, text)}
	s, _, err := c.load(host{getenv: func(string) string { return "" }, stderr: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// played checks what the playground is given.
func played(text string, ok func(app.Options) bool) func(t *testing.T) {
	return func(t *testing.T) {
		s := settingsOf(t, text)
		o, err := playOptions(t.Context(), host{getenv: func(string) string { return "" }}, s, nil)
		if o.Tools = boundTools(s, "", nil); err != nil || !ok(o) {
			t.Errorf("%+v, %v", o, err)
		}
	}
}

// sentBy sends a prompt by a profile p with more members, and returns the request.
func sentBy(t *testing.T, before, members string, env map[string]string) (got *http.Request) {
	t.Helper()
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		io.WriteString(w, empty)
	})
	path := configured(t, before+"[profiles.p]\nbase_url = \""+base+"/v1\"\n"+members)
	programIn(t, env, "", "--config", path, "send", "-p", "hi", "--metadata").wants(t, exitOK)
	return got
}

// seen checks what a profile with more members sends.
func seen(t *testing.T, members string, env map[string]string, ok func(*http.Request, string) bool) {
	t.Helper()
	r := sentBy(t, "profile = \"p\"\n", members, env)
	if r == nil {
		t.Fatal("nothing was sent")
	}
	body, _ := io.ReadAll(r.Body)
	if !ok(r, string(body)) {
		t.Errorf("%s %v\n%s", r.URL, r.Header, body)
	}
}

// bearer checks the key that is sent.
func bearer(key string) func(*http.Request, string) bool {
	return func(r *http.Request, _ string) bool { return r.Header.Get("Authorization") == "Bearer "+key }
}

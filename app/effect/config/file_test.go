package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// full is every key of CONTRACT "config.toml", those that nothing uses yet
// among them.
const full = `
profile = "work"
theme = "light"
session_id = true
mouse = false
[profiles.work]
base_url = "https://host.example/api/v1"
service = "service"
model = "vendor/model"
persist = true
key_command = ["pass", "show", "work"]
headers = { "X-Title" = "mine" }
ca_file = "/etc/ca.pem"
proxy = "socks5://127.0.0.1:1080"
[profiles.home]
key_env = "HOME_KEY"
[keys]
palette = ["ctrl+p", "f10"]
[tools.get_weather]
command = ["./weather"]
timeout = "10s"
max_output = 65536
[history]
keep_days = 30
keep_bytes = 1000000
[redact]
patterns = ["acme-[0-9]{6}", '\bproject \w+']
`

func TestParseReadsEveryKey(t *testing.T) {
	got, err := Parse("c.toml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	if limit := got.Tools["get_weather"].Limit(); limit != 10*time.Second {
		t.Errorf("limit %v", limit)
	}
	yes, no := true, false
	want := &File{
		Profile: "work", Theme: "light", Mouse: &no, Session: true, Path: "c.toml",
		Profiles: map[string]Profile{
			"work": {
				BaseURL: "https://host.example/api/v1", Service: "service", Model: "vendor/model", Persist: &yes,
				KeyCommand: []string{"pass", "show", "work"}, Headers: map[string]string{"X-Title": "mine"}, CAFile: "/etc/ca.pem", Proxy: "socks5://127.0.0.1:1080",
			},
			"home": {KeyEnv: "HOME_KEY"},
		},
		Keys:    map[string][]string{"palette": {"ctrl+p", "f10"}},
		Tools:   map[string]Tool{"get_weather": {Command: []string{"./weather"}, Timeout: "10s", MaxOutput: 65536}},
		History: History{KeepDays: 30, KeepBytes: 1000000},
		Redact:  Redact{Patterns: []string{"acme-[0-9]{6}", `\bproject \w+`}},
	}
	got.lines = nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestWrongNames(t *testing.T) {
	for doc, want := range map[string]string{
		"\ufefftheme = \"dark\"\ncolour = 1\n":                            "c.toml:2: unknown key colour; known here: profile, theme,",
		"[profiles.a]\nbase_ur = \"x\"\n":                                 "c.toml:2: unknown key profiles.a.base_ur; did you mean base_url?",
		"[profiles.a]\nbase-url = \"x\"\n":                                "c.toml:2: unknown key profiles.a.base-url; did you mean base_url?",
		"\n[nothing]\na = 1\n":                                            "c.toml:2: unknown key nothing; known here:",
		"[tool.x]\ncommand = [\"a\"]\n":                                   "c.toml:1: unknown key tool.x; did you mean tools.x?",
		"[profils.x]\nmodel = \"a\"\n":                                    "c.toml:1: unknown key profils.x; did you mean profiles.x?",
		"[ profile.x ]\nmodel = \"a\"\n":                                  "c.toml:1: unknown table [profile.x]; write [profiles.x]",
		"[profiles.a]\nAPI-KEY = \"k\"\n":                                 "c.toml:2: unknown key profiles.a.API-KEY: a key in the file",
		"api_key = \"sk-canary\"\n":                                       "c.toml:1: unknown key api_key: a key in the file",
		"[profiles.local]\nproxy = \"http://p:1\"\n":                      "c.toml:2: profiles.local.proxy: the local gateway is part of the program and does not use it",
		"[profiles.a]\nbase_url = \"ftp://h?key=canary\"\n":               "c.toml:2: profiles.a.base_url: \"ftp://h\" is not an address",
		"[profiles.a]\nmodel = \"m\"\nBase_URL = \"http://h\"\n":          "c.toml:3: unknown key profiles.a.Base_URL; write base_url",
		"[Profiles.a]\nmodel = \"m\"\n":                                   "c.toml:1: unknown key Profiles; write profiles",
		"[profiles]\na = { model = \"m\", Key_Env = \"E\" }\nTheme = 1\n": "c.toml:",
		"[History]\nkeep_days = 1\n[profiles.a]\nModel = \"m\"\n":         "c.toml:1: unknown key History; write history",
		"[history]\nkeep_day = 1\n":                                       "c.toml:2: unknown key history.keep_day; did you mean keep_days?",
		"[profile.work]\nbase_url = \"https://h/v1\"\n":                   "c.toml:1: unknown table [profile.work]; write [profiles.work]",
		"profile = \"work\"\n[profile.work]\nmodel = \"m\"\n":             "c.toml:2: unknown table [profile.work]; write [profiles.work]",
		"[profiles.a]\nkey = \"sk-canary\"\n":                             "c.toml:2: unknown key profiles.a.key: a key in the file would be in plain text; name where it is stored",
		"[profiles.a]\napi_key = \"sk-canary\"\n":                         "c.toml:2: unknown key profiles.a.api_key: a key in the file",
		"profile = \"wrok\"\n[profiles.work]\nbase_url = \"http://h\"\n":  `c.toml:1: profile: no profile "wrok"; did you mean "work"?`,
		"profile = \"openruoter\"\n":                                      `c.toml:1: profile: no profile "openruoter"; did you mean "openrouter"?`,
		"profile = \"x\"\n":                                               `c.toml:1: profile: no profile "x"; there are: local, openrouter,`,
		"profile = \"work\"\n[profiles.work]\nmodel = \"m\"\n":            `c.toml:2: profiles.work: no base_url; write one, for example base_url = "https://host/api/v1"`,
		"mouse = \"yes\"\n":                                               "c.toml:1: mouse is a string; write true or false",
		"theme = \"dark\nmouse = true\n":                                  "c.toml:1:14: the closing quote is missing",
		"[profiles.a]\nbase_url = \"https://h:/v1\"\n":                    `c.toml:2: profiles.a.base_url: "https://h:/v1": the port is missing; write it, or leave out the ":"`,
		"[profiles.a]\nproxy = \"u:canary@host\"\n":                       "c.toml:2: profiles.a.proxy: the address of the proxy cannot be read; write it as http://host:port",
		"[keys]\npalette = [\"ctrl+bananas\"]\n":                          `c.toml:2: keys.palette: "ctrl+bananas" is no key`,
	} {
		_, err := settingsOf(doc, Flags{})
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q\n got %v\nwant %s", doc, err, want)
		}
	}
}

// settingsOf are the settings that a file and flags give.
func settingsOf(doc string, flags Flags) (Settings, error) {
	f, err := Parse("c.toml", []byte(doc))
	if err != nil {
		return Settings{}, err
	}
	return Merge(f, Environment{}, flags)
}

// TestAProfileThatIsNotChosenMayBeMissing: the flag replaces the default.
func TestAProfileThatIsNotChosenMayBeMissing(t *testing.T) {
	if s, err := settingsOf("profile = \"wrok\"\n", Flags{Profile: "ollama"}); err != nil || s.BaseURL == "" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestKeysInClearAreWarnedOf(t *testing.T) {
	f, err := Parse("c.toml", []byte("[profiles.a]\nbase_url = \"https://h/v1\"\n\nheaders = { \"x-portkey-api-key\" = \"canary\", X-Title = \"t\" }\nproxy = \"http://u:canary@p:1\"\n"))
	if err != nil || len(f.Warnings) != 2 || !strings.Contains(f.Warnings[0].Text, "proxy") {
		t.Fatal(err, f)
	}
	if w := f.Warnings[1].String(); !strings.HasPrefix(w, "c.toml:4: ") || !strings.Contains(w, "x-portkey-api-key") || strings.Contains(w, "canary") {
		t.Error(w)
	}
}

// TestThePasswordsOfADatabase are found in each form in which PostgreSQL takes an address.
func TestThePasswordsOfADatabase(t *testing.T) {
	for address, want := range map[string]string{
		"":                              "",
		"postgres://ann@h/d":            "",
		"postgres://ann:canary@h/d":     "canary",
		"postgres://ann:c%20y@a:1,b:2/": "c y",
		"postgresql:///d?user=ann&password=c%2Fy&sslpassword=key": "c%2Fy c/y key",
		"postgres://ann:can#ary@h/d?password=x":                   "can#ary x",
		"host=h password=canary user=ann":                         "canary",
		"host=h user=ann password = 'it\\'s a' sslpassword=b\\ c": `it\'s a it's a b\ c b c`,
		"host=h passfile=/x/nopassword=1":                         "",
	} {
		if got := strings.Join(Passwords(address), " "); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	for _, address := range []string{"postgres://ann:canary@h/d", "postgres://ann@h/d?password=canary"} {
		f, err := Parse("c.toml", []byte("[team]\nurl = \""+address+"\"\n"))
		if err != nil || len(f.Warnings) != 1 || !strings.HasPrefix(f.Warnings[0].String(), "c.toml:2: the password of the team's database") {
			t.Errorf("%s: %v, %v", address, f.Warnings, err)
		}
	}
}

func TestFaultsNameLineKeyAndRemedy(t *testing.T) {
	for _, c := range []struct{ name, doc, at, remedy string }{
		{"boolean", "\nmouse = \"yes\"\n", "c.toml:2: mouse is a string", "true or false"},
		{"text", "theme = 1\n", "c.toml:1: theme is an integer", `"auto"`},
		{"list", "[keys]\n\npalette = \"f10\"\n", "c.toml:3: keys.palette is a string", `["ctrl+p", "f10"]`},
		{"table", "[profiles]\nwork = 3\n", "c.toml:2: profiles.work is an integer", "[profiles.NAME]"},
		{"header", "[profiles.w]\nheaders = { \"X-A\" = 1 }\n", "c.toml:2: profiles.w.headers", "a table of texts"},
		{"time span", "[tools.a]\ncommand=[\"a\"]\ntimeout = \"soon\"\n", "c.toml:3: tools.a.timeout", `"10s"`},
		{"time span as number", "[tools.a]\ncommand=[\"a\"]\ntimeout = 10\n", "c.toml:3: tools.a.timeout", `"10s"`},
		{"bytes", "[history]\nkeep_bytes = 1.5\n", "c.toml:2: history.keep_bytes is a float", "whole number"},
		{"syntax", "theme = \n", "c.toml:1:", ""},
		{"twice", "theme = \"a\"\ntheme = \"b\"\n", "c.toml:2:", "theme"},
		{"two keys", "[profiles.w]\nkey_env = \"A\"\nkey_keyring = \"b\"\n", "c.toml:1: profiles.w: more than one", "use one"},
		{"no program", "[profiles.w]\nkey_command = []\n", "c.toml:2: profiles.w.key_command", `["pass"`},
		{"no address", "[profiles.w]\nbase_url = \"host\"\n", "c.toml:2: profiles.w.base_url", "https://host/api/v1"},
		{"password", "[profiles.w]\nbase_url = \"https://u:canary@h/\"\n", "c.toml:2: profiles.w.base_url", "GATEHOUSE_API_KEY"},
		{"word", "[profiles.w]\nservice = \"a b\"\n", "c.toml:2: profiles.w.service", "one word"},
		{"authorization", "[profiles.w]\nheaders = { authorization = \"Bearer canary\" }\n", "c.toml:2: profiles.w.headers", "key_env"},
		{"header with a line break", "[profiles.w]\nheaders = { X-A = \"a\\nb\" }\n", "c.toml:2: profiles.w.headers", "line break"},
		{"no such profile", "\nprofile = \"wrok\"\n[profiles.work]\n", "c.toml:2: profile: no profile \"wrok\"", "work"},
		{"empty key", "[keys]\nsend = [\"\"]\n", "c.toml:2: keys.send", "leave it out"},
		{"tool without command", "[tools.a]\ntimeout = \"1s\"\n", "c.toml:1: tools.a", "command = "},
		{"negative days", "[history]\nkeep_days = -1\n", "c.toml:2: history.keep_days", "0 for no limit"},
		{"pattern", "[redact]\npatterns = [\"ok\", \"a(b\"]\n", "c.toml:2: redact.patterns: \"a(b\"", "missing closing )"},
		{"empty pattern", "[redact]\npatterns = [\"\"]\n", "c.toml:2: redact.patterns: an empty pattern", "acme-[0-9]{6}"},
		{"pattern alone", "[redact]\npatterns = \"acme\"\n", "c.toml:2: redact.patterns is a string", `["acme-[0-9]{6}"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := settingsOf(c.doc, Flags{})
			if err == nil {
				t.Fatal("no error")
			}
			text := err.Error()
			if !strings.HasPrefix(text, c.at) || !strings.Contains(text, c.remedy) {
				t.Errorf("%q does not begin with %q and tell %q", text, c.at, c.remedy)
			}
			if strings.Contains(text, "\n") || strings.Contains(text, "canary") {
				t.Errorf("%q: must be one line and hold no secret", text)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "none.toml")
	if f, err := Load(missing, false); err != nil || f.Path != "" {
		t.Errorf("a file that nobody named and is not there: %+v, %v", f, err)
	}
	for name, path := range map[string]string{"missing": missing, "directory": dir} {
		if _, err := Load(path, true); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "--config") {
			t.Errorf("%s: %v does not name file and remedy", name, err)
		}
	}
	path := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(path, []byte("theme = \"dark\""), 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := Load(path, false); err != nil || f.Theme != "dark" || f.Path != path {
		t.Errorf("got %+v, %v", f, err)
	}
}

func TestDefaultPathLiesInTheXDGDirectory(t *testing.T) {
	if got := DefaultPath(); !strings.HasSuffix(got, filepath.Join("gatehouse", "config.toml")) || !filepath.IsAbs(got) {
		t.Errorf("%q", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte("[profiles.a]\nheaders.x = 1\n[[keys]]\n"))
	f.Add([]byte("tools.a.timeout = 99999999999999999999"))
	f.Add([]byte("a = \"\"\"\n[\n[[profiles]]\n\xff"))
	f.Fuzz(func(t *testing.T, doc []byte) {
		file, err := Parse("c.toml", doc)
		if (file == nil) == (err == nil) {
			t.Fatalf("%v, %v: want a file or an error", file, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "c.toml:") {
			t.Fatalf("%q names no place", err)
		}
	})
}

// TestAnArrayInAnArrayIsPlaced: on the line of its key, which the decoder does not know.
func TestAnArrayInAnArrayIsPlaced(t *testing.T) {
	for text, want := range map[string]string{
		"[profiles.work]\nbase_url = \"http://a.test\"\n\nkey_command = [\"x\", [\"y\"]]\n": ":4: profiles.work.key_command",
		"mouse = true\n[keys]\npalette = [[\"y\"]]\n":                                       ":3: keys.palette",
	} {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("said is %v, not %q", err, want)
		}
	}
}

// TestAFileThatOthersCanWrite names commands that run, so it is warned of, with what to do.
func TestAFileThatOthersCanWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte("mouse = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, warned := range map[os.FileMode]bool{0o600: false, 0o644: false, 0o664: true, 0o666: true, 0o602: true} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		f, err := Load(path, true)
		if err != nil || (len(f.Warnings) == 1) != warned {
			t.Errorf("%o: %v, %v", mode, f.Warnings, err)
		}
		if warned && !strings.Contains(f.Warnings[0].String(), "chmod go-w "+path) {
			t.Errorf("%o: %v", mode, f.Warnings)
		}
	}
}

package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"gatehouse/app/effect/connection"
	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/gateway"
	"gatehouse/state/report"
)

const canary = "sk-canary-0123456789"

// nowhere is a network that leads to no server.
type nowhere struct{}

func (nowhere) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("no route") }

// healthy is a machine on which everything works; env is added to its environment.
func healthy(t *testing.T, env map[string]string) Machine {
	server := httptest.NewServer(gateway.New(gateway.WithKeys(canary)))
	t.Cleanup(server.Close)
	all := map[string]string{"TERM": "xterm-256color", "LANG": "de_DE.UTF-8", "DISPLAY": ":0"}
	for name, value := range env {
		all[name] = value
	}
	return Machine{
		Getenv: func(name string) string { return all[name] },
		LookPath: func(name string) (string, error) {
			if name == "xclip" {
				return "/usr/bin/xclip", nil
			}
			return "", errors.New("none")
		},
		Terminal: true, Width: 120, Height: 35, Colours: colorprofile.TrueColor,
		ConfigPath: "/home/a/config.toml", HasConfig: true,
		DataDir: filepath.Join(t.TempDir(), "history"), Persist: true, Connection: "work",
		Target: func(context.Context) (connection.Target, error) {
			return connection.Target{BaseURL: server.URL + gateway.Prefix, Key: profile.Key{Value: canary}, Model: "sim/writer"}, nil
		},
	}
}

// examined is what the doctor says, a finding a line.
func examined(t *testing.T, m Machine) (lines string, works bool) {
	var b strings.Builder
	works = Examine(t.Context(), m, func(f report.Examined) {
		fmt.Fprintf(&b, "%s, %s: %s: %s. %s Remedy: %s\n", f.Area, f.Name, f.Level, f.Message, f.Detail, f.Remedy)
		if (f.Level == report.Failed) && f.Remedy == "" && f.Detail == "" && !strings.Contains(f.Message, ";") {
			t.Errorf("no remedy: %+v", f)
		}
	})
	if strings.Contains(b.String(), canary) {
		t.Errorf("a key is told:\n%s", b.String())
	}
	return b.String(), works
}

func TestHealthyMachine(t *testing.T) {
	lines, works := examined(t, healthy(t, nil))
	if !works || strings.Contains(lines, ": failed:") || strings.Contains(lines, ": warning:") {
		t.Errorf("%v\n%s", works, lines)
	}
	for _, area := range []string{"terminal, colours: ok: 16 million", "config, file: ok: /home/a/config.toml", "history, database: ok: none yet", "connection, model: ok", "proxies, environment: ok: none set"} {
		if !strings.Contains(lines, area) {
			t.Errorf("no %q in\n%s", area, lines)
		}
	}
}

// TestEveryFailureIsNamed provokes each of them once.
func TestEveryFailureIsNamed(t *testing.T) {
	closed := func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return "http://" + l.Addr().String()
	}
	to := func(target connection.Target) func(m *Machine) {
		return func(m *Machine) {
			m.Target = func(context.Context) (connection.Target, error) { return target, nil }
		}
	}
	file := func(name, text string, mode os.FileMode) func(m *Machine) {
		return func(m *Machine) {
			if err := os.MkdirAll(m.DataDir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(m.DataDir, name), []byte(text), mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	change := func(f func(m *Machine)) func(m *Machine) { return f }
	for want, c := range map[string]struct {
		env    map[string]string
		change func(m *Machine)
		fails  bool
	}{
		"terminal, type: failed: a dumb terminal":                                {map[string]string{"TERM": "dumb"}, nil, true},
		"terminal, type: warning: unknown: TERM is not set":                      {map[string]string{"TERM": ""}, nil, false},
		"terminal, type: skipped: not checked: the output is not a terminal":     {nil, change(func(m *Machine) { m.Terminal = false }), false},
		"terminal, type: ok: tmux 3.5 (xterm-256color)":                          {map[string]string{"TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.5"}, nil, false},
		"terminal, type: ok: xterm-256color, inside Zellij":                      {map[string]string{"ZELLIJ": "0"}, nil, false},
		"terminal, size: warning: 60 × 20 cells":                                 {nil, change(func(m *Machine) { m.Width, m.Height = 60, 20 }), false},
		"terminal, size: warning: not known":                                     {nil, change(func(m *Machine) { m.Width = 0 }), false},
		"terminal, colours: warning: none":                                       {nil, change(func(m *Machine) { m.Colours = colorprofile.ASCII }), false},
		"terminal, colours: warning: 16.":                                        {nil, change(func(m *Machine) { m.Colours = colorprofile.ANSI }), false},
		"terminal, colours: ok: none, because NO_COLOR is set":                   {map[string]string{"NO_COLOR": "1"}, change(func(m *Machine) { m.Colours = colorprofile.ASCII }), false},
		"terminal, characters: warning: LC_ALL=C is not UTF-8":                   {map[string]string{"LC_ALL": "C"}, nil, false},
		"terminal, characters: warning: unknown: LANG":                           {map[string]string{"LANG": ""}, nil, false},
		"terminal, keys: warning: Option types characters":                       {map[string]string{"TERM_PROGRAM": "Apple_Terminal"}, nil, false},
		"terminal, keys: warning: Zellij uses":                                   {map[string]string{"ZELLIJ": "0"}, nil, false},
		"terminal, clipboard: warning: no clipboard program found":               {map[string]string{"DISPLAY": ""}, nil, false},
		"drop the copy silently. Remedy: install wl-clipboard":                   {map[string]string{"WAYLAND_DISPLAY": "w", "DISPLAY": ""}, nil, false},
		"terminal, clipboard: warning: over SSH":                                 {map[string]string{"SSH_TTY": "/dev/pts/1"}, nil, false},
		"Remedy: let tmux pass OSC 52 on: set -g set-clipboard on":               {map[string]string{"DISPLAY": "", "TMUX": "x"}, nil, false},
		"terminal, images: ok: half blocks":                                      {nil, nil, false},
		"Full screen in the terminal's protocol if it reports one.":              {nil, nil, false},
		"Full screen in kitty's protocol.":                                       {map[string]string{"KITTY_WINDOW_ID": "1"}, nil, false},
		"terminal, images: ok: not drawn without 256 colours":                    {nil, change(func(m *Machine) { m.Colours = colorprofile.ANSI }), false},
		"terminal, images: ok: not drawn without half blocks":                    {map[string]string{"LANG": "C"}, nil, false},
		"config, settings: failed: c.toml:3: unknown key x":                      {nil, change(func(m *Machine) { m.ConfigErr, m.Target = errors.New("c.toml:3: unknown key x"), nil }), true},
		"connection, address: skipped: not checked: the settings cannot be used": {nil, change(func(m *Machine) { m.ConfigErr, m.Target = errors.New("c.toml:3: unknown key x"), nil }), true},
		"Remedy: F7 chooses a connection":                                        {nil, change(func(m *Machine) { m.ConnectWith, m.Target = "F7", nil }), true},
		"config, warning: warning: in clear":                                     {nil, change(func(m *Machine) { m.Warnings = []string{"warning: in clear"} }), false},
		"config, file: ok: none; the defaults apply":                             {nil, change(func(m *Machine) { m.HasConfig = false }), false},
		"history, database: skipped: off":                                        {nil, change(func(m *Machine) { m.Persist = false }), false},
		"history.db is damaged":                                                  {nil, file("history.db", strings.Repeat("no database ", 999), 0o600), true},
		"history, permissions: failed: /proc is not writable":                    {nil, change(func(m *Machine) { m.DataDir = "/proc/gatehouse" }), true},
		"history, permissions: warning: other users can read":                    {nil, file("old.txt", "x", 0o644), false},
		"connection, connection: failed: connection refused":                     {nil, to(connection.Target{BaseURL: closed()}), true},
		"connection, key: failed: the environment variable W: it holds no key":   {nil, to(connection.Target{BaseURL: closed(), Key: profile.Key{Env: "W"}, Getenv: func(string) string { return "" }}), true},
		"connection, address: failed: no port is free": {nil, change(func(m *Machine) {
			m.Target = func(context.Context) (connection.Target, error) {
				return connection.Target{}, errors.New("no port is free; end another program")
			}
		}), true},
		"proxies, HTTPS_PROXY: warning: not a valid":            {map[string]string{"HTTPS_PROXY": "not a proxy"}, to(connection.Target{BaseURL: "https://gw.invalid", Options: []client.Option{client.WithTransport(nowhere{})}}), true},
		"proxies, HTTP_PROXY: warning: not a valid":             {map[string]string{"HTTP_PROXY": "not a proxy"}, nil, false},
		"proxies, HTTPS_PROXY: ok: http://user:xxxxx@prox:3128": {map[string]string{"HTTPS_PROXY": "http://user:" + canary + "@prox:3128"}, nil, false},
		"proxies, https_proxy: ok: ***@prox:3128":               {map[string]string{"https_proxy": "user:" + canary + "@prox:3128"}, nil, false},
		"proxies, ALL_PROXY: warning: set, but not used":        {map[string]string{"ALL_PROXY": "socks5://u:" + canary + "@prox:1"}, nil, false},
		"proxies, NO_PROXY: ok: localhost":                      {map[string]string{"NO_PROXY": "localhost"}, nil, false},
	} {
		t.Run(want, func(t *testing.T) {
			m := healthy(t, c.env)
			if c.change != nil {
				c.change(&m)
			}
			if lines, works := examined(t, m); !strings.Contains(lines, want) || works == c.fails {
				t.Errorf("want %q, works: %v\n%s", want, works, lines)
			}
		})
	}
}

// TestOffersAreNamed: what could be connected to besides, which fails nothing.
func TestOffersAreNamed(t *testing.T) {
	m := healthy(t, nil)
	m.Offers = func(context.Context, func(string) string) []connection.Offer {
		return []connection.Offer{
			{Service: profile.Service{ID: "openai", Name: "OpenAI"}, KeyEnv: "OPENAI_API_KEY"},
			{Service: profile.Service{ID: "ollama", Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1"}, Models: 1},
		}
	}
	lines, works := examined(t, m)
	for _, want := range []string{
		`offers, OpenAI: ok: OPENAI_API_KEY is set.  Remedy: use it with GATEHOUSE_API_KEY="$OPENAI_API_KEY" gatehouse --profile openai`,
		"offers, Ollama: ok: a server with 1 model answers at http://127.0.0.1:11434/v1.  Remedy: use it with gatehouse --profile ollama",
	} {
		if !works || !strings.Contains(lines, want) {
			t.Errorf("no %q in\n%s", want, lines)
		}
	}
}

// TestLittleSpace: below what a history needs.
func TestLittleSpace(t *testing.T) {
	for free, want := range map[uint64]report.Level{1 << 40: report.OK, 100 << 20: report.Warning, 1 << 20: report.Failed} {
		if got := space(free, "/x"); got.Level != want || (want != report.OK) != (got.Remedy != "") {
			t.Errorf("%d: %+v", free, got)
		}
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 1000: "1.0 KiB", 5 << 20: "5.0 MiB", 52 << 30: "52 GiB", 3 << 40: "3.0 TiB"} {
		if got := size(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}

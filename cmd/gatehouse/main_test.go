package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/adrg/xdg"

	"gatehouse/app/effect/jq"
	"gatehouse/gateway"
	"gatehouse/state/archive/team/teamtest"
)

// TestMain lets the test binary be the program itself, for the tests that need a child process,
// and shields the tests from the machine's configuration.
func TestMain(m *testing.M) {
	if os.Getenv("GATEHOUSE_TEST_PROGRAM") == "1" || jq.IsChild(os.Args) {
		main()
		return
	}
	dir, err := os.MkdirTemp("", "gatehouse")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_CONFIG_HOME", dir)
	os.Setenv("XDG_CONFIG_DIRS", dir)
	os.Setenv("XDG_DATA_HOME", dir)
	xdg.Reload()
	// So that no other test gets the message that something is saved for the first time.
	run(context.Background(), []string{"send", "-p", "hello"}, host{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, getenv: func(string) string { return "" }, local: []gateway.Option{gateway.WithPace(0)}})
	code := teamtest.Main(m)
	os.RemoveAll(dir)
	os.Exit(code)
}

// ran is what a command printed, and its exit code.
type ran struct {
	code           int
	stdout, stderr string
}

// program runs a command in this process, without any environment and with a
// local gateway that does not pause between deltas.
func program(t *testing.T, stdin string, args ...string) ran {
	t.Helper()
	return programIn(t, nil, stdin, args...)
}

func programIn(t *testing.T, env map[string]string, stdin string, args ...string) ran {
	t.Helper()
	var out, err bytes.Buffer
	code := run(context.Background(), args, host{
		stdin: strings.NewReader(stdin), stdout: &out, stderr: &err,
		getenv: func(name string) string { return env[name] },
		local:  []gateway.Option{gateway.WithPace(0)},
	})
	r := ran{code, out.String(), err.String()}
	for line := range strings.Lines(r.stderr) {
		if !strings.HasPrefix(line, "gatehouse: ") || !strings.HasSuffix(line, "\n") {
			t.Errorf("stderr line %q does not begin with the program's name", line)
		}
	}
	return r
}

// wants checks the exit code, and that each word appears in stderr.
func (r ran) wants(t *testing.T, code int, words ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit code %d, want %d\nstdout %q\nstderr %q", r.code, code, r.stdout, r.stderr)
	}
	for _, w := range words {
		if !strings.Contains(r.stderr, w) {
			t.Errorf("stderr %q does not say %q", r.stderr, w)
		}
	}
}

func TestUsageFaultsAreOneLineAndExit2(t *testing.T) {
	for _, c := range []struct {
		args []string
		word string
	}{
		{[]string{"nonsense"}, `"nonsense" is neither a command`},
		{[]string{"sned"}, "did you mean send?"},
		{[]string{"--frobnicate"}, "--frobnicate"},
		{[]string{"send", "--frobnicate"}, "gatehouse send --help"},
		{[]string{"send", "--timeout", "soon", "-"}, "--timeout"},
		{[]string{"send", "a", "b"}, "one too many"},
		{[]string{"version", "x"}, `"x"`},
		{[]string{"--model", ""}, "--model is empty"},
		{[]string{"--theme", "loud"}, "auto, dark, light"},
		{[]string{"--base-url", "host", "send", "-p", "x"}, "https://host/api/v1"},
		{[]string{"--config", "/nowhere/c.toml"}, "/nowhere/c.toml"},
		{nil, "needs a terminal"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			r := program(t, "", c.args...)
			r.wants(t, exitUsage, c.word)
			if r.stdout != "" || strings.Count(r.stderr, "\n") != 1 {
				t.Errorf("stdout %q, stderr %q: want one line on stderr", r.stdout, r.stderr)
			}
		})
	}
}

func TestVersionNamesTheInterface(t *testing.T) {
	r := program(t, "", "version")
	r.wants(t, exitOK)
	if !strings.HasPrefix(r.stdout, "gatehouse ") || !strings.Contains(r.stdout, "\ngateway API 1.0.0 (/api/v1)\n") {
		t.Errorf("%q", r.stdout)
	}
}

func TestHelpListsTheCommands(t *testing.T) {
	r := program(t, "", "--help")
	r.wants(t, exitOK)
	for _, name := range []string{"send", "validate", "gateway", "version"} {
		if !strings.Contains(r.stdout, "\n  "+name+" ") {
			t.Errorf("help does not list %s:\n%s", name, r.stdout)
		}
	}
}

// The local gateway names keys of the screen to whoever has it before them, and to nobody else.
func TestOnlyThePlaygroundWarnsOfKeys(t *testing.T) {
	const question, key = "What can you do?", "F1 lists"
	e := emulate(t, "--no-persist")
	e.shows("Ask anything")
	e.types(question + "\r")
	e.shows(key)
	e.kill()
	if r := program(t, "", "send", "-p", question); r.stdout == "" || strings.Contains(r.stdout, "F1") {
		t.Errorf("%s", r.stdout)
	}
}

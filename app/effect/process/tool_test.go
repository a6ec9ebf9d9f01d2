//go:build unix

package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestMain lets the test binary be the command that is run.
func TestMain(m *testing.M) {
	if kind := os.Getenv("TOOL_TEST"); kind != "" {
		command(kind)
		return
	}
	os.Exit(m.Run())
}

func command(kind string) {
	switch kind {
	case "echo":
		data, _ := io.ReadAll(os.Stdin)
		fmt.Printf("%s|%q", data, os.Args[1:])
		fmt.Fprint(os.Stderr, "a word aside")
	case "fail":
		fmt.Fprint(os.Stderr, strings.Repeat("x", 20_000))
		os.Exit(3)
	case "wide":
		fmt.Print(strings.Repeat("ü", 1000))
	case "environ":
		fmt.Print(strings.Join(os.Environ(), "\n"))
	case "terminal":
		if f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0); err == nil {
			f.Close()
			fmt.Print("reached")
		}
	case "parent": // starts a child that outlives it unless both are killed
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "TOOL_TEST=child")
		if err := child.Start(); err != nil {
			os.Exit(1)
		}
		hold()
	case "leaver": // starts a child that holds nothing open, and ends
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "TOOL_TEST=child")
		if err := child.Start(); err != nil {
			os.Exit(1)
		}
		f, err := os.Open(os.Getenv("TOOL_READY")) // until the child holds the pipe
		if err != nil {
			os.Exit(1)
		}
		_, _ = io.ReadFull(f, make([]byte, 1))
	case "child":
		hold()
	}
}

// hold holds the pipe of the test open, reports that, and stays.
func hold() {
	f, err := os.OpenFile(os.Getenv("TOOL_PIPE"), os.O_WRONLY, 0)
	if err == nil {
		_, _ = f.Write([]byte("!"))
	}
	time.Sleep(time.Hour)
}

func do(t *testing.T, kind string, c Command, input string) (Result, error) {
	t.Helper()
	c.Argv = append([]string{os.Args[0]}, c.Argv...)
	c.Environ = append(append(os.Environ(), "TOOL_TEST="+kind), c.Environ...)
	return c.Run(t.Context(), []byte(input))
}

func TestArgumentsGoInAndOutputComesBack(t *testing.T) {
	r, err := do(t, "echo", Command{Argv: []string{"$HOME", "a b"}}, `{"city":"Bern"}`)
	if err != nil || r.Exit != 0 || r.OutputAsText != `{"city":"Bern"}|["$HOME" "a b"]` || string(r.Stderr) != "a word aside" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAFailureIsAResult(t *testing.T) {
	r, err := do(t, "fail", Command{}, "unread input")
	if err != nil || r.Exit != 3 || len(r.Stderr) != maxComplaint {
		t.Errorf("exit %d, %d bytes, %v", r.Exit, len(r.Stderr), err)
	}
}

func TestOutputIsCutAtACharacter(t *testing.T) {
	r, err := do(t, "wide", Command{MaxOutput: 11}, "")
	if err != nil || r.OutputAsText != "üüüüü" || r.Dropped != 1990 {
		t.Errorf("%q, %d dropped, %v", r.OutputAsText, r.Dropped, err)
	}
}

func TestTheTerminalIsOutOfReach(t *testing.T) {
	if r, err := do(t, "terminal", Command{}, ""); err != nil || len(r.Output) > 0 {
		t.Errorf("%q, %v", r.Output, err)
	}
}

func TestWhatCannotRun(t *testing.T) {
	for name, want := range map[string]string{"": "no command", "no-such-program-here": "was not found", t.TempDir(): "does not run"} {
		r, err := Command{Argv: []string{name}}.Run(t.Context(), nil)
		if err == nil || !strings.Contains(err.Error(), want) || r.Exit != -1 {
			t.Errorf("%q: exit %d, %v, want %q", name, r.Exit, err, want)
		}
	}
}

// family starts a command that starts another and returns when both run; gone
// waits until neither does.
func family(t *testing.T, ctx context.Context, timeout time.Duration) (ended <-chan error, gone func()) {
	t.Helper()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		c := Command{Argv: []string{os.Args[0]}, Timeout: timeout, Environ: append(os.Environ(), "TOOL_TEST=parent", "TOOL_PIPE="+pipe)}
		_, err := c.Run(ctx, nil)
		done <- err
	}()
	if timeout < time.Hour { // it may be over before anything of it runs
		f, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		return done, func() { _, _ = io.Copy(io.Discard, f); f.Close() }
	}
	f, err := os.Open(pipe)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(f, make([]byte, 2)); err != nil {
		t.Fatal(err)
	}
	return done, func() { _, _ = io.Copy(io.Discard, f); f.Close() } // ends when nobody holds the other side
}

func TestACancelledCommandIsKilledWithItsChildren(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended, gone := family(t, ctx, time.Hour)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	gone()
}

func TestACommandThatTakesTooLongIsKilledWithItsChildren(t *testing.T) {
	ended, gone := family(t, t.Context(), 300*time.Millisecond)
	if err := <-ended; !errors.Is(err, ErrTime) {
		t.Errorf("got %v", err)
	}
	gone()
}

func TestWhatACommandLeavesRunningIsKilled(t *testing.T) {
	dir := t.TempDir()
	pipe, ready := filepath.Join(dir, "pipe"), filepath.Join(dir, "ready")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), syscall.Mkfifo(ready, 0o600)); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := do(t, "leaver", Command{Environ: []string{"TOOL_PIPE=" + pipe, "TOOL_READY=" + ready}}, "")
		ended <- err
	}()
	f, err := os.Open(pipe)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.ReadFull(f, make([]byte, 1)); err != nil { // the child runs
		t.Fatal(err)
	}
	if err := os.WriteFile(ready, []byte("!"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, f) // ends when nobody holds the other side
}

func TestKeysAreNotPassedOn(t *testing.T) {
	environ := []string{"PATH=/bin", "GATEHOUSE_API_KEY=canary-1", "WORK_KEY=canary-2", "COPY=Bearer canary-1", "EMPTY=", "TOOL_TEST=environ"}
	c := Command{Argv: []string{os.Args[0]}, Environ: Without(environ, []string{"GATEHOUSE_API_KEY", "WORK_KEY"}, "canary-1")}
	r, err := c.Run(t.Context(), nil)
	if err != nil || bytes.Contains(r.Output, []byte("canary")) || !bytes.Contains(r.Output, []byte("PATH=/bin")) || !bytes.Contains(r.Output, []byte("EMPTY=")) {
		t.Errorf("%q, %v", r.Output, err)
	}
	if got := Without(environ, nil, ""); len(got) != len(environ)-1 {
		t.Errorf("without a secret %q is left", got)
	}
	if r, err := (Command{Argv: []string{"env"}}).Run(t.Context(), nil); err != nil || len(r.Output) > 0 {
		t.Errorf("without an environment it has %q, %v", r.Output, err)
	}
}

func TestTrimPartialRune(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		n := rapid.IntRange(0, len(text)).Draw(t, "cut")
		got := trimPartialRune([]byte(text[:n]))
		if !utf8.Valid(got) || !strings.HasPrefix(text, string(got)) || n-len(got) >= utf8.UTFMax {
			t.Fatalf("%q cut at %d is %q", text, n, got)
		}
	})
}

// TestCommandsGetNoCredential of this program's environment but those that their settings give back; the hint of one that
// failed names the others.
func TestCommandsGetNoCredential(t *testing.T) {
	for name, value := range map[string]string{
		"OPENAI_API_KEY": "canary-1", "OPENROUTER_API_KEY": "canary-2", "PGPASSWORD": "canary-3", "OTEL_EXPORTER_OTLP_HEADERS": "authorization=canary-4",
		"OTEL_EXPORTER_OTLP_TRACES_HEADERS": "x=canary-5", "https_proxy": "http://me:canary-6@proxy:1", "HTTP_PROXY": "me:canary-7@proxy:1", "GATEHOUSE_API_KEY": "canary-8",
		"FTP_PROXY": "http://proxy:1", "EDITOR": "vi",
	} {
		t.Setenv(name, value)
	}
	c := Command{Argv: []string{os.Args[0]}, Given: []string{"OPENAI_API_KEY"}, Environ: append(Without(os.Environ(), nil, ""), "TOOL_TEST=environ")}
	r, err := c.Run(t.Context(), nil)
	if text := string(r.Output); err != nil || strings.Count(text, "canary") != 1 || !strings.Contains(text, "OPENAI_API_KEY=canary-1") || !strings.Contains(text, "FTP_PROXY=http://proxy:1") || !strings.Contains(text, "EDITOR=vi") {
		t.Errorf("%s, %v", text, err)
	}
	if hint := r.Hint("weather"); strings.Contains(hint, "OPENAI_API_KEY") || strings.Contains(hint, "canary") || !strings.Contains(hint, "PGPASSWORD") || !strings.Contains(hint, "[tools.weather]") {
		t.Errorf("%q", hint)
	}
}

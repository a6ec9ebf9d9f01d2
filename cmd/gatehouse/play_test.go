package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"gatehouse/app"
)

func TestPlayEnd(t *testing.T) {
	for want, err := range map[int]error{0: nil, 1: errors.New("x"), 129: app.ErrHangup, 130: app.ErrInterrupted, 143: app.ErrTerminated} {
		got := 0
		var end *exit
		if errors.As(playEnd(err), &end) {
			got = end.code
		}
		if got != want {
			t.Errorf("%v: exit code %d, want %d", err, got, want)
		}
	}
}

// screen starts the playground on a new terminal.
func screen(t *testing.T, args []string, env ...string) (cmd *exec.Cmd, terminal *os.File) {
	t.Helper()
	cmd = exec.Command(os.Args[0], args...)
	cmd.Env = append(append(os.Environ(), "GATEHOUSE_TEST_PROGRAM=1", "TERM=xterm-256color", "GATEHOUSE_BASE_URL=", "GATEHOUSE_PROFILE="), env...)
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 30, Cols: 100})
	if err != nil {
		t.Fatal(err)
	}
	giveUp := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() }) // what is waited for cannot arrive any more
	t.Cleanup(func() { giveUp.Stop(); _ = cmd.Process.Kill(); terminal.Close() })
	return cmd, terminal
}

// until reads from the terminal until words have been drawn, and no further: the next call may
// wait for what arrived right after them.
func until(t *testing.T, terminal io.Reader, words string) {
	t.Helper()
	var seen []byte
	for !bytes.HasSuffix(seen, []byte(words)) {
		one := make([]byte, 1)
		if _, err := io.ReadFull(terminal, one); err != nil {
			t.Fatalf("%v before %q was drawn: %q", err, words, seen)
		}
		seen = append(seen, one...)
	}
}

func TestPlaygroundStartsOnTheLocalGatewayAndRestoresTheTerminal(t *testing.T) {
	for name, c := range map[string]struct {
		leave func(*exec.Cmd, *os.File)
		code  int
	}{
		"quit":    {func(_ *exec.Cmd, tty *os.File) { io.WriteString(tty, "\x11") }, 0},
		"SIGTERM": {func(cmd *exec.Cmd, _ *os.File) { _ = cmd.Process.Signal(syscall.SIGTERM) }, 143},
	} {
		t.Run(name, func(t *testing.T) {
			cmd, terminal := screen(t, nil)
			until(t, terminal, "(simulated)")
			c.leave(cmd, terminal)
			rest, _ := io.ReadAll(terminal) // ends with an error when the program has closed its side
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			if !bytes.Contains(rest, []byte("\x1b[?1049l")) {
				t.Errorf("the alternate screen is not left: %q", rest)
			}
		})
	}
}

// TestSIGQUITRestoresTheTerminalBeforeItDumps: the stacks were written on the
// alternate screen, and a terminal without echo was left.
func TestSIGQUITRestoresTheTerminalBeforeItDumps(t *testing.T) {
	cmd, terminal := screen(t, nil)
	until(t, terminal, "(simulated)")
	_ = cmd.Process.Signal(syscall.SIGQUIT)
	rest, _ := io.ReadAll(terminal)
	_ = cmd.Wait()
	left, dump := bytes.Index(rest, []byte("\x1b[?1049l")), bytes.Index(rest, []byte("SIGQUIT: quit"))
	if code := cmd.ProcessState.ExitCode(); code != 2 || left < 0 || dump < left || !bytes.Contains(rest[dump:], []byte("goroutine ")) {
		t.Errorf("exit code %d, the screen is left at %d, the dump begins at %d", code, left, dump)
	}
	if dump > 0 && !bytes.Contains(rest[dump:], []byte("\r\n")) { // the terminal turns line ends into both again
		t.Errorf("the terminal is still raw: %.200q", rest[dump:])
	}
}

func TestPlaygroundRefusesADumbTerminal(t *testing.T) {
	cmd, terminal := screen(t, []string{"--plain=false"}, "TERM=dumb")
	out, _ := io.ReadAll(terminal)
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitUsage || !strings.Contains(string(out), "gatehouse --plain") || bytes.ContainsRune(out, '\x1b') {
		t.Errorf("exit code %d, %q", code, out)
	}
}

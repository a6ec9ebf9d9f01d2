//go:build unix

package app_test

import (
	"bytes"
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/gateway"
)

// console is the program in a pseudo-terminal, which Windows does not have.
type console struct {
	t      *testing.T
	master *os.File
	slave  *os.File
	before *term.State
	ended  chan error

	mu   sync.Mutex
	cond *sync.Cond
	out  bytes.Buffer
}

func runInTerminal(t *testing.T, ctx context.Context, change func(*app.Options)) *console {
	t.Helper()
	blocking, slave, err := pty.Open()
	if err != nil {
		if os.Getenv("CI") == "true" { // there nobody reads what was skipped
			t.Fatalf("no pseudo-terminal: %v", err)
		}
		t.Skipf("the program cannot be run here, there is no pseudo-terminal: %v", err)
	}
	// Only a file that does not block is really closed while it is read.
	fd, err := syscall.Dup(int(blocking.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	blocking.Close()
	if err := syscall.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	master := os.NewFile(uintptr(fd), "terminal")
	if err := pty.Setsize(slave, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	before, err := term.GetState(slave.Fd())
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gateway.New(gateway.WithPace(time.Millisecond)))
	x := &console{t: t, master: master, slave: slave, before: before, ended: make(chan error, 1)}
	x.cond = sync.NewCond(&x.mu)
	go x.read()
	opts := app.Options{
		Connection: app.Connection{Local: true, Connect: func(context.Context) (string, string, error) { return server.URL + "/api/v1", "key", nil }},
		Theme:      "dark", Input: slave, Output: slave,
		Environ: []string{"TERM=xterm-256color", "SSH_TTY=/dev/none", "TERM_PROGRAM=Apple_Terminal"},
	}
	if change != nil {
		change(&opts)
	}
	go func() { x.ended <- app.Run(ctx, opts) }()
	t.Cleanup(func() {
		// The slave is left to the end of the process: after a panic Bubble
		// Tea does not wait for its reader, which may still be reading it.
		master.Close()
		server.CloseClientConnections()
		server.Close()
	})
	return x
}

func (x *console) read() {
	buf := make([]byte, 32<<10)
	for {
		n, err := x.master.Read(buf)
		x.mu.Lock()
		x.out.Write(buf[:n])
		x.mu.Unlock()
		x.cond.Broadcast()
		if err != nil {
			return
		}
	}
}

// sees waits until the program has written a text.
func (x *console) sees(want string) {
	x.t.Helper()
	guard := time.AfterFunc(30*time.Second, x.cond.Broadcast)
	defer guard.Stop()
	start := time.Now()
	x.mu.Lock()
	defer x.mu.Unlock()
	for !strings.Contains(ansi.Strip(x.out.String()), want) && !strings.Contains(x.out.String(), want) {
		if time.Since(start) > 29*time.Second {
			x.t.Fatalf("it never wrote %q:\n%q", want, x.out.String())
		}
		x.cond.Wait()
	}
}

func (x *console) types(text string) {
	if _, err := x.master.WriteString(text); err != nil {
		x.t.Fatal(err)
	}
}

// leaves quits with ctrl+q where it is asked first.
func (x *console) leaves() {
	x.t.Helper()
	x.types("\x11")
	x.sees("again quits")
	x.types("\x11")
	x.ends(nil)
}

// ends waits for the end and checks that the terminal is as it was before.
func (x *console) ends(want error) {
	x.t.Helper()
	select {
	case err := <-x.ended:
		if !errors.Is(err, want) {
			x.t.Errorf("it ended with %v, want %v", err, want)
		}
	case <-time.After(30 * time.Second):
		x.t.Fatal("it does not end")
	}
	after, err := term.GetState(x.slave.Fd())
	if err != nil {
		x.t.Fatal(err)
	}
	if *after != *x.before {
		x.t.Errorf("the terminal's modes are not restored: %+v, were %+v", after, x.before)
	}
	x.sees("\x1b[?1049l") // the alternate screen is left
	x.sees("\x1b[?2004l") // bracketed paste is off
}

func TestTheProgramInATerminal(t *testing.T) {
	x := runInTerminal(t, t.Context(), nil)
	x.sees("Ask anything")
	x.sees("This gateway is simulated")
	x.types("hello there\r")
	x.sees("✓ completed")
	x.leaves()
}

func TestCtrlCTwiceQuits(t *testing.T) {
	x := runInTerminal(t, t.Context(), nil)
	x.sees("Ask anything")
	x.types("\x03")
	x.sees("again quits")
	x.types("\x03")
	x.ends(nil)
}

func TestSignalsTakeTheSameExitPath(t *testing.T) {
	for signal, want := range map[syscall.Signal]error{
		syscall.SIGTERM: app.ErrTerminated, syscall.SIGHUP: app.ErrHangup, syscall.SIGINT: app.ErrInterrupted,
	} {
		x := runInTerminal(t, t.Context(), apptest.Slow)
		x.sees("Ask anything")
		x.types("hello\r")
		x.sees("streaming")
		if err := syscall.Kill(os.Getpid(), signal); err != nil {
			t.Fatal(err)
		}
		x.ends(want)
	}
}

func TestACancelledContextEndsIt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	x := runInTerminal(t, ctx, nil)
	x.sees("Ask anything")
	cancel()
	x.ends(context.Canceled)
}

func TestALostTerminalEndsIt(t *testing.T) {
	x := runInTerminal(t, t.Context(), nil)
	x.sees("Ask anything")
	x.master.Close()
	select {
	case err := <-x.ended:
		if !errors.Is(err, app.ErrHangup) {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it waits for keys of a terminal that is gone")
	}
}

func TestTheEditorBringsTheTextBack(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "editor")
	// It notes the file's name and mode, and writes another text.
	code := "#!/bin/sh\necho \"$1,$2,$3\" >" + dir + "/words\nshift 3\nstat -c '%a %n' \"$1\" >" + dir + "/noted\ncat \"$1\" >" + dir + "/was\nprintf 'edited text\\n' >\"$1\"\n"
	if err := os.WriteFile(script, []byte(code), 0o700); err != nil {
		t.Fatal(err)
	}
	x := runInTerminal(t, t.Context(), func(o *app.Options) { o.Editor = script + ` -a "" 'two words'` })
	x.sees("Ask anything")
	x.types("first words\x1be") // alt+e
	x.sees("edited text")
	x.leaves()
	noted, err := os.ReadFile(filepath.Join(dir, "noted"))
	if err != nil {
		t.Fatal(err)
	}
	if words, _ := os.ReadFile(filepath.Join(dir, "words")); string(words) != "-a,,two words\n" {
		t.Errorf("the editor's own words were %q", words)
	}
	mode, name, _ := strings.Cut(strings.TrimSpace(string(noted)), " ")
	if mode != "600" {
		t.Errorf("the file had the mode %s", mode)
	}
	if was, _ := os.ReadFile(filepath.Join(dir, "was")); string(was) != "first words" {
		t.Errorf("the editor was given %q", was)
	}
	if _, err := os.Stat(filepath.Dir(name)); !os.IsNotExist(err) {
		t.Errorf("the file is left behind: %v", err)
	}
}

func TestAnEditorThatIsNotThere(t *testing.T) {
	x := runInTerminal(t, t.Context(), func(o *app.Options) { o.Editor = "/no/such/editor --wait" })
	x.sees("Ask anything")
	x.types("kept\x1be") // alt+e
	x.sees("was not found; set $VISUAL or $EDITOR")
	x.leaves()
}

// TestMakeCheckOpensTheEditorAndSaves: the edited text is saved where the user says, and one key
// runs it.
func TestMakeCheckOpensTheEditorAndSaves(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	script := filepath.Join(dir, "editor")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho '# mine' >>\"$1\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	x := runInTerminal(t, t.Context(), func(o *app.Options) { o.Editor = script })
	x.sees("Ask anything")
	x.types("say something\r")
	x.sees("completed") // an answer is drawn in pieces, as it arrives
	x.types("\x1b4")    // alt+4: the inspector
	x.sees("verview")
	x.types("M")
	x.sees("say-something-check.toml")
	x.types("\r")
	x.sees("F9 runs it")
	x.types("\x1b[20~") // F9
	x.sees("1 check passed on the exchange")
	x.leaves()
	made, err := os.ReadFile("say-something-check.toml")
	if err != nil || !strings.HasPrefix(string(made), "[[check]]\nname = \"say something\"") || !strings.HasSuffix(string(made), "\n# mine\n") {
		t.Errorf("%v: %s", err, made)
	}
}

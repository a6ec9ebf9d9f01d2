package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"gatehouse/state"
)

// emulator is the playground on a terminal that draws what it is sent.
type emulator struct {
	t    *testing.T
	cmd  *exec.Cmd
	tty  *os.File
	term vt10x.Terminal
}

// emulate starts the playground. The terminal is one without REP, a sequence that the
// emulator does not know.
func emulate(t *testing.T, args ...string) *emulator {
	t.Helper()
	cmd, tty := screen(t, args, "TERM=screen-256color", "GATEHOUSE_API_KEY=")
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 30, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	return &emulator{t: t, cmd: cmd, tty: tty, term: vt10x.New(vt10x.WithSize(100, 30))}
}

// read draws what comes next, and reports whether anything did.
func (e *emulator) read() bool {
	some := make([]byte, 4<<10)
	n, err := e.tty.Read(some)
	if n > 0 {
		_, _ = e.term.Write(some[:n]) // it takes everything
	}
	return err == nil
}

// until draws until the screen holds true of something.
func (e *emulator) until(what string, holds func(screen string) bool) {
	e.t.Helper()
	for !holds(e.term.String()) {
		if !e.read() {
			e.t.Fatalf("the program ended before %s:\n%s", what, e.term.String())
		}
	}
}

func (e *emulator) shows(words string) {
	e.t.Helper()
	e.until(fmt.Sprintf("%q", words), func(screen string) bool { return strings.Contains(screen, words) })
}

func (e *emulator) types(keys string) { _, _ = io.WriteString(e.tty, keys) }

// kill ends the program with SIGKILL and draws what it had written before.
func (e *emulator) kill() {
	_ = e.cmd.Process.Kill()
	e.ended()
}

// ended draws what the program still writes, until it has ended.
func (e *emulator) ended() {
	for e.read() {
	}
	_ = e.cmd.Wait()
}

// numbered finds the numbered words of counting.
var numbered = regexp.MustCompile(`\bw\d{5}\b`)

// lastWord is the last numbered word on a screen; empty for none.
func lastWord(screen string) (word string) {
	for _, word = range numbered.FindAllString(screen, -1) {
	}
	return word
}

// counting is a server whose answer is numbered words, until the client goes away.
func counting(t *testing.T) (base string) {
	return answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, err := io.WriteString(w, message())
		for i := 0; err == nil && i < 100_000 && r.Context().Err() == nil; i++ {
			word := fmt.Sprintf(`"w%05d "`, i)
			if i%40 == 39 {
				word = fmt.Sprintf(`"w%05d\n\n"`, i)
			}
			_, err = io.WriteString(w, event("response.output_text.delta", `,"output_index":0,"content_index":0,"item_id":"m","delta":`+word))
			w.(http.Flusher).Flush()
		}
	})
}

// TestKilledPlaygroundLosesNothingThatItShowed kills the playground with SIGKILL at random
// moments of a stream: what was on the screen is in the history, and the next start offers
// the session again.
func TestKilledPlaygroundLosesNothingThatItShowed(t *testing.T) {
	if testing.Short() {
		t.Skipf("kills %d processes", *kills)
	}
	t.Parallel()
	dir, base := newDataDir(t), counting(t)
	random := rand.New(rand.NewPCG(2, uint64(*kills)))
	first := emulate(t, "--data-dir", dir, "--base-url", base, "-m", "m/x")
	first.shows("❯")
	first.types("the first question\r")
	first.until("a word", func(screen string) bool { return lastWord(screen) != "" })
	_ = first.cmd.Process.Signal(syscall.SIGTERM) // which saves the session for certain
	first.ended()
	for i := range *kills {
		e := emulate(t, "--data-dir", dir, "--base-url", base, "-m", "m/x")
		e.shows("❯")
		e.shows("Continue")
		e.types(fmt.Sprintf("question %d\r", i))
		least := fmt.Sprintf("w%05d", random.IntN(600))
		e.until("word "+least, func(screen string) bool { return lastWord(screen) >= least })
		e.kill()
		shown := lastWord(e.term.String())

		last := lastOf(t, dir, i)
		if x := last.State; x.Verdict != state.Truncated || !strings.Contains(x.Text(), shown) {
			t.Errorf("%d: %s; %s was shown, %d bytes are saved", i, x.Verdict, shown, len(x.Text()))
		}
		if body := string(last.Capture.Sent.Body); !strings.Contains(body, fmt.Sprintf("question %d", i)) {
			t.Errorf("%d: the last exchange of the history is another: %s", i, body)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/state/archive"
	"gatehouse/views/kit/text"
)

// TestStepsAreDrawnOverOneAnother, each within one line of the terminal, safe, and gone at
// the end.
func TestStepsAreDrawnOverOneAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := progress.Begin(t.Context(), progress.Step{Verb: "reading", What: "x\x1b[2J.har"})
		go func() {
			time.Sleep(progress.Patience + time.Millisecond)
			w.Counted("reading", 1204, 3000, "exchanges")
			time.Sleep(2 * progress.Pace)
			w.Stop()
			time.Sleep(2 * progress.Pace)
			w.End()
		}()
		var out bytes.Buffer
		drawSteps(&statusLine{to: &out}, w, func() int { return 60 })
		lines := strings.Split(out.String(), "\r")
		want := []string{"", "gatehouse: reading x␛[2J.har … · ctrl+c stops\x1b[K", "gatehouse: reading x␛[2J.har: 1,204 of 3,000 exchanges · c…\x1b[K", "gatehouse: stopping …\x1b[K", "\x1b[K"}
		if strings.Join(lines, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q, want %q", lines, want)
		}
		for _, line := range lines {
			if text.Width(line) >= 60 {
				t.Errorf("%q is too long", line)
			}
		}
	})
}

// TestLinesGoAboveTheStep: a warning that arrives meanwhile is written on a separate line, and the
// step below it again.
func TestLinesGoAboveTheStep(t *testing.T) {
	var out bytes.Buffer
	s := &statusLine{to: &out}
	h := host{stderr: s}
	h.say("before")
	s.draw("step 1")
	h.say("warning")
	s.draw("")
	h.say("after")
	const clear = "\r\x1b[K"
	want := "gatehouse: before\n\rstep 1\x1b[K" + clear + "gatehouse: warning\nstep 1" + clear + "gatehouse: after\n"
	if out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
}

// TestAStoppedPruneSaysWhatWasRemoved: the plan removes nothing.
func TestAStoppedPruneSaysWhatWasRemoved(t *testing.T) {
	a, err := archive.Open(t.Context(), t.TempDir(), archive.Options{Fold: files.Fold})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped{syscall.SIGINT})
	for yes, want := range map[bool]string{false: "stopped; nothing was removed", true: "stopped; the same command shows what is left"} {
		err := prune(ctx, host{stdout: io.Discard, stderr: io.Discard}, a, archive.Limits{All: true}, yes)
		if err == nil || err.Error() != want {
			t.Errorf("with --yes %v: %v, want %s", yes, err, want)
		}
	}
}

func TestQuickWorkDrawsNothing(t *testing.T) {
	w := progress.Begin(t.Context(), progress.Step{Verb: "reading"})
	w.End()
	var out bytes.Buffer
	if drawSteps(&statusLine{to: &out}, w, func() int { return 60 }); out.Len() > 0 {
		t.Errorf("%q", &out)
	}
}

// TestAStoppedCommandSaysWhatIsLeft, with the exit code of the signal.
func TestAStoppedCommandSaysWhatIsLeft(t *testing.T) {
	dir := t.TempDir()
	request := savedFile(t, "r.json", `{"model":"m","input":"hello"}`)
	out := filepath.Join(dir, "x.sh")
	for said, args := range map[string][]string{
		"nothing was written": {"export", request, "--as", "curl", "-o", out},
		"nothing was opened":  {"--plain", request},
		"":                    {"--data-dir", dir, "import", request},
	} {
		for sig, code := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(stopped{sig})
			var stdout, stderr bytes.Buffer
			got := run(ctx, args, host{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, getenv: func(string) string { return "" }})
			if got != code || said != "" && stderr.String() != "gatehouse: stopped; "+said+"\n" {
				t.Errorf("%q: exit %d, want %d; %q", args, got, code, &stderr)
			}
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written all the same")
	}
}

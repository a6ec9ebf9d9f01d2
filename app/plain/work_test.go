package plain

import (
	"os"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/app/effect/progress"
)

// TestLongWorkIsReportedNowAndThen: each line is read aloud.
func TestLongWorkIsReportedNowAndThen(t *testing.T) {
	for _, interactive := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			var said []string
			c := &chat{Options: Options{Interactive: interactive, Say: func(line string) { said = append(said, line) }}}
			c.work(t.Context(), progress.Reading("x.har"), func(w *progress.Work) {
				for n := range 150 {
					time.Sleep(99 * time.Millisecond) // never when a line is due
					_ = w.Counted("reading", n, 3000, "exchanges")
				}
			})
			var want []string
			if interactive {
				want = []string{"Reading x.har: 9 of 3,000 exchanges. Ctrl+C stops it.", "Reading x.har: 110 of 3,000 exchanges."}
			}
			if !slices.Equal(said, want) {
				t.Errorf("%q, want %q", said, want)
			}
		})
	}
}

// TestASignalStopsWork: an interrupt of the user stops only that, any other signal the chat too.
func TestASignalStopsWork(t *testing.T) {
	for s, ends := range map[os.Signal]bool{os.Interrupt: false, syscall.SIGTERM: true} {
		signals := make(chan os.Signal, 1)
		signals <- s
		c := &chat{Options: Options{Interactive: true, Signals: signals, Say: func(line string) { t.Error(line) }}}
		var err error
		c.work(t.Context(), progress.Reading("x.har"), func(w *progress.Work) {
			<-w.Context().Done()
			err = w.Err()
		})
		if err == nil || c.over != ends || (c.end.Signal != nil) != ends {
			t.Errorf("%v: %v, over: %t", s, err, c.over)
		}
	}
}

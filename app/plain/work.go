package plain

import (
	"context"
	"os"
	"strings"
	"time"

	"gatehouse/app/progress"
)

// Progress is reported after firstWord, and then each nextWord: every line is read aloud.
const (
	firstWord = time.Second
	nextWord  = 10 * time.Second
)

// work calls do, which may take long; Ctrl+C stops it.
func (c *chat) work(ctx context.Context, first progress.Step, do func(*progress.Work)) {
	w := progress.Begin(ctx, first)
	defer w.End()
	done := make(chan struct{})
	go func() { defer close(done); do(w) }()
	timer := time.NewTimer(firstWord)
	defer timer.Stop()
	how := " Ctrl+C stops it."
	for {
		select {
		case <-done:
			return
		case s := <-c.Signals:
			if s != os.Interrupt || !c.Interactive {
				c.end.Signal, c.over = s, true
			}
			w.Stop()
		case <-timer.C:
			if c.Interactive && w.Err() == nil {
				c.Say(capital(strings.TrimSuffix(w.Step().String(), " …")) + "." + how)
				how = ""
			}
			timer.Reset(nextWord)
		}
	}
}

package plain

import (
	"context"
	"os"
	"strings"
	"time"

	"gatehouse/app/progress"
)

// Work that takes longer than firstWord is said once, and how far it is each nextWord:
// every line is read aloud.
const (
	firstWord = time.Second
	nextWord  = 10 * time.Second
)

// work does something that may take long; Ctrl+C stops it.
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
			if s != os.Interrupt || !c.Person {
				c.end.Signal, c.over = s, true
			}
			w.Stop()
		case <-timer.C:
			if c.Person && w.Err() == nil {
				c.Say(capital(strings.TrimSuffix(w.Step().String(), " …")) + "." + how)
				how = ""
			}
			timer.Reset(nextWord)
		}
	}
}

//go:build unix && !race

// Bubble Tea v2.0.9 closes its key reader after a panic without waiting for
// the goroutine that reads, which the race detector reports.

package app_test

import (
	"context"
	"os"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
)

func TestAPanicRestoresTheTerminal(t *testing.T) {
	// Bubble Tea writes the stack to standard error.
	stderr := os.Stderr
	var err error
	if os.Stderr, err = os.Open(os.DevNull); err != nil {
		t.Fatal(err)
	}
	defer func() { os.Stderr = stderr }()
	now := make(chan struct{})
	x := runInTerminal(t, t.Context(), func(o *app.Options) {
		o.Connection.Connect = func(context.Context) (string, string, error) { <-now; panic("of the test") }
	})
	x.sees("Ask anything")
	close(now)
	x.ends(tea.ErrProgramPanic)
}

package app

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// life is how the program ends: one way out for quit, signals and a lost
// terminal.
type life struct {
	began   time.Time       // when Bubble Tea began to paint, a paint a tick
	ctx     context.Context // ends with the program; every exchange's context is made of it
	stop    context.CancelFunc
	readers sync.WaitGroup // the readers of all exchanges
	err     error          // why the program ended; nil: the person quit
	asked   bool           // the last key was ctrl+c without a stream: the next quits
}

// leave is the message that ends the program from outside.
type leave struct{ err error }

func (l leave) apply(m *Model) tea.Cmd { return m.quit(l.err) }

// quit cancels every exchange and ends the program.
func (m *Model) quit(err error) tea.Cmd {
	m.life.err = err
	m.life.stop()
	return tea.Quit
}

// interrupt is ctrl+c: it stops the shown stream; without one it asks, and
// quits when pressed again.
func (m *Model) interrupt() tea.Cmd {
	if m.screens.shown == rerankScreen && m.rankings.cancel() {
		return nil
	}
	if c := m.desk.chat(); c.run != nil {
		c.run.cancel()
		return nil
	}
	if m.life.asked {
		return m.quit(nil)
	}
	m.life.asked = true
	quit := m.keys.Name(views.ActInterrupt)
	if all, _ := m.desk.running(); all > 0 {
		return m.notify("%s again quits, and stops the streams that are running: %d", quit, all)
	}
	return m.notify("%s again quits", quit)
}

// rest waits for the readers to end, at most for a second: a reader that hangs
// must not keep the terminal.
func (l *life) rest() {
	done := make(chan struct{})
	go func() { l.readers.Wait(); close(done) }()
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

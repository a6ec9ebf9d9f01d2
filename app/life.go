package app

import (
	"fmt"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// life is how the program ends: one way out for quit, signals and a lost
// terminal.
type life struct {
	err   error // why the program ended; nil: the person quit
	asked bool  // what was done last was ctrl+c without a stream, or to quit, by key or palette: the next quits
}

// quit cancels every exchange and ends the program.
func (m *Model) quit(err error) tea.Cmd {
	m.life.err = err
	m.desk.Keep()
	m.Life.Stop()
	return tea.Quit
}

// askQuit quits; but where work would be lost, only when it is asked again.
func (m *Model) askQuit() tea.Cmd {
	lost := m.lost(m.Keys.Name(views.ActQuit))
	if m.life.asked || lost == "" {
		return m.quit(nil)
	}
	m.life.asked = true
	return m.Notify("%s", lost)
}

// lost says what would be lost by quitting, and that the key pressed again quits
// all the same; empty for nothing. Work is what was said or built and is in no
// file, a rerank set with documents or marks, a text that was not sent, and an
// answer that is still coming in.
func (m *Model) lost(key string) string {
	names, running := m.unsaved(), m.requests()
	switch {
	case len(names) == 0 && running == "":
		return ""
	case len(names) == 0:
		return running + "; " + key + " again stops it and quits"
	}
	words := "not saved: " + screen.Some(names)
	if running != "" {
		words += ", and " + running
	}
	return words + "; " + m.Keys.Name(views.ActSave) + " saves, " + key + " again quits without it"
}

// requests says how many requests are running; empty for none.
func (m *Model) requests() string {
	n, _ := m.desk.Running()
	for _, s := range m.screens.senders {
		n += s.Running()
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "a request is running"
	}
	return fmt.Sprintf("%d requests are running", n)
}

// unsaved names the conversations, and what else there is, whose work would be
// lost. What is in the history is not: the next run continues it.
func (m *Model) unsaved() []string {
	names := m.desk.Unsaved()
	for _, s := range m.screens.senders {
		if name := s.Unsaved(); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// interrupt is ctrl+c: it stops the shown stream, else the work that has a line; without
// either it asks, and quits when pressed again.
func (m *Model) interrupt() tea.Cmd {
	if s, ok := m.screens.now().Screen.(screen.Stopper); ok && s.Stop() {
		return nil
	}
	if c := m.desk.Shown(); c.Run != nil {
		c.Run.Cancel()
		return nil
	}
	if stop := m.StopWork(); stop.Do != nil {
		return stop.Do()
	}
	if m.life.asked {
		return m.quit(nil)
	}
	m.life.asked = true
	quit := m.Keys.Name(views.ActInterrupt)
	if lost := m.lost(quit); lost != "" {
		return m.Notify("%s", lost)
	}
	return m.Notify("%s again quits", quit)
}

// suspend puts the program in the background, where a shell can bring it back.
// Where none can, the terminal would stay blank until somebody sends SIGCONT.
func (m *Model) suspend() tea.Cmd {
	if can := m.Options.CanSuspend; can != nil && !can() {
		return m.Notify("not suspended: no shell here could resume the program; %s quits", m.Keys.Name(views.ActQuit))
	}
	return tea.Suspend
}

// waitFor waits for the readers to end, at most for a second: a reader that hangs
// must not keep the terminal.
func waitFor(readers *sync.WaitGroup) {
	done := make(chan struct{})
	go func() { readers.Wait(); close(done) }()
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

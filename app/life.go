package app

import (
	"fmt"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// life is the exit path of the program, the same for quit, signals and a lost
// terminal.
type life struct {
	err   error // why the program ended; nil: the user quit
	asked bool  // what was done last was ctrl+c without a stream, or to quit, by key or palette: the next quits
}

// Quit cancels every exchange and ends the program.
func (m *Model) Quit(err error) tea.Cmd {
	m.life.err = err
	m.Desk.Autosave()
	m.Life.Stop()
	return tea.Quit
}

// askQuit quits; if work would be lost, only when it is called again.
func (m *Model) askQuit() tea.Cmd {
	lost := m.lost(m.Keys.Name(views.ActQuit))
	if m.life.asked || lost == "" {
		return m.Quit(nil)
	}
	m.life.asked = true
	return m.Notify("%s", lost)
}

// lost reports what would be lost by quitting, and that the key pressed again quits
// all the same; empty for nothing. Work is turns and built requests that are in no
// file, a rerank set with documents or marks, unsent text, and an answer that is
// still arriving.
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

// requests reports how many requests are running; empty for none.
func (m *Model) requests() string {
	n, _ := m.Desk.Running()
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
// lost. What is in the history is not: the next launch restores it.
func (m *Model) unsaved() []string {
	names := m.Desk.Unsaved()
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
	if s, ok := m.screens.current().Screen.(screen.Stopper); ok && s.Stop() {
		return nil
	}
	if c := m.Desk.Shown(); c.Run() != nil {
		c.Run().Cancel()
		return nil
	}
	if stop := m.StopWork(); stop.Do != nil {
		return stop.Do()
	}
	if m.life.asked {
		return m.Quit(nil)
	}
	m.life.asked = true
	quit := m.Keys.Name(views.ActInterrupt)
	if lost := m.lost(quit); lost != "" {
		return m.Notify("%s", lost)
	}
	return m.Notify("%s again quits", quit)
}

// suspend puts the program in the background if a shell can resume it. Without
// one the terminal would stay blank until somebody sends SIGCONT.
func (m *Model) suspend() tea.Cmd {
	if can := m.Options.CanSuspend; can != nil && !can() {
		return m.Notify("not suspended: no shell here could resume the program; %s quits", m.Keys.Name(views.ActQuit))
	}
	return tea.Suspend
}

// waitFor waits for the readers to end, at most for a second: a reader that hangs
// must not block the terminal.
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

// escapes returns what esc does here and now; the first one wins. The footer and the
// key both ask for them. An overlay takes esc before all of them.
func (m *Model) escapes() []screen.Escape {
	if leave := m.Desk.LeaveConnecting(); leave.Do != nil {
		return []screen.Escape{leave}
	}
	if stop := m.StopWork(); stop.Do != nil {
		return []screen.Escape{stop}
	}
	id := m.Focus()
	if p, ok := m.Pane(id).(views.Stopper); ok && p.StopWord() != "" {
		inPane := screen.Escape{Word: p.StopWord(), Do: func() tea.Cmd { return m.Deliver(id, views.Perform{Action: views.ActStop}) }}
		return append([]screen.Escape{inPane}, m.screens.current().Escapes()...)
	}
	return m.screens.current().Escapes()
}

func (m *Model) escape(all []screen.Escape) tea.Cmd {
	if len(all) == 0 {
		return nil
	}
	return all[0].Do()
}

// stop does esc for a pane that has no use for the key itself.
func (m *Model) stop() tea.Cmd {
	if m.Overlays.Top() != nil {
		m.Overlays.Close()
		return nil
	}
	return m.escape(append(screen.Escapes(m.StopWork()), m.screens.current().Escapes()...))
}

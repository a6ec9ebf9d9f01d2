package app

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/raw"
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
	asked   bool           // what was done last was ctrl+c without a stream, or to quit, by key or palette: the next quits
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

// askQuit quits; but where work would be lost, only when it is asked again. Work
// is a file's conversation that has changed since it was saved, a request that
// was built, and a rerank set with documents or marks. What was merely said is no such thing: to ask after every chat
// would teach people to press the key twice.
func (m *Model) askQuit() tea.Cmd {
	lost := m.unsaved()
	if m.life.asked || len(lost) == 0 {
		return m.quit(nil)
	}
	m.life.asked = true
	return m.notify("not saved: %s; %s saves, %s again quits without it", strings.Join(lost, ", "), m.keys.Name(views.ActSave), m.keys.Name(views.ActQuit))
}

// unsaved names the conversations, and the rerank set, whose work would be lost.
func (m *Model) unsaved() []string {
	var names []string
	for i, c := range m.desk.chats {
		switch {
		case c.path != "" && m.differs(c):
			names = append(names, filepath.Base(c.path))
		case c.path == "" && c.built():
			names = append(names, fmt.Sprintf("the request of conversation %d", i+1))
		}
	}
	if m.rankings.unsaved() {
		names = append(names, m.rankings.title()+" ("+m.keys.Name(views.ActRerank)+")")
	}
	return names
}

// differs reports whether a conversation that has a file is another by now.
func (m *Model) differs(c *chat) bool {
	if c == m.desk.chat() {
		return m.changed()
	}
	text := m.textOf(c)
	return c.unfinished != nil || !c.stand(text).same(c.kept)
}

// built reports whether a request was built: whether more was set in its
// document than the model.
func (c *chat) built() bool {
	now, began := c.conv.Draft.Bytes(), c.fresh
	if bytes.Equal(now, began) {
		return false
	}
	a, err := state.ParseDraft(now)
	b, worse := state.ParseDraft(began)
	if err != nil || worse != nil {
		return true
	}
	a.Delete("/model")
	b.Delete("/model")
	return !raw.Same(a.Bytes(), b.Bytes())
}

// interrupt is ctrl+c: it stops the shown stream; without one it asks, and
// quits when pressed again.
func (m *Model) interrupt() tea.Cmd {
	if m.ranking() && m.rankings.cancel() {
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
	if lost := m.unsaved(); len(lost) > 0 {
		return m.notify("not saved: %s; %s saves, %s again quits without it", strings.Join(lost, ", "), m.keys.Name(views.ActSave), quit)
	}
	if all, _ := m.desk.running(); all > 0 {
		return m.notify("%s again quits, and stops the streams that are running: %d", quit, all)
	}
	return m.notify("%s again quits", quit)
}

// suspend puts the program in the background, where a shell can bring it back.
// Where none can, the terminal would stay blank until somebody sends SIGCONT.
func (m *Model) suspend() tea.Cmd {
	if can := m.opts.CanSuspend; can != nil && !can() {
		return m.notify("not suspended: no shell here could resume the program; %s quits", m.keys.Name(views.ActQuit))
	}
	return tea.Suspend
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

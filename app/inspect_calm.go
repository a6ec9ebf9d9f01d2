package app

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// calmFor is the least time between two pictures of the column while a stream
// runs: figures that change more often than ten times a second cannot be read.
const calmFor = 100 * time.Millisecond

// calm keeps the column as it is for a while.
type calm struct {
	drawn   string
	held    bool // it stands as it was drawn
	missed  bool // something came meanwhile
	waiting bool // for the while to end
}

// rest lets the column stand when a batch came soon after the last picture.
func (m *Model) rest(r *run) tea.Cmd {
	c := &m.inspector.calm
	if m.screens.shown != chatScreen || m.layout.Column.W == 0 || r.chat != m.desk.chat() {
		return nil
	}
	if c.waiting {
		c.held, c.missed = true, true
		return nil
	}
	return c.wait()
}

func (c *calm) wait() tea.Cmd {
	c.waiting, c.missed = true, false
	return tea.Tick(calmFor, func(time.Time) tea.Msg { return rested{} })
}

// rested is the end of the while.
type rested struct{}

func (rested) apply(m *Model) tea.Cmd {
	c := &m.inspector.calm
	if c.waiting = false; !c.missed {
		return nil
	}
	return c.wait()
}

// columnView draws the column, or what it was while it rests. What is not a
// batch of a stream is answered at once.
func (m *Model) columnView() string {
	c := &m.inspector.calm
	if !c.held || !m.drawn.ok {
		c.drawn = m.inspector.column.View()
	}
	return c.drawn
}

package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/views/overview"
)

const (
	// calmFor is the least time between two pictures of the column while a stream
	// runs: figures that change more often than ten times a second cannot be read.
	// It is drawn with the batch that comes then: a screen of its own would cost as
	// much as that of a batch.
	calmFor = 100 * time.Millisecond
	// aloneAfter is the time after a picture when the column is drawn alone, where
	// no batch came that it could have been drawn with.
	aloneAfter = calmFor + 2*screen.Frame
)

// calm keeps the column as it is for a while.
type calm struct {
	drawn   string
	at      time.Time // of the last picture of a batch
	held    bool      // it stands as it was drawn
	waiting bool      // a look is due whether it is to be drawn alone
}

// rest lets the column be when a batch came soon after the last picture, until
// the answer has ended.
func (m *Model) rest(chat *desk.Chat, ended bool) tea.Cmd {
	c := &m.inspector.calm
	if ended {
		c.held = false
		return nil
	}
	if m.screens.shown != chatScreen || m.layout.Column.W == 0 || chat != m.desk.Shown() {
		return nil
	}
	now := time.Now()
	if c.held = now.Sub(c.at) < calmFor-screen.Frame/2; c.held { // nearer to this batch than to the next
		return c.wait(now)
	}
	c.at = now
	return nil
}

func (c *calm) wait(now time.Time) tea.Cmd {
	if c.waiting {
		return nil
	}
	c.waiting = true
	return tea.Tick(c.at.Add(aloneAfter).Sub(now), func(at time.Time) tea.Msg { return rested{at} })
}

// rested is a look whether the column rested for long enough.
type rested struct{ at time.Time }

func (r rested) apply(m *Model) tea.Cmd {
	c := &m.inspector.calm
	c.waiting = false
	if c.held && r.at.Sub(c.at) < aloneAfter { // a batch was drawn with it meanwhile
		return c.wait(r.at)
	}
	c.held = false
	return nil
}

// keeps reports whether a message leaves the column as it is: a batch and the
// clocks of a stream draw it at their own pace, and it does not show what is
// being written. Any other message is answered at once.
func (m *Model) keeps(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case desk.Arrived, rested, clockTicked:
		return true
	case tea.KeyPressMsg:
		return m.target() == composerPane && (msg.Text != "" || msg.Code == tea.KeyBackspace)
	}
	return false
}

// calmColumn is the column, which rests while a stream runs.
type calmColumn struct {
	*overview.Model
	m *Model
}

// View implements views.Pane: the column, or what it was while it rests.
func (p calmColumn) View() string {
	c := &p.m.inspector.calm
	if !c.held || !p.m.drawn.ok {
		c.drawn = p.Model.View()
	}
	return c.drawn
}

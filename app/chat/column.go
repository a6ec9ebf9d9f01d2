package chat

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/look"
	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/inspect/overview"
)

const (
	// ColumnPace is the least time between two pictures of the column while a stream
	// runs: figures that change more often than ten times a second cannot be read. The
	// column is drawn with the next batch after it: a separate picture would cost as
	// much as that of a batch.
	ColumnPace = 100 * time.Millisecond
	// aloneAfter is the time after a picture when the column is drawn by itself, where
	// no batch arrived that it could have been drawn with.
	aloneAfter = ColumnPace + 2*screen.Frame
)

// Column is the column with the figures of the shown exchange. While a stream runs
// it is drawn less often than the answer.
type Column struct {
	*overview.Model
	drawn     string
	at        time.Time // of the last picture with a batch
	throttled bool      // View returns the last picture
	waiting   bool      // a drawAlone is on its way
}

// Throttled reports whether the column shows its last picture.
func (c *Column) Throttled() bool { return c.throttled }

func (c *Column) View() string {
	if !c.throttled {
		c.drawn = c.Model.View()
	}
	return c.drawn
}

// SetSize implements views.Pane. The last picture may have another size.
func (c *Column) SetSize(width, height int) {
	c.throttled = false
	c.Model.SetSize(width, height)
}

// throttleColumn leaves the column as it is when a batch arrived soon after its picture,
// until the answer has ended.
func (s *Screen) throttleColumn(x *screen.Exchange, ended bool) tea.Cmd {
	c := s.column
	if ended {
		c.throttled = false
		return nil
	}
	if !s.isShown() || !s.hasColumn() || x != s.desk.Shown().Run() {
		return nil
	}
	now := time.Now()
	if c.throttled = now.Sub(c.at) < ColumnPace-screen.Frame/2; c.throttled { // nearer to this batch than to the next
		return c.wait(now)
	}
	c.at = now
	return nil
}

func (c *Column) wait(now time.Time) tea.Cmd {
	if c.waiting {
		return nil
	}
	c.waiting = true
	return tea.Tick(c.at.Add(aloneAfter).Sub(now), func(at time.Time) tea.Msg { return drawAlone{c, at} })
}

// drawAlone draws the column by itself, unless it was drawn with a batch meanwhile.
type drawAlone struct {
	column *Column
	at     time.Time
}

func (d drawAlone) Apply() tea.Cmd {
	c := d.column
	c.waiting = false
	if c.throttled && d.at.Sub(c.at) < aloneAfter {
		return c.wait(d.at)
	}
	c.throttled = false
	return nil
}

// Observe implements screen.Observer. A batch and the clocks of a stream draw the
// column at its pace, and it does not show what is being written; after any other
// message it is drawn at once.
func (s *Screen) Observe(msg tea.Msg) {
	switch msg := msg.(type) {
	case screen.Batch, drawAlone, look.Tick:
		return
	case tea.KeyPressMsg:
		if s.Overlays.Top() == nil && s.Focus() == ComposerPane && (msg.Text != "" || msg.Code == tea.KeyBackspace) {
			return
		}
	}
	s.column.throttled = false
}

// toggleColumn shows the column next to the transcript, or hides it.
func (s *Screen) toggleColumn() tea.Cmd {
	if !s.isShown() {
		return s.Notify("the column is part of Chat (%s)", s.Keys.Name(views.ActChat))
	}
	s.hidden = !s.hidden
	if _, column := widths(s.Width, true); column == 0 {
		s.hidden = false
		return s.Notify("the terminal is too narrow for this column; %s opens the inspector", s.Keys.Name(views.ActInspect))
	}
	cmd := s.Show(ComposerPane)
	s.Host.Arrange()
	return cmd
}

package look

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// Position is the playback position in an exchange: what the screen calls the cursor
// of time.
type Position struct {
	Exchange *state.Exchange // at its end; nil where nothing was sought or played
	Frame    int             // after which it is, from 0; -1 is the end
	AtUS     int64           // microseconds after the start of the request
	Speed    float64         // of the play, as a multiple of true speed; 0 for none
	Snapshot *state.Exchange // as it was there; nil at the end, and until it is folded
}

// Position returns the position of the shown exchange.
func (l *Look) Position() Position {
	p := l.playback
	if p == nil {
		return Position{Frame: -1}
	}
	return Position{p.exchange, p.frame, p.atUS, p.speed, p.snapshot}
}

// Seek shows everything as it was after a frame; -1 is the end.
func (l *Look) Seek(frame int) tea.Cmd {
	if !l.beginPlayback() {
		return nil
	}
	return l.playback.seek(frame)
}

// Play plays from the position on; 0 stops it.
func (l *Look) Play(speed float64) tea.Cmd {
	if !l.beginPlayback() {
		return nil
	}
	return l.playback.play(speed)
}

// beginPlayback begins at the end of the shown exchange, unless that is played
// already; ok is false where there is none to play.
func (l *Look) beginPlayback() (ok bool) {
	x := l.Exchange()
	if x == nil || x.State == nil || x.Capture == nil {
		return false
	}
	if l.playback == nil || l.playback.exchange != x.State {
		l.endPlayback()
		l.playback = newPlayback(l.Life.Ctx, x.State, x.Capture, func() tea.Cmd {
			l.Arrange() // a line reports where it is
			return nil
		})
	}
	return true
}

// endPlayback forgets the position, before another exchange is shown.
func (l *Look) endPlayback() {
	if l.playback == nil {
		return
	}
	l.playback.stop()
	l.playback = nil
	l.Arrange()
}

// AtEnd reports whether the exchange is shown to its end.
func (l *Look) AtEnd() bool { return l.playback == nil || l.playback.frame < 0 }

// ToEnd returns the escape that shows the exchange to its end again.
func (l *Look) ToEnd() screen.Escape {
	return screen.EscapeIf(!l.AtEnd(), "to the end", func() tea.Cmd { return l.Seek(-1) })
}

// Shown returns an exchange as it is shown: as it was at the position, or as it was
// shown last while that is still being folded.
func (l *Look) Shown(x *screen.Exchange) *state.Exchange {
	switch p := l.playback; {
	case l.AtEnd() || p.exchange != x.State || l.Complete:
		return x.State
	case p.snapshot != nil:
		figures.SetTokenRatio(p.snapshot, p.exchange) // it may have ended since
		return p.snapshot
	}
	if l.last.Exchange != nil && l.last.Turn == x.TurnID() {
		return l.last.Exchange
	}
	return x.State
}

// ShownOf returns the exchange of a turn of the shown conversation as it is shown; nil for no turn.
func (l *Look) ShownOf(t *talk.Turn) *state.Exchange {
	if t == nil {
		return nil
	}
	return l.Shown(l.ExchangeOf(t))
}

// PlaybackNote reports where the position is and by which keys a play is stopped; empty
// at the end. The list of events, which says it itself, has no need of it.
func (l *Look) PlaybackNote() []string {
	if l.AtEnd() {
		return nil
	}
	p, refs := l.playback, l.playback.refs()
	if p.frame >= len(refs) {
		return nil
	}
	at := fmt.Sprintf("frame %s of %s", figures.Thousands(p.frame+1), figures.Thousands(len(refs)))
	if refs[p.frame].AtUS >= 0 {
		at += ", " + figures.Moment(p.atUS)
	}
	end := l.Keys.Name(views.ActStop)
	switch {
	case l.Complete:
		return []string{"Diff compares the final states, not " + at + ": " + end + " goes back to the end"}
	case p.speed == 0:
		return []string{"as it was at " + at + ": " + end + " goes back to the end"}
	}
	keys := l.Keys.Name(views.ActTabEvents) + " " + l.Keys.Name(views.ActTimePlay)
	if !l.Inspecting {
		keys = l.Keys.Name(views.ActInspect) + " " + keys
	}
	return []string{fmt.Sprintf("playing ×%g, %s: %s pauses, %s ends it", p.speed, at, keys, end)}
}

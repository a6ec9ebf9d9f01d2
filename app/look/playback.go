package look

import (
	"context"
	"sort"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// playback is a position in an exchange, by frames: it rests after one, or plays.
// It holds a snapshot of the exchange as it was there, folded from its start or from
// a checkpoint. A Cmd never writes to a snapshot that may be shown: it folds a new
// one.
type playback struct {
	exchange *state.Exchange // at its end, or still running
	capture  *wire.Capture
	changed  func() tea.Cmd // called when the position, or the snapshot, is another

	frame      int             // the position: after this frame, from 0; -1 is the end
	atUS       int64           // the position in microseconds after the start of the request; later than the frame in a silence that is played
	snapshot   *state.Exchange // as it was at the position; nil at the end, and until a Cmd has folded it
	checkpoint *state.Exchange // as it was a little earlier, from where steps back are folded; nil for none
	speed      float64         // of the play, as a multiple of true speed; 0 for none

	ctx    context.Context    // of the program
	folds  int                // number of the fold that is waited for
	cancel context.CancelFunc // of that fold
	plays  int                // number of the play
	began  time.Time          // when the play began, and from which position
	fromUS int64
}

func newPlayback(ctx context.Context, x *state.Exchange, c *wire.Capture, changed func() tea.Cmd) *playback {
	return &playback{ctx: ctx, exchange: x, capture: c, changed: changed, frame: -1, cancel: func() {}}
}

// seek goes to the position after a frame, counted from 0, and stops the play; -1
// and what is after the last frame is the end.
func (p *playback) seek(frame int) tea.Cmd {
	p.speed = 0
	return tea.Batch(p.moveTo(frame), p.changed())
}

// play plays from the position on, from the first frame where nothing is left to play; 0
// stops it.
func (p *playback) play(speed float64) tea.Cmd {
	refs := p.refs()
	p.plays++
	if speed <= 0 || len(refs) == 0 {
		p.speed = 0
		return p.changed()
	}
	var fold tea.Cmd
	if p.frame < 0 || p.frame >= len(refs)-1 && p.atUS >= p.endUS(refs) && !p.exchange.Running() {
		fold = p.moveTo(0)
	}
	p.speed, p.began, p.fromUS = speed, time.Now(), p.atUS
	return tea.Batch(fold, p.changed(), p.tick())
}

// stop cancels the fold and the play.
func (p *playback) stop() {
	p.cancel()
	p.folds, p.plays, p.speed = p.folds+1, p.plays+1, 0
}

// refs returns the frames that the exchange has folded.
func (p *playback) refs() []wire.FrameRef {
	if p.capture == nil {
		return nil
	}
	refs := p.capture.Frames.All()
	return refs[:min(len(refs), p.exchange.Frames)]
}

// endUS returns the moment of the end, in microseconds after the start of the request:
// that of the last frame, unless a silence follows it.
func (p *playback) endUS(refs []wire.FrameRef) int64 {
	if figures.SilenceBeforeEnd(p.exchange) > 0 {
		return p.exchange.End.AtUS
	}
	return refs[len(refs)-1].AtUS
}

// tick waits until the next frame is due, or after the last one the end, at most
// for ClockPace and at least for a picture.
func (p *playback) tick() tea.Cmd {
	refs := p.refs()
	next := p.endUS(refs)
	if p.frame+1 < len(refs) {
		next = refs[p.frame+1].AtUS
	}
	due := time.Duration(float64(next-p.fromUS)/p.speed) * time.Microsecond
	wait := max(min(time.Until(p.began.Add(due)), ClockPace), screen.Frame)
	play := p.plays
	return tea.Tick(wait, func(at time.Time) tea.Msg {
		return screen.EffectFunc(func() tea.Cmd { return p.next(play, at) })
	})
}

// next shows the frame of a play that is due now.
func (p *playback) next(play int, at time.Time) tea.Cmd {
	if play != p.plays || p.speed == 0 {
		return nil
	}
	refs := p.refs()
	if p.snapshot == nil { // it is still being folded: the play waits for it
		p.began, p.fromUS = at, p.atUS
		return p.tick()
	}
	now := p.fromUS + int64(float64(at.Sub(p.began).Microseconds())*p.speed)
	next := sort.Search(len(refs), func(i int) bool { return refs[i].AtUS > now }) - 1
	if now >= p.endUS(refs) {
		return p.seek(-1)
	}
	var fold tea.Cmd
	if next > p.frame {
		fold = p.moveTo(next)
	}
	p.atUS = now
	return tea.Batch(fold, p.changed(), p.tick())
}

// ClockPace is the time between two ticks while a shown exchange runs; quietFor is
// how long nothing must have arrived before the clock reports what time it is: until
// then the arrivals do.
const (
	ClockPace = 250 * time.Millisecond
	quietFor  = 400 * time.Millisecond
)

// clock makes time pass on the screen while nothing arrives. It ticks only while
// an exchange that is shown runs.
type clock struct {
	at      time.Time // of the last tick
	Ticking bool
	waits   *state.Exchange // for the end of whose waiting time a timer runs
}

// Now returns the time since the start of a running exchange, in microseconds, while
// nothing arrives; else 0. Its ticks continue while the exchange runs.
func (c *clock) Now(x *state.Exchange, capture *wire.Capture) (us int64, tick tea.Cmd) {
	if x == nil || !x.Running() {
		return 0, nil
	}
	if !c.Ticking {
		c.Ticking = true
		tick = tea.Tick(ClockPace, func(at time.Time) tea.Msg { return Tick{c, at} })
	}
	if capture == nil {
		return 0, tick
	}
	if us = c.at.Sub(capture.Start).Microseconds(); us < x.LatestUS()+quietFor.Microseconds() {
		return 0, tick
	}
	return us, tick
}

// Tick is a tick of the clock. What is shown follows in Refresh.
type Tick struct {
	clock *clock
	at    time.Time
}

func (t Tick) Apply() tea.Cmd {
	t.clock.at, t.clock.Ticking = t.at, false
	return nil
}

// maxWait is the longest waiting time for whose end there is a timer: nobody
// stays at a page for longer.
const maxWait = time.Hour

// waited reports whether the time is over that a service asked to wait, and starts
// a timer for its end.
func (c *clock) waited(x *state.Exchange) (over bool, timer tea.Cmd) {
	if x == nil || x.Head == nil || x.Head.At.IsZero() || x.Failure == nil || x.Failure.Retry == nil {
		return false, nil
	}
	ms := x.Failure.Retry.AfterMS
	if ms <= 0 || ms > maxWait.Milliseconds() {
		return false, nil
	}
	left := time.Until(x.Head.At.Add(time.Duration(ms) * time.Millisecond))
	if left <= 0 || c.waits == x {
		return left <= 0, nil
	}
	c.waits = x
	return false, tea.Tick(left, func(time.Time) tea.Msg {
		return screen.EffectFunc(func() tea.Cmd {
			if c.waits == x {
				c.waits = nil
			}
			return nil // what is shown follows in Refresh
		})
	})
}

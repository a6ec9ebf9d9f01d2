package app

import (
	"context"
	"iter"
	"sort"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/read"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
)

// nearFrames and nearBytes are how much is folded at once, while the keys wait: some
// 5 ms. What is further away is folded beside the screen.
const (
	nearFrames = 1 << 14
	nearBytes  = 4 << 20
)

// mostCloned is how many items an exchange may have to be cloned while the keys wait:
// some 5 ms. One with more is cloned beside the screen, and one with more than
// mostChecked is folded from its start: a checkpoint would take as long as that, and as
// much memory as the exchange.
const (
	mostCloned  = 1 << 12
	mostChecked = 1 << 17
)

// near reports whether the frames [from, to] are few and small.
func near(refs []wire.FrameRef, from, to int) bool {
	return to-from < nearFrames && (from > to || refs[to].Offset+int64(refs[to].Length)-refs[from].Offset <= nearBytes)
}

// journey is the cursor of time over one exchange: it stands behind a frame,
// or runs, and knows the exchange as it was there, folded again from its start or
// from a checkpoint. What is shown of the past is never written to beside the
// screen: a fold there makes a new exchange.
type journey struct {
	exchange *state.Exchange // as it stands
	capture  *wire.Capture
	changed  func() tea.Cmd // called when the cursor, or the past, is another

	frame      int             // that it stands behind, from 0; -1 is the end
	past       *state.Exchange // as it was there; nil at the end, and while it is being folded
	at         int64           // the moment that it has come to, in microseconds after the start of the request: in a silence that is played behind the frame's own
	checkpoint *state.Exchange // as it was a little before the cursor, from where steps back are folded; nil for none
	speed      float64         // of what is played, as a multiple of true speed; 0 when it stands

	ctx    context.Context // of the program
	folds  int             // the fold that is waited for
	cancel context.CancelFunc
	plays  int       // the play that goes on
	began  time.Time // when it began, and from which moment of the exchange
	from   int64
}

// newJourney begins at the end of an exchange.
func newJourney(ctx context.Context, x *state.Exchange, c *wire.Capture, changed func() tea.Cmd) *journey {
	return &journey{ctx: ctx, exchange: x, capture: c, changed: changed, frame: -1, cancel: func() {}}
}

// seek puts the cursor behind a frame, counted from 0, and stops the play; -1
// and what is behind the last frame is the end.
func (j *journey) seek(frame int) tea.Cmd {
	j.speed = 0
	return tea.Batch(j.to(frame), j.changed())
}

// play lets the cursor run from where it stands, from the first frame when
// that is the end; 0 stops it.
func (j *journey) play(speed float64) tea.Cmd {
	refs := j.refs()
	j.plays++
	if speed <= 0 || len(refs) == 0 {
		j.speed = 0
		return j.changed()
	}
	var fold tea.Cmd
	if j.frame < 0 {
		fold = j.to(0)
	}
	j.speed, j.began, j.from = speed, time.Now(), j.at
	return tea.Batch(fold, j.changed(), j.tick())
}

// stop gives up what is on its way, before the journey is left.
func (j *journey) stop() {
	j.cancel()
	j.folds, j.plays, j.speed = j.folds+1, j.plays+1, 0
}

// refs are the places of the frames that the exchange has folded.
func (j *journey) refs() []wire.FrameRef {
	if j.capture == nil {
		return nil
	}
	refs := j.capture.Frames.All()
	return refs[:min(len(refs), j.exchange.Frames)]
}

// to moves the cursor and folds what it then sees.
func (j *journey) to(frame int) tea.Cmd {
	j.cancel()
	j.cancel = func() {}
	j.folds++
	refs := j.refs()
	if frame < 0 || frame >= len(refs) {
		j.frame, j.past, j.checkpoint, j.at = -1, nil, nil, 0
		return nil
	}
	j.frame, j.at = frame, refs[frame].AtUS
	// To go on by one frame, however large, costs less than to begin anew.
	if p := j.past; p != nil && p.Frames <= frame+1 && (p.Frames >= frame || near(refs, p.Frames, frame)) {
		j.foldOn(refs, frame)
		return nil
	}
	if near(refs, 0, frame) {
		j.past = j.exchange.Rewound()
		j.foldOn(refs, frame)
		return nil
	}
	c := j.checkpoint
	if c != nil && (c.Frames > frame+1 || !near(refs, c.Frames, frame)) {
		c = nil
	}
	if c != nil && len(c.Items) <= mostCloned {
		j.past = c.Clone()
		j.foldOn(refs, frame)
		return nil
	}
	ctx, cancel := context.WithCancel(j.ctx)
	j.past, j.cancel = nil, cancel
	if c != nil {
		return j.foldFrom(ctx, c, refs, frame)
	}
	return j.foldAnew(ctx, refs, frame)
}

// foldFrom folds the past from a checkpoint, beside the screen.
func (j *journey) foldFrom(ctx context.Context, checkpoint *state.Exchange, refs []wire.FrameRef, frame int) tea.Cmd {
	id, rest := j.folds, j.arrivals(ctx, refs, checkpoint.Frames)
	return func() tea.Msg {
		past := checkpoint.Clone()
		past.FoldTo(rest, frame)
		return travelled{journey: j, fold: id, past: past, checkpoint: checkpoint}
	}
}

// foldAnew folds the past from the start, beside the screen, and makes a checkpoint on
// the way: the next steps back begin there.
func (j *journey) foldAnew(ctx context.Context, refs []wire.FrameRef, frame int) tea.Cmd {
	id, past := j.folds, j.exchange.Rewound()
	before := sort.Search(frame, func(i int) bool { return near(refs, i+1, frame) })
	before = frame - (frame-before)/4 // a step shall cost less than what is just bearable
	first, rest := j.arrivals(ctx, refs, 0), j.arrivals(ctx, refs, before+1)
	return func() tea.Msg {
		past.FoldTo(first, before)
		var checkpoint *state.Exchange
		if len(past.Items) <= mostChecked {
			checkpoint = past.Clone()
		}
		past.FoldTo(rest, frame)
		if ctx.Err() != nil {
			return nil
		}
		return travelled{journey: j, fold: id, past: past, checkpoint: checkpoint}
	}
}

// foldOn lets the past go on to a frame while the keys wait.
func (j *journey) foldOn(refs []wire.FrameRef, frame int) {
	if from := j.past.Frames; from <= frame {
		j.past.FoldTo(j.arrivals(j.ctx, refs, from), frame)
	}
	figures.MeasureBy(j.past, j.exchange)
}

// arrivals derives the arrivals of an exchange again from a frame on, with the
// head before the first, until ctx is done.
func (j *journey) arrivals(ctx context.Context, refs []wire.FrameRef, from int) iter.Seq[wire.Arrival] {
	x, text := j.exchange, j.capture.Text()
	head := wire.Arrival{Kind: wire.ArrivedHead, Head: x.Head, Timing: new(x.Timing.Opened()), Stream: x.Stream}
	return func(yield func(wire.Arrival) bool) {
		if from == 0 && (head.Head != nil || !x.Known.Head) && !yield(head) {
			return
		}
		var events read.Decoder
		for _, ref := range refs[from:] {
			if ctx.Err() != nil {
				return
			}
			a := wire.Arrival{Kind: wire.ArrivedFrame, Frame: sse.At(text, ref)}
			if ref.Kind == wire.FrameEvent || ref.Kind == wire.FrameTorn {
				event, err := events.Decode(a.Frame.Data)
				a.Event, a.Decoded = event, err == nil
			}
			if !yield(a) {
				return
			}
		}
	}
}

// travelled brings the past that was folded beside the screen.
type travelled struct {
	journey    *journey
	fold       int
	past       *state.Exchange
	checkpoint *state.Exchange
}

func (t travelled) apply(*Model) tea.Cmd {
	j := t.journey
	if t.fold != j.folds {
		return nil
	}
	j.past, j.checkpoint = t.past, t.checkpoint
	figures.MeasureBy(j.past, j.exchange)
	return j.changed()
}

// ticked is the moment at which the next frame of what is played is due.
type ticked struct {
	journey *journey
	play    int
	at      time.Time
}

// endUS is the moment of the end, in microseconds after the start of the request:
// that of the last frame, unless a silence follows it.
func (j *journey) endUS(refs []wire.FrameRef) int64 {
	if figures.Hung(j.exchange) > 0 {
		return j.exchange.End.AtUS
	}
	return refs[len(refs)-1].AtUS
}

// tick waits until the frame behind the cursor is due, or behind the last the end,
// but no longer than until the next look at the clock; or until the next picture
// where that is later.
func (j *journey) tick() tea.Cmd {
	refs := j.refs()
	next := j.endUS(refs)
	if j.frame+1 < len(refs) {
		next = refs[j.frame+1].AtUS
	}
	due := time.Duration(float64(next-j.from)/j.speed) * time.Microsecond
	wait := max(min(time.Until(j.began.Add(due)), clockPace), screen.Frame)
	t := ticked{journey: j, play: j.plays}
	return tea.Tick(wait, func(at time.Time) tea.Msg {
		t.at = at
		return t
	})
}

func (t ticked) apply(*Model) tea.Cmd {
	j := t.journey
	if t.play != j.plays || j.speed == 0 {
		return nil
	}
	refs := j.refs()
	if j.past == nil { // it is still being folded: the clock waits for it
		j.began, j.from = t.at, j.at
		return j.tick()
	}
	now := j.from + int64(float64(t.at.Sub(j.began).Microseconds())*j.speed)
	next := sort.Search(len(refs), func(i int) bool { return refs[i].AtUS > now }) - 1
	if now >= j.endUS(refs) {
		return j.seek(-1)
	}
	var fold tea.Cmd
	if next > j.frame {
		fold = j.to(next)
	}
	j.at = now
	return tea.Batch(fold, j.changed(), j.tick())
}

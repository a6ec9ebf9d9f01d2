package look

import (
	"context"
	"iter"
	"sort"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/capture"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// nearFrames and nearBytes are how much is folded at once, while the keys wait: some
// 5 ms. More is folded by a Cmd.
const (
	nearFrames = 1 << 14
	nearBytes  = 4 << 20
)

// maxCloned is how many items an exchange may have to be cloned while the keys wait:
// some 5 ms. One with more is cloned by a Cmd, and one with more than maxInCheckpoint
// is folded from its start: a checkpoint would take as long, and as much memory as the
// exchange.
const (
	maxCloned       = 1 << 12
	maxInCheckpoint = 1 << 17
)

// near reports whether the frames [from, to] are few and small.
func near(refs []wire.FrameRef, from, to int) bool {
	return to-from < nearFrames && (from > to || refs[to].Offset+int64(refs[to].Length)-refs[from].Offset <= nearBytes)
}

// moveTo moves to a frame and makes the snapshot there, at once or by a Cmd.
func (p *playback) moveTo(frame int) tea.Cmd {
	p.cancel()
	p.cancel = func() {}
	p.folds++
	refs := p.refs()
	if frame < 0 || frame >= len(refs) {
		p.frame, p.snapshot, p.checkpoint, p.atUS = -1, nil, nil, 0
		return nil
	}
	p.frame, p.atUS = frame, refs[frame].AtUS
	// One frame more, however large, costs less than to begin again.
	if s := p.snapshot; s != nil && s.Frames <= frame+1 && (s.Frames >= frame || near(refs, s.Frames, frame)) {
		p.foldOn(refs, frame)
		return nil
	}
	if near(refs, 0, frame) {
		p.snapshot = p.exchange.Rewound()
		p.foldOn(refs, frame)
		return nil
	}
	c := p.checkpoint
	if c != nil && (c.Frames > frame+1 || !near(refs, c.Frames, frame)) {
		c = nil
	}
	if c != nil && len(c.Items) <= maxCloned {
		p.snapshot = c.Clone()
		p.foldOn(refs, frame)
		return nil
	}
	ctx, cancel := context.WithCancel(p.ctx)
	p.snapshot, p.cancel = nil, cancel
	if c != nil {
		return p.foldFrom(ctx, c, refs, frame)
	}
	return p.foldAnew(ctx, refs, frame)
}

// foldFrom makes the snapshot from a checkpoint, by a Cmd.
func (p *playback) foldFrom(ctx context.Context, checkpoint *state.Exchange, refs []wire.FrameRef, frame int) tea.Cmd {
	id, rest := p.folds, p.arrivals(ctx, refs, checkpoint.Frames)
	return func() tea.Msg {
		snapshot := checkpoint.Clone()
		snapshot.FoldTo(rest, frame)
		return screen.EffectFunc(func() tea.Cmd { return p.folded(id, snapshot, checkpoint) })
	}
}

// foldAnew makes the snapshot from the start of the exchange, by a Cmd, and a
// checkpoint on the way: the next steps back begin there.
func (p *playback) foldAnew(ctx context.Context, refs []wire.FrameRef, frame int) tea.Cmd {
	id, snapshot := p.folds, p.exchange.Rewound()
	before := sort.Search(frame, func(i int) bool { return near(refs, i+1, frame) })
	before = frame - (frame-before)/4 // a step is to cost less than what is just bearable
	first, rest := p.arrivals(ctx, refs, 0), p.arrivals(ctx, refs, before+1)
	return func() tea.Msg {
		snapshot.FoldTo(first, before)
		var checkpoint *state.Exchange
		if len(snapshot.Items) <= maxInCheckpoint {
			checkpoint = snapshot.Clone()
		}
		snapshot.FoldTo(rest, frame)
		if ctx.Err() != nil {
			return nil
		}
		return screen.EffectFunc(func() tea.Cmd { return p.folded(id, snapshot, checkpoint) })
	}
}

// foldOn folds the snapshot on to a frame, while the keys wait.
func (p *playback) foldOn(refs []wire.FrameRef, frame int) {
	if from := p.snapshot.Frames; from <= frame {
		p.snapshot.FoldTo(p.arrivals(p.ctx, refs, from), frame)
	}
	figures.SetTokenRatio(p.snapshot, p.exchange)
}

// arrivals derives the arrivals of an exchange again from a frame on, with the
// head before the first, until ctx is done.
func (p *playback) arrivals(ctx context.Context, refs []wire.FrameRef, from int) iter.Seq[wire.Arrival] {
	x, text := p.exchange, p.capture.Text()
	head := wire.Arrival{Kind: wire.ArrivedHead, Head: x.Head, Timing: new(x.Timing.UntilHead()), Stream: x.Stream}
	return func(yield func(wire.Arrival) bool) {
		if from == 0 && (head.Head != nil || !x.Known.Head) && !yield(head) {
			return
		}
		var events read.Decoder
		for _, ref := range refs[from:] {
			if ctx.Err() != nil {
				return
			}
			a := wire.Arrival{Kind: wire.ArrivedFrame, Frame: capture.FrameAt(text, ref)}
			if ref.Kind.HasData() {
				event, err := events.Decode(a.Frame.Data)
				a.Event, a.Decoded = event, err == nil
			}
			if !yield(a) {
				return
			}
		}
	}
}

// folded sets a snapshot that a Cmd has made, unless another fold was begun since.
func (p *playback) folded(fold int, snapshot, checkpoint *state.Exchange) tea.Cmd {
	if fold != p.folds {
		return nil
	}
	p.snapshot, p.checkpoint = snapshot, checkpoint
	figures.SetTokenRatio(p.snapshot, p.exchange)
	return p.changed()
}

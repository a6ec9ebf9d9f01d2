package history

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	past "gatehouse/state/history"
	"gatehouse/state/report"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
)

const (
	// previewRest is how long the cursor rests on an exchange before that is read.
	previewRest = 120 * time.Millisecond
	// previewPace is the least time between two pictures of an exchange that runs.
	previewPace = 200 * time.Millisecond
	// maxPreviewBytes is the size of an exchange from which on it is read only when it
	// is opened; the last ones are cached up to that size, and up to a number.
	maxPreviewBytes = 16 << 20
	maxPreviews     = 12
)

// preview is what is shown next to the list of the exchange under its cursor.
type preview struct {
	pane   *reports.Aside
	shown  previewKey
	stop   context.CancelFunc // ends the wait, or the reading, for the exchange before
	cached []read             // the last ones that were read, the latest first
	at     time.Time          // of the last picture of one that runs
}

// previewKey identifies an exchange and what is shown of it.
type previewKey struct {
	id      string
	team    bool
	sharing past.Sharing
	verdict state.Verdict
	size    int64
	version uint64 // of one that runs
}

// read is what was read of an exchange.
type read struct {
	of      previewKey
	reports []report.Report
}

// previewIn returns where the preview is in a terminal of some size; figures and the page of a run have none.
func (s *Screen) previewIn(width, height int) views.PreviewPlace {
	if s.figures.shown || s.runs.isPage() {
		return views.PreviewOff
	}
	return s.Used.Preview.In(width, height)
}

// showPreview shows the exchange under the cursor: what its row has at once, all once the
// cursor has rested on it.
func (s *Screen) showPreview() tea.Cmd {
	p := &s.preview
	place := s.previewIn(s.Width, s.Height)
	s.list.SetPreview(place == views.PreviewAside)
	e, ok := s.selected()
	if place == views.PreviewOff || !ok {
		p.leave(previewKey{})
		return nil
	}
	now := previewKey{id: e.ID, team: e.By != "", sharing: e.Sharing, verdict: e.Verdict, size: e.Size}
	if passed := s.Sent.Find(e.Key); passed != nil && e.By == "" {
		s.showRunning(now, *e, passed.State, passed.Capture)
		return nil
	}
	if p.shown == now {
		return nil
	}
	p.leave(now)
	if at := slices.IndexFunc(p.cached, func(r read) bool { return r.of == now }); at >= 0 {
		p.pane.Show(p.cached[at].reports, false)
		return nil
	}
	begin := report.GlanceAt(e)
	if e.Size > maxPreviewBytes {
		words := figures.Size(int(e.Size)) + "; read when it is opened"
		p.pane.Show(append(begin, report.Report{Blocks: []report.Block{report.Span{Text: words, Role: report.Quiet}}}), false)
		return nil
	}
	p.pane.Show(begin, false)
	ctx, stop := context.WithCancel(s.Life.Ctx)
	p.stop = stop
	return s.readPreview(ctx, now, *e)
}

// leave shows something else from now on; what is being read is given up.
func (p *preview) leave(now previewKey) {
	if p.stop != nil {
		p.stop()
		p.stop = nil
	}
	if now.id == "" && p.shown.id != "" {
		p.pane.Show(nil, false)
	}
	p.shown = now
}

// showRunning shows an exchange of this run's proxy, which is at hand, as it grows.
func (s *Screen) showRunning(now previewKey, e past.Entry, x *state.Exchange, c *wire.Capture) {
	p := &s.preview
	now.size, now.version = 0, x.Version
	same := p.shown.id == now.id
	if p.shown == now || same && x.Running() && time.Since(p.at) < previewPace {
		return
	}
	p.leave(now)
	p.at = time.Now()
	p.pane.Show(report.Glance(previewSubject(e, x, c)), same)
}

func previewSubject(e past.Entry, x *state.Exchange, c *wire.Capture) report.Subject {
	s := report.Subject{
		Exchange: x, Capture: c, Target: e.Target, Replayed: e.Origin == past.Replay, Service: e.Service, Alone: true,
		Read: report.Read{Routing: report.ReadRouting(x)},
	}
	if c != nil {
		s.Metadata = c.Sent.AsksMetadata()
	}
	return s
}

// readPreview reads an exchange of the archive once the cursor has rested on it, until ctx
// ends.
func (s *Screen) readPreview(ctx context.Context, of previewKey, e past.Entry) tea.Cmd {
	from := source{s.History, e.By != ""}
	return func() tea.Msg {
		select {
		case <-time.After(previewRest):
		case <-ctx.Done():
			return nil
		}
		var x *state.Exchange
		var c *wire.Capture
		history, err := from.require(ctx)
		if err == nil {
			_, x, c, err = screen.Load(ctx, history, e.ID, func(int) error { return ctx.Err() })
		}
		if ctx.Err() != nil {
			return nil
		}
		r := read{of: of}
		if err == nil {
			r.reports = append(report.Glance(previewSubject(e, x, c)), report.Cached(&e))
			r.reports = slices.Insert(r.reports, 2, report.SharedBy(&e)) // below what was asked, as before it was read
		}
		return screen.EffectFunc(func() tea.Cmd {
			switch p := &s.preview; {
			case p.shown != of:
			case err != nil:
				p.pane.Show([]report.Report{{Title: "not read", Role: report.Bad, Blocks: []report.Block{report.Span{Text: err.Error()}}}}, false)
			default:
				p.cache(r)
				p.pane.Show(r.reports, true)
			}
			return nil
		})
	}
}

// cache caches what was read, of the last exchanges that are not too large together.
func (p *preview) cache(r read) {
	p.cached = slices.Insert(p.cached, 0, r)
	sum := int64(0)
	for i, k := range p.cached {
		if sum += k.of.size; i > 0 && (sum > maxPreviewBytes || i >= maxPreviews) {
			clear(p.cached[i:])
			p.cached = p.cached[:i]
			break
		}
	}
}

package history

import (
	"cmp"
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/state/archive"
	past "gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/views"
)

// load lists what the filter matches, from the newest on, and counts it. The queries of
// the filter before are broken off.
func (s *Screen) load() tea.Cmd { return s.readList(false) }

// readList does it; live reports that nothing but the exchanges of the proxy is new.
func (s *Screen) readList(live bool) tea.Cmd {
	q, ok := s.filter.Query(time.Now())
	if s.stop != nil {
		s.stop()
	}
	s.asked++ // what the filter before finds is not shown any more
	if !ok {
		s.list.SetStatus("Correct the filter to see what it matches.")
		s.runs.pane.SetStatus("Correct the filter to see what it matches.")
		s.statistics.SetStatus("Correct the filter to see its figures.")
		return nil
	}
	ctx, stop := context.WithCancel(s.Life.Ctx)
	s.stop, s.live.received = stop, s.Proxy.Saved
	if text := s.filter.Text(); text != s.countedFor { // else the figures stay until there are new ones
		s.counted, s.countedFor = false, text
	}
	s.filter.SetFacts(s.counts())
	cmds := []tea.Cmd{s.query(ctx, q, page{limit: max(s.list.Len(), pageSize), received: s.Proxy.Saved, live: live}), s.count(ctx, q)}
	if s.figures.due(live) {
		cmds = append(cmds, s.workOut(ctx, q))
	}
	if s.runs.due(live) {
		cmds = append(cmds, s.readRuns(ctx, q))
	}
	return tea.Batch(cmds...)
}

// loadMore lists the exchanges before those that the archive has given. The last row may be
// of none: an exchange that runs for long began before them.
func (s *Screen) loadMore() tea.Cmd {
	q, ok := s.filter.Query(time.Now())
	if !ok || len(s.live.stored) == 0 {
		return nil
	}
	return s.query(s.Life.Ctx, q, page{limit: pageSize, before: s.live.stored[len(s.live.stored)-1].Key})
}

// query reads a page of the list, until ctx ends.
func (s *Screen) query(ctx context.Context, q query.Query, p page) tea.Cmd {
	p.screen, p.asked = s, s.asked
	from := s.source()
	step := progress.Step{Verb: "searching", What: "the history"}
	if len(q.Any) == 0 {
		step.Verb = "reading"
	}
	return s.Work(step, func(w *progress.Work) tea.Msg {
		defer context.AfterFunc(ctx, w.Stop)()
		var a archive.Reader
		if a, p.err = from.open(w.Context()); a != nil {
			p.unfound = archive.Unfound(w.Context(), a, q)
			p.entries, p.err = a.List(w.Context(), archive.Page{Query: q, Before: p.before, Limit: p.limit})
			p.err = cmp.Or(p.err, archive.Sharing(w.Context(), a, p.entries))
		}
		p.err = cmp.Or(w.Err(), p.err)
		return p
	})
}

// page delivers a page of the list.
type page struct {
	screen   *Screen
	asked    int
	before   int64
	limit    int
	received int  // how many exchanges of the proxy the archive had got before
	live     bool // nothing but these is new
	entries  []past.Entry
	unfound  string // what a query for words does not find; empty for nothing
	err      error
}

func (p page) Land() tea.Cmd {
	cmd := p.land()
	s := p.screen
	if !p.live {
		return cmd
	}
	s.live.loading = false
	if !s.isShown() {
		return cmd
	}
	return tea.Batch(cmd, s.refreshLive()) // what arrived meanwhile
}

func (p page) land() tea.Cmd {
	s := p.screen
	switch {
	case p.asked != s.asked:
		return nil
	case errors.Is(p.err, context.Canceled):
		s.stop() // the count too
		return s.Notify("search stopped; %s lists again", s.Keys.Name(views.ActHistory))
	case p.err != nil:
		s.list.SetStatus("Could not read the history: " + p.err.Error())
		s.live.stored, s.live.complete, s.live.has = nil, true, 0
		s.relist(false)
		return nil
	}
	s.live.complete = len(p.entries) < p.limit
	if p.before > 0 {
		s.live.stored = append(s.live.stored, p.entries...)
		s.relist(false)
		return nil
	}
	s.list.SetStatus(s.none())
	s.live.stored, s.live.has = p.entries, p.received
	s.relist(p.live)
	s.list.Select(s.back)
	s.back = 0
	if p.unfound != "" && !p.live {
		return s.Notify("%s", p.unfound)
	}
	return nil
}

// count counts what the filter matches, and all there is.
func (s *Screen) count(ctx context.Context, q query.Query) tea.Cmd {
	asked, from := s.asked, s.source()
	return func() tea.Msg {
		a, err := from.open(s.Life.Ctx)
		if err != nil || a == nil {
			return nil // the list reports what is wrong
		}
		totals, err := a.Totals(ctx, q)
		all := totals
		if err == nil && len(q.Any) > 0 {
			all, err = a.Totals(ctx, query.Query{})
		}
		if err != nil {
			return nil
		}
		return screen.Landing(func() tea.Cmd {
			if asked == s.asked {
				s.totals, s.all, s.counted = totals, all.Count, true
				s.filter.SetFacts(s.counts())
			}
			return nil
		})
	}
}

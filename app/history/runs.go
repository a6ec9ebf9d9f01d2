package history

import (
	"cmp"
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/app/screen"
	"gatehouse/state/archive"
	past "gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/waterfall"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views/history/runs"
)

// runList are the runs of what the filter matches.
type runList struct {
	alternateView
	pane    *runs.Model
	next    int64 // key below which the next page begins; 0: there is none
	singles bool  // exchanges that continue no other are listed too
}

// runsAtOnce is how many runs are read at a time, at least as many as a screen has rows.
const runsAtOnce = 40

func (s *Screen) toggleRuns() tea.Cmd {
	s.figures.shown, s.figures.of = false, nil
	if s.runs.shown = !s.runs.shown; !s.runs.shown {
		return s.SetFocus(ListPane)
	}
	return tea.Batch(s.SetFocus(RunsPane), s.load())
}

// readRuns reads the runs of what a query matches, until ctx ends.
func (s *Screen) readRuns(ctx context.Context, q query.Query) tea.Cmd {
	pane := s.runs.pane
	read := s.pageOfRuns(ctx, archive.Page{Query: s.runs.query(q), Limit: max(pane.Len(), runsAtOnce, s.Height)}, nil, pane.Unfolded())
	return tea.Batch(read, s.countSingles(ctx, q))
}

// isPage reports whether the page of a run is shown.
func (r *runList) isPage() bool { return r.shown && r.pane.IsPage() }

// query is that for what the list of runs has of what a query matches.
func (r *runList) query(q query.Query) query.Query {
	if r.singles {
		return q
	}
	return q.And(inRun(false))
}

// inRun is the condition of exchanges in a run, or in none.
func inRun(not bool) query.Term {
	field, _ := query.Lookup("run")
	return query.Term{Not: not, Field: field, Op: query.Is, Text: "*"}
}

// toggleSingles lists the exchanges too that continue no other, or hides them again.
func (s *Screen) toggleSingles() tea.Cmd {
	s.runs.singles = !s.runs.singles
	s.runs.pane.SetHidden(0)
	return s.load()
}

// countSingles counts in the background the exchanges that the list of runs does not have.
func (s *Screen) countSingles(ctx context.Context, q query.Query) tea.Cmd {
	if s.runs.singles {
		return nil
	}
	number, from := s.queryNumber, s.source()
	return func() tea.Msg {
		a, err := from.open(s.Life.Ctx)
		if err != nil || a == nil {
			return nil
		}
		totals, err := a.Totals(ctx, q.And(inRun(true)))
		return screen.EffectFunc(func() tea.Cmd {
			if err == nil && number == s.queryNumber {
				s.runs.pane.SetHidden(totals.Count)
			}
			return nil
		})
	}
}

func (s *Screen) moreRuns() tea.Cmd {
	q, ok := s.filter.Query(time.Now())
	if !ok || s.runs.next == 0 {
		return nil
	}
	return s.pageOfRuns(s.Life.Ctx, archive.Page{Query: s.runs.query(q), Limit: runsAtOnce, Before: s.runs.next}, s.runs.pane.Runs(), nil)
}

// pageOfRuns reads a page of runs, after those that are listed, and the exchanges of those that
// are unfolded.
func (s *Screen) pageOfRuns(ctx context.Context, p archive.Page, had []waterfall.Run, unfolded []int64) tea.Cmd {
	now := time.Now()
	return s.readView(ctx, &s.runs.alternateView, progress.Step{Verb: "reading", What: "the runs"}, func(ctx context.Context, a archive.Reader) (func() tea.Cmd, error) {
		known := map[int64]bool{}
		for i := range had {
			known[had[i].Number] = true
		}
		delete(known, 0)
		page, err := archive.ListRuns(ctx, a, p, known)
		for i := range page.Runs {
			if of := &page.Runs[i]; err == nil && slices.Contains(unfolded, of.Number) {
				var all waterfall.Run
				if all, err = archive.Waterfall(ctx, a, of.Number); len(all.Rows) > 0 {
					*of = all
				}
			}
		}
		return func() tea.Cmd {
			s.runs.next = page.Next
			s.runs.pane.SetNone(s.emptyText())
			s.runs.pane.SetRuns(slices.Concat(had, page.Runs), page.Next == 0, now)
			return nil
		}, err
	})
}

// unfold reads the exchanges of a run and opens its page; that of 0 is the list of runs.
func (s *Screen) unfold(number int64) tea.Cmd {
	if number == 0 {
		s.runs.pane.Close()
		s.Host.Arrange()
		return nil
	}
	from := s.source()
	return s.Work(progress.Step{Verb: "reading", What: report.RunName(number)}, func(w *progress.Work) tea.Msg {
		var run waterfall.Run
		a, err := from.require(w.Context())
		if err == nil {
			run, err = archive.Waterfall(w.Context(), a, number)
		}
		err = cmp.Or(w.Err(), err)
		return screen.EffectFunc(func() tea.Cmd {
			switch {
			case err != nil:
				return s.Notify("not read: %v", err)
			case len(run.Rows) == 0:
				return s.Notify("the run is no longer in the history")
			}
			s.runs.pane.SetRun(run)
			s.Host.Arrange()
			return nil
		})
	})
}

// shareRun lists what can be made of all exchanges of a run.
func (s *Screen) shareRun(number int64) tea.Cmd {
	from := s.source()
	return s.Work(progress.Step{Verb: "reading", What: report.RunName(number)}, func(w *progress.Work) tea.Msg {
		var first export.Exchange
		var r archive.Reader
		list, err := from.ofRun(w.Context(), number)
		if err == nil && len(list) == 0 {
			err = archive.ErrNone
		}
		if err == nil {
			r, err = from.require(w.Context())
		}
		if err == nil {
			first, err = share.Load(w.Context(), r, &list[0])
		}
		err = cmp.Or(w.Err(), err)
		return screen.EffectFunc(func() tea.Cmd {
			if err != nil {
				return s.Notify("nothing to export: %v", err)
			}
			return s.OpenSessionExport(screen.Sharing{Of: first, All: from.runSession(number, first.Listed.ID)})
		})
	})
}

func (f source) runSession(number int64, id string) *screen.Session {
	return f.session("the whole "+report.RunName(number), id, share.Run)
}

func (s *Screen) selected() (*past.Entry, bool) {
	if s.runs.shown {
		return s.runs.pane.Selected()
	}
	return s.list.Selected()
}

func (s *Screen) entry(key int64) (past.Entry, bool) {
	if at := slices.IndexFunc(s.list.Entries(), func(e past.Entry) bool { return e.Key == key }); at >= 0 {
		return s.list.Entries()[at], true
	}
	return s.runs.pane.Entry(key)
}

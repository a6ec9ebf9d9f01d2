package history

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/progress"
	"gatehouse/app/screen"
	"gatehouse/app/share"
	"gatehouse/state/archive"
	"gatehouse/state/export"
	past "gatehouse/state/history"
	"gatehouse/state/query"
	"gatehouse/state/report"
	"gatehouse/state/waterfall"
	"gatehouse/views"
	"gatehouse/views/runs"
)

// chains are the runs of what the filter matches, in the place of the list.
type chains struct {
	pane  *runs.Model
	shown bool
	next  int64         // key below which the next page begins; 0: there is none
	read  time.Time     // when they were read last
	took  time.Duration // how long that took
}

// runsAtOnce is how many runs are read at a time, at least as many as a screen has rows.
const runsAtOnce = 40

// turnRuns shows runs in the place of the list, or the list again.
func (s *Screen) turnRuns() tea.Cmd {
	s.figures.shown = false
	if s.runs.shown = !s.runs.shown; !s.runs.shown {
		return s.SetFocus(ListPane)
	}
	return tea.Batch(s.SetFocus(RunsPane), s.load())
}

// readRuns reads the runs of what a query matches, until ctx ends; live says that nothing but the
// exchanges of the proxy is new.
func (s *Screen) readRuns(ctx context.Context, q query.Query, live bool) tea.Cmd {
	r := &s.runs
	if !r.shown || live && time.Since(r.read) < restFor*r.took {
		return nil
	}
	r.read = time.Now()
	return s.pageOfRuns(ctx, q, runsRead{limit: max(r.pane.Len(), runsAtOnce, s.Height), unfolded: r.pane.Unfolded()})
}

// moreRuns reads the runs before those that are listed.
func (s *Screen) moreRuns() tea.Cmd {
	q, ok := s.filter.Query(time.Now())
	if !ok || s.runs.next == 0 {
		return nil
	}
	return s.pageOfRuns(s.Life.Ctx, q, runsRead{limit: runsAtOnce, before: s.runs.next, had: s.runs.pane.Runs()})
}

func (s *Screen) pageOfRuns(ctx context.Context, q query.Query, r runsRead) tea.Cmd {
	r.screen, r.asked, r.now = s, s.asked, time.Now()
	return s.Work(progress.Step{Verb: "reading", What: "the runs"}, func(w *progress.Work) tea.Msg {
		defer context.AfterFunc(ctx, w.Stop)()
		a := s.History.Archive(w.Context())
		if a == nil {
			r.err = w.Err()
			return r
		}
		known := map[int64]bool{}
		for i := range r.had {
			known[r.had[i].Number] = true
		}
		delete(known, 0)
		r.page, r.err = a.ListRuns(w.Context(), archive.Page{Query: q, Before: r.before, Limit: r.limit}, known)
		for i := range r.page.Runs {
			if of := &r.page.Runs[i]; r.err == nil && slices.Contains(r.unfolded, of.Number) {
				var list []past.Entry
				if list, r.err = a.Run(w.Context(), of.Number); len(list) > 0 {
					*of = waterfall.Of(list)
				}
			}
		}
		r.err = cmp.Or(w.Err(), r.err)
		return r
	})
}

// runsRead brings a page of runs.
type runsRead struct {
	screen   *Screen
	asked    int
	now      time.Time
	limit    int
	before   int64
	had      []waterfall.Run // of the pages before
	unfolded []int64
	page     archive.RunsPage
	err      error
}

// Land implements screen.Effect.
func (r runsRead) Land() tea.Cmd {
	s := r.screen
	switch {
	case r.asked != s.asked || !s.runs.shown:
		return nil
	case errors.Is(r.err, context.Canceled):
		s.runs.pane.SetStatus("Stopped; " + s.Keys.Name(views.ActHistory) + " reads the runs again.")
		return nil
	case r.err != nil:
		s.runs.pane.SetStatus("Could not read the history: " + r.err.Error())
		return nil
	}
	s.runs.next, s.runs.took = r.page.Next, time.Since(r.now)
	s.runs.pane.SetNone(s.none())
	s.runs.pane.SetRuns(slices.Concat(r.had, r.page.Runs), r.page.Next == 0, r.now)
	return nil
}

// unfold reads the exchanges of a run and shows them below it.
func (s *Screen) unfold(number int64) tea.Cmd {
	return s.Work(progress.Step{Verb: "reading", What: report.RunName(number)}, func(w *progress.Work) tea.Msg {
		list, err := s.ofRun(w.Context(), number)
		return runRead{s, list, cmp.Or(w.Err(), err)}
	})
}

// ofRun are the exchanges of a run. It is called from Cmds only.
func (s *Screen) ofRun(ctx context.Context, number int64) ([]past.Entry, error) {
	a := s.History.Archive(ctx)
	if a == nil || number == 0 {
		return nil, nil
	}
	return a.Run(ctx, number)
}

// runRead brings the exchanges of a run.
type runRead struct {
	screen *Screen
	list   []past.Entry
	err    error
}

// Land implements screen.Effect.
func (r runRead) Land() tea.Cmd {
	switch {
	case r.err != nil:
		return r.screen.Notify("not read: %v", r.err)
	case len(r.list) == 0:
		return r.screen.Notify("the run is no longer in the history")
	}
	r.screen.runs.pane.SetRun(waterfall.Of(r.list))
	return nil
}

// shareRun lists what can be made of a whole run.
func (s *Screen) shareRun(number int64) tea.Cmd {
	return s.Work(progress.Step{Verb: "reading", What: report.RunName(number)}, func(w *progress.Work) tea.Msg {
		list, err := s.ofRun(w.Context(), number)
		if err == nil && len(list) > 0 {
			var first export.Exchange
			if first, err = share.Load(w.Context(), s.History.Archive(w.Context()), &list[0]); err == nil {
				return runShared{s, first, s.wholeRun(number, list[0].ID), nil}
			}
		}
		return runShared{screen: s, err: cmp.Or(w.Err(), err, archive.ErrNone)}
	})
}

// wholeRun is a run as documents are made of it.
func (s *Screen) wholeRun(number int64, id string) *screen.Session {
	return &screen.Session{Name: "the whole " + report.RunName(number), Load: func(w *progress.Work) ([]export.Exchange, error) {
		a := s.History.Archive(w.Context())
		if a == nil {
			return nil, cmp.Or(w.Err(), archive.ErrNone)
		}
		return share.Run(w, a, id)
	}}
}

// runShared brings what a whole run can be exported by.
type runShared struct {
	screen *Screen
	first  export.Exchange
	all    *screen.Session
	err    error
}

// Land implements screen.Effect.
func (r runShared) Land() tea.Cmd {
	if r.err != nil {
		return r.screen.Notify("nothing to export: %v", r.err)
	}
	return r.screen.OpenWhole(screen.Sharing{Of: r.first, All: r.all})
}

// selected is the exchange under the cursor.
func (s *Screen) selected() (*past.Entry, bool) {
	if s.runs.shown {
		return s.runs.pane.Selected()
	}
	return s.list.Selected()
}

// entry is an exchange that is shown, by its key.
func (s *Screen) entry(key int64) (past.Entry, bool) {
	if at := slices.IndexFunc(s.list.Entries(), func(e past.Entry) bool { return e.Key == key }); at >= 0 {
		return s.list.Entries()[at], true
	}
	return s.runs.pane.Entry(key)
}

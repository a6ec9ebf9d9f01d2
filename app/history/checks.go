package history

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/views"
)

// askChecks asks for a file of checks, to hold what the filter shows against it.
func (s *Screen) askChecks() tea.Cmd {
	switch _, ok := s.filter.Query(time.Now()); {
	case !ok:
		return s.Notify("correct the filter first; all that it shows is checked")
	case s.list.Len() == 0:
		return s.Notify("no exchange to check. %s", s.emptyText())
	}
	note := "on the exchanges that the filter shows"
	if s.counted {
		note = "on " + figures.Counted(s.totals.Count, "exchange") + s.ofHistory()
	}
	if n := s.live.running; n > 0 {
		note += "; " + figures.Counted(n, "exchange") + " still running left out"
	}
	return s.AskChecks(note, func(path string) views.Intent { return views.CheckShown{Path: path} })
}

// ofHistory says of some exchanges that they are those of the list.
func (s *Screen) ofHistory() string {
	if text := strings.TrimSpace(s.filter.Text()); text != "" {
		return " of the history that " + text + " shows"
	}
	return " of the history"
}

// checkShown holds what the filter shows against a file of checks.
func (s *Screen) checkShown(path string) tea.Cmd {
	from := s.Overlays.Top()
	q, ok := s.filter.Query(time.Now())
	switch {
	case strings.TrimSpace(path) == "":
		return s.PathFault(from, "not checked", path, errors.New("give the path of a file of checks"))
	case !ok:
		return s.PathFault(from, "not checked", path, errors.New("correct the filter first"))
	case s.team:
		return s.PathFault(from, "not checked", path, errors.New("the history of the team is shown; checks are run on that of this machine"))
	}
	r, ofHistory := s.Records(), s.ofHistory()
	return s.RunChecks(&screen.Checks{Path: path, Tasks: func(w *progress.Work, all []*expect.Check) ([]checks.Task, string, error) {
		a, err := r.Open(w.Context())
		if err != nil {
			return nil, "", cmp.Or(w.Err(), err)
		}
		list, err := a.List(w.Context(), archive.Page{Query: q, Limit: -1})
		if err == nil && len(list) == 0 {
			err = errors.New("no exchange to check: nothing matches the filter")
		}
		slices.Reverse(list) // the oldest first
		return r.Each(a, list, all), figures.Counted(len(list), "exchange") + ofHistory, cmp.Or(w.Err(), err)
	}})
}

func (s *Screen) showRecorded(id string, then func() tea.Cmd) tea.Cmd {
	return s.fetch(source{of: s.History}, id, func(x *exchange) tea.Cmd { return tea.Batch(s.inspect(x), then()) })
}

package history

import (
	"cmp"
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/progress"
	"gatehouse/state/query"
	"gatehouse/state/report"
	"gatehouse/state/stats"
	"gatehouse/views"
	"gatehouse/views/picker"
	reports "gatehouse/views/report"
)

// groups are the figures of what the filter matches, in the place of the list.
type groups struct {
	shown   bool
	by      string // dimension
	against bool   // the span of time before
	of      *stats.Exchanges
	read    time.Time     // when they were read last
	took    time.Duration // how long that took
}

// restFor is how many times as long as a reading took the next one waits, while exchanges come
// through the proxy.
const restFor = 10

// turn shows figures in the place of the list, or the list again.
func (s *Screen) turn() tea.Cmd {
	s.runs.shown = false
	if s.figures.shown = !s.figures.shown; !s.figures.shown {
		s.figures.of = nil
		return s.SetFocus(ListPane)
	}
	return tea.Batch(s.SetFocus(FiguresPane), s.load())
}

// workOut works out the figures of what a query holds for, until ctx ends; live says that
// nothing but the exchanges of the proxy is new.
func (s *Screen) workOut(ctx context.Context, q query.Query, live bool) tea.Cmd {
	f := &s.figures
	if !f.shown || live && time.Since(f.read) < restFor*f.took {
		return nil
	}
	f.read = time.Now()
	by, _ := stats.DimensionOf(f.by)
	w := workedOut{screen: s, asked: s.asked, now: f.read}
	from, to, rest, ok := q.Times()
	var was stats.Span
	if f.against && ok && !from.IsZero() {
		if to.IsZero() {
			to = w.now
		}
		was = stats.Span{From: from, To: to}.Before()
	} else if f.against = false; !ok {
		from, to = time.Time{}, time.Time{}
	}
	bins := s.Width - 14
	return s.Work(progress.Step{Verb: "working out", What: "figures"}, func(work *progress.Work) tea.Msg {
		defer context.AfterFunc(ctx, work.Stop)()
		a := s.History.Archive(work.Context())
		if a == nil {
			w.err = work.Err()
			return w
		}
		w.unfound = a.Unfound(work.Context(), q)
		var before *stats.Exchanges
		w.of, w.err = a.Figures(work.Context(), q, by)
		if w.err == nil && !was.From.IsZero() {
			before, w.err = a.Figures(work.Context(), rest.Between(was.From, was.To), by)
		}
		if w.err = cmp.Or(work.Err(), w.err); w.err == nil {
			w.table = stats.TableOf(w.of, before, by, stats.Span{From: from, To: to}, bins, time.Local)
			w.table.Was = was
		}
		w.took = time.Since(w.now)
		return w
	})
}

// workedOut brings figures.
type workedOut struct {
	screen  *Screen
	asked   int
	now     time.Time
	took    time.Duration
	of      *stats.Exchanges
	table   *stats.Table
	unfound string
	err     error
}

// Land implements screen.Effect.
func (w workedOut) Land() tea.Cmd {
	s := w.screen
	switch {
	case w.asked != s.asked || !s.figures.shown:
		return nil
	case errors.Is(w.err, context.Canceled):
		s.statistics.SetStatus("Stopped; " + s.Keys.Name(views.ActHistory) + " works the figures out again.")
		return nil
	case w.err != nil:
		s.statistics.SetStatus("Could not read the history: " + w.err.Error())
		return nil
	case w.table == nil || w.table.All.Count == 0:
		s.statistics.SetStatus(s.none())
		return nil
	}
	s.figures.of, s.figures.took = w.of, w.took
	s.statistics.Show(w.table, w.now)
	if w.unfound != "" {
		return s.Notify("%s", w.unfound)
	}
	return nil
}

// groupBy makes groups by a dimension, which is asked for where none is given.
func (s *Screen) groupBy(name string) tea.Cmd {
	if name == "" {
		p := picker.New(s.Styles, s.Keys)
		var items []picker.Item
		for _, d := range stats.Dimensions() {
			item := picker.Item{Label: d.Name, Words: d.About, Choose: func() views.Intent { return views.GroupBy{Dimension: d.Name} }}
			if d.Name == s.figures.by {
				item.Right = "shown"
			}
			items = append(items, item)
		}
		p.SetItems(items)
		return s.OpenOverlay("Groups by", p)
	}
	s.Overlays.Close()
	s.figures.by = name
	if !s.figures.shown {
		return s.turn()
	}
	return s.load()
}

// againstBefore compares with the span of time before, or does not any more.
func (s *Screen) againstBefore() tea.Cmd {
	q, ok := s.filter.Query(time.Now())
	if !ok {
		return nil
	}
	if from, _, _, ok := q.Times(); !s.figures.against && (!ok || from.IsZero()) {
		return s.Notify("the filter names no time; with since:1d, for example, the day before is compared")
	}
	s.figures.against = !s.figures.against
	return s.load()
}

// narrow adds terms to the filter.
func (s *Screen) narrow(terms string) tea.Cmd {
	if terms == "" {
		return nil
	}
	s.filter.SetText(query.Narrowed(s.filter.Text(), terms))
	s.Host.Arrange()
	return tea.Batch(s.load(), s.Notify("esc clears the filter"))
}

// compareGroups shows how two groups differ.
func (s *Screen) compareGroups(a, b string) tea.Cmd {
	of := s.figures.of
	by, ok := stats.DimensionOf(s.figures.by)
	if of == nil || !ok {
		return nil
	}
	return s.Work(progress.Step{Verb: "comparing", What: "groups"}, func(*progress.Work) tea.Msg {
		return paired{s, report.PairOf(by, of.Pair(by, a, b, time.Local))}
	})
}

// paired brings how two groups differ.
type paired struct {
	screen *Screen
	report report.Report
}

// Land implements screen.Effect.
func (p paired) Land() tea.Cmd {
	pane := reports.New(p.screen.Styles, p.screen.Keys, "comparison", "")
	pane.Show(p.report)
	return p.screen.OpenOverlay(p.report.Title, pane)
}

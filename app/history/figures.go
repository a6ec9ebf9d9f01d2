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
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	reports "gatehouse/views/kit/report"
)

// groups are the figures of what the filter matches.
type groups struct {
	alternateView
	by      string // dimension
	against bool   // the span of time before
	of      *stats.Exchanges
}

func (s *Screen) toggleFigures() tea.Cmd {
	s.runs.shown = false
	if s.figures.shown = !s.figures.shown; !s.figures.shown {
		s.figures.of = nil
		return s.SetFocus(ListPane)
	}
	return tea.Batch(s.SetFocus(FiguresPane), s.load())
}

// computeFigures computes the figures of what a query holds for, until ctx ends.
func (s *Screen) computeFigures(ctx context.Context, q query.Query) tea.Cmd {
	f, now := &s.figures, time.Now()
	by, _ := stats.DimensionOf(f.by)
	from, to, rest, ok := q.Times()
	if !ok {
		from, to = time.Time{}, time.Time{}
	}
	f.against = f.against && !from.IsZero()
	var was stats.Span
	if f.against {
		if to.IsZero() {
			to = now
		}
		was = stats.Span{From: from, To: to}.Before()
	}
	bins := s.Width - 14
	return s.readView(ctx, &f.alternateView, progress.Step{Verb: "working out", What: "figures"}, func(ctx context.Context, a archive.Reader) (func() tea.Cmd, error) {
		unfound := archive.Unfound(ctx, a, q)
		of, err := a.Figures(ctx, q, by)
		if err != nil {
			return nil, err
		}
		var before *stats.Exchanges
		if !was.From.IsZero() {
			if before, err = a.Figures(ctx, rest.WithTimeRange(was.From, was.To), by); err != nil {
				return nil, err
			}
		}
		table := stats.TableOf(of, before, by, stats.Span{From: from, To: to}, bins, time.Local)
		table.Was = was
		return func() tea.Cmd { return s.showFigures(of, table, now, unfound) }, nil
	})
}

// showFigures shows figures as they are at a time, and reports what a query for words does not find.
func (s *Screen) showFigures(of *stats.Exchanges, table *stats.Table, now time.Time, unfound string) tea.Cmd {
	if table.All.Count == 0 {
		s.statistics.SetStatus(s.emptyText())
		return nil
	}
	s.figures.of = of
	s.statistics.Show(table, now)
	if unfound != "" {
		return s.Notify("%s", unfound)
	}
	return nil
}

// groupBy makes groups by a dimension; for an empty name it asks for one.
func (s *Screen) groupBy(name string) tea.Cmd {
	if name == "" {
		var items []picker.Item
		for _, d := range stats.Dimensions() {
			item := picker.Item{Label: d.Name, Words: d.About, Choose: func() views.Intent { return views.GroupBy{Dimension: d.Name} }}
			if d.Name == s.figures.by {
				item.Right = "shown"
			}
			items = append(items, item)
		}
		return s.OpenList("Groups by", items)
	}
	s.Overlays.Close()
	s.figures.by = name
	if !s.figures.shown {
		return s.toggleFigures()
	}
	return s.load()
}

// againstBefore turns the comparison with the span of time before on or off.
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
		r := report.PairOf(by, of.Pair(by, a, b, time.Local))
		return screen.EffectFunc(func() tea.Cmd {
			pane := reports.NewList(s.Styles, s.Keys, "comparison", nil)
			pane.Show(r)
			return s.OpenOverlay(r.Title, pane)
		})
	})
}

// alternateView is what may be shown instead of the list, of what the filter matches: figures, or
// runs.
type alternateView struct {
	words       interface{ SetStatus(string) } // its pane, where there is nothing to show
	stoppedHint string                         // what the key of the screen does after a stop
	shown       bool
	read        time.Time     // when it was read last
	took        time.Duration // how long that took
}

// restFactor is how many times the duration of a reading the next one waits, while the proxy
// receives exchanges.
const restFactor = 10

// due reports whether it is to be read; live reports that nothing but the exchanges of the proxy is
// new.
func (i *alternateView) due(live bool) bool {
	return i.shown && !(live && time.Since(i.read) < restFactor*i.took)
}

// readView reads what is shown instead of the list, until ctx ends. What read returns shows it.
func (s *Screen) readView(ctx context.Context, of *alternateView, step progress.Step, read func(context.Context, archive.Reader) (func() tea.Cmd, error)) tea.Cmd {
	of.read = time.Now()
	g, from := viewRead{screen: s, of: of, queryNumber: s.queryNumber}, s.source()
	return s.Work(step, func(w *progress.Work) tea.Msg {
		defer context.AfterFunc(ctx, w.Stop)()
		var a archive.Reader
		if a, g.err = from.open(w.Context()); a != nil {
			g.show, g.err = read(archive.WithCount(w.Context(), func(n int) { w.Counted(step.Verb, n, 0, "exchanges") }), a)
		}
		g.err = cmp.Or(w.Err(), g.err)
		return g
	})
}

// viewRead delivers what is shown instead of the list.
type viewRead struct {
	screen      *Screen
	of          *alternateView
	queryNumber int
	show        func() tea.Cmd // nil: there is no archive
	err         error
}

func (g viewRead) Apply() tea.Cmd {
	s := g.screen
	switch {
	case g.queryNumber != s.queryNumber || !g.of.shown:
	case errors.Is(g.err, context.Canceled):
		g.of.words.SetStatus("Stopped; " + s.Keys.Name(views.ActHistory) + " " + g.of.stoppedHint + ".")
	case g.err != nil:
		g.of.words.SetStatus("Could not read the history: " + g.err.Error())
	case g.show == nil:
		g.of.words.SetStatus(s.emptyText())
	default:
		g.of.took = time.Since(g.of.read)
		return g.show()
	}
	return nil
}

package inspect

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/progress"
	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/cache"
	"gatehouse/state/history"
	"gatehouse/state/prices"
	"gatehouse/state/report"
)

// asking is whether the request of an exchange asks for a cache.
type asking struct {
	of  *wire.Capture
	yes bool
}

// showCache computes what became of the cache of the shown exchange, and what that cost, in the
// background, unless that is known already.
func (s *Screen) showCache() tea.Cmd {
	x := s.Look.Exchange()
	if x == nil || x.State == nil || x.State.Running() || x.Capture == nil || s.caching.of == x.Capture.ID {
		return nil
	}
	id := x.Capture.ID
	s.caching.set(id, report.Caching{}, "")
	mine := s.recorded(history.Of(x.About, x.State, x.Capture), x)
	var others []recorded
	for _, sent := range slices.Backward(s.Sent.All()) {
		if sent.Capture != nil && !sent.State.Running() {
			others = append(others, s.recorded(sent.Entry(), sent))
		}
	}
	return s.Work(progress.Step{Verb: "comparing", What: "with the exchanges before"}, func(w *progress.Work) tea.Msg {
		c := cacheRead{screen: s, id: id}
		err := archive.ErrNone
		if a := s.History.Archive(w.Context()); a != nil {
			c.told.Now, c.told.Found, err = a.Caching(w.Context(), id)
		}
		if errors.Is(err, archive.ErrNone) { // it is not in the history, or not yet
			c.told.Now, c.told.Found, err = inMemory(mine, others)
		}
		switch {
		case errors.Is(err, context.Canceled), w.Err() != nil:
			c.problem = "Stopped; open the tab again to compare."
		case err != nil:
			c.problem = "Not known: " + err.Error()
		}
		return c
	})
}

type recorded struct {
	entry history.Entry
	of    report.Subject
}

func (s *Screen) recorded(e history.Entry, x *screen.Exchange) recorded {
	var book prices.Book
	if known := s.Prices(); known != nil {
		book = *known
	}
	return recorded{e, report.SubjectOf(x.State, x.Capture, x.About, book)}
}

// use is what a cache saw of it; nil for no prompt.
func (r recorded) use() *cache.Use {
	record := cache.RecordOf(r.of.Exchange, r.of.Capture, report.ReceiptOf(r.of))
	if record == nil {
		return nil
	}
	u := cache.Of(&r.entry, *record)
	return &u
}

var errNoPrompt = errors.New("its request holds no prompt that can be read")

// inMemory holds an exchange against others of this run.
func inMemory(mine recorded, others []recorded) (*cache.Use, cache.Analysis, error) {
	now := mine.use()
	if now == nil {
		return nil, cache.Analysis{}, errNoPrompt
	}
	var before []*cache.Use
	for _, o := range others {
		if u := o.use(); u != nil {
			before = append(before, u)
		}
	}
	return now, cache.Explain(now, before), nil
}

// cacheRead brings what became of the cache of an exchange.
type cacheRead struct {
	screen  *Screen
	id      string
	told    report.Caching
	problem string
}

func (c cacheRead) Land() tea.Cmd {
	if c.screen.caching.of == c.id {
		c.screen.caching.set(c.id, c.told, c.problem)
	}
	return nil
}

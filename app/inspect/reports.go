package inspect

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/cache"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	reports "gatehouse/views/kit/report"
)

// linted is the tab of what lint found in an answer. A row leads to the first frame of its finding.
var linted = reports.Source{
	Name: "lint", Action: views.ActReadFrame,
	Idle: []views.Action{views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFirst},
	Make: func(s views.Subject) []report.Report { return []report.Report{report.Lint(s.Exchange, nil)} },
	Depends: func(s views.Subject) any {
		if s.Exchange == nil {
			return nil
		}
		return s.Exchange.Version
	},
	Open: func(s views.Subject, row page.Row) (views.Intent, string) {
		rule, _, _ := strings.Cut(row.ID, "/")
		for _, f := range s.Exchange.Findings() {
			if (rule == "" || f.Rule.ID == rule) && len(f.Frames) > 0 {
				return views.ShowFrame{Frame: f.Frames[0]}, ""
			}
		}
		return nil, ""
	},
}

// caching is what was found of the cache of an exchange.
type caching struct {
	of      string // id of the exchange; empty for none
	found   report.Caching
	problem string // why nothing was found; empty: it is being compared
	changes int
}

// set takes what was found of an exchange, or why nothing could be.
func (c *caching) set(of string, found report.Caching, problem string) {
	c.of, c.found, c.problem = of, found, problem
	c.changes++
}

// cache returns the tab of what a provider read of a prompt from its cache, and why no more. A row of a
// piece of the prompt leads to it in the request.
func (c *caching) cache() reports.Source {
	return reports.Source{
		Name: "cache",
		Idle: []views.Action{views.ActReadFrame, views.ActReadFirst, views.ActReadEdit, views.ActReadMetadata, views.ActReadLoosen},
		Make: func(s views.Subject) []report.Report {
			switch x := s.Exchange; {
			case x == nil:
				return nil
			case x.Running():
				return noCache("Known when the answer has ended.")
			case c.problem != "":
				return noCache(c.problem)
			case c.found.Now == nil:
				return noCache("comparing with the exchanges before …")
			default:
				found := c.found
				found.Of = x
				return []report.Report{report.Cache(found)}
			}
		},
		Depends: func(s views.Subject) any {
			return [2]any{c.changes, s.Exchange != nil && s.Exchange.Running()}
		},
		Open: func(_ views.Subject, row page.Row) (views.Intent, string) {
			path, ok := strings.CutPrefix(row.ID, report.PieceRow)
			if !ok || c.found.Now == nil {
				return nil, ""
			}
			for _, p := range c.found.Now.Prompt.Pieces {
				if p.Path == path {
					return views.ShowSent{Offset: p.At}, "show in request"
				}
			}
			return nil, ""
		},
	}
}

func noCache(why string) []report.Report {
	return []report.Report{{Title: "CACHE", Sum: report.Span{Text: why, Role: report.Quiet}}}
}

// receiptOf is what a receipt is made of.
type receiptOf struct {
	verdict state.Verdict
	version uint64 // once it has ended: usage may be reported after the verdict
	prices  *prices.Book
	cache   int
}

// receipt returns the tab of what an exchange costs, line by line, and what it would have cost otherwise.
func (c *caching) receipt() reports.Source {
	return reports.Source{
		Name: "receipt",
		Idle: []views.Action{views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFirst, views.ActReadFrame, views.ActOpenRow},
		Make: func(s views.Subject) []report.Report {
			subject := reports.SubjectOf(s)
			if s.Capture != nil && s.Capture.ID == c.of {
				subject.Lost = c.found.Found.USD()
			}
			return []report.Report{report.Receipt(subject)}
		},
		Depends: func(s views.Subject) any {
			of := receiptOf{prices: s.Prices, cache: c.changes}
			if x := s.Exchange; x != nil {
				of.verdict = x.Verdict
				if !x.Running() {
					of.version = x.Version
				}
			}
			return of
		},
	}
}

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
		var found report.Caching
		problem, err := "", archive.ErrNone
		if a := s.History.Archive(w.Context()); a != nil {
			found.Now, found.Found, err = a.Caching(w.Context(), id)
		}
		if errors.Is(err, archive.ErrNone) { // it is not in the history, or not yet
			found.Now, found.Found, err = inMemory(mine, others)
		}
		switch {
		case errors.Is(err, context.Canceled), w.Err() != nil:
			problem = "Stopped; open the tab again to compare."
		case err != nil:
			problem = "Not known: " + err.Error()
		}
		return screen.EffectFunc(func() tea.Cmd {
			if s.caching.of == id {
				s.caching.set(id, found, problem)
			}
			return nil
		})
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

// use returns what a cache saw of it; nil for no prompt.
func (r recorded) use() *cache.Use {
	record := cache.RecordOf(r.of.Exchange, r.of.Capture, report.ReceiptOf(r.of))
	if record == nil {
		return nil
	}
	u := cache.Of(&r.entry, *record)
	return &u
}

// inMemory holds an exchange against others of this run.
func inMemory(mine recorded, others []recorded) (*cache.Use, cache.Analysis, error) {
	now := mine.use()
	if now == nil {
		return nil, cache.Analysis{}, errors.New("its request holds no prompt that can be read")
	}
	var before []*cache.Use
	for _, o := range others {
		if u := o.use(); u != nil {
			before = append(before, u)
		}
	}
	return now, cache.Explain(now, before), nil
}

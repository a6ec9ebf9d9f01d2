package inspect

import (
	"strings"

	"gatehouse/state"
	"gatehouse/state/prices"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/page"
	reports "gatehouse/views/report"
)

// conformance is the tab of what in an answer deviates from what clients rely on. A row leads to the
// first frame of its finding.
var conformance = reports.Source{
	Name: "conformance", Action: views.ActReadFrame,
	Idle: []views.Action{views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFirst},
	Make: func(s views.Subject) []report.Report { return []report.Report{report.Conformance(s.Exchange)} },
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

// cache is the tab of what a provider read of a prompt from its cache, and why no more. A row of a
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

// noCache is the page of a cache where there is none yet.
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

// receipt is the tab of what an exchange costs, line by line, and what it would have cost otherwise.
func (c *caching) receipt() reports.Source {
	return reports.Source{
		Name: "receipt",
		Idle: []views.Action{views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFirst, views.ActReadFrame, views.ActOpenRow},
		Make: func(s views.Subject) []report.Report {
			subject := reports.Told(s)
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

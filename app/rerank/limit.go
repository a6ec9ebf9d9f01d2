package rerank

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
	"gatehouse/views"
	"gatehouse/views/overlay/ask"
)

// askLimit shows the maximum cost of a sweep and asks for a limit. At the local gateway it begins at once.
func (s *Screen) askLimit(w *sweep) tea.Cmd {
	if w.link.Local {
		return s.begin(w)
	}
	c := sweepCosts{screen: s, sweep: w}
	return func() tea.Msg {
		c.count()
		return c
	}
}

// sweepCosts has the maximum cost of a sweep.
type sweepCosts struct {
	screen  *Screen
	sweep   *sweep
	usd     float64
	unknown string // why that is not known; empty where it is
}

// count adds up the maximum costs. If all queries rank the same documents, the longest query counts for each.
func (c *sweepCosts) count() {
	w := c.sweep
	longest := 0
	for q, query := range w.set.Queries {
		if len(query.Text) > len(w.set.Queries[longest].Text) {
			longest = q
		}
	}
	known := map[lab.Cell]float64{}
	for _, a := range w.Left() {
		if w.set.Queries[a.Case].Candidates == nil && w.set.Queries[longest].Candidates == nil {
			a.Case = longest
		}
		usd, had := known[a]
		if !had {
			doc, err := w.set.Request(a.Case, a.Candidate)
			var why string
			if usd, why = w.known.MaxCost(doc, true, false); err == nil {
				c.unknown = cmp.Or(c.unknown, why)
			}
			known[a] = usd
		}
		c.usd += usd
	}
}

func (c sweepCosts) Land() tea.Cmd {
	s, w := c.screen, c.sweep
	if !s.isShown() || s.Overlays.Top() != nil || s.Busy() || w.opened != s.file.opened || w.docs != s.docs {
		return nil // something else is being done by now
	}
	costs := "at most " + figures.PriceOf(c.usd) + " by its list of models"
	if c.unknown != "" {
		costs = "what that may cost is not known beforehand (" + c.unknown + ")"
	}
	words := cmp.Or(w.notice, figures.Counted(len(w.Left()), "request"))
	s.limited = w
	a := ask.New(s.Styles, s.Keys, func(text string) views.Intent { return views.LimitCost{USD: text} }, nil)
	a.SetText(s.limit)
	a.SetNote(fmt.Sprintf("%s, to %s: %s. It ends before it could cost more than this; empty: no limit", words, w.link.Title, costs))
	return s.OpenOverlay("Limit of the cost in USD", a)
}

// beginLimited begins the sweep for which a limit was asked.
func (s *Screen) beginLimited(limit string) tea.Cmd {
	w, limit := s.limited, strings.TrimPrefix(strings.TrimSpace(limit), "$")
	if w == nil {
		return nil
	}
	if limit != "" {
		usd, err := strconv.ParseFloat(limit, 64)
		if err != nil || !(usd > 0) || math.IsInf(usd, 0) {
			return s.Fault(s.Overlays.Top(), errors.New("the limit must be an amount in USD above 0, for example 0.50"))
		}
		w.SetBudget(lab.NewBudget(usd))
	}
	s.Overlays.Close()
	s.limited, s.limit = nil, limit
	switch {
	case s.Busy():
		return s.stillRunning()
	case w.opened != s.file.opened || w.docs != s.docs:
		return s.Notify("not run: the documents have changed")
	}
	return s.begin(w)
}

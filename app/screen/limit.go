package screen

import (
	"errors"
	"math"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/lab"
	"gatehouse/views"
	"gatehouse/views/overlay/ask"
)

// costLimit is a run whose limit of the cost is being asked, or was.
type costLimit struct {
	begin func(*lab.Budget) tea.Cmd // nil while nothing is asked
	last  string                    // that was given last, in USD
}

// AskLimit asks for a limit of what a run may cost, and begins it; nil is a budget without one. words describe
// what it may cost.
func (h *Host) AskLimit(words string, begin func(*lab.Budget) tea.Cmd) tea.Cmd {
	h.limit.begin = begin
	a := ask.New(h.Styles, h.Keys, func(text string) views.Intent { return views.LimitCost{USD: text} }, nil)
	a.SetText(h.limit.last)
	a.SetNote(words + ". The run ends before it could exceed the limit; empty: no limit")
	return h.OpenOverlay("Cost limit in USD", a)
}

// BeginLimited begins the run for which a limit was asked.
func (h *Host) BeginLimited(limit string) tea.Cmd {
	begin, limit := h.limit.begin, strings.TrimPrefix(strings.TrimSpace(limit), "$")
	if begin == nil {
		return nil
	}
	var budget *lab.Budget
	if limit != "" {
		usd, err := strconv.ParseFloat(limit, 64)
		if err != nil || !(usd > 0) || math.IsInf(usd, 0) {
			return h.Fault(h.Overlays.Top(), errors.New("the limit must be an amount in USD above 0, for example 0.50"))
		}
		budget = lab.NewBudget(usd)
	}
	h.Overlays.Close()
	h.limit = costLimit{last: limit}
	return begin(budget)
}

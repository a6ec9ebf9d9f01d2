package rerank

import (
	"fmt"
	"strings"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/report"
	"gatehouse/state/usage"
	"gatehouse/views/ranking"
)

// failure says why a run brought no order. Of a run that has ended it was worked
// out once: to read it out of a large request takes a twentieth of a second, and
// the comparison is shown anew with every key that is typed.
func (r *Run) failure() string {
	if r.why != "" {
		return r.why
	}
	return whyNoOrder(r.State, r.Capture)
}

// whyNoOrder says why an exchange brought no order, so far.
func whyNoOrder(x *state.Exchange, capture *wire.Capture) string {
	var context explain.Context
	if capture != nil {
		context.BaseURL = screen.BaseURL(capture.Sent.URL)
		context.KeySent = len(wire.KeyHeaders(capture.Sent.Header)) > 0
	}
	plain, ok := explain.Exchange(x, context)
	switch {
	case !ok && x.Verdict == state.Cancelled:
		return "cancelled before any result"
	case !ok:
		return "no results returned"
	}
	words := plain.Title
	if plain.Message != "" {
		words += ": " + plain.Message
	}
	if plain.Meaning != "" {
		if !strings.HasSuffix(words, ".") {
			words += "."
		}
		words += " " + plain.Meaning
	}
	if len(plain.Suggestions) > 0 {
		words += " Try: " + strings.Join(plain.SuggestionTexts(), "; ")
	}
	return words
}

// cost is what a run cost: search units and the price.
func (r *Run) cost() []string {
	var out []string
	used := r.usage()
	switch used.Units {
	case "":
	case "1":
		out = append(out, "1 unit")
	default:
		out = append(out, used.Units+" units")
	}
	if used.Cost != "" {
		out = append(out, used.Cost)
	}
	return out
}

// took is how long a run took, in microseconds; 0 while it runs. For one that
// brought no order the time until its end counts, however long no byte came.
func (r *Run) took() int64 {
	us, _ := figures.Total(r.State)
	if end := r.State.End; end != nil && !r.ranked {
		us = max(us, end.AtUS)
	}
	return us
}

// usage is the usage in a run's answer.
func (r *Run) usage() (u report.RankUsage) {
	if r.State.Ranking == nil || r.State.Ranking.Usage == nil {
		return u
	}
	tokens := figures.TokensOf(r.State)
	u.Tokens, u.Units = tokens.Figure(usage.Total), tokens.Figure(usage.SearchUnit)
	if cost, ok := figures.CostOf(r.State); ok {
		u.Cost = figures.Price(cost)
	}
	return u
}

// served is who answered a run.
func (r *Run) served() ranking.Served {
	s := ranking.Served{Tokens: r.usage().Tokens}
	if result := r.State.Ranking; result != nil {
		s.Model, s.Provider = result.Model, result.Provider
	}
	return s
}

// id is what a service calls a run: in its answer, or in its header while there
// is none.
func (r *Run) id() string {
	if result := r.State.Ranking; result != nil && result.ID != "" {
		return result.ID
	}
	if head := r.State.Head; head != nil {
		return head.Header.Get("X-Generation-Id")
	}
	return ""
}

// facts are who served a run, and what the service calls it.
func (r *Run) facts() []string {
	var out []string
	x := r.State
	if x.Head != nil && x.Head.Status != 0 && x.Ranking == nil {
		out = append(out, fmt.Sprintf("HTTP status %d", x.Head.Status))
	}
	if result := x.Ranking; result != nil {
		served := ""
		if result.Model != "" {
			served = "served by " + result.Model
		}
		if result.Provider != "" {
			served = strings.TrimSpace(served + " at " + result.Provider)
		}
		if served != "" {
			out = append(out, served)
		}
	}
	if id := r.id(); id != "" {
		out = append(out, id)
	}
	return out
}

// notes are what is unusual about a run's answer.
func (r *Run) notes() []string {
	notes := r.order.Notes()
	for _, w := range r.State.Warnings {
		notes = append(notes, w.Message)
	}
	return notes
}

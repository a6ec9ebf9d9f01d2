package app

import (
	"fmt"
	"strconv"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/measures"
	"gatehouse/views/ranking"
)

// failure says in words why a run brought no order. What is said of the end is
// kept: to read it out of a large request takes a twentieth of a second, and the
// comparison is shown anew with every key that is typed.
func (r *rankRun) failure() string {
	if r.why != "" {
		return r.why
	}
	return r.explained()
}

// explained reads why a run brought no order, so far.
func (r *rankRun) explained() string {
	var context explain.Context
	if r.capture != nil {
		context.BaseURL = strings.TrimSuffix(r.capture.Sent.URL, rerankPath)
		context.KeySent = r.capture.Sent.Header.Get("Authorization") != ""
	}
	plain, ok := explain.Exchange(r.exchange, context)
	switch {
	case !ok && r.exchange.Verdict == state.Cancelled:
		return "cancelled before an order came"
	case !ok:
		return "no order came"
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
	if len(plain.Try) > 0 {
		words += " Try: " + strings.Join(plain.Tries(), "; ")
	}
	return words
}

// cost is what a run cost, the most telling first.
func (r *rankRun) cost() []string {
	var out []string
	used := r.used()
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

// took is how long a run took, in microseconds; 0 while it runs. One that brought
// no order was waited for until its end, however long no byte came.
func (r *rankRun) took() int64 {
	us, _ := figures.Total(r.exchange)
	if end := r.exchange.End; end != nil && !r.ranked {
		us = max(us, end.AtUS)
	}
	return us
}

// used is what a run's answer says it took.
func (r *rankRun) used() (u measures.Usage) {
	if r.exchange.Ranking == nil || r.exchange.Ranking.Usage == nil {
		return u
	}
	told := r.exchange.Ranking.Usage
	if told.Odd.Total != "" {
		u.Tokens = views.OddCount(told.Odd.Total)
	}
	if told.Total != wire.None {
		u.Tokens = views.Thousands(told.Total)
	}
	if told.Searches != wire.None {
		u.Units = views.Thousands(told.Searches)
	}
	if told.HasCost {
		u.Cost = views.Price(strconv.FormatFloat(told.Cost, 'f', -1, 64))
	}
	return u
}

// served is where a run's answer came from.
func (r *rankRun) served() ranking.Served {
	s := ranking.Served{ID: r.id(), Tokens: r.used().Tokens}
	if result := r.exchange.Ranking; result != nil {
		s.Model, s.Provider = result.Model, result.Provider
	}
	return s
}

// id is what a service calls a run: in its answer, or in its header while there
// is none.
func (r *rankRun) id() string {
	if result := r.exchange.Ranking; result != nil && result.ID != "" {
		return result.ID
	}
	if head := r.exchange.Head; head != nil {
		return head.Header.Get("X-Generation-Id")
	}
	return ""
}

// facts are who served a run, and what the service calls it.
func (r *rankRun) facts() []string {
	var out []string
	x := r.exchange
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

// notes are what is odd about a run's answer.
func (r *rankRun) notes() []string {
	notes := r.order.Notes()
	for _, w := range r.exchange.Warnings {
		notes = append(notes, w.Message)
	}
	return notes
}

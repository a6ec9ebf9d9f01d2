package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/views"
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
		words += " Try: " + strings.Join(plain.Try, "; ")
	}
	return words
}

// cost is what a run cost, the most telling first.
func (r *rankRun) cost() []string {
	result := r.exchange.Ranking
	if result == nil {
		return nil
	}
	var out []string
	if u := result.Usage; u != nil {
		if u.Searches != wire.None {
			out = append(out, counted(u.Searches, "unit"))
		}
		if u.HasCost {
			out = append(out, views.Price(strconv.FormatFloat(u.Cost, 'f', -1, 64)))
		}
	}
	return out
}

// served is where a run's answer came from.
func (r *rankRun) served() ranking.Served {
	s := ranking.Served{ID: r.id()}
	if result := r.exchange.Ranking; result != nil {
		s.Model, s.Provider = result.Model, result.Provider
		if u := result.Usage; u != nil && u.Total != wire.None {
			s.Tokens = views.Thousands(u.Total)
		}
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

// facts are all that a run's answer says of itself.
func (r *rankRun) facts() []string {
	var out []string
	x := r.exchange
	if x.Head != nil && x.Head.Status != 0 && x.Ranking == nil {
		out = append(out, fmt.Sprintf("HTTP status %d", x.Head.Status))
	}
	if result := x.Ranking; result != nil {
		out = append(out, factsOf(result)...)
	}
	if id := r.id(); id != "" {
		out = append(out, id)
	}
	return out
}

// factsOf is what an answer says of who served, and of what it cost.
func factsOf(result *wire.Rerank) (out []string) {
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
	if u := result.Usage; u != nil {
		var parts []string
		if u.Total != wire.None {
			parts = append(parts, counted(u.Total, "token"))
		}
		if u.Searches != wire.None {
			parts = append(parts, counted(u.Searches, "search unit"))
		}
		if u.HasCost {
			parts = append(parts, views.Price(strconv.FormatFloat(u.Cost, 'f', -1, 64)))
		}
		if len(parts) > 0 {
			out = append(out, strings.Join(parts, ", "))
		}
	}
	return out
}

// notes are what is odd about a run's answer.
func (r *rankRun) notes() []string {
	notes := slices.Clone(r.order.Warnings)
	if r.order.AllTied() {
		notes = append(notes, "it gives all documents the same score")
	}
	for _, w := range r.exchange.Warnings {
		notes = append(notes, w.Message)
	}
	return notes
}

package dataset

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/lab"
	"gatehouse/state/rank"
)

// Answer is what one model answered for one query.
type Answer struct {
	Label    string // as in Labels
	Query    string // the query of the request; meaningless where Asked is nil
	Asked    *Model // the model and its settings in the request; nil where it was not sent
	Verdict  state.Verdict
	Status   int    // HTTP status where there is no result; else 0
	Model    string // the model that answered; empty where the result does not say
	Provider string
	ID       string
	TimeUS   int64           // of the complete exchange; 0 if unknown
	Usage    json.RawMessage // nil where the result has none
	Tokens   string          // that the answer reports, for people; empty where it does not
	Units    string          // search units; empty if unknown
	Price    string          // cost; empty if unknown
	Failure  string          // why there is no order, in words; empty while it runs and where there is one
	Earlier  string          // what the request differs in from one sent now; else empty
	Notes    []string        // oddities of the answer
	Ranked   bool            // Order is what arrived
	Order    rank.Order
}

// AnswerOf reads what an exchange received, for a request with n documents and top_n, 0 for none.
func AnswerOf(x *state.Exchange, context explain.Context, n, topN int) Answer {
	a := Answer{Verdict: x.Verdict}
	a.TimeUS, _ = figures.Total(x)
	if x.Head != nil {
		a.Status, a.ID = x.Head.Status, x.Head.Header.Get("X-Generation-Id")
	}
	if result := x.Ranking; result != nil {
		a.Status = 0
		a.Model, a.Provider, a.ID, a.Usage = result.Model, result.Provider, cmp.Or(result.ID, a.ID), result.Usage
		a.Order, a.Ranked = rank.Join(n, topN, *result), true
		a.Order.CheckTexts(x.Request, *result)
		a.Notes = a.Order.Notes()
	} else if x.End != nil {
		a.TimeUS = max(a.TimeUS, x.End.AtUS) // however long no byte arrived
		a.Failure = whyNoOrder(x, context)
	}
	if a.Usage != nil {
		used := figures.TokensOf(x)
		a.Tokens, a.Units = used.Figure(usage.Total), used.Figure(usage.SearchUnit)
		if cost, ok := figures.CostOf(x); ok {
			a.Price = figures.Price(cost)
		}
	}
	for _, w := range x.Warnings {
		a.Notes = append(a.Notes, w.Message)
	}
	return a
}

// whyNoOrder returns why an exchange that ended has no order.
func whyNoOrder(x *state.Exchange, context explain.Context) string {
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

// Result returns the answer as one of a bench.
func (a Answer) Result() Result {
	running := a.Asked != nil && a.Verdict == state.Running
	return Result{Answer: lab.Answer{Running: running, Verdict: a.Verdict, Valid: a.Ranked, TimeUS: a.TimeUS, Cost: usage.Dollars(a.Usage)}, Order: a.Order}
}

// Served returns who answered, with the id of the answer; without an answer the HTTP status.
func (a Answer) Served() []string {
	var out []string
	if a.Status != 0 {
		out = append(out, "HTTP status "+strconv.Itoa(a.Status))
	}
	served := ""
	if a.Model != "" {
		served = "served by " + a.Model
	}
	if a.Provider != "" {
		served = strings.TrimSpace(served + " at " + a.Provider)
	}
	for _, words := range [...]string{served, a.ID} {
		if words != "" {
			out = append(out, words)
		}
	}
	return out
}

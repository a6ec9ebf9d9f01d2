package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/spf13/cobra"

	"gatehouse/state/figures"
	"gatehouse/state/preview"
	"gatehouse/state/rerankset"
)

// spending is the limit of --max-cost.
type spending struct {
	maxCost string
	budget  *rerankset.Budget // nil without a limit
	known   preview.Catalogue
	many    bool   // queries are asked, not one
	refused string // by whom the rest of them would be refused too; empty by nobody

	mu    sync.Mutex
	ended sync.Cond // a request
}

func (s *spending) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.maxCost, "max-cost", "", "send no request that could bring the cost of all above `USD`, by listed prices or else the dearest answer so far; what came is printed")
}

// read reads the flag.
func (s *spending) read() error {
	s.ended.L = &s.mu
	if s.maxCost == "" {
		return nil
	}
	most, err := readCost(s.maxCost)
	s.budget = rerankset.NewBudget(most)
	return err
}

// say says what the requests may cost, where there is a limit.
func (s *spending) say(ctx context.Context, h host, conn connection, all []*ranking) error {
	if s.budget == nil {
		return nil
	}
	list, err := conn.Models(ctx)
	if ctx.Err() != nil {
		return stopOr(ctx, ctx.Err())
	}
	s.known = preview.ReadCatalogue(list)
	sum, unknown := 0.0, ""
	if err != nil {
		unknown = "the list of models cannot be read (" + err.Error() + ")"
	}
	for _, run := range all {
		usd, why := s.known.Most(run.body, true, false)
		sum, unknown = sum+usd, cmp.Or(unknown, why)
	}
	costs := fmt.Sprintf("at most %s by the list of models", figures.PriceOf(sum))
	if unknown != "" {
		costs = "what they may cost is not known beforehand: " + unknown
	}
	h.say("%s, limit %s; %s", figures.Counted(len(all), "request"), figures.PriceOf(s.budget.Most()), costs)
	return nil
}

// take waits until a request may be sent; ok is false where the limit or a refusal ends the run.
func (s *spending) take(run *ranking) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	most, unknown := math.NaN(), ""
	if s.budget != nil {
		if most, unknown = s.known.Most(run.body, true, false); unknown != "" {
			most = math.NaN()
		}
	}
	for {
		if s.refused != "" {
			return false
		}
		hold, leave := s.budget.Take(run.label, most)
		switch leave {
		case rerankset.Send:
			run.sent, run.hold = true, hold
			return true
		case rerankset.End:
			return false
		}
		s.ended.Wait()
	}
}

// settle counts what a request cost that has ended. One that was refused ends the run of many queries.
func (s *spending) settle(run *ranking) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.many && s.refused == "" && rerankset.Refused(run.x) {
		s.refused = run.label + " answered " + run.x.Head.StatusText()
	}
	s.budget.Settle(run.hold, run.x.Ranking.Cost(), rerankset.Unbilled(run.x))
	s.ended.Broadcast()
}

// sent are the requests that were sent. It says why the others were not.
func (s *spending) sent(h host, all []*ranking) (sent []*ranking, err error) {
	for _, run := range all {
		if run.sent {
			sent = append(sent, run)
		}
	}
	why := cmp.Or(s.refused, s.budget.Ended())
	switch {
	case why == "" || s.refused != "" && len(sent) == len(all):
	case len(sent) == 0:
		return nil, wrongUsage("nothing is sent: %s", why)
	default:
		words := fmt.Sprintf("%s: %s of %s sent", why, figures.Thousands(len(sent)), figures.Counted(len(all), "request"))
		if s.budget != nil {
			words += ", which cost " + figures.PriceOf(s.budget.Spent())
		}
		h.say("%s", words)
	}
	return sent, nil
}

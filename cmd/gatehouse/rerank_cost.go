package main

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"gatehouse/state/figures"
	"gatehouse/state/lab"
	"gatehouse/state/preview"
)

// spending is the limit of --max-cost.
type spending struct {
	maxCost string
	budget  *lab.Budget // nil without a limit
	known   preview.Catalogue
}

func (s *spending) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.maxCost, "max-cost", "", "send no request that could bring the cost of all above `USD`, by listed prices or else the dearest answer so far; what came is printed")
}

// read reads the flag.
func (s *spending) read() error {
	if s.maxCost == "" {
		return nil
	}
	most, err := readCost(s.maxCost)
	s.budget = lab.NewBudget(most)
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
		usd, why := s.known.MaxCost(run.body, true, false)
		sum, unknown = sum+usd, cmp.Or(unknown, why)
	}
	costs := fmt.Sprintf("at most %s by the list of models", figures.PriceOf(sum))
	if unknown != "" {
		costs = "what they may cost is not known beforehand: " + unknown
	}
	h.say("%s, limit %s; %s", figures.Counted(len(all), "request"), figures.PriceOf(s.budget.Most()), costs)
	return nil
}

// maxUSD returns what a request may cost; NaN if that is unknown.
func (s *spending) maxUSD(run *ranking) float64 {
	if s.budget == nil {
		return math.NaN()
	}
	usd, unknown := s.known.MaxCost(run.body, true, false)
	if unknown != "" {
		return math.NaN()
	}
	return usd
}

// sent are the requests that were sent. It says why the others were not.
func (s *spending) sent(h host, run *lab.Run, all []*ranking) (sent []*ranking, err error) {
	for _, run := range all {
		if run.sent {
			sent = append(sent, run)
		}
	}
	switch why := run.Why(); {
	case why == "" || len(sent) == len(all) && s.budget.Ended() == "":
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

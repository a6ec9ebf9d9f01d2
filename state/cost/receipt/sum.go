package receipt

import (
	"github.com/shopspring/decimal"

	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

// Sum is what several exchanges cost.
type Sum struct {
	Exchanges int // with a receipt
	Results   map[Result]int
	Computed  decimal.Decimal // USD, of those whose cost is known
	Known     int             // of these
	Reported  decimal.Decimal // USD, of those that report it
	Reporting int             // of these
	Both      decimal.Decimal // what is computed of those that report it too
	Off       decimal.Decimal // what these report beyond that
	Assumed   bool            // of some it is not known that the prices count
	Kinds     map[usage.Kind]Line
}

// Line is what all tokens of a kind cost.
type Line struct {
	Count  int
	Amount decimal.Decimal
}

// Add adds an exchange's receipt.
func (s *Sum) Add(r Receipt) {
	if r.Result == None {
		return
	}
	if s.Results == nil {
		s.Results, s.Kinds = map[Result]int{}, map[usage.Kind]Line{}
	}
	s.Exchanges++
	s.Results[r.Result]++
	charged, reported := r.charged()
	if reported {
		s.Reporting++
		s.Reported = s.Reported.Add(charged.USD)
	}
	if !r.Known {
		return
	}
	s.Known++
	s.Computed = s.Computed.Add(r.Computed)
	s.Assumed = s.Assumed || r.mark() != ""
	if reported {
		s.Both = s.Both.Add(r.Computed)
		s.Off = s.Off.Add(charged.USD.Sub(r.Computed))
	}
	add := func(b prices.Bill) {
		for _, l := range b.Lines {
			sum := s.Kinds[l.Kind]
			s.Kinds[l.Kind] = Line{sum.Count + l.Count, sum.Amount.Add(l.Amount)}
		}
	}
	add(r.Bill)
	for _, e := range r.Extras {
		if e.Priced {
			add(e.Bill)
		}
	}
}

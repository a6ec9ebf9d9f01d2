package prices

import "github.com/shopspring/decimal"

// Line is one position of a bill.
type Line struct {
	Kind   Kind
	Count  int
	Each   decimal.Decimal // USD
	Amount decimal.Decimal // USD, Count times Each
	By     Kind            // whose price Each is; another kind where this one has none of its own
	Sure   bool            // it is known that this price counts
	Priced bool            // there is one
}

// Bill is what counts cost.
type Bill struct {
	Lines  []Line
	Total  decimal.Decimal // USD, of the lines that have a price
	Above  int             // the request is charged by the tier of prompts above so many tokens; 0: by none
	Priced bool            // every line has a price
	Sure   bool            // of every line it is known that its price counts, and the parts fit the whole
	Input  decimal.Decimal // USD, of the lines of input
	Output decimal.Decimal // USD, of the lines of output
}

// Bill charges counts: each token once, all of them by the tier of the whole input.
func (p Price) Bill(c Counts) Bill {
	rates, above := p.At(c[Input])
	parts, fit := c.Parts(rates)
	b := Bill{Above: above, Priced: true, Sure: fit && p.Source.Assumed == ""}
	if _, ok := rates[Request]; ok {
		parts[Request] = 1
	}
	_, tokens := rates[Input]
	if _, units := rates[SearchUnit]; !units {
		delete(parts, SearchUnit) // a rerank that is charged by its tokens
	} else if !tokens {
		delete(parts, Input) // and one that is not
	}
	for _, k := range Kinds() {
		n, ok := parts[k]
		if !ok {
			continue
		}
		l := Line{Kind: k, Count: n}
		l.Each, l.By, l.Sure, l.Priced = rates.Of(k)
		l.Amount = l.Each.Mul(decimal.NewFromInt(int64(n)))
		b.Lines = append(b.Lines, l)
		b.Total = b.Total.Add(l.Amount)
		b.Priced, b.Sure = b.Priced && l.Priced, b.Sure && l.Sure
		switch k {
		case Output, Reasoning, AudioOutput, ImageOutput:
			b.Output = b.Output.Add(l.Amount)
		case WebSearch, SearchUnit, Request:
		default:
			b.Input = b.Input.Add(l.Amount)
		}
	}
	return b
}

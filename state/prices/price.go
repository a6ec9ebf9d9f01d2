// Package prices says what a token, a search and a request cost at a model and an endpoint,
// in exact decimals, and where each price is from. It looks in this order: what the exchange
// itself says, what GET /models of its connection listed, the dated table of vendors' list
// prices in table.json, and the settings. No price is guessed: one that may not apply says why
// (Source.Assumed), and where no source has one there is none.
package prices

//go:generate sh -c "cd renew && npm install --no-audit --no-fund --no-package-lock @pydantic/genai-prices@latest && node renew.mjs"

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"
)

// Kind is what is paid for: a token of this kind, a web search, a search unit of a rerank, or a
// request.
type Kind string

// The kinds, in the order in which a bill has them.
const (
	Input          Kind = "input"
	CacheRead      Kind = "cache_read"
	CacheWrite     Kind = "cache_write"    // kept for as long as the service does by default
	CacheWriteHour Kind = "cache_write_1h" // kept for an hour
	AudioInput     Kind = "audio_input"
	ImageInput     Kind = "image_input"
	Output         Kind = "output"
	Reasoning      Kind = "reasoning"
	AudioOutput    Kind = "audio_output"
	ImageOutput    Kind = "image_output"
	WebSearch      Kind = "web_search"
	SearchUnit     Kind = "search_unit"
	Request        Kind = "request"
)

// Kinds are all of them, in the order of a bill.
func Kinds() []Kind {
	return []Kind{Input, CacheRead, CacheWrite, CacheWriteHour, AudioInput, ImageInput, Output, Reasoning, AudioOutput, ImageOutput, WebSearch, SearchUnit, Request}
}

// Tokens reports whether tokens are counted, and not searches or requests.
func (k Kind) Tokens() bool { return k != WebSearch && k != SearchUnit && k != Request }

// instead is the kind by whose price one is charged that has no price of its own; sure is false
// where services differ in it.
func (k Kind) instead() (other Kind, sure bool) {
	switch k {
	case CacheWrite, ImageInput:
		return Input, true
	case CacheRead, AudioInput:
		return Input, false
	case CacheWriteHour:
		return CacheWrite, false
	case Reasoning, ImageOutput:
		return Output, true
	case AudioOutput:
		return Output, false
	}
	return "", false
}

// Rates are prices in USD of one token, one search, one request.
type Rates map[Kind]decimal.Decimal

// Of is the price of a kind. One that has none of its own is charged as another is (by); sure is
// false where that is not known. ok is false where there is no price.
func (r Rates) Of(k Kind) (usd decimal.Decimal, by Kind, sure, ok bool) {
	for sure = true; k != ""; {
		if usd, ok = r[k]; ok {
			return usd, k, sure, true
		}
		other, known := k.instead()
		if other == CacheWrite {
			_, known = r[CacheWrite]
			known = !known // no write has a price of its own
		}
		k, sure = other, sure && known
	}
	return usd, "", false, false
}

// Tier are the prices of a request whose input has more than so many tokens: all of its tokens
// cost that, not only those above.
type Tier struct {
	Above int
	Rates Rates
}

// Price is what a model costs at an endpoint.
type Price struct {
	Rates  Rates
	Tiers  []Tier // by Above
	Source Source
}

// At are the prices of a request with so many tokens of input, cached ones and those written
// to a cache among them; above is the bound of the tier, 0 for none.
func (p Price) At(input int) (r Rates, above int) {
	r = p.Rates
	for _, t := range p.Tiers {
		if input > t.Above {
			r, above = t.Rates, t.Above
		}
	}
	return r, above
}

// Same reports whether two prices charge the same.
func (p Price) Same(q Price) bool {
	return same(p.Rates, q.Rates) && slices.EqualFunc(p.Tiers, q.Tiers, func(a, b Tier) bool { return a.Above == b.Above && same(a.Rates, b.Rates) })
}

func same(a, b Rates) bool {
	for _, k := range Kinds() {
		x, inA := a[k]
		y, inB := b[k]
		if inA != inB || !x.Equal(y) {
			return false
		}
	}
	return true
}

// From is the kind of a source.
type From string

// The sources, in the order in which they are asked.
const (
	Said   From = "exchange"
	Listed From = "models"
	Table  From = "table"
	Config From = "config"
)

// Source says where a price is from.
type Source struct {
	From    From
	Name    string // whose price it is: an endpoint, a model of a list, a vendor, a setting
	URL     string // where it stands; empty: nowhere
	Date    string // YYYY-MM-DD, when it stood there; empty: not known
	Assumed string // why it may not be the price of this exchange; empty: it is
}

// assume adds a reason why a price may not apply; the first one stays.
func (p Price) assume(why string) Price {
	p.Source.Assumed = cmp.Or(p.Source.Assumed, why)
	return p
}

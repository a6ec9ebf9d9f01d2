// Package prices computes what a token, a search and a request cost at a model and an endpoint,
// in exact decimals, and where each price is from. It looks in this order: what the exchange
// itself reports, what GET /models of its connection listed, the dated table of vendors' list
// prices in table.json, and the settings. No price is guessed: one that may not apply has the
// reason (Source.Assumed), and if no source has one there is none.
package prices

//go:generate sh -c "cd renew && npm install --no-audit --no-fund --no-package-lock @pydantic/genai-prices@latest && node renew.mjs"

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"

	"gatehouse/state/dialect/usage"
)

// charges says of each kind where GET /models lists its price, and which kind's price counts where
// it has none; sure is false where services differ in it.
var charges = map[usage.Kind]struct {
	members       []string // of pricing
	zeroMeansNone bool     // the common shape writes 0 for no such price
	instead       usage.Kind
	sure          bool
}{
	usage.Input:          {members: []string{"prompt", "input"}},
	usage.CacheRead:      {members: []string{"input_cache_read"}, instead: usage.Input},
	usage.AudioCacheRead: {members: []string{"input_audio_cache"}, zeroMeansNone: true, instead: usage.CacheRead},
	usage.CacheWrite:     {members: []string{"input_cache_write"}, instead: usage.Input, sure: true},
	usage.CacheWriteHour: {members: []string{"input_cache_write_1h"}, instead: usage.CacheWrite},
	// Audio and pictures that are written cost many times what text does, at those who list both.
	usage.AudioInput: {members: []string{"audio"}, zeroMeansNone: true},
	usage.ImageInput: {members: []string{"image_token"}, zeroMeansNone: true, instead: usage.Input, sure: true},
	// https://ai.google.dev/gemini-api/docs/pricing: one price for text, image and video.
	usage.VideoInput:  {members: []string{"video"}, zeroMeansNone: true, instead: usage.Input, sure: true},
	usage.Output:      {members: []string{"completion", "output"}},
	usage.Reasoning:   {members: []string{"internal_reasoning"}, zeroMeansNone: true, instead: usage.Output, sure: true},
	usage.AudioOutput: {members: []string{"audio_output"}, zeroMeansNone: true},
	usage.ImageOutput: {members: []string{"image_output"}, zeroMeansNone: true},
	usage.WebSearch:   {members: []string{"web_search"}},
	usage.SearchUnit:  {members: []string{"search_unit"}},
	usage.Request:     {members: []string{"request"}, zeroMeansNone: true},
}

// Rates are prices in USD of one token, one search, one request.
type Rates map[usage.Kind]decimal.Decimal

// Of returns the price of a kind. One without a price is charged as another is (by); sure is
// false where that is not known. ok is false where there is no price.
func (r Rates) Of(k usage.Kind) (usd decimal.Decimal, by usage.Kind, sure, ok bool) {
	for sure = true; k != 0; {
		if usd, ok = r[k]; ok {
			return usd, k, sure, true
		}
		other, known := charges[k].instead, charges[k].sure
		if other == usage.CacheWrite {
			_, known = r[usage.CacheWrite]
			known = !known // no write has a price
		}
		k, sure = other, sure && known
	}
	return usd, 0, false, false
}

// Tier are the prices of a request whose input has more than Above tokens: all of its tokens
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
	vendor string // whose list price it is: see terms.go; empty: nobody's
}

// At returns the prices of a request with a number of tokens of input, cached ones and those written
// to a cache included; above is the bound of the tier, 0 for none.
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
	for _, k := range usage.Paid() {
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
	Reported From = "exchange"
	Listed   From = "models"
	Table    From = "table"
	Config   From = "config"
)

// Source is where a price is from.
type Source struct {
	From    From
	Name    string // whose price it is: an endpoint, a model of a list, a vendor, a setting
	URL     string // of the page that has it; empty: none
	Date    string // YYYY-MM-DD, when it was there; empty: not known
	Assumed string // why it may not be the price of this exchange; empty: it is
}

// Assume adds a reason why a price may not apply; the first one stays.
func (p Price) Assume(why string) Price {
	p.Source.Assumed = cmp.Or(p.Source.Assumed, why)
	return p
}

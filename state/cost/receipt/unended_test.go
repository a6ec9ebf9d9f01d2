package receipt

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"gatehouse/state"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

// TestBrokenAnswerCostsAtLeastThePrompt where its price is known: 400 bytes are some 100 tokens,
// which a cache may have had, and those that the answer began with are counted.
func TestBrokenAnswerCostsAtLeastThePrompt(t *testing.T) {
	x := state.New(state.Chat, "x", []byte(`{"model":"m","messages":[{"role":"user","content":"`+strings.Repeat("word ", 80)+`"}]}`))
	r := Receipt{Counts: usage.None(), Priced: true, Price: prices.Price{Rates: prices.Rates{usage.Input: decimal.RequireFromString("0.00001"), usage.CacheRead: decimal.RequireFromString("0.000001")}}}
	if got := r.minCost(x); !strings.HasSuffix(got, "what it costs is not known, at least ~$0.001 (the prompt, if none of it was read from a cache)") {
		t.Error(got)
	}
	noCache := r
	noCache.Price = r.Price.Without(usage.CacheRead)
	if got := noCache.minCost(x); !strings.HasSuffix(got, "what it costs is not known, at least ~$0.001 (the prompt)") {
		t.Error(got)
	}
	x.UsageBegun, r.Counts[usage.Input], r.Counts[usage.CacheRead], r.Counts[usage.Output] = true, 3000, 1000, 1
	if got := r.minCost(x); !strings.HasSuffix(got, "what it costs is not known, at least $0.021 (the prompt)") {
		t.Error(got)
	}
	r.Priced = false
	if got := r.minCost(x); strings.Contains(got, "$") || !strings.HasSuffix(got, "what it costs is not known") {
		t.Error(got)
	}
}

package cache

import (
	"bytes"
	"cmp"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/prices"
	"gatehouse/state/run"
)

// Record is what of an exchange is kept for its successors, beside its columns.
type Record struct {
	Prompt  run.Prompt
	Written int // tokens, to the cache; -1: not reported
	Charge  Charge
}

// RecordOf is that of an exchange which has ended; nil where it sent no prompt
// that can be read, or no model read that.
func RecordOf(about history.About, x *state.Exchange, c *wire.Capture, book prices.Book) *Record {
	counts := prices.CountsOf(x.Usage)
	if x.IsRerank() || x.Kind() == state.Other || x.Verdict == state.Failed && counts == nil {
		return nil
	}
	p, err := run.PromptOf(c.Sent.Body)
	if err != nil || len(p.Pieces) == 0 {
		return nil
	}
	r := Record{Prompt: p, Written: WrittenOf(counts)}
	if price, ok := book.Price(queryOf(about, x, c)); ok {
		r.Charge = ChargeOf(price, counts)
	}
	return &r
}

// queryOf asks for the price of an exchange.
func queryOf(about history.About, x *state.Exchange, c *wire.Capture) prices.Query {
	return prices.Query{
		Address: about.BaseURL, Local: about.Connection == history.Local, Model: cmp.Or(x.Model, x.RequestModel), Provider: history.ProviderOf(x), At: c.Start,
		Tier: cmp.Or(scan.Text(scan.Get(x.Response, "service_tier")), scan.Text(scan.Get(x.Usage, "service_tier"))),
	}
}

// Asks reports whether a request asks for a cache.
func Asks(body []byte) bool {
	for _, name := range []string{`"cache_control"`, `"prompt_cache`, `"session_id"`} {
		if bytes.Contains(body, []byte(name)) {
			return true
		}
	}
	return false
}

package cache

import (
	"bytes"
	"slices"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/dialect/usage"
)

// Record is what an archive stores of an exchange to explain it and later ones, next to its columns.
type Record struct {
	Prompt   run.Prompt
	Written  int // tokens, to the cache; -1: not reported
	Charge   Charge
	Reported string // why the provider read no more, in its word; empty: not reported
}

// RecordOf returns the record of an exchange which has ended, with its receipt; nil where it sent no prompt
// that can be read, or no model read that.
func RecordOf(x *state.Exchange, c *wire.Capture, bill receipt.Receipt) *Record {
	if x.IsRerank() || x.Kind() == state.Other || x.Verdict == state.Failed && !bill.Counted {
		return nil
	}
	p, err := run.PromptOf(c.Sent.Body)
	if err != nil || len(p.Pieces) == 0 {
		return nil
	}
	r := Record{Prompt: p, Written: bill.Counts.Sum(usage.CacheWrite, usage.CacheWriteHour)}
	if mentions(c.Sent.Body, `"previous_message_id"`, `"comparison_response_id"`) {
		r.Reported = ReportedOf(x).Reason
	}
	if bill.Priced {
		r.Charge = chargeOf(bill.Price, bill.Counts)
	}
	return &r
}

// Asks reports whether a request asks for a cache.
func Asks(body []byte) bool {
	return mentions(body, `"cache_control"`, `"prompt_cache`, `"session_id"`, `"previous_message_id"`)
}

func mentions(body []byte, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return bytes.Contains(body, []byte(name)) })
}

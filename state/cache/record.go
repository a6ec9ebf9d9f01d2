package cache

import (
	"bytes"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/receipt"
	"gatehouse/state/run"
)

// Record is what of an exchange is kept for its successors, beside its columns.
type Record struct {
	Prompt  run.Prompt
	Written int // tokens, to the cache; -1: not reported
	Charge  Charge
}

// RecordOf is that of an exchange which has ended, with its receipt; nil where it sent no prompt
// that can be read, or no model read that.
func RecordOf(x *state.Exchange, c *wire.Capture, bill receipt.Receipt) *Record {
	if x.IsRerank() || x.Kind() == state.Other || x.Verdict == state.Failed && bill.Counts == nil {
		return nil
	}
	p, err := run.PromptOf(c.Sent.Body)
	if err != nil || len(p.Pieces) == 0 {
		return nil
	}
	r := Record{Prompt: p, Written: writtenOf(bill.Counts)}
	if bill.Priced {
		r.Charge = chargeOf(bill.Price, bill.Counts)
	}
	return &r
}

// Asks reports whether a request asks for a cache.
func Asks(body []byte) bool {
	for _, name := range []string{`"cache_control"`, `"prompt_cache`, `"session_id"`, `"previous_message_id"`} {
		if bytes.Contains(body, []byte(name)) {
			return true
		}
	}
	return false
}

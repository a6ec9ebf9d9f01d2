package lab

import (
	"fmt"
	"math"
	"net/http"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// Budget bounds what the requests of a run cost together. None is sent that may cost more than
// what is left: by the prices of its model or, where these are not known, by the dearest answer
// of the model, before whose first one no second request is sent to it. nil bounds nothing.
type Budget struct {
	most, spent, reserved float64 // in USD; reserved is what the running requests may cost
	running               int
	models                map[string]*payee
	why                   string // it has ended; empty while it has not
}

// payee is what is known of a model.
type payee struct {
	running  int
	answered bool
	dearest  float64
}

// NewBudget is a budget of an amount in USD.
func NewBudget(usd float64) *Budget { return &Budget{most: usd, models: map[string]*payee{}} }

// Most is the limit, and Spent what the answers have cost so far.
func (b *Budget) Most() float64  { return b.most }
func (b *Budget) Spent() float64 { return b.spent }

// Permission is whether a request may be sent.
type Permission int

// What is allowed.
const (
	Send Permission = iota // now
	Wait                   // not before a request that runs has ended
	End                    // not at all: the budget has ended
)

// Reservation is what a request that runs may cost.
type Reservation struct {
	model string
	usd   float64
	known bool // by its price
}

// slack is what a sum of floats may be off, in USD.
const slack = 1e-9

// Simulated in place of the most that a request may cost is that of one whose cost is simulated: it is not charged.
const Simulated = -1

// Reserve reserves at most maxUSD for a request to a model; the Permission reports whether it may be
// sent. NaN: the cost is not known.
func (b *Budget) Reserve(model string, maxUSD float64) (Reservation, Permission) {
	h := Reservation{model, maxUSD, !math.IsNaN(maxUSD)}
	if b == nil || maxUSD == Simulated {
		return h, Send
	}
	p := b.models[model]
	if p == nil {
		p = &payee{}
		b.models[model] = p
	}
	if !h.known {
		h.usd = p.dearest
	}
	switch fits := b.spent+b.reserved+h.usd <= b.most+slack && b.spent < b.most; {
	case b.why != "":
		return h, End
	case b.running > 0 && (!fits || !h.known && !p.answered && p.running > 0):
		return h, Wait
	case !fits:
		b.why = fmt.Sprintf("the limit of %s is reached", figures.PriceOf(b.most))
		if left := b.most - b.spent; left > 0 {
			b.why += fmt.Sprintf(": the next request may cost %s, and %s is left", figures.PriceOf(h.usd), figures.PriceOf(left))
		}
		return h, End
	}
	p.running, b.running, b.reserved = p.running+1, b.running+1, b.reserved+h.usd
	return h, Send
}

// Charge replaces the reserved cost with the cost of the answer; NaN: it is not reported. An unbilled
// answer costs nothing, unless it reports a cost.
func (b *Budget) Charge(h Reservation, cost float64, unbilled bool) {
	if b == nil || h.usd == Simulated {
		return
	}
	p := b.models[h.model]
	p.running, b.running, b.reserved = p.running-1, b.running-1, b.reserved-h.usd
	switch {
	case !math.IsNaN(cost):
		b.spent += cost
		p.answered, p.dearest = true, max(p.dearest, cost)
	case unbilled:
	case h.known || p.answered:
		b.spent += h.usd
	default:
		b.why = fmt.Sprintf("the limit of %s cannot be kept: neither a price nor an answer of %s says what it costs", figures.PriceOf(b.most), h.model)
	}
}

// Ended returns why the budget has ended; "" if it has not.
func (b *Budget) Ended() string {
	if b == nil {
		return ""
	}
	return b.why
}

// Refused reports whether an exchange says that the service takes no more of our requests, so that the
// rest of many would fail alike: the key or the credit does not do. A guardrail refuses what was asked.
func Refused(x *state.Exchange) bool {
	if x.Head == nil {
		return false
	}
	switch x.Head.Status {
	case http.StatusUnauthorized, http.StatusPaymentRequired:
		return true
	case http.StatusForbidden:
		return x.Failure == nil || !x.Failure.Guardrail
	}
	return false
}

// A request is sent again up to maxWaits times after a 429 or a 503 that asks to wait, if the wait is no longer
// than maxWait: a service that asks for more takes no more requests today.
const (
	maxWaits = 5
	maxWait  = 2 * time.Minute
)

// AskedToWait reports whether a request of many is to be sent again, and after which wait: its answer is a 429 or
// a 503 that names one. waits is how often it was sent again before.
func AskedToWait(x *state.Exchange, waits int) (wait time.Duration, ok bool) {
	if x.Head == nil || x.Failure == nil || x.Failure.Retry == nil {
		return 0, false
	}
	wait = time.Duration(x.Failure.Retry.AfterMS) * time.Millisecond
	busy := x.Head.Status == http.StatusTooManyRequests || x.Head.Status == http.StatusServiceUnavailable
	return wait, busy && waits < maxWaits && wait <= maxWait
}

// Unbilled reports whether an exchange costs nothing by all that is known: its request was refused, or there
// was no connection. One that broke off or took too long may be billed, and so may an error of the service.
func Unbilled(x *state.Exchange) bool {
	if h := x.Head; h != nil {
		return h.Status >= 400 && h.Status < 500 && h.Status != http.StatusRequestTimeout
	}
	if x.End == nil {
		return false
	}
	switch x.End.Cause {
	case wire.EndDNS, wire.EndTLS, wire.EndRequest:
		return true
	}
	return x.End.Detail == wire.DetailRefused || x.End.Detail == wire.DetailUnsent
}

package main

import (
	"strconv"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
)

// result prints one object when all has arrived (CONTRACT "--json").
type result struct{ host host }

// Show implements answer.Printer.
func (p *result) Show(*state.Exchange, []wire.Arrival) error { return nil }

// Waits implements answer.Printer.
func (p *result) Waits() int64 { return 0 }

// Finish implements answer.Printer.
func (p *result) Finish(x *state.Exchange) error {
	o := object{to: p.host.stdout}
	o.raw("status", verdictJSON(x.Verdict))
	o.raw("http_status", status(x))
	o.rope("text", x.TextRope())
	o.raw("response", x.Document())
	o.raw("error", failureObject(x))
	o.raw("usage", x.Usage)
	o.raw("metadata", x.Routing)
	o.orNull("model", x.Model)
	if err := o.value("warnings", warnings(x)); err != nil {
		return err
	}
	o.raw("timing", timingObject(x))
	o.buf = append(o.end(), '\n')
	o.flush()
	return o.err
}

// failureObject is what the service said of the failure, or with no head the
// transport's cause; nil when nothing failed.
func failureObject(x *state.Exchange) []byte {
	if x.Failure == nil {
		return nil
	}
	var o object
	o.raw("code", x.Failure.Code)
	o.text("message", x.Failure.Message)
	o.raw("metadata", x.Failure.Metadata)
	return o.end()
}

// timingObject gives the moments in ms from the start of the request; null for
// one that did not come.
func timingObject(x *state.Exchange) []byte {
	var o object
	for _, m := range []struct {
		name string
		at   func(*state.Exchange) (int64, bool)
	}{{"ttfb_ms", figures.TTFB}, {"ttft_ms", figures.TTFT}, {"total_ms", figures.Total}} {
		us, ok := m.at(x)
		if !ok {
			o.raw(m.name, nil)
			continue
		}
		o.raw(m.name, strconv.AppendFloat(nil, float64(us)/1000, 'f', -1, 64))
	}
	return o.end()
}

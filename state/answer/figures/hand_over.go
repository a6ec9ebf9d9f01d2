package figures

import "gatehouse/client/wire"

// HandOver is a moment of an exchange on both sides of the proxy, in microseconds; -1: not known, or it
// did not happen.
type HandOver struct {
	Name    string
	InUS    int64 // the proxy got it, after the start
	OutUS   int64 // the proxy had passed it on, after the start
	ProxyUS int64 // how long the proxy had it
}

// HandOversOf returns the moments at which the proxy passed on the complete request, the answer's head,
// the first bytes of its body and, if the body is complete, the last ones. Connecting to the gateway does
// not count as time of the proxy. It returns nil if nothing is known, as for an exchange of the playground.
func HandOversOf(c *wire.Capture) []HandOver {
	by := c.Delivery
	if by == nil {
		return nil
	}
	head, first, last, lastOut := int64(-1), int64(-1), int64(-1), int64(-1)
	if c.Head != nil {
		head = c.Head.AtUS
	}
	if chunks := c.Body.Chunks(); len(chunks) > 0 {
		first = chunks[0].AtUS
		if c.End != nil && c.End.Cause == wire.EndClean {
			last, lastOut = chunks[len(chunks)-1].AtUS, by.LastUS
		}
	}
	request := handOver("request", by.SentUS, c.Timing.WroteRequest)
	if request.ProxyUS > 0 {
		request.ProxyUS -= connecting(c.Timing, request.InUS, request.OutUS)
	}
	return []HandOver{request, handOver("head", head, by.HeadUS), handOver("first bytes", first, by.FirstUS), handOver("last bytes", last, lastOut)}
}

func handOver(name string, in, out int64) HandOver {
	h := HandOver{name, in, out, -1}
	if in >= 0 && out >= in {
		h.ProxyUS = out - in
	}
	return h
}

// connecting returns how much of the time between two moments the connection took to open.
func connecting(t wire.Timing, from, to int64) int64 {
	begin, end := int64(-1), max(t.DNSDone, t.ConnectDone, t.TLSDone)
	for _, start := range []int64{t.TLSStart, t.ConnectStart, t.DNSStart} {
		if start >= 0 {
			begin = start
		}
	}
	if begin < 0 {
		return 0
	}
	return max(min(end, to)-max(begin, from), 0)
}

package figures

import "gatehouse/client/wire"

// HandOver is a moment of an exchange that passed through the proxy, on both sides of it.
// Times are in microseconds; -1: not known, or it did not come.
type HandOver struct {
	Name      string
	ProgramUS int64 // on the program's side, after the start
	GatewayUS int64 // on the gateway's side, after the start
	ProxyUS   int64 // how long the proxy had it
}

// HandOversOf returns what the proxy handed on, in order of time: the whole request, the
// answer's head, the first and the last bytes of its body. Connecting to the gateway counts
// as no time of the proxy. It returns nil for an exchange of ours.
func HandOversOf(c *wire.Capture) []HandOver {
	if c.Caller == nil {
		return nil
	}
	up := HandOver{Name: "request", ProgramUS: c.Caller.SentUS, GatewayUS: c.Timing.WroteRequest}
	up.ProxyUS = between(up.ProgramUS, up.GatewayUS)
	if up.ProxyUS > 0 {
		up.ProxyUS -= connecting(c.Timing, up.ProgramUS, up.GatewayUS)
	}
	head, first, last := int64(-1), int64(-1), int64(-1)
	if c.Head != nil {
		head = c.Head.AtUS
	}
	if chunks := c.Body.Chunks(); len(chunks) > 0 {
		first, last = chunks[0].AtUS, chunks[len(chunks)-1].AtUS
	}
	all := []HandOver{
		up,
		{Name: "head", ProgramUS: c.Caller.HeadUS, GatewayUS: head},
		{Name: "first bytes", ProgramUS: c.Caller.FirstUS, GatewayUS: first},
		{Name: "last bytes", ProgramUS: c.Caller.LastUS, GatewayUS: last},
	}
	for i := range all[1:] {
		all[i+1].ProxyUS = between(all[i+1].GatewayUS, all[i+1].ProgramUS)
	}
	return all
}

func between(from, to int64) int64 {
	if from < 0 || to < from {
		return -1
	}
	return to - from
}

// connecting is how much of the time between two moments the connection took to open.
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

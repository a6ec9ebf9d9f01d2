package har

import "gatehouse/client/wire"

// timingsOf returns the moments of an exchange as phases. They add up to the total time: the
// time between two phases of the connection counts as blocked.
func timingsOf(t wire.Timing) timings {
	phase := func(from, to int64) int64 {
		if from < 0 || to < from {
			return -1
		}
		return to - from
	}
	dns, ssl := phase(t.DNSStart, t.DNSDone), phase(t.TLSStart, t.TLSDone)
	connect := phase(t.ConnectStart, max(t.ConnectDone, t.TLSDone))
	if connect < 0 {
		ssl = -1 // it is a part of connect
	}
	connected := max(t.DNSDone, t.ConnectDone, t.TLSDone, 0)
	end := max(t.End, connected)
	wrote, first := t.WroteRequest, t.FirstByte
	if first < 0 {
		first = end
	}
	if wrote < connected {
		wrote = connected
	}
	first = min(max(first, connected), end)
	wrote = min(wrote, first) // an answer may arrive before the request is written
	blocked := connected - max(dns, 0) - max(connect, 0)
	if blocked < 0 || connected == 0 {
		blocked = -1
	}
	return timings{
		Blocked: ms(blocked), DNS: ms(dns), Connect: ms(connect), SSL: ms(ssl),
		Send: ms(wrote - connected), Wait: ms(first - wrote), Receive: ms(end - first),
	}
}

// ms converts a time in µs to the ms of the format.
func ms(us int64) float64 {
	if us < 0 {
		return -1
	}
	return float64(us) / 1000
}

// us converts a time in ms to the µs of a capture; -1 for none, and for one beyond a
// century.
func us(ms float64) int64 {
	const century = 100 * 365 * 24 * 3600 * 1000
	if !(ms >= 0 && ms <= century) { // NaN too
		return unknownUS
	}
	return int64(ms*1000 + 0.5)
}

// total returns the sum of the phases that apply, in ms.
func (t timings) total() float64 {
	var sum int64
	for _, phase := range []float64{t.Blocked, t.DNS, t.Connect, t.Send, t.Wait, t.Receive} {
		sum += max(us(phase), 0)
	}
	return ms(sum)
}

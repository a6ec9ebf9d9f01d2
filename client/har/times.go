package har

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gatehouse/client/wire"
)

// layouts are the layouts of a moment that programs write, RFC 3339 as the format requires
// and others.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07", "2006-01-02T15:04Z07:00", "2006-01-02T15:04Z0700",
	"2006-01-02T15:04:05 Z07:00", "2006-01-02T15:04:05 Z0700", "2006-01-02T15:04:05 MST",
}

// withoutZone are the layouts without a time zone.
var withoutZone = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"}

// setStart reads when an exchange began, and notes in the capture if that cannot be read.
func (r *entry) setStart(c *wire.Capture) {
	text := strings.TrimSpace(r.StartedDateTime)
	if len(text) > 10 && (text[10] == ' ' || text[10] == 't') {
		text = text[:10] + "T" + text[11:]
	}
	for i, layout := range slices.Concat(layouts, withoutZone) {
		at, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		if c.Start = at; i >= len(layouts) {
			r.remark("startedDateTime names no zone: it was read as UTC")
		}
		return
	}
	c.Lacks.Start = true
}

// setTiming converts the phases of another program to moments. After a phase that is not
// known, only the end may be known.
func (r *entry) setTiming(c *wire.Capture) {
	t, m := r.Timings, &c.Timing
	at := max(us(t.Blocked), 0)
	known := true
	phase := func(ms float64, needed bool) (from, to int64) {
		if us(ms) < 0 {
			known = known && !needed
			return unknownUS, unknownUS
		}
		from = at
		at += us(ms)
		if !known {
			return unknownUS, unknownUS
		}
		return from, at
	}
	m.DNSStart, m.DNSDone = phase(t.DNS, false)
	m.ConnectStart, m.ConnectDone = phase(t.Connect, false)
	if ssl := us(t.SSL); ssl > 0 && ssl <= m.ConnectDone-m.ConnectStart { // the last part of connect
		m.TLSStart, m.TLSDone = m.ConnectDone-ssl, m.ConnectDone
		m.ConnectDone -= ssl
	}
	_, m.WroteRequest = phase(t.Send, false)
	_, m.FirstByte = phase(t.Wait, true)
	if _, m.End = phase(t.Receive, true); m.End < 0 && us(r.Time) > 0 {
		m.End = us(r.Time)
	}
	if c.Head == nil {
		m.FirstByte = unknownUS
		return
	}
	c.Head.AtUS = m.FirstByte
	if m.FirstByte >= 0 && !c.Lacks.Start {
		c.Head.At = c.Start.Add(time.Duration(m.FirstByte) * time.Microsecond)
	}
}

// bytesOf returns a size with its unit.
func bytesOf(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

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

package har

import (
	"fmt"
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
	for _, layout := range layouts {
		if at, err := time.Parse(layout, text); err == nil {
			c.Start = at
			return
		}
	}
	for _, layout := range withoutZone {
		if at, err := time.Parse(layout, text); err == nil {
			c.Start = at
			r.remark("startedDateTime names no zone: it was read as UTC")
			return
		}
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

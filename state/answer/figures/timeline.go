// Package figures computes the numbers shown of an exchange: tokens, cost, times, output speed and
// silences, and which headers and echoed settings are worth knowing. All of it follows from the state of
// the exchange; what must be counted while it runs is counted there.
package figures

import (
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Part is what a segment of an exchange's time was spent on.
type Part uint8

// The parts in chronological order.
const (
	DNS        Part = iota // resolving the host's name
	Connect                // opening the connection
	TLS                    // the handshake
	Send                   // sending the request to its last byte
	Wait                   // from there to the first byte of the head
	FirstToken             // from there to the first non-empty delta of any kind
	Stream                 // from there to the last byte
	Body                   // from the first byte to the last of an answer that is no stream, or was not recorded
	Head                   // the same where nothing but a head arrived, or part of one
	Idle                   // a long silence; see state.Exchange.Silences
	Parts                  // the number of parts
)

// String names a part in a word or two.
func (p Part) String() string {
	return [...]string{"DNS", "connect", "TLS", "send", "wait", "until token", "stream", "body", "head", "silence", ""}[min(p, Parts)]
}

// Segment is an interval of an exchange's time.
type Segment struct {
	Part    Part
	StartUS int64 // microseconds after the start of the request
	LenUS   int64
	Frame   int // the frame that ended a silence, counted from 0; -1 for any other segment and for an open silence
}

// Times is how an exchange's time was spent. The segments are contiguous and last EndUS
// together.
type Times struct {
	Segments  []Segment
	TotalUS   int64 // to the last byte; of a running exchange to the latest arrival, or to now
	QuietUS   int64 // how long a running stream has been silent: the last segment; 0 while it sends
	SilenceUS int64 // of an ended exchange, from the last byte to the end: the last segment; 0 where that is short
	Reused    bool  // the connection was reused: no DNS, connect or TLS
}

// EndUS returns the total time: to the last byte, or to the end if a silence precedes it.
func (t Times) EndUS() int64 { return t.TotalUS + t.SilenceUS }

// Of returns the time spent on a part, in microseconds; ok is false for none.
func (t Times) Of(p Part) (us int64, ok bool) {
	for _, s := range t.Segments {
		if s.Part == p {
			us, ok = us+s.LenUS, true
		}
	}
	return us, ok
}

// TimesOf splits an exchange's time. Each part lasts from the time before it, so that the microseconds
// between two reports of the transport belong to the later; a missing time has no part. What had not
// finished when the exchange ended, or still runs, is last. nowUS is the time at which a running exchange
// is read, in microseconds after the start of the request; 0 is its latest arrival.
func TimesOf(x *state.Exchange, nowUS int64) Times {
	c := timeline{times: Times{TotalUS: x.LatestUS(), Reused: x.Timing.Reused}, silences: SilencesOf(x)}
	if x.Running() {
		c.times.TotalUS = max(x.LatestUS(), nowUS)
		if x.Head == nil && x.Frames == 0 { // how the time was spent is known with the head
			return c.times
		}
		c.times.QuietUS = SilentFor(x, nowUS)
	}
	if total, ok := Total(x); ok {
		c.times.TotalUS, c.times.SilenceUS = total, SilenceBeforeEnd(x)
	}
	if x.Waits { // until its end: it was not sent
		return c.times
	}
	first := int64(wire.None)
	if us, ok := TTFB(x); ok {
		first = us
	}
	sent := x.Timing.WroteRequest
	if first >= 0 {
		sent = min(sent, first) // an answer may come before the request is out
	}
	c.until(DNS, x.Timing.DNSDone)
	c.until(Connect, x.Timing.ConnectDone)
	c.until(TLS, x.Timing.TLSDone)
	c.until(Send, sent)
	c.until(Wait, first)
	if x.Stream {
		c.until(FirstToken, x.FirstDeltaUS)
	}
	if until := c.times.TotalUS - c.times.QuietUS; until > c.at {
		c.until(waitingPart(x, first), until)
	}
	c.add(Idle, c.times.EndUS(), false)
	return c.times
}

// waitingPart returns the part after the last known time.
func waitingPart(x *state.Exchange, first int64) Part {
	t := x.Timing
	switch {
	case !x.Known.Times && x.Frames > 0 && first >= 0: // nobody saw when the first token arrived
		return Body
	case first < 0 && x.Stream && x.FirstDeltaUS >= 0: // of the wait for it nothing is known
		return Stream
	case first < 0 && x.Stream:
		return FirstToken
	case first < 0 && !x.Known.Times && x.Head == nil:
		return Wait
	case first < 0 && x.Head != nil:
		return Body
	case first >= 0 && !x.Running() && (x.NoBody || x.Head == nil):
		return Head
	case first >= 0 && (!x.Stream || !x.Known.Answer): // the kind of the tokens is not known
		return Body
	case first >= 0 && x.FirstDeltaUS < 0 && x.Kind() != state.Other: // its tokens are not read
		return FirstToken
	case first >= 0:
		return Stream
	case t.WroteRequest >= 0:
		return Wait
	case t.DNSStart >= 0 && t.DNSDone < 0, t.DNSStart >= 0 && t.ConnectStart < 0:
		return DNS
	case t.ConnectStart >= 0 && t.ConnectDone < 0:
		return Connect
	case t.TLSStart >= 0 && t.TLSDone < 0:
		return TLS
	}
	return Send
}

// timeline builds the segments in order.
type timeline struct {
	times    Times
	at       int64
	silences []state.Silence
}

// until assigns the time up to a moment to a part, except for silences in it.
func (c *timeline) until(p Part, us int64) {
	if us < 0 {
		return
	}
	us = max(min(us, c.times.TotalUS), c.at)
	began := len(c.times.Segments)
	for p >= FirstToken && len(c.silences) > 0 && c.silences[0].FromUS < us {
		s := c.silences[0]
		c.silences = c.silences[1:]
		c.add(p, s.FromUS, false)
		c.add(Idle, min(s.FromUS+s.LenUS, us), false)
		c.times.Segments[len(c.times.Segments)-1].Frame = s.Frame
	}
	c.add(p, us, len(c.times.Segments) == began)
}

// add appends a segment up to a moment; an empty one only where it is wanted anyway.
func (c *timeline) add(p Part, us int64, always bool) {
	if us > c.at || always {
		c.times.Segments = append(c.times.Segments, Segment{Part: p, StartUS: c.at, LenUS: max(us-c.at, 0), Frame: wire.None})
		c.at = max(us, c.at)
	}
}

package proxy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// turn is a response on a WebSocket.
type turn struct {
	*forwardedExchange
	gate     *gate  // nil: no rules
	lane     string // its stream_id: several responses may run at once
	trace    *capture.Trace
	withheld bool  // its request is not sent
	passed   int64 // bytes of the server since it was sent, if a rule breaks the answer
	seen     bool  // a frame of it arrived
	fresh    bool  // the last one is not known to be written
}

// newTurn returns a response that was requested from start to at.
func (r *socketRecorder) newTurn(start, at time.Time, request []byte) *turn {
	h := r.handshake
	x := newForwardedExchange(h.proxy, h.called, start, nil, h.r)
	sent := at.Sub(start).Microseconds()
	x.upload.store(request)
	x.upload.end(sent)
	x.target = h.target
	x.turn = &turn{
		forwardedExchange: x, gate: r.gate, lane: scan.Text(scan.Get(request, "stream_id")),
		trace: capture.NewReusedTrace(start, h.proxy.options.Now, sent),
	}
	x.recordAfter = h
	return x.turn
}

// begin begins the record of a response.
func (r *socketRecorder) begin(at time.Time, request []byte) *turn {
	t := r.newTurn(r.sides[caller].began, at, request)
	r.turns = append(r.turns, t)
	t.record(r.out, t.trace)
	return t
}

// stay checks that the rules leave a message on its connection, and adds what they did to that.
func (t *turn) stay(c *Change, changed *wire.Changed, asked []byte) error {
	connection := t.gate.handshake.changed // nil: it leads where the program wants it
	if c.To != nil && (connection == nil || c.To.Name != t.target.Name) {
		return fmt.Errorf("%s: a WebSocket leads to one target, so that a message on it cannot go to another; give the rule a filter that holds for its connection too, such as path:/responses", strings.Join(c.By, "; "))
	}
	if c.To = nil; connection == nil {
		return nil
	}
	if len(c.By) == 0 {
		c.Body = asked
	}
	changed.URL = connection.URL
	for _, by := range connection.By {
		if !slices.Contains(c.By, by) {
			c.By = append(c.By, by)
		}
	}
	c.Body, _ = t.credentials(asked, c.Body).Bytes(c.Body)
	return nil
}

// oldest returns the response that has run for the longest; nil for none.
func (r *socketRecorder) oldest() *turn {
	if len(r.turns) == 0 {
		return nil
	}
	return r.turns[0]
}

// lane returns the response of an event with a stream_id: the oldest one, because the
// responses of one lane are sent one after the other.
func (r *socketRecorder) lane(id string) *turn {
	if i := slices.IndexFunc(r.turns, func(t *turn) bool { return t.lane == id }); i >= 0 {
		return r.turns[i]
	}
	return r.oldest()
}

// finish ends a response.
func (r *socketRecorder) finish(t *turn, at time.Time, err error) {
	switch {
	case errors.Is(err, client.ErrFault): // maybe by the rule for another response, which broke the connection
		if t.given.Fault = r.handshake.given.Fault; !t.seen {
			t.queue.head(at, r.resp) // else it would be a failed connection
		}
	case t.fault.Slow > 0 && t.seen:
		t.given.Fault = t.fault.Rule
	}
	if r.gate != nil {
		r.gate.fault.CompareAndSwap(t, nil)
	}
	t.queue.fail(at, err)
	r.turns = slices.DeleteFunc(r.turns, func(one *turn) bool { return one == t })
	r.ending = append(r.ending, t)
}

// markWritten records that the frames of the server so far have been written.
func (r *socketRecorder) markWritten(e socketEntry) {
	if e.whose != server {
		return
	}
	for _, t := range slices.Concat(r.turns, r.ending) {
		if !t.fresh {
			continue
		}
		t.fresh, t.given.LastUS = false, e.at.Sub(t.start).Microseconds()
		if t.given.FirstUS < 0 {
			t.given.HeadUS, t.given.FirstUS = t.given.LastUS, t.given.LastUS
		}
	}
	for _, t := range r.ending {
		t.end()
	}
	r.ending = nil
}

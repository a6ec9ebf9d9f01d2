package proxy

import (
	"slices"
	"time"

	"gatehouse/client/capture"
	"gatehouse/client/scan"
)

// turn is a response on a WebSocket.
type turn struct {
	*forwardedExchange
	lane  string // its stream_id: several responses may run at once
	seen  bool   // a frame of it arrived
	fresh bool   // the last one is not known to be written
}

// begin begins the record of a response.
func (d *socketRecorder) begin(at time.Time, request []byte) *turn {
	h, start := d.handshake, d.sides[caller].began
	x := newPassage(h.proxy, h.target, start, nil, h.r)
	sent := at.Sub(start).Microseconds()
	x.upload.store(request)
	x.upload.end(sent)
	t := &turn{forwardedExchange: x, lane: scan.Text(scan.Get(request, "stream_id"))}
	d.turns = append(d.turns, t)
	x.proxy.records.Add(1)
	go func() {
		defer x.proxy.records.Done()
		<-h.begun // the record of the connection begins first
		x.follow(d.out, capture.NewReusedTrace(start, h.proxy.options.Now, sent), false)
	}()
	return t
}

// oldest returns the response that has run for the longest; nil for none.
func (d *socketRecorder) oldest() *turn {
	if len(d.turns) == 0 {
		return nil
	}
	return d.turns[0]
}

// lane returns the response of an event with a stream_id: the oldest one, because the
// responses of one lane are sent one after the other.
func (d *socketRecorder) lane(id string) *turn {
	if i := slices.IndexFunc(d.turns, func(t *turn) bool { return t.lane == id }); i >= 0 {
		return d.turns[i]
	}
	return d.oldest()
}

// finish ends a response.
func (d *socketRecorder) finish(t *turn, at time.Time, err error) {
	t.queue.fail(at, err)
	d.turns = slices.DeleteFunc(d.turns, func(one *turn) bool { return one == t })
	d.ending = append(d.ending, t)
}

// wrote records that the frames of the server so far have been written.
func (d *socketRecorder) wrote(s linkEvent) {
	if s.whose != server {
		return
	}
	for _, t := range slices.Concat(d.turns, d.ending) {
		if !t.fresh {
			continue
		}
		t.fresh, t.given.LastUS = false, s.at.Sub(t.start).Microseconds()
		if t.given.FirstUS < 0 {
			t.given.HeadUS, t.given.FirstUS = t.given.LastUS, t.given.LastUS
		}
	}
	for _, t := range d.ending {
		t.end()
	}
	d.ending = nil
}

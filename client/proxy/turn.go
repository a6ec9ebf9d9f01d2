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
func (r *socketRecorder) begin(at time.Time, request []byte) *turn {
	h, start := r.handshake, r.sides[caller].began
	x := newForwardedExchange(h.proxy, h.target, start, nil, h.r)
	sent := at.Sub(start).Microseconds()
	x.upload.store(request)
	x.upload.end(sent)
	t := &turn{forwardedExchange: x, lane: scan.Text(scan.Get(request, "stream_id"))}
	r.turns = append(r.turns, t)
	x.proxy.records.Add(1)
	go func() {
		defer x.proxy.records.Done()
		<-h.begun // the record of the connection begins first
		x.follow(r.out, capture.NewReusedTrace(start, h.proxy.options.Now, sent), false)
	}()
	return t
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

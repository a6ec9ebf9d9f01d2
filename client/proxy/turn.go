package proxy

import (
	"slices"
	"time"

	"gatehouse/client/capture"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// turn is a response on a WebSocket.
type turn struct {
	*passage
	lane  string // its stream_id: several responses may run at once
	seen  bool   // a frame of it came
	fresh bool   // the last one is not known to be written
}

// begin begins the record of a response.
func (d *dialogue) begin(at time.Time, request []byte) *turn {
	h, start := d.handshake, d.sides[caller].began
	x := &passage{proxy: h.proxy, target: h.target, id: NewID(), start: start, r: h.r, begun: make(chan struct{})}
	x.given = wire.Delivery{SentUS: -1, HeadUS: -1, FirstUS: -1, LastUS: -1}
	sent := at.Sub(start).Microseconds()
	x.upload = newUpload(nil, &h.proxy.requests, x.now)
	x.upload.keep(request)
	x.upload.whole(sent)
	x.queue = newQueue(start, &h.proxy.answers)
	t := &turn{passage: x, lane: scan.Text(scan.Get(request, "stream_id"))}
	d.turns = append(d.turns, t)
	x.proxy.records.Add(1)
	go func() {
		defer x.proxy.records.Done()
		<-h.begun // who follows the newest exchange is told of the connection first
		x.follow(d.out, capture.NewReusedTrace(start, h.proxy.options.Now, sent), false)
	}()
	return t
}

// oldest is the response that has run for the longest; nil where none does.
func (d *dialogue) oldest() *turn {
	if len(d.turns) == 0 {
		return nil
	}
	return d.turns[0]
}

// lane is the response that an event of a stream_id belongs to: of one lane the oldest, for
// they are answered one after the other.
func (d *dialogue) lane(id string) *turn {
	if i := slices.IndexFunc(d.turns, func(t *turn) bool { return t.lane == id }); i >= 0 {
		return d.turns[i]
	}
	return d.oldest()
}

// finish ends a response.
func (d *dialogue) finish(t *turn, at time.Time, err error) {
	t.queue.fail(at, err)
	d.turns = slices.DeleteFunc(d.turns, func(one *turn) bool { return one == t })
	d.ending = append(d.ending, t)
}

// wrote notes that what came has been written.
func (d *dialogue) wrote(s spoken) {
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

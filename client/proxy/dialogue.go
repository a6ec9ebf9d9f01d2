package proxy

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"gatehouse/client"
	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// socketRecorder records a WebSocket. The handshake is an exchange whose body has the frames that
// belong to no response. On a path of /responses each response is another exchange: the
// message that requests it is its request, and its body has the frames until the event that
// ends it.
type socketRecorder struct {
	handshake *forwardedExchange
	out       *http.Request // as it was forwarded
	resp      *http.Response
	link      backlog[linkEvent]
	responses bool

	// What follows belongs to the goroutine that reads the link.
	sides  [2]speech
	turns  []*turn // that have not ended, the oldest first
	ending []*turn // that have ended, and whose last frame is being written
	steer  []byte  // the last message that requested a further response
	events read.Decoder
	first  side // the first side that closed or ended, if done
	done   bool
}

// linkEvent is an entry of the link: bytes of a side, that they were written, its end, or the
// end of both.
type linkEvent struct {
	at      time.Time
	whose   side
	data    []byte
	written bool
	end     error
	over    error
}

func (s linkEvent) last() bool { return s.over != nil }

func (s linkEvent) size() int {
	if s.data == nil {
		return 0
	}
	return len(s.data) + entrySize
}

// speech is the state of one side.
type speech struct {
	decoder *websocket.Decoder
	began   time.Time // the open message
	parts   []part    // of a message whose turn is not known yet
	turn    *turn     // of the open message; nil if it is not known
	close   *websocket.Piece
	end     error
}

// part is a frame and its arrival.
type part struct {
	websocket.Piece
	at time.Time
}

func newDialogue(x *forwardedExchange, out *http.Request, resp *http.Response) *socketRecorder {
	d := &socketRecorder{
		handshake: x, out: out, resp: resp,
		responses: wire.PathEnds(x.r.URL.Path, wire.EndpointResponses),
	}
	d.link.init(&x.proxy.answers)
	extensions := websocket.ExtensionsOf(resp.Header)
	d.sides[server].decoder = websocket.NewDecoder(websocket.FromServer, extensions, 0)
	d.sides[caller].decoder = websocket.NewDecoder(websocket.FromClient, extensions, 0)
	x.proxy.records.Add(1)
	go func() {
		defer x.proxy.records.Done()
		d.read()
	}()
	return d
}

// addEvent adds an entry to the link.
func (d *socketRecorder) addEvent(s linkEvent) {
	s.at = d.handshake.proxy.options.Now()
	d.link.add(s, linkEvent{at: s.at, over: client.ErrBehind})
}

func (d *socketRecorder) passed(whose side, data []byte) {
	if d.link.running() {
		d.addEvent(linkEvent{whose: whose, data: slices.Clone(data)})
	}
}

func (d *socketRecorder) written(whose side)          { d.addEvent(linkEvent{whose: whose, written: true}) }
func (d *socketRecorder) ended(whose side, err error) { d.addEvent(linkEvent{whose: whose, end: err}) }

// over records that both sides have ended: by themselves, or by the end of the request's
// context.
func (d *socketRecorder) over() {
	why := io.EOF
	switch cause := context.Cause(d.handshake.r.Context()); {
	case errors.Is(cause, client.ErrStopped):
		why = client.ErrStopped
	case cause != nil:
		why = client.ErrHungUp
	}
	d.addEvent(linkEvent{over: why})
}

// read reads the link until both sides have ended, or nothing more can be read.
func (d *socketRecorder) read() {
	for {
		s := d.link.pop()
		switch {
		case s.over == io.EOF:
			ofTurns, ofHandshake := d.causes()
			d.end(s.at, ofTurns, ofHandshake)
			return
		case s.over != nil:
			d.end(s.at, s.over, s.over)
			return
		case s.end != nil:
			d.endSide(s)
		case s.written:
			d.wrote(s)
		default:
			if err := d.readBytes(s); err != nil {
				d.link.stop()
				d.end(s.at, err, err)
				return
			}
		}
	}
}

// readBytes reads bytes of a side.
func (d *socketRecorder) readBytes(s linkEvent) error {
	of := &d.sides[s.whose]
	if !of.decoder.InMessage() {
		of.began = s.at
	}
	pending := of.decoder.Pending()
	err := of.decoder.Decode(s.data, func(p websocket.Piece) { d.frame(s.whose, part{p, s.at}) })
	if enough := d.link.memory.count(of.decoder.Pending() - pending); err == nil && !enough {
		return client.ErrBehind
	}
	return err
}

// frame records a frame of a side.
func (d *socketRecorder) frame(whose side, p part) {
	of := &d.sides[whose]
	switch {
	case p.Opcode == websocket.Close:
		if of.close = &p.Piece; !d.done {
			d.first, d.done = whose, true
		}
		d.record(d.oldest(), p)
	case !d.responses || p.Opcode.IsControl():
		d.record(d.oldest(), p)
	case whose == caller:
		if of.parts = append(of.parts, p); p.Complete {
			d.asked(p)
			of.parts = nil
		}
	default:
		d.answered(of, p)
	}
}

// asked records a complete message of the caller. One that requests a response begins a
// turn; any other belongs to that of its stream_id, else to the oldest.
func (d *socketRecorder) asked(p part) {
	switch scan.Text(scan.Get(p.Message, "type")) {
	case "response.create":
		d.begin(p.at, p.Message)
		return
	case "response.steer":
		d.steer = slices.Clone(p.Message)
	}
	d.recordAll(d.lane(scan.Text(scan.Get(p.Message, "stream_id"))), d.sides[caller].parts)
}

// answered records a frame of a message of the server. The message belongs to the response
// if only one runs; else its stream_id decides.
func (d *socketRecorder) answered(of *speech, p part) {
	if p.Opcode != websocket.Continuation {
		if of.turn = nil; len(d.turns) == 1 {
			of.turn = d.turns[0]
		}
	}
	if of.turn != nil {
		d.record(of.turn, p)
	} else {
		of.parts = append(of.parts, p)
	}
	if !p.Complete {
		return
	}
	a := d.events.Arrival(wire.Frame{Data: p.Message})
	to := of.turn
	if to == nil {
		to = d.lane(scan.Text(scan.Get(p.Message, "stream_id")))
		if to == nil && d.steer != nil && a.Event.Type == "response.created" { // no message requested it
			of := &d.sides[caller]
			of.began = p.at
			to, d.steer = d.begin(p.at, d.steer), nil
		}
		d.recordAll(to, of.parts)
		of.parts = nil
	}
	if to != nil && read.Ends(&a) {
		d.finish(to, p.at, io.EOF)
	}
}

// record adds a frame to the record of a turn, or for nil to that of the handshake.
func (d *socketRecorder) record(t *turn, p part) {
	m := moment{at: p.at, data: p.Raw}
	if d.sides[server].decoder.Compressed() {
		m.text = p.Text
	}
	if t == nil {
		d.handshake.queue.put(m)
		return
	}
	if !t.seen {
		t.queue.head(p.at, d.resp)
	}
	t.seen, t.fresh = true, true
	t.queue.put(m)
}

func (d *socketRecorder) recordAll(t *turn, parts []part) {
	for _, p := range parts {
		d.record(t, p)
	}
}

// endSide records the end of a side, and its unfinished message.
func (d *socketRecorder) endSide(s linkEvent) {
	of := &d.sides[s.whose]
	if of.end != nil {
		return
	}
	if of.end = s.end; !d.done {
		d.first, d.done = s.whose, true
	}
	d.recordAll(d.oldest(), of.parts)
	of.parts = nil
	if p, ok := of.decoder.Truncated(); ok {
		d.record(d.oldest(), part{p, s.at})
	}
}

// causes returns why the open responses and the connection ended.
func (d *socketRecorder) causes() (ofTurns, ofHandshake error) {
	of := &d.sides[d.first]
	switch {
	case d.first == caller && of.close != nil:
		return client.ErrHungUp, io.EOF
	case d.first == caller:
		return client.ErrHungUp, client.ErrHungUp
	case of.close == nil && of.end == io.EOF:
		return client.ErrNoClose, client.ErrNoClose
	case of.close == nil:
		return of.end, of.end
	}
	return client.ClosedBy(of.close.Payload), io.EOF
}

// end ends the open records.
func (d *socketRecorder) end(at time.Time, ofTurns, ofHandshake error) {
	for _, t := range slices.Clone(d.turns) {
		d.finish(t, at, ofTurns)
	}
	for _, t := range d.ending {
		t.end()
	}
	d.handshake.queue.fail(at, ofHandshake)
	d.link.memory.release(d.sides[server].decoder.Pending() + d.sides[caller].decoder.Pending())
}

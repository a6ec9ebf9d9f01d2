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
	backlog   backlog[socketEntry]
	responses bool // each response is an exchange
	ends      [2]end
	gate      *gate // nil: no rules change its messages

	// What follows belongs to the goroutine that reads the backlog.
	sides  [2]sideState
	turns  []*turn // that have not ended, the oldest first
	ending []*turn // that have ended, and whose last frame is being written
	asked  *turn   // that the next message of the caller requests, as the gate has it
	steer  []byte  // the last message that requested a further response
	events read.Decoder
	first  side // the first side that closed or ended, if any
	closed bool // a side closed or ended
}

// socketEntry is an entry of the backlog. One of the fields after whose is set.
type socketEntry struct {
	at      time.Time
	whose   side
	data    []byte // of a side
	written bool   // the bytes of a side so far were written
	asked   *turn  // the next message of the caller that requests a response requests this one
	sideEnd error  // the end of a side
	end     error  // the end of both
}

func (e socketEntry) last() bool { return e.end != nil }

func (e socketEntry) size() int {
	if e.data == nil {
		return 0
	}
	return len(e.data) + entrySize
}

// sideState is the state of one side.
type sideState struct {
	decoder *websocket.Decoder
	began   time.Time // when the open message began
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

func newSocketRecorder(x *forwardedExchange, out *http.Request, resp *http.Response, ends [2]end) *socketRecorder {
	r := &socketRecorder{
		handshake: x, out: out, resp: resp, ends: ends,
		responses: wire.PathEnds(x.r.URL.Path, wire.EndpointResponses),
	}
	r.backlog.init(&x.proxy.answers)
	extensions := websocket.ExtensionsOf(resp.Header)
	r.sides[server].decoder = websocket.NewDecoder(websocket.FromServer, extensions, 0)
	r.sides[caller].decoder = websocket.NewDecoder(websocket.FromClient, extensions, 0)
	return r
}

// start reads the backlog from now on.
func (r *socketRecorder) start() {
	r.handshake.proxy.records.Add(1)
	go func() {
		defer r.handshake.proxy.records.Done()
		r.read()
	}()
}

func (r *socketRecorder) now() time.Time { return r.handshake.proxy.options.Now() }

// addEntry adds an entry to the backlog.
func (r *socketRecorder) addEntry(e socketEntry) (ok bool) {
	e.at = r.now()
	return r.backlog.add(e, socketEntry{at: e.at, end: client.ErrBehind})
}

// addBytes records bytes that were read from a side.
func (r *socketRecorder) addBytes(whose side, data []byte) {
	if r.backlog.running() {
		r.addEntry(socketEntry{whose: whose, data: slices.Clone(data)})
	}
}

// forward passes bytes of a side to the other.
func (r *socketRecorder) forward(whose side, data []byte) error {
	r.addBytes(whose, data)
	if _, err := r.ends[1-whose].to.Write(data); err != nil {
		return err
	}
	r.addEntry(socketEntry{whose: whose, written: true})
	return nil
}

// addSideEnd records the end of a side.
func (r *socketRecorder) addSideEnd(whose side, err error) {
	r.addEntry(socketEntry{whose: whose, sideEnd: err})
}

// addEnd records that both sides have ended: by themselves, or by the end of the request's
// context.
func (r *socketRecorder) addEnd() {
	why := io.EOF
	switch cause := context.Cause(r.handshake.r.Context()); {
	case errors.Is(cause, client.ErrStopped):
		why = client.ErrStopped
	case cause != nil:
		why = client.ErrHungUp
	}
	r.addEntry(socketEntry{end: why})
}

// read reads the backlog until both sides have ended, or nothing more can be read.
func (r *socketRecorder) read() {
	for {
		e := r.backlog.pop()
		switch {
		case e.end == io.EOF:
			ofTurns, ofHandshake := r.causes()
			r.end(e.at, ofTurns, ofHandshake)
			return
		case e.end != nil:
			r.end(e.at, e.end, e.end)
			return
		case e.sideEnd != nil:
			r.endSide(e)
		case e.asked != nil:
			r.asked = e.asked
		case e.written:
			r.markWritten(e)
		default:
			if err := r.readBytes(e); err != nil {
				for _, left := range r.backlog.stop() {
					r.request(left.asked)
				}
				r.end(e.at, err, err)
				return
			}
		}
	}
}

// readBytes decodes bytes of a side.
func (r *socketRecorder) readBytes(e socketEntry) error {
	of := &r.sides[e.whose]
	if !of.decoder.InMessage() {
		of.began = e.at
	}
	pending := of.decoder.Pending()
	err := of.decoder.Decode(e.data, func(p websocket.Piece) { r.recordFrame(e.whose, part{p, e.at}) })
	if enough := r.backlog.memory.count(of.decoder.Pending() - pending); err == nil && !enough {
		return client.ErrBehind
	}
	return err
}

// recordFrame records a frame of a side.
func (r *socketRecorder) recordFrame(whose side, p part) {
	of := &r.sides[whose]
	switch {
	case p.Opcode == websocket.Close:
		of.close = &p.Piece
		r.markClosed(whose)
		r.record(r.oldest(), p)
	case !r.responses || p.Opcode.IsControl():
		r.record(r.oldest(), p)
	case whose == caller:
		if of.parts = append(of.parts, p); p.Complete {
			r.recordCallerMessage(p)
			of.parts = nil
		}
	default:
		r.recordServerFrame(of, p)
	}
}

// recordCallerMessage records a complete message of the caller. One that requests a response begins a
// turn; any other belongs to that of its stream_id, else to the oldest.
func (r *socketRecorder) recordCallerMessage(p part) {
	switch scan.Text(scan.Get(p.Message, "type")) {
	case "response.create":
		if r.asked == nil {
			r.begin(p.at, p.Message)
		}
		r.request(r.asked)
		r.asked = nil
		return
	case "response.steer":
		r.steer = slices.Clone(p.Message)
	}
	r.recordAll(r.lane(scan.Text(scan.Get(p.Message, "stream_id"))), r.sides[caller].parts)
}

// request begins a response that the gate asked for, if it was sent.
func (r *socketRecorder) request(t *turn) {
	if t != nil && !t.withheld {
		r.turns = append(r.turns, t)
	}
}

// recordServerFrame records a frame of a message of the server. The message belongs to the response
// if only one runs; else its stream_id decides.
func (r *socketRecorder) recordServerFrame(of *sideState, p part) {
	if p.Opcode != websocket.Continuation {
		if of.turn = nil; len(r.turns) == 1 {
			of.turn = r.turns[0]
		}
	}
	if of.turn != nil {
		r.record(of.turn, p)
	} else {
		of.parts = append(of.parts, p)
	}
	if !p.Complete {
		return
	}
	a := r.events.Arrival(wire.Frame{Data: p.Message})
	to := of.turn
	if to == nil {
		to = r.lane(scan.Text(scan.Get(p.Message, "stream_id")))
		if to == nil && r.steer != nil && a.Event.Type == "response.created" { // no message requested it
			r.sides[caller].began = p.at
			to, r.steer = r.begin(p.at, r.steer), nil
		}
		r.recordAll(to, of.parts)
		of.parts = nil
	}
	if to != nil && read.Ends(&a) {
		r.finish(to, p.at, io.EOF)
	}
}

// record adds a frame to the record of a turn, or for nil to that of the handshake.
func (r *socketRecorder) record(t *turn, p part) {
	m := moment{at: p.at, data: p.Raw}
	if r.sides[server].decoder.Compressed() {
		m.text = p.Text
	}
	if t == nil {
		r.handshake.queue.put(m)
		return
	}
	if !t.seen {
		t.queue.head(p.at, r.resp)
	}
	t.seen, t.fresh = true, true
	t.queue.put(m)
}

// recordAll adds frames to the record of a turn, or for nil to that of the handshake.
func (r *socketRecorder) recordAll(t *turn, parts []part) {
	for _, p := range parts {
		r.record(t, p)
	}
}

// endSide records the end of a side, and its unfinished message.
func (r *socketRecorder) endSide(e socketEntry) {
	of := &r.sides[e.whose]
	if of.end != nil {
		return
	}
	of.end = e.sideEnd
	r.markClosed(e.whose)
	r.recordAll(r.oldest(), of.parts)
	of.parts = nil
	if p, ok := of.decoder.Truncated(); ok {
		r.record(r.oldest(), part{p, e.at})
	}
}

// markClosed notes which side closed or ended first.
func (r *socketRecorder) markClosed(whose side) {
	if !r.closed {
		r.first, r.closed = whose, true
	}
}

// causes returns why the open responses and the connection ended.
func (r *socketRecorder) causes() (ofTurns, ofHandshake error) {
	of := &r.sides[r.first]
	switch {
	case r.first == caller && of.close != nil:
		return client.ErrHungUp, io.EOF
	case r.first == caller:
		return client.ErrHungUp, client.ErrHungUp
	case of.close == nil && of.end == io.EOF:
		return client.ErrNoClose, client.ErrNoClose
	case of.close == nil:
		return of.end, of.end
	}
	return client.ClosedBy(of.close.Payload), io.EOF
}

// end ends the open records.
func (r *socketRecorder) end(at time.Time, ofTurns, ofHandshake error) {
	r.request(r.asked)
	for whose := range r.sides {
		r.recordAll(r.oldest(), r.sides[whose].parts)
	}
	for len(r.turns) > 0 {
		r.finish(r.turns[0], at, ofTurns)
	}
	for _, t := range r.ending {
		t.end()
	}
	if r.responses && errors.Is(ofHandshake, client.ErrHungUp) {
		ofHandshake = io.EOF // Codex sends no close frame: only a response that runs is cancelled
	}
	r.handshake.queue.fail(at, ofHandshake)
	r.backlog.memory.release(r.sides[server].decoder.Pending() + r.sides[caller].decoder.Pending())
}

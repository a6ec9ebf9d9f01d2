package proxy

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// gate lets the rules change the messages of a caller that request a response. Messages pass it one after the
// other; while one waits, control frames pass nevertheless. What is of no concern to the rules passes byte for byte.
type gate struct {
	*socketRecorder
	stop  func() // closes both ends
	ctx   context.Context
	leave context.CancelCauseFunc // nobody waits for an answer any more
	queue backlog[message]        // it never delays the caller, whose end would not be noticed
	asked atomic.Int32            // messages in the queue that the rules are asked about
	fault atomic.Pointer[turn]    // whose answer a rule breaks; nil: none
	done  chan struct{}           // the queue was closed and is empty

	decoder *websocket.Decoder // of the caller; this and the following belong to the goroutine that reads it
	raw     []byte             // bytes of frames that are not complete
	open    message

	uncompressed bool // the server lacks a message, so it could not decompress further ones

	mu       sync.Mutex
	place    websocket.Place // of the server
	inserted []byte          // frames of the proxy, which pass at the end of a message of the server
}

// message is a message of the caller, or bytes that are none.
type message struct {
	raw       []byte // as it was received
	opcode    websocket.Opcode
	text      []byte // decompressed; nil for bytes that are no message
	asks      bool   // it requests a response, and rules may be for it
	end       bool   // none follows
	began, at time.Time
}

func (m message) last() bool { return m.end }

func (m message) size() int {
	if m.end {
		return 0
	}
	return len(m.raw) + len(m.text) + entrySize
}

func newGate(r *socketRecorder, stop func()) *gate {
	g := &gate{socketRecorder: r, stop: stop, done: make(chan struct{})}
	g.queue.init(&r.handshake.proxy.requests)
	g.ctx, g.leave = context.WithCancelCause(r.handshake.r.Context())
	g.decoder = websocket.NewDecoder(websocket.FromClient, websocket.ExtensionsOf(r.resp.Header), 0)
	go func() {
		defer close(g.done)
		for m := g.queue.pop(); !m.end; m = g.queue.pop() {
			g.passMessage(m)
		}
	}()
	return g
}

// pass takes bytes of a side.
func (g *gate) pass(whose side, p []byte) error {
	if whose == server {
		return g.answers(p)
	}
	if len(g.raw) == 0 && g.open.raw == nil {
		g.open.began = g.now()
	}
	g.raw = append(g.raw, p...)
	err := g.decoder.Decode(p, g.frame)
	if err != nil && g.concern() == "" { // what cannot be read passes as it is
		g.add(message{raw: g.rest()})
		err = nil
	}
	if !g.queue.running() {
		g.leave(errWaiting)
		return errWaiting
	}
	return err
}

var errWaiting = &client.UnsentError{Detail: wire.DetailWaited, Why: "the messages that wait take more memory than the proxy has left for requests"}

// add adds a message to the queue, which ends without memory for it.
func (g *gate) add(m message) { g.queue.add(m, message{end: true}) }

// frame takes a frame of the caller.
func (g *gate) frame(p websocket.Piece) {
	raw := g.raw[:p.Size:p.Size]
	if g.raw = g.raw[p.Size:]; len(g.raw) == 0 {
		g.raw = nil // a large message is not held
	}
	switch {
	case p.Opcode == websocket.Close:
		g.leave(client.ErrHungUp)
		g.add(message{raw: raw})
	case p.Opcode.IsControl() && g.asked.Load() > 0:
		_ = g.forward(caller, raw) // the next message fails in the same way
	case p.Opcode.IsControl():
		g.add(message{raw: raw})
	default:
		if g.open.raw = append(g.open.raw, raw...); p.Complete {
			g.complete(p)
		}
	}
}

// complete takes the end of a message.
func (g *gate) complete(p websocket.Piece) {
	m := g.open
	m.opcode, m.text, m.at = p.MessageOpcode, bytes.Clone(p.Message), g.now()
	if m.asks = g.concern() != "" && scan.Text(scan.Get(m.text, "type")) == "response.create"; m.asks {
		g.asked.Add(1)
	}
	g.add(m)
	g.open = message{began: m.at}
}

// rest removes what is not complete and returns it.
func (g *gate) rest() []byte {
	all := append(g.open.raw, g.raw...)
	g.open.raw, g.raw = nil, nil
	return all
}

// end ends a side: that of the caller once all messages have passed. What is not complete passes, or is only recorded
// if it cannot be known what the rules would do with it.
func (g *gate) end(whose side) {
	if whose == server {
		g.leave(&client.UnsentError{Detail: wire.DetailWaited, Why: "the server ended the WebSocket while the request waited"})
		return
	}
	g.leave(client.ErrHungUp)
	rest, passes := g.rest(), g.concern() == ""
	if passes {
		g.add(message{raw: rest})
	}
	g.add(message{end: true})
	<-g.done
	if !passes {
		g.addBytes(caller, rest)
	}
}

// concern returns a rule that may be for messages of the connection; "" for none. One that sent the connection
// elsewhere is for all of them: none may have a credential of the program.
func (g *gate) concern() string {
	h := g.handshake
	if h.changed != nil {
		return h.changed.By[0]
	}
	sent := h.sent(g.out)
	sent.Body = []byte("{}") // without one it would be the handshake
	return h.proxy.options.Rules.Concern(h.called, sent, h.caller())
}

// passMessage passes a message on: changed, or as it was received.
func (g *gate) passMessage(m message) {
	if m.asks {
		g.ask(m)
		g.asked.Add(-1)
		return
	}
	text := m.text
	if text != nil && g.handshake.changed != nil {
		text, _ = g.handshake.credentials(text, text).Bytes(text)
	}
	g.send(m, text)
}

// send passes a message on, with another text if it has one.
func (g *gate) send(m message, text []byte) {
	err := error(nil)
	if m.text != nil && (g.uncompressed || !bytes.Equal(text, m.text)) {
		g.uncompressed = g.decoder.Compressed()
		g.addBytes(caller, m.raw)
		_, err = g.ends[server].to.Write(websocket.Frame{Fin: true, Opcode: m.opcode, Payload: text}.Masked())
	} else if len(m.raw) > 0 {
		err = g.forward(caller, m.raw)
	}
	if err != nil {
		g.addSideEnd(server, err)
		g.stop()
	}
}

// ask applies the rules to a message that requests a response, and sends it unless they or the user answer it.
func (g *gate) ask(m message) {
	t := g.newTurn(m.began, m.at, m.text)
	t.r = t.r.WithContext(g.ctx)
	sent := t.sent(g.out)
	sent.Body = m.text
	err := error(nil)
	if len(m.text) > maxChanged {
		err = fmt.Errorf("%s may be for this request, which is larger than %d MiB, the most that rules read; give the rule another filter", g.concern(), maxChanged>>20)
	} else {
		err = t.apply(g.out, t.trace, sent)
	}
	t.record(g.out, t.trace)
	t.withheld = err != nil || t.made != nil
	recorded := g.addEntry(socketEntry{asked: t})
	if !t.withheld {
		if t.fault != (Fault{}) {
			g.fault.Store(t)
		}
		if !recorded {
			t.queue.fail(g.now(), client.ErrBehind)
			t.end()
		}
		text := m.text
		if t.instead != nil {
			text = t.instead
		}
		g.send(m, text)
		return
	}
	if err != nil {
		t.unsent(err)
	} else {
		t.answer()
	}
	t.end()
	g.uncompressed = g.decoder.Compressed()
	g.addBytes(caller, m.raw)
}

// answer gives the caller the answer of the user.
func (t *turn) answer() {
	var all []byte
	for _, event := range t.made.events() {
		all = append(all, t.event(event)...)
	}
	at := t.gate.now()
	t.queue.head(at, t.gate.resp)
	t.queue.put(moment{at: at, data: all, text: all})
	t.queue.fail(at, io.EOF)
	t.write(all)
}

// event returns the frame of an event of the response, with the stream_id of its request.
func (t *turn) event(event []byte) []byte {
	if scan.Text(scan.Get(event, "stream_id")) != t.lane {
		var members []any
		if t.lane != "" {
			members = []any{"stream_id", scan.Quote(t.lane)}
		}
		for m := range scan.Members(event) {
			if m.Key != "stream_id" { // of the exchange that the answer is from
				members = append(members, m.Key, m.Value)
			}
		}
		event = scan.MakeObject(members...)
	}
	f := websocket.Frame{Fin: true, Opcode: websocket.Text, Payload: event}
	return f.Append(nil)
}

// write writes frames of the proxy to the caller.
func (t *turn) write(frames []byte) {
	g := t.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.place.Between() {
		_, _ = g.ends[caller].to.Write(frames) // the side of the caller reports that it has gone
	} else {
		g.inserted = append(g.inserted, frames...)
	}
	t.given.HeadUS = t.now()
	t.given.FirstUS, t.given.LastUS = t.given.HeadUS, t.given.HeadUS
}

// answers passes bytes of the server on. Those of an answer that a rule breaks are late, or end early.
func (g *gate) answers(p []byte) error {
	t := g.fault.Load()
	if t == nil {
		return g.deliver(p)
	}
	if t.fault.Slow > 0 {
		_ = client.Sleep(g.ctx, t.fault.Slow)
	}
	ends := t.fault.End != Clean && t.passed+int64(len(p)) >= t.fault.After
	if ends {
		p = p[:t.fault.After-t.passed]
	}
	t.passed += int64(len(p))
	if err := g.deliver(p); err != nil || !ends {
		return err
	}
	g.handshake.given.Fault = t.fault.Rule
	g.addSideEnd(server, t.fault.broke())
	_, err := t.fault.End.Break(g.ctx, nil, g.ends[caller].conn)
	return err
}

// deliver passes bytes of the server on, and the frames of the proxy where a message of the server has ended.
func (g *gate) deliver(p []byte) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for at := 0; at < len(p); {
		at += g.place.Advance(p[at:])
		if len(g.inserted) == 0 || !g.place.Between() {
			continue
		}
		if err := g.forward(server, p[:at]); err != nil {
			return err
		}
		if _, err := g.ends[caller].to.Write(g.inserted); err != nil {
			return err
		}
		p, at, g.inserted = p[at:], 0, nil
	}
	if len(p) == 0 {
		return nil
	}
	return g.forward(server, p)
}

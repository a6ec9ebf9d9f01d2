package replay

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/scan"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// socket is a WebSocket on which recorded responses are sent. Compression is not offered, so
// that messages are sent as recorded.
type socket struct {
	server *Server
	r      *http.Request // its context ends with the connection
	sent   wire.Sent     // the handshake
	conn   net.Conn
	head   http.Header
	all    sync.WaitGroup

	responses bool // messages request them

	mu     sync.Mutex // locked while a frame is written
	closed bool       // a close frame was written
}

// handshake answers a request for a WebSocket. A handshake that was refused when it was
// recorded is refused again; one that is not recorded is forwarded, or else accepted.
func (s *Server) handshake(w http.ResponseWriter, r *http.Request, start time.Time, sent wire.Sent) {
	answer := s.options.Find(cleaned(sent))
	responses := wire.PathEnds(r.URL.Path, wire.EndpointResponses)
	played := s.reply(answer) // if no message requests it
	switch c := answer.Capture; {
	case c == nil && s.options.Forward != nil:
		s.options.Forward.ServeHTTP(w, r)
		return
	case c != nil && (!c.Head.IsSocket() || !responses && played.status != http.StatusSwitchingProtocols):
		s.answer(w, r, start, sent, answer)
		return
	}
	conn, from, err := websocket.Hijack(w)
	if err != nil {
		s.refuse(w, r, http.StatusNotImplemented, "This connection cannot become a WebSocket: "+err.Error()+".")
		return
	}
	defer conn.Close()
	ctx, stop := context.WithCancelCause(r.Context())
	k := &socket{server: s, r: r.WithContext(ctx), sent: sent, conn: conn, head: acceptance(r, answer.Capture), responses: responses}
	defer stop(nil)
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if err := websocket.WriteHead(conn, k.head); err != nil {
		return
	}
	if answer.Capture != nil {
		shown := wire.Sent{Method: sent.Method, URL: sent.URL, Header: sent.Header.Clone()}
		x := k.playing(start)
		k.all.Go(func() {
			if responses {
				x.head, x.headAt, x.end = k.answered(), time.Now(), io.EOF
				<-ctx.Done()
			} else {
				x.end = k.play(x, played)
			}
			x.endAt = time.Now()
			s.record(x, shown, answer)
		})
	}
	k.read(from)
	stop(client.ErrHungUp)
	k.all.Wait()
}

// acceptance returns the header of the answer to a handshake: the recorded one, without the
// fields of that connection.
func acceptance(r *http.Request, recorded *wire.Capture) http.Header {
	h := http.Header{}
	if recorded != nil {
		proxy.Header(h, recorded.Head.Header)
	}
	for name, values := range h {
		if strings.HasPrefix(name, "Sec-Websocket-") && name != "Sec-Websocket-Protocol" || len(values) == 0 {
			delete(h, name)
		}
	}
	h.Set("Connection", "Upgrade")
	h.Set("Upgrade", "websocket")
	h.Set("Sec-Websocket-Accept", websocket.Accept(r.Header.Get("Sec-Websocket-Key")))
	return h
}

// read reads the frames of the program until it closes or aborts the connection.
func (k *socket) read(from io.Reader) {
	decoder := websocket.NewDecoder(websocket.FromClient, websocket.Extensions{}, k.server.options.MaxBody)
	in := bufio.NewReader(from)
	buf := make([]byte, 32<<10)
	for {
		n, err := in.Read(buf)
		over := false
		if decoder.Decode(buf[:n], func(p websocket.Piece) { over = k.receive(p) || over }) != nil {
			k.write(websocket.Frame{Fin: true, Opcode: websocket.Close, Payload: []byte("\x03\xea")}) // 1002: a protocol error
			return
		}
		if err != nil || over {
			return
		}
	}
}

// receive answers a frame of the program. It reports whether that closed the connection.
func (k *socket) receive(p websocket.Piece) (over bool) {
	switch {
	case p.Opcode == websocket.Close:
		k.write(websocket.Frame{Fin: true, Opcode: websocket.Close, Payload: p.Payload})
		return true
	case p.Opcode == websocket.Ping:
		k.write(websocket.Frame{Fin: true, Opcode: websocket.Pong, Payload: p.Payload})
	case p.Complete && k.responses && scan.Text(scan.Get(p.Message, "type")) == "response.create":
		sent := k.sent
		sent.Header, sent.Body = k.sent.Header.Clone(), bytes.Clone(p.Message)
		x := k.playing(time.Now())
		answer := k.server.options.Find(cleaned(sent))
		k.all.Go(func() {
			x.end = k.play(x, k.reply(answer))
			x.endAt = time.Now()
			k.server.record(x, sent, answer)
		})
	}
	return false
}

// playing returns an answer that has not been sent yet.
func (k *socket) playing(start time.Time) *playing {
	return &playing{r: k.r, conn: k.conn, pace: pace{start, k.server.options.Speed}}
}

// answered returns the answer to the handshake.
func (k *socket) answered() *http.Response {
	return &http.Response{StatusCode: http.StatusSwitchingProtocols, Proto: "HTTP/1.1", Header: k.head, ContentLength: -1}
}

// reply returns the answer to a message. An error that is made here, or a recorded answer of HTTP, becomes
// an error event.
func (k *socket) reply(a Answer) reply {
	r := k.server.reply(a)
	if r.status == http.StatusSwitchingProtocols {
		return r
	}
	message := bytes.Replace(r.body.All(), []byte("{"), []byte(`{"type":"error","status":`+strconv.Itoa(r.status)+","), 1)
	if r.refusal != nil {
		message = r.refusal.Event()
	}
	event := websocket.Frame{Fin: true, Opcode: websocket.Text, Payload: message}
	r.body = &wire.Body{}
	r.body.Append(event.Append(nil), -1)
	r.end, r.last = proxy.Clean, true
	return r
}

// play writes the frames of a recorded server, each when it is due, and returns how they
// ended.
func (k *socket) play(x *playing, r reply) error {
	x.head = k.answered()
	left := r.maxBody
	for f := range websocket.Frames(r.body) {
		if f.FromClient {
			continue
		}
		if left == 0 {
			break
		}
		if err := x.wait(f.AtUS); err != nil {
			return err
		}
		data := f.Append(nil)
		data = data[:min(int64(len(data)), left)]
		left -= int64(len(data))
		x.chunks = append(x.chunks, written{data, time.Now()})
		if err := k.bytes(data, f.Opcode == websocket.Close); err != nil {
			return x.cause(client.ErrHungUp)
		}
	}
	if x.headAt = time.Now(); len(x.chunks) > 0 {
		x.headAt = x.chunks[0].at
	}
	if r.end == proxy.Clean && r.last { // the connection continues
		return io.EOF
	}
	if left > 0 {
		if err := x.wait(r.endUS); err != nil {
			return err
		}
	}
	if r.end == proxy.Clean {
		k.conn.Close()
		return io.EOF
	}
	return x.fail(r.end)
}

func (k *socket) write(f websocket.Frame) {
	_ = k.bytes(f.Append(nil), f.Opcode == websocket.Close) // a program that is gone needs no answer
}

// bytes writes a frame. After a close frame nothing is written any more.
func (k *socket) bytes(data []byte, closes bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return errClosed
	}
	k.closed = closes
	_, err := k.conn.Write(data)
	return err
}

var errClosed = errors.New("the WebSocket is closed")

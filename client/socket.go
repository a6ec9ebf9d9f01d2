package client

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// Transport is how requests to /responses are sent.
type Transport string

// The transports.
const (
	TransportAuto   Transport = ""          // over HTTP, and over a WebSocket once the gateway required that with a 426
	TransportHTTP   Transport = "http"      // over HTTP alone
	TransportSocket Transport = "websocket" // over a WebSocket, a connection for each
)

// WithTransportKind sets how requests to /responses are sent.
func WithTransportKind(t Transport) Option { return func(s *settings) { s.kind = t } }

// onSocket reports whether a call is made over a WebSocket.
func (c *Client) onSocket(call *Call) bool {
	return call.Path == ResponsesPath && (c.kind == TransportSocket || c.kind == TransportAuto && c.upgrade.Load())
}

// noteUpgrade remembers that a gateway requires a WebSocket (RFC 9110, section 15.5.22).
func (c *Client) noteUpgrade(resp *http.Response) {
	if resp.StatusCode == http.StatusUpgradeRequired && strings.Contains(strings.ToLower(resp.Header.Get("Upgrade")), "websocket") {
		c.upgrade.Store(true)
	}
}

// message returns a request body as the message that requests the response.
func message(body []byte) []byte {
	at := scan.SkipSpace(body, 0)
	if scan.KindOf(body) != scan.Object || scan.Get(body, "type") != nil {
		return body
	}
	const kind = `"type":"response.create"`
	rest := body[at+1:]
	if next := scan.SkipSpace(rest, 0); next < len(rest) && rest[next] == '}' {
		return append([]byte("{"+kind), rest...)
	}
	return append([]byte("{"+kind+","), rest...)
}

// upgradeHeader turns a header into that of a handshake.
func upgradeHeader(h http.Header) {
	for _, name := range []string{"Content-Type", "Content-Length", "Accept", "Accept-Encoding"} {
		h.Del(name)
	}
	key := make([]byte, 16)
	_, _ = rand.Read(key) // it never fails
	h.Set("Connection", "Upgrade")
	h.Set("Upgrade", "websocket")
	h.Set("Sec-Websocket-Version", "13")
	h.Set("Sec-Websocket-Key", base64.StdEncoding.EncodeToString(key))
}

// openSocket sends the message on a connection that has become a WebSocket, whose frames are the
// body of the response from then on.
func (c *Client) openSocket(ctx context.Context, resp *http.Response, message []byte) {
	conn, ok := resp.Body.(io.ReadWriteCloser)
	if !ok { // a transport of another kind
		return
	}
	s := &socketBody{conn: conn, decoder: websocket.NewDecoder(websocket.FromServer, websocket.ExtensionsOf(resp.Header), c.maxLine)}
	resp.Body = s
	s.stop = context.AfterFunc(ctx, func() { conn.Close() })
	s.end = s.write(websocket.Frame{Fin: true, Opcode: websocket.Text, Payload: message})
}

// socketBody is a body of the frames on a WebSocket: those of the server until the event
// that ends the answer, and the pongs and the close that are sent.
type socketBody struct {
	conn    io.ReadWriteCloser
	stop    func() bool
	decoder *websocket.Decoder
	events  read.Decoder
	ready   []byte // to be read
	end     error
	closed  bool // a close frame was sent
}

func (s *socketBody) Read(p []byte) (int, error) {
	for len(s.ready) == 0 {
		if s.end != nil {
			return 0, s.end
		}
		buf := make([]byte, len(p))
		n, err := s.conn.Read(buf)
		if wrong := s.decoder.Decode(buf[:n], s.receive); wrong != nil && s.end == nil {
			s.end = wrong
		}
		if err != nil && s.end == nil {
			if torn, ok := s.decoder.Truncated(); ok {
				s.ready = append(s.ready, torn.Text...)
			}
			if s.end = err; err == io.EOF {
				s.end = ErrNoClose
			}
		}
	}
	n := copy(p, s.ready)
	s.ready = s.ready[n:]
	return n, nil
}

// receive adds a frame of the server to the body, and answers it.
func (s *socketBody) receive(p websocket.Piece) {
	if s.end != nil {
		return
	}
	s.ready = append(s.ready, p.Text...)
	switch {
	case p.Opcode == websocket.Ping:
		s.answer(websocket.Frame{Fin: true, Opcode: websocket.Pong, Payload: p.Payload})
	case p.Opcode == websocket.Close:
		s.answer(websocket.Frame{Fin: true, Opcode: websocket.Close, Payload: p.Payload})
		s.end = ClosedBy(p.Payload)
	case p.Complete:
		if a := s.events.Arrival(wire.Frame{Data: p.Message}); read.Ends(&a) {
			s.end = io.EOF
		}
	}
}

// answer sends a control frame and adds it to the body.
func (s *socketBody) answer(f websocket.Frame) {
	s.closed = s.closed || f.Opcode == websocket.Close
	if s.write(f) == nil {
		f.FromClient = true
		s.ready = f.Append(s.ready)
	}
}

// write writes a frame, masked as RFC 6455 requires of a client.
func (s *socketBody) write(f websocket.Frame) error {
	_, err := s.conn.Write(f.Masked())
	return err
}

// Close closes the WebSocket.
func (s *socketBody) Close() error {
	if s.stop() && !s.closed {
		if c, ok := s.conn.(interface{ SetWriteDeadline(time.Time) error }); ok {
			_ = c.SetWriteDeadline(time.Now().Add(time.Second))
		}
		_ = s.write(websocket.Frame{Fin: true, Opcode: websocket.Close, Payload: []byte{0x03, 0xe8}}) // 1000
	}
	return s.conn.Close()
}

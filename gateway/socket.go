package gateway

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/gateway/fault"
	"gatehouse/gateway/response"
	"gatehouse/gateway/stream"
)

// asksSocket reports whether a request asks for a WebSocket.
func asksSocket(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// socket is a connection on which each message response.create is answered as a POST
// /responses with stream true would be, event by event. The API document does not have it;
// it is what other services do under the same path.
type socket struct {
	*exchange // the handshake
	conn      *websocket.Conn
	under     net.Conn
	ctx       context.Context

	mu    sync.Mutex
	lanes map[string]chan []byte // messages that wait, by their stream_id
	kept  map[string]turn        // what was answered here, by its id
	all   sync.WaitGroup
}

// turn is what a later request goes on from.
type turn struct{ items []byte } // input and output, as the inside of a JSON array

const (
	mostLanes   = 16 // that run at once
	mostWaiting = 16 // requests of one lane
	mostKept    = 64 // turns of a connection
)

// socket answers the handshake, and then the messages until the connection ends.
func (x *exchange) socket() {
	tapped := &hijacked{ResponseWriter: x.w}
	conn, err := websocket.Accept(tapped, x.r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionNoContextTakeover})
	if err != nil {
		x.status, x.outcome = http.StatusBadRequest, err.Error()
		return
	}
	defer conn.CloseNow()
	x.status, x.outcome = http.StatusSwitchingProtocols, "closed"
	conn.SetReadLimit(x.maxBody)
	ctx, cancel := context.WithCancelCause(x.r.Context())
	defer cancel(nil)
	s := &socket{exchange: x, conn: conn, under: tapped.conn, ctx: ctx, lanes: map[string]chan []byte{}, kept: map[string]turn{}}
	for {
		_, message, err := conn.Read(ctx)
		if err != nil {
			if errors.Is(context.Cause(x.r.Context()), errStopping) {
				_ = conn.Close(websocket.StatusGoingAway, errStopping.Error())
			}
			break
		}
		s.take(message)
	}
	cancel(errGone)
	s.mu.Lock()
	for _, lane := range s.lanes {
		close(lane)
	}
	s.mu.Unlock()
	s.all.Wait()
}

// errGone ends what is being answered on a connection that has ended.
var errGone = errors.New("the WebSocket was closed")

// take lets a message wait for its turn. Those of a lane are answered one after the other,
// those of different lanes at once.
func (s *socket) take(message []byte) {
	id := gjson.GetBytes(message, "stream_id").String()
	s.mu.Lock()
	defer s.mu.Unlock()
	lane := s.lanes[id]
	switch {
	case lane == nil && len(s.lanes) >= mostLanes:
		s.refuse(id, http.StatusTooManyRequests, fmt.Sprintf("A connection answers at most %d streams at once", mostLanes))
		return
	case lane == nil:
		lane = make(chan []byte, mostWaiting)
		s.lanes[id] = lane
		s.all.Go(func() {
			for m := range lane {
				s.answer(id, m)
			}
		})
	}
	select {
	case lane <- message:
	default:
		s.refuse(id, http.StatusTooManyRequests, fmt.Sprintf("At most %d requests wait for their turn", mostWaiting))
	}
}

// writer sends an answer as messages.
func (s *socket) writer(lane string) *stream.Messages {
	return &stream.Messages{
		Lane: lane,
		Send: func(text []byte) error {
			ctx, cancel := s.bounded()
			defer cancel()
			return s.conn.Write(ctx, websocket.MessageText, text)
		},
		Ping: s.ping,
		Conn: func() (net.Conn, error) { return s.under, nil },
	}
}

// bounded is the context of a write to a client that may not read.
func (s *socket) bounded() (context.Context, context.CancelFunc) {
	if s.timeLimit <= 0 {
		return context.WithCancel(s.ctx)
	}
	return context.WithTimeout(s.ctx, s.timeLimit+grace)
}

// refuse answers a message with an error.
func (s *socket) refuse(lane string, status int, words string) {
	w := s.writer(lane)
	fault.NewFailure(status, words).Write(w, s.to())
	_ = w.Close() // a client that is gone needs no answer
}

// answer answers one message.
func (s *socket) answer(lane string, message []byte) {
	w := s.writer(lane)
	x := &exchange{Gateway: s.Gateway, w: w, user: s.user, start: time.Now(), number: s.count.Add(1), id: response.NewID("req")}
	defer x.log()
	x.r = s.r.Clone(s.ctx)
	x.r.Method = http.MethodPost
	body, items, f := s.request(message)
	if f == nil {
		f = x.admit()
	}
	if f != nil {
		x.fail(f)
	} else {
		x.r.Body = io.NopCloser(bytes.NewReader(body))
		x.r.Header.Del("Content-Encoding")
		x.warm = gjson.GetBytes(message, "generate").Type == gjson.False
		x.responses()
	}
	if err := w.Close(); err != nil || s.ctx.Err() != nil {
		return
	}
	if !w.Ended { // the answer breaks off, and so does what carries it
		_ = s.conn.Close(websocket.StatusNormalClosure, "")
		return
	}
	s.keep(w.Final, items)
}

// request is a message as the body of POST /responses, and its whole input as the inside of
// an array. One that goes on from a response of this connection has the input and output of
// that in front.
func (s *socket) request(message []byte) (body, items []byte, f *fault.Failure) {
	if !json.Valid(message) || gjson.GetBytes(message, "type").String() != "response.create" {
		return nil, nil, fault.NewFailure(http.StatusBadRequest, `type: a message on this connection is a JSON object with the type "response.create"`)
	}
	body = message
	for _, name := range []string{"type", "stream_id", "generate", "stream", "background"} { // of the connection alone
		body, _ = sjson.DeleteBytes(body, name)
	}
	body, _ = sjson.SetBytes(body, "stream", true)
	input := gjson.GetBytes(message, "input")
	items = inside(input)
	previous := gjson.GetBytes(message, "previous_response_id")
	if previous.Type != gjson.String {
		return body, items, nil
	}
	s.mu.Lock()
	before, ok := s.kept[previous.Str]
	s.mu.Unlock()
	if !ok {
		f := fault.NewFailure(http.StatusBadRequest, fmt.Sprintf("Previous response with id %q not found on this connection", previous.Str))
		f.Metadata = map[string]any{"error_type": "previous_response_not_found"}
		return nil, nil, f
	}
	items = joined(before.items, items)
	body, _ = sjson.DeleteBytes(body, "previous_response_id")
	body, err := sjson.SetRawBytes(body, "input", append(append([]byte("["), items...), ']'))
	if err != nil {
		return nil, nil, fault.NewFailure(http.StatusBadRequest, "input: "+err.Error())
	}
	return body, items, nil
}

// inside is an input as the inside of an array of items.
func inside(input gjson.Result) []byte {
	switch {
	case input.IsArray():
		return []byte(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(input.Raw), "["), "]"))
	case input.Type == gjson.String:
		return []byte(`{"role":"user","content":` + input.Raw + `}`)
	}
	return nil
}

// joined joins the insides of two arrays.
func joined(a, b []byte) []byte {
	a, b = bytes.TrimSpace(a), bytes.TrimSpace(b)
	if len(a) == 0 || len(b) == 0 {
		return append(bytes.Clone(a), b...)
	}
	return append(append(bytes.Clone(a), ','), b...)
}

// keep keeps what was answered, for a request that goes on from it.
func (s *socket) keep(final, items []byte) {
	r := gjson.GetBytes(final, "response")
	id := r.Get("id").String()
	if id == "" || gjson.GetBytes(final, "type").String() == "error" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) >= mostKept {
		clear(s.kept)
	}
	s.kept[id] = turn{joined(items, inside(r.Get("output")))}
}

// ping sends a ping. It does not wait for the answer: the client may take its time.
func (s *socket) ping() {
	s.all.Go(func() {
		ctx, cancel := context.WithTimeout(s.ctx, grace)
		defer cancel()
		_ = s.conn.Ping(ctx)
	})
}

// hijacked remembers the connection that a handshake takes over.
type hijacked struct {
	http.ResponseWriter
	conn net.Conn
}

var _ http.Hijacker = (*hijacked)(nil)

func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(h.ResponseWriter).Hijack()
	h.conn = conn
	return conn, buffered, err
}

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
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/gateway/fault"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

func asksSocket(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// socket is a connection on which each message response.create is answered like a POST /responses
// with stream true, event by event. The API document does not have it; other services do under the
// same path.
type socket struct {
	*exchange // the handshake
	conn      *websocket.Conn
	under     net.Conn
	ctx       context.Context

	mu    sync.Mutex
	lanes map[string]chan []byte // waiting messages, by their stream_id
	turns map[string][]string    // items of the input and output of answers, by response id
	all   sync.WaitGroup
}

const (
	maxLanes   = 16 // at once
	maxWaiting = 16 // requests of one lane
	maxTurns   = 64 // stored for a connection
)

func (x *exchange) socket() *fault.Failure {
	tapped := &hijackWriter{ResponseWriter: x.w}
	conn, err := websocket.Accept(tapped, x.r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionNoContextTakeover})
	if err != nil {
		x.status, x.outcome = http.StatusBadRequest, err.Error()
		return nil
	}
	defer conn.CloseNow()
	x.status, x.outcome = http.StatusSwitchingProtocols, "closed"
	conn.SetReadLimit(x.maxBody)
	ctx, cancel := context.WithCancelCause(x.r.Context())
	defer cancel(nil)
	s := &socket{exchange: x, conn: conn, under: tapped.conn, ctx: ctx, lanes: map[string]chan []byte{}, turns: map[string][]string{}}
	for {
		_, message, err := conn.Read(ctx)
		if err != nil {
			if errors.Is(context.Cause(x.r.Context()), errStopping) {
				_ = conn.Close(websocket.StatusGoingAway, errStopping.Error())
			}
			break
		}
		s.enqueue(message)
	}
	cancel(errGone)
	s.mu.Lock()
	for _, lane := range s.lanes {
		close(lane)
	}
	s.mu.Unlock()
	s.all.Wait()
	return nil
}

// errGone ends the running answers of a connection that has ended.
var errGone = errors.New("the WebSocket was closed")

// enqueue adds a message to its lane. Each lane answers its messages one by one; lanes run at the
// same time.
func (s *socket) enqueue(message []byte) {
	id := gjson.GetBytes(message, "stream_id").String()
	s.mu.Lock()
	defer s.mu.Unlock()
	lane := s.lanes[id]
	switch {
	case lane == nil && len(s.lanes) >= maxLanes:
		s.refuse(id, http.StatusTooManyRequests, fmt.Sprintf("A connection answers at most %d streams at once", maxLanes))
		return
	case lane == nil:
		lane = make(chan []byte, maxWaiting)
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
		s.refuse(id, http.StatusTooManyRequests, fmt.Sprintf("At most %d requests wait for their turn", maxWaiting))
	}
}

func (s *socket) writer(lane string) *output.Messages {
	return &output.Messages{
		Lane: lane,
		Send: func(text []byte) error {
			ctx, cancel := s.writeContext()
			defer cancel()
			return s.conn.Write(ctx, websocket.MessageText, text)
		},
		Ping: s.ping,
		Conn: s.under,
	}
}

// writeContext returns the context of a write to a client that may not read.
func (s *socket) writeContext() (context.Context, context.CancelFunc) {
	if s.timeLimit <= 0 {
		return context.WithCancel(s.ctx)
	}
	return context.WithTimeout(s.ctx, s.timeLimit+grace)
}

func (s *socket) refuse(lane string, status int, words string) {
	w := s.writer(lane)
	fault.NewFailure(status, words).Write(w, s.recipient())
	_ = w.Close() // the client may be gone
}

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
	if f == nil {
		x.r.Body = io.NopCloser(bytes.NewReader(body))
		x.r.Header.Del("Content-Encoding")
		x.warm = gjson.GetBytes(message, "generate").Type == gjson.False
		f = x.responses()
	}
	if f != nil {
		x.fail(f)
	}
	if err := w.Close(); err != nil || s.ctx.Err() != nil {
		return
	}
	if !w.Ended { // the answer was interrupted, so the connection ends too
		_ = s.conn.Close(websocket.StatusNormalClosure, "")
		return
	}
	s.store(w.Final, items)
}

// request returns a message as the body of POST /responses, and the items of its complete input. If it continues a response of this connection, the input begins with the input and
// output of that.
func (s *socket) request(message []byte) (body []byte, items []string, f *fault.Failure) {
	if !json.Valid(message) || gjson.GetBytes(message, "type").String() != "response.create" {
		return nil, nil, fault.NewFailure(http.StatusBadRequest, `type: a message on this connection is a JSON object with the type "response.create"`)
	}
	body = message
	for _, name := range []string{"type", "stream_id", "generate", "stream", "background"} { // only for the connection
		body, _ = sjson.DeleteBytes(body, name)
	}
	body, _ = sjson.SetBytes(body, "stream", true)
	items = request.RawItems(message)
	previous := gjson.GetBytes(message, "previous_response_id")
	if previous.Type != gjson.String {
		return body, items, nil
	}
	s.mu.Lock()
	before, ok := s.turns[previous.Str]
	s.mu.Unlock()
	if !ok {
		f := fault.NewFailure(http.StatusBadRequest, fmt.Sprintf("Previous response with id %q not found on this connection", previous.Str))
		f.Metadata = map[string]any{"error_type": "previous_response_not_found"}
		return nil, nil, f
	}
	items = slices.Concat(before, items)
	body, _ = sjson.DeleteBytes(body, "previous_response_id")
	return request.WithItems(body, items), items, nil
}

// store stores an answer for a request that continues it.
func (s *socket) store(final []byte, items []string) {
	r := gjson.GetBytes(final, "response")
	id := r.Get("id").String()
	if id == "" || gjson.GetBytes(final, "type").String() == "error" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.turns) >= maxTurns {
		clear(s.turns)
	}
	for _, it := range r.Get("output").Array() {
		items = append(items, it.Raw)
	}
	s.turns[id] = items
}

// ping sends a ping without waiting for the answer.
func (s *socket) ping() {
	s.all.Go(func() {
		ctx, cancel := context.WithTimeout(s.ctx, grace)
		defer cancel()
		_ = s.conn.Ping(ctx)
	})
}

// hijackWriter stores the connection of a handshake.
type hijackWriter struct {
	http.ResponseWriter
	conn net.Conn
}

var _ http.Hijacker = (*hijackWriter)(nil)

func (h *hijackWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(h.ResponseWriter).Hijack()
	h.conn = conn
	return conn, buffered, err
}

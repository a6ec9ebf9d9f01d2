package client_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
)

// doOnSocket makes a call over a WebSocket, and folds it.
func doOnSocket(t *testing.T, address string, body string, opts ...client.Option) (*wire.Capture, *state.Exchange) {
	t.Helper()
	c := client.New(append([]client.Option{client.WithBaseURL(address), client.WithKey("canary-key-1"), client.WithTransportKind(client.TransportSocket)}, opts...)...)
	defer c.Close()
	x := state.NewExchange("x", []byte(body))
	capture := c.Do(t.Context(), client.Call{Path: client.ResponsesPath, Body: []byte(body), Stream: true}, foldInto{x})
	return capture, x
}

type foldInto struct{ x *state.Exchange }

func (foldInto) Start(*wire.Capture)     {}
func (f foldInto) Arrive(a wire.Arrival) { f.x.Apply(a) }

// TestTheLocalGatewayOverAWebSocket gives the same verdicts as over HTTP, but for what only an
// event stream has, and lint finds the same.
func TestTheLocalGatewayOverAWebSocket(t *testing.T) {
	server := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer server.Close()
	for _, model := range []string{"sim/writer", "fault/cut", "fault/reset", "fault/failed-event", "fault/error-event", "fault/bad-json", "fault/comments", "fault/keepalive", "fault/crlf", "fault/gap", "fault/unknown-event", "fault/incomplete", "fault/no-done", "fault/429", "fault/guardrail", "none/such"} {
		body := fmt.Sprintf(`{"model":%q,"input":"hello","stream":true}`, model)
		capture, x := doOnSocket(t, server.URL+gateway.Prefix, body)
		other := state.NewExchange("y", []byte(body))
		plain := client.New(client.WithBaseURL(server.URL+gateway.Prefix), client.WithKey("k"))
		plain.Do(t.Context(), client.Call{Path: client.ResponsesPath, Body: []byte(body), Stream: true}, foldInto{other})
		codes := func(x *state.Exchange) (codes []string) {
			for _, w := range x.Warnings {
				if w.Code != state.WarnNoDone {
					codes = append(codes, w.Code)
				}
			}
			return codes
		}
		if x.Verdict != other.Verdict || !slices.Equal(codes(x), codes(other)) || len(x.Items) != len(other.Items) {
			t.Errorf("%s: %s %v, over HTTP %s %v", model, x.Verdict, codes(x), other.Verdict, codes(other))
		}
		if !capture.Head.IsSocket() || string(capture.Sent.Body) != `{"type":"response.create",`+body[1:] || strings.Contains(fmt.Sprint(capture.Sent), "canary") {
			t.Errorf("%s: %+v", model, capture.Sent)
		}
		if model == "sim/writer" && (len(x.Items) == 0 || capture.Timing.WroteRequest < 0 || capture.Timing.FirstToken < capture.Timing.WroteRequest) {
			t.Errorf("%+v", capture.Timing)
		}
	}
}

// TestControlFramesAreAnsweredAndStored.
func TestControlFramesAreAnsweredAndStored(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		_, _, _ = c.Read(r.Context())
		ctx := c.CloseRead(r.Context())
		if err := c.Ping(ctx); err != nil { // waits for the pong
			t.Error(err)
		}
		_ = c.Write(context.Background(), websocket.MessageText, []byte(`{"type":"response.created","response":{}}`))
		_ = c.Close(1011, "out of words")
	}))
	defer server.Close()
	capture, x := doOnSocket(t, server.URL, `{}`)
	var names []string
	for a := range client.Replay(capture) {
		if a.Kind == wire.ArrivedFrame {
			names = append(names, a.Event.Type+a.Frame.Event)
		}
	}
	if !slices.Equal(names, []string{"ping", "client pong", "response.created", "close", "client close"}) {
		t.Errorf("%q", names)
	}
	if x.Verdict != state.Truncated || !strings.Contains(capture.End.Message, "1011: out of words") || string(capture.Sent.Body) != `{"type":"response.create"}` {
		t.Errorf("%s %+v", x.Verdict, capture.End)
	}
}

// TestAGatewayThatWantsAWebSocketGetsOne with the next request, unless HTTP is set.
func TestAGatewayThatWantsAWebSocketGetsOne(t *testing.T) {
	inner := gateway.New(gateway.WithPace(0))
	var sockets atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") == "" {
			w.Header().Set("Upgrade", "websocket")
			w.WriteHeader(http.StatusUpgradeRequired)
			return
		}
		sockets.Add(1)
		inner.ServeHTTP(w, r)
	}))
	defer server.Close()
	for kind, want := range map[client.Transport]int32{client.TransportAuto: 1, client.TransportHTTP: 0} {
		sockets.Store(0)
		c := client.New(client.WithBaseURL(server.URL+gateway.Prefix), client.WithKey("k"), client.WithTransportKind(kind))
		for range 2 {
			c.Do(t.Context(), client.Call{Path: client.ResponsesPath, Body: []byte(`{"input":"x","stream":true}`)}, client.NopSink{})
		}
		if sockets.Load() != want {
			t.Errorf("%q: %d connections", kind, sockets.Load())
		}
	}
}

// TestAWebSocketIsStopped by who waits for it.
func TestAWebSocketIsStopped(t *testing.T) {
	server := httptest.NewServer(gateway.New(gateway.WithPace(1 << 40)))
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	c := client.New(client.WithBaseURL(server.URL+gateway.Prefix), client.WithKey("k"), client.WithTransportKind(client.TransportSocket))
	capture := c.Do(ctx, client.Call{Path: client.ResponsesPath, Body: []byte(`{"model":"sim/writer","input":"x"}`)}, stopAt{"response.output_text.delta", cancel})
	if capture.End.Cause != wire.EndCancelled {
		t.Errorf("%+v", capture.End)
	}
}

type stopAt struct {
	kind string
	stop func()
}

func (stopAt) Start(*wire.Capture) {}
func (s stopAt) Arrive(a wire.Arrival) {
	if a.Event.Type == s.kind {
		s.stop()
	}
}

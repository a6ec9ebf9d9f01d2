package replay

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"gatehouse/client"
	"gatehouse/client/proxy"
	ours "gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// onSocket is a recorded response on a WebSocket: frames of the server, a pong of the client
// between them.
func onSocket(end wire.End, messages ...string) *wire.Capture {
	c := &wire.Capture{ID: "recorded", Timing: wire.NoTiming(), End: &end}
	c.Sent = wire.Sent{Method: "GET", URL: "http://h/responses", Header: http.Header{"Upgrade": {"websocket"}}, Body: []byte(`{"type":"response.create"}`)}
	c.Head = &wire.Head{Status: 101, Header: http.Header{"Upgrade": {"websocket"}, "Sec-Websocket-Protocol": {"p"}, "Sec-Websocket-Accept": {"old"}, "Sec-Websocket-Extensions": {"permessage-deflate"}, "X-Kept": {"yes"}}}
	for i, m := range messages {
		f := ours.Frame{Fin: true, Opcode: ours.Text, Payload: []byte(m)}
		if m == "pong" {
			f = ours.Frame{Fin: true, Opcode: ours.Pong, FromClient: true}
		}
		if strings.HasPrefix(m, "\x03") {
			f.Opcode = ours.Close
		}
		c.Body.Append(f.Append(nil), int64(i*1000))
	}
	return c
}

var threeEvents = []string{`{"type":"response.created"}`, "pong", `{"type":"response.completed","response":{"status":"completed"}}`}

// onlyTurns finds no handshake.
func onlyTurns(find func(wire.Sent) Answer) func(*Options) {
	return func(o *Options) {
		o.Find = func(sent wire.Sent) Answer {
			if len(sent.Body) == 0 {
				return Answer{Message: "no handshake"}
			}
			return find(sent)
		}
	}
}

func dialed(t *testing.T, address string) *websocket.Conn {
	t.Helper()
	c, _, err := websocket.Dial(t.Context(), address+"/responses", &websocket.DialOptions{Subprotocols: []string{"p"}, CompressionMode: websocket.CompressionContextTakeover})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.CloseNow() })
	return c
}

func messages(t *testing.T, c *websocket.Conn, n int) (all []string, err error) {
	for range n {
		_, m, err := c.Read(t.Context())
		if err != nil {
			return all, err
		}
		all = append(all, string(m))
	}
	return all, nil
}

// TestAResponseOnAWebSocketIsReplayed, again and again on one connection, and recorded as the
// first was.
func TestAResponseOnAWebSocketIsReplayed(t *testing.T) {
	recorded := onSocket(wire.End{Cause: wire.EndClean, AtUS: 3000}, threeEvents...)
	s := replaying(nil, onlyTurns(func(wire.Sent) Answer { return Answer{Capture: recorded} }))
	defer s.close()
	c := dialed(t, s.URL)
	for range 3 {
		_ = c.Write(t.Context(), websocket.MessageText, []byte(`{"type":"response.create"}`))
		got, err := messages(t, c, 2)
		if err != nil || !slices.Equal(got, []string{threeEvents[0], threeEvents[2]}) {
			t.Fatalf("%q %v", got, err)
		}
		x := <-s.captures
		var frames []string
		for a := range client.Replay(x) {
			if a.Kind == wire.ArrivedFrame {
				frames = append(frames, string(a.Frame.Data))
			}
		}
		if !slices.Equal(frames, got) || x.End.Cause != wire.EndClean || string(x.Sent.Body) != `{"type":"response.create"}` {
			t.Errorf("recorded %q %+v", frames, x.End)
		}
	}
	if err := c.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Error(err)
	}
}

// TestAHandshakeIsReplayed with its header, or with the status that refused it.
func TestAHandshakeIsReplayed(t *testing.T) {
	recorded := onSocket(wire.End{Cause: wire.EndClean})
	recorded.Sent.Body = nil
	s := replaying(recorded)
	defer s.close()
	c, resp, err := websocket.Dial(t.Context(), s.URL+"/responses", &websocket.DialOptions{Subprotocols: []string{"p"}})
	if err != nil || resp.Header.Get("X-Kept") != "yes" || resp.Header.Get("Sec-Websocket-Extensions") != "" {
		t.Fatalf("%v %v", resp, err)
	}
	_ = c.Close(websocket.StatusNormalClosure, "")
	refused := onSocket(wire.End{Cause: wire.EndClean})
	refused.Head = &wire.Head{Status: 426, Header: http.Header{}}
	no := replaying(refused)
	defer no.close()
	if _, resp, err := websocket.Dial(t.Context(), no.URL+"/responses", nil); err == nil || resp.StatusCode != 426 {
		t.Errorf("%v %v", resp, err)
	}
}

// never is an end that no test waits for, in microseconds.
const never = 3600 * 1e6

// TestABrokenResponseBreaksItsWebSocket as it was broken, or by a fault, which does not wait
// for the end that was recorded.
func TestABrokenResponseBreaksItsWebSocket(t *testing.T) {
	for name, c := range map[string]struct {
		end      wire.End
		messages []string
		fault    string
		want     string
	}{
		"close":  {wire.End{Cause: wire.EndLost}, []string{threeEvents[0], "\x03\xf3why"}, "", "StatusInternalError"},
		"end":    {wire.End{Cause: wire.EndLost}, threeEvents[:1], "", "EOF"},
		"reset":  {wire.End{Cause: wire.EndLost, Detail: wire.DetailReset}, threeEvents[:1], "", "reset"},
		"cut":    {wire.End{Cause: wire.EndClean, AtUS: never}, threeEvents, "cut@35", "EOF"},
		"resets": {wire.End{Cause: wire.EndClean, AtUS: never}, threeEvents, "reset@29", "reset"},
	} {
		s := replaying(nil, onlyTurns(func(wire.Sent) Answer { return Answer{Capture: onSocket(c.end, c.messages...)} }), func(o *Options) {
			if o.Speed = 1; c.fault != "" {
				o.Fault, _ = proxy.ParseFault(c.fault)
			}
		})
		conn := dialed(t, s.URL)
		_ = conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"response.create"}`))
		got, err := messages(t, conn, 1)
		if err != nil || got[0] != threeEvents[0] {
			t.Errorf("%s: %q %v", name, got, err)
		}
		if _, err = messages(t, conn, 1); err == nil || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		conn.CloseNow()
		s.close()
	}
}

// TestAFaultBreaksAWebSocketOfAnyPath, and a status refuses its handshake.
func TestAFaultBreaksAWebSocketOfAnyPath(t *testing.T) {
	recorded := onSocket(wire.End{Cause: wire.EndClean}, threeEvents...)
	recorded.Sent.Body = nil
	for fault, want := range map[string]string{"cut@35": "EOF", "reset@29": "reset", "status:503": "but got 503"} {
		s := replaying(recorded, func(o *Options) { o.Fault, _ = proxy.ParseFault(fault) })
		c, _, err := websocket.Dial(t.Context(), s.URL+"/realtime", &websocket.DialOptions{Subprotocols: []string{"p"}})
		if err == nil {
			var got []string
			if got, err = messages(t, c, 2); !slices.Equal(got, threeEvents[:1]) {
				t.Errorf("%s: %q", fault, got)
			}
			c.CloseNow()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", fault, err)
		}
		s.close()
	}
}

// TestAStallLeavesTheWebSocketOpen, and its program may close it.
func TestAStallLeavesTheWebSocketOpen(t *testing.T) {
	s := replaying(nil, onlyTurns(func(wire.Sent) Answer {
		return Answer{Capture: onSocket(wire.End{Cause: wire.EndClean}, threeEvents...)}
	}),
		func(o *Options) { o.Fault, _ = proxy.ParseFault("stall@29") })
	defer s.close()
	c := dialed(t, s.URL)
	_ = c.Write(t.Context(), websocket.MessageText, []byte(`{"type":"response.create"}`))
	if got, err := messages(t, c, 1); err != nil || !slices.Equal(got, threeEvents[:1]) {
		t.Errorf("%q %v", got, err)
	}
	if err := c.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Error(err)
	}
	if x := <-s.captures; x.End.Cause != wire.EndHungUp {
		t.Errorf("%+v", x.End)
	}
}

// TestErrorEventsHaveAWordAsCode: Codex ignores one whose code is a number, and waits for minutes.
func TestErrorEventsHaveAWordAsCode(t *testing.T) {
	for fault, want := range map[string]string{
		"":           `{"error":{"code":"not_recorded","message":"not here","metadata":{"nearest":"x"},"type":"gatehouse_replay"},"status":404,"type":"error"}`,
		"status:429": `{"error":{"code":"fault",`,
	} {
		s := replaying(nil, onlyTurns(func(wire.Sent) Answer {
			if fault != "" {
				return Answer{Capture: onSocket(wire.End{Cause: wire.EndClean}, threeEvents...)}
			}
			return Answer{Message: "not here", Nearest: map[string]any{"nearest": "x"}}
		}), func(o *Options) { o.Fault, _ = proxy.ParseFault(fault) })
		c := dialed(t, s.URL)
		for range 2 { // the connection continues
			_ = c.Write(t.Context(), websocket.MessageText, []byte(`{"type":"response.create"}`))
			got, err := messages(t, c, 1)
			if err != nil || !strings.HasPrefix(got[0], want) {
				t.Fatalf("%s: %q %v", fault, got, err)
			}
		}
		_ = c.Close(websocket.StatusNormalClosure, "")
		s.close()
	}
}

// TestErrorBodiesHaveTheStatusAsCode, as the API document says, and the word in their metadata.
func TestErrorBodiesHaveTheStatusAsCode(t *testing.T) {
	want := `{"error":{"code":404,"message":"not here","metadata":{"nearest":"x","reason":"not_recorded"},"type":"gatehouse_replay"}}`
	if got := string(failure(404, reasonUnrecorded, "not here", map[string]any{"nearest": "x"}).body.All()); got != want+"\n" {
		t.Error(got)
	}
}

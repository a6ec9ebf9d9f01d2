package proxy_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"gatehouse/client"
	"gatehouse/client/wire"
)

// speaking is a server that speaks WebSocket.
func speaking(t *testing.T, mode websocket.CompressionMode, speak func(context.Context, *websocket.Conn)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: mode, CompressionThreshold: 1, Subprotocols: []string{"responses"}})
		if err != nil {
			t.Error(err)
			return
		}
		defer c.CloseNow()
		c.SetReadLimit(-1)
		speak(r.Context(), c)
	})
}

func dial(t *testing.T, address string, mode websocket.CompressionMode) *websocket.Conn {
	t.Helper()
	c, resp, err := websocket.Dial(t.Context(), address, &websocket.DialOptions{
		CompressionMode: mode, CompressionThreshold: 1, Subprotocols: []string{"other", "responses"},
		HTTPHeader: http.Header{"Authorization": {"Bearer canary-bearer-2"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if resp.Header.Get("Sec-Websocket-Protocol") != "responses" {
		t.Errorf("the subprotocol is %q", resp.Header.Get("Sec-Websocket-Protocol"))
	}
	t.Cleanup(func() { c.CloseNow() })
	c.SetReadLimit(-1)
	return c
}

// answering answers each response.create with some events.
func answering(t *testing.T) func(context.Context, *websocket.Conn) {
	return func(ctx context.Context, c *websocket.Conn) {
		for n := 0; ; {
			_, message, err := c.Read(ctx)
			if err != nil {
				return
			}
			if !strings.Contains(string(message), "response.create") {
				continue
			}
			n++
			for _, event := range eventsOf(n) {
				if err := c.Write(ctx, websocket.MessageText, []byte(event)); err != nil {
					return
				}
			}
		}
	}
}

func eventsOf(n int) []string {
	return []string{
		fmt.Sprintf(`{"type":"response.created","sequence_number":0,"response":{"id":"resp_%d"}}`, n),
		fmt.Sprintf(`{"type":"response.output_text.delta","sequence_number":1,"delta":"%s"}`, strings.Repeat("word ", 100*n)),
		fmt.Sprintf(`{"type":"response.completed","sequence_number":2,"response":{"id":"resp_%d","status":"completed"}}`, n),
	}
}

func ask(t *testing.T, c *websocket.Conn, request string, n int) {
	t.Helper()
	if err := c.Write(t.Context(), websocket.MessageText, []byte(request)); err != nil {
		t.Fatal(err)
	}
	for _, want := range eventsOf(n) {
		if _, got, err := c.Read(t.Context()); err != nil || string(got) != want {
			t.Fatalf("came %.80q, %v", got, err)
		}
	}
}

// captures waits for the records of that number of exchanges, in the order in which they began.
func (p *passed) all(t *testing.T, n int) (all []*wire.Capture) {
	t.Helper()
	for range n {
		all = append(all, p.capture(t))
	}
	slices.SortFunc(all, func(a, b *wire.Capture) int { return a.Start.Compare(b.Start) })
	return all
}

func arrivals(c *wire.Capture) (frames []wire.Frame) {
	for a := range client.Replay(c) {
		if a.Kind == wire.ArrivedFrame {
			frames = append(frames, a.Frame)
		}
	}
	return frames
}

func dataOf(c *wire.Capture) (data []string) {
	for _, f := range arrivals(c) {
		data = append(data, f.Event+string(f.Data))
	}
	return data
}

// TestAWebSocketPasses: each response on it is an exchange, and what belongs to none is in the
// record of the handshake.
func TestAWebSocketPasses(t *testing.T) {
	for _, mode := range []websocket.CompressionMode{websocket.CompressionDisabled, websocket.CompressionContextTakeover} {
		p := pass(t, speaking(t, mode, answering(t)))
		c := dial(t, p.URL+"/v1/responses?x=1", mode)
		requests := []string{`{"type":"response.create","model":"m","input":"one"}`, `{"type":"response.create","input":"two","previous_response_id":"resp_1"}`}
		ask(t, c, requests[0], 1)
		if err := c.Write(t.Context(), websocket.MessageText, []byte(`{"type":"response.processed"}`)); err != nil {
			t.Fatal(err)
		}
		ask(t, c, requests[1], 2)
		if err := c.Close(websocket.StatusNormalClosure, "enough"); err != nil {
			t.Fatal(err)
		}
		all := p.all(t, 3)
		handshake := all[0]
		if len(handshake.Sent.Body) > 0 || !handshake.Head.IsSocket() || handshake.End.Cause != wire.EndClean || handshake.Timing.Reused {
			t.Errorf("the handshake: %+v %+v", handshake.Sent, handshake.End)
		}
		if got := dataOf(handshake); !slices.Equal(got, []string{`client message{"type":"response.processed"}`, "client close\x03\xe8enough", "close\x03\xe8enough"}) {
			t.Errorf("the handshake has %q", got)
		}
		for n, x := range all[1:] {
			if !x.Sent.PostsTo(wire.EndpointResponses) || string(x.Sent.Body) != requests[n] || !strings.HasSuffix(x.Sent.URL, "/v1/responses?x=1") {
				t.Errorf("exchange %d was sent %+v", n, x.Sent)
			}
			if got := dataOf(x); !slices.Equal(got, eventsOf(n+1)) {
				t.Errorf("exchange %d has %.200q", n, got)
			}
			if x.End.Cause != wire.EndClean || !x.Timing.Reused || x.Delivery.SentUS < 0 || x.Delivery.LastUS < x.Delivery.FirstUS || x.Delivery.FirstUS < 0 {
				t.Errorf("exchange %d: %+v %+v %+v", n, x.End, x.Timing, x.Delivery)
			}
			if x.Sent.Header.Get("Sec-Websocket-Key") != handshake.Sent.Header.Get("Sec-Websocket-Key") || strings.Contains(x.Sent.Header.Get("Sec-Websocket-Key"), "*") {
				t.Errorf("the connection of exchange %d is not known", n)
			}
			if compressed := mode != websocket.CompressionDisabled; (x.Decoded != nil) != compressed || compressed && x.Body.Len() >= x.Decoded.Len()/2 {
				t.Errorf("exchange %d: %d bytes, %v", n, x.Body.Len(), x.Decoded)
			}
			if strings.Contains(fmt.Sprint(x.Sent.Header), "canary") {
				t.Errorf("a key is kept: %v", x.Sent.Header)
			}
		}
	}
}

// TestOtherPathsAreOneExchange: what passes on them is not known.
func TestOtherPathsAreOneExchange(t *testing.T) {
	p := pass(t, speaking(t, websocket.CompressionDisabled, func(ctx context.Context, c *websocket.Conn) {
		kind, data, _ := c.Read(ctx)
		_ = c.Write(ctx, kind, data)
		_ = c.Close(4000, "own code")
	}))
	c := dial(t, p.URL+"/v1/realtime", websocket.CompressionDisabled)
	if err := c.Write(t.Context(), websocket.MessageBinary, []byte{0, 1, 2}); err != nil {
		t.Fatal(err)
	}
	_, _, _ = c.Read(t.Context())
	_, _, err := c.Read(t.Context())
	if websocket.CloseStatus(err) != 4000 {
		t.Errorf("the caller got %v", err)
	}
	x := p.capture(t)
	if got := dataOf(x); !slices.Equal(got, []string{"client message\x00\x01\x02", "\x00\x01\x02", "close\x0f\xa0own code", "client close\x0f\xa0own code"}) {
		t.Errorf("recorded: %q", got)
	}
	if x.Sent.PostsTo(wire.EndpointResponses) || x.End.Cause != wire.EndClean {
		t.Errorf("%+v", x.End)
	}
}

// TestARefusedHandshakeIsAnAnswer like any other.
func TestARefusedHandshakeIsAnAnswer(t *testing.T) {
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUpgradeRequired)
		fmt.Fprint(w, "not here")
	}))
	_, resp, err := websocket.Dial(t.Context(), p.URL+"/v1/responses", nil)
	if err == nil || resp == nil || resp.StatusCode != http.StatusUpgradeRequired {
		t.Fatalf("%v", err)
	}
	if c := p.capture(t); c.Head.Status != http.StatusUpgradeRequired || string(c.Body.All()) != "not here" || c.Sent.PostsTo(wire.EndpointResponses) {
		t.Errorf("recorded: %+v", c.Head)
	}
}

// TestResponsesAtOnceAreTakenApart: by the stream_id of their events.
func TestResponsesAtOnceAreTakenApart(t *testing.T) {
	event := func(kind, lane string, n int) string {
		return fmt.Sprintf(`{"type":%q,"stream_id":%q,"sequence_number":%d}`, kind, lane, n)
	}
	p := pass(t, speaking(t, websocket.CompressionDisabled, func(ctx context.Context, c *websocket.Conn) {
		for range 3 {
			_, _, _ = c.Read(ctx)
		}
		for n := range 3 {
			for _, lane := range []string{"a", "b"} {
				kind := []string{"response.created", "response.in_progress", "response.completed"}[n]
				_ = c.Write(ctx, websocket.MessageText, []byte(event(kind, lane, n)))
			}
		}
		_ = c.Write(ctx, websocket.MessageText, []byte(event("response.completed", "a", 9))) // the second of its lane
		_ = c.Close(websocket.StatusNormalClosure, "")
	}))
	c := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
	for i, lane := range []string{"a", "b", "a"} {
		if err := c.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"response.create","stream_id":%q,"input":"%d"}`, lane, i)); err != nil {
			t.Fatal(err)
		}
	}
	for {
		if _, _, err := c.Read(t.Context()); err != nil {
			break
		}
	}
	got := map[string]int{}
	for _, x := range p.all(t, 4) {
		key := string(x.Sent.Body)
		for _, d := range dataOf(x) {
			if lane := x.Sent.Body; len(lane) > 0 && !strings.Contains(d, strings.Split(key, `,"input"`)[0][25:]) {
				t.Errorf("%s has %s", key, d)
			}
			got[key]++
		}
	}
	for i, want := range []int{3, 3, 1} {
		key := fmt.Sprintf(`{"type":"response.create","stream_id":%q,"input":"%d"}`, []string{"a", "b", "a"}[i], i)
		if got[key] != want {
			t.Errorf("%s has %d events: %v", key, got[key], got)
		}
	}
}

// TestCancelIsRecordedWithItsResponse checks that a message of the caller is in the record of the response
// of its stream_id, or in that of the only one.
func TestCancelIsRecordedWithItsResponse(t *testing.T) {
	for _, lanes := range [][]string{{""}, {"a", "b"}} {
		stopped := lanes[len(lanes)-1]
		p := pass(t, speaking(t, websocket.CompressionDisabled, func(ctx context.Context, c *websocket.Conn) {
			for range len(lanes) + 1 {
				_, _, _ = c.Read(ctx)
			}
			for _, lane := range lanes {
				_ = c.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"type":"response.cancelled","stream_id":%q}`, lane))
			}
			_ = c.Close(websocket.StatusNormalClosure, "")
		}))
		c := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
		for _, lane := range lanes {
			_ = c.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"response.create","stream_id":%q}`, lane))
		}
		_ = c.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"response.cancel","stream_id":%q}`, stopped))
		for range len(lanes) + 1 {
			_, _, _ = c.Read(t.Context())
		}
		for _, x := range p.all(t, len(lanes)+1) {
			mine := strings.Contains(string(x.Sent.Body), fmt.Sprintf(`"stream_id":%q`, stopped))
			if got := strings.Contains(strings.Join(dataOf(x), ""), "response.cancel\""); got != mine {
				t.Errorf("%q: the cancel is recorded with %s: %v", lanes, x.Sent.Body, got)
			}
		}
	}
}

// TestAnErrorEndsAResponse, and the next one is recorded.
func TestAnErrorEndsAResponse(t *testing.T) {
	n := 0
	p := pass(t, speaking(t, websocket.CompressionDisabled, func(ctx context.Context, c *websocket.Conn) {
		for ; n < 2; n++ {
			_, _, _ = c.Read(ctx)
			_ = c.Write(ctx, websocket.MessageText, []byte(`{"type":"error","status":400,"error":{"code":"previous_response_not_found","message":"no"}}`))
		}
		_, _, _ = c.Read(ctx)
	}))
	c := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
	for range 2 {
		_ = c.Write(t.Context(), websocket.MessageText, []byte(create))
		_, _, _ = c.Read(t.Context())
	}
	_ = c.Close(websocket.StatusNormalClosure, "")
	for _, x := range p.all(t, 3) {
		if x.End.Cause != wire.EndClean || len(x.Sent.Body) > 0 && len(arrivals(x)) != 1 {
			t.Errorf("%q: %+v %q", x.Sent.Body, x.End, dataOf(x))
		}
	}
}

// TestManyConnectionsAtOnce are recorded each for itself.
func TestManyConnectionsAtOnce(t *testing.T) {
	p := pass(t, speaking(t, websocket.CompressionContextTakeover, answering(t)))
	const connections, responses = 100, 3
	var all sync.WaitGroup
	for i := range connections {
		all.Go(func() {
			c, _, err := websocket.Dial(t.Context(), p.URL+"/responses", &websocket.DialOptions{CompressionMode: websocket.CompressionContextTakeover, CompressionThreshold: 1})
			if err != nil {
				t.Error(err)
				return
			}
			defer c.CloseNow()
			for n := range responses {
				if err := c.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"response.create","input":"%d/%d"}`, i, n)); err != nil {
					t.Error(err)
				}
				for _, want := range eventsOf(n + 1) {
					if _, got, err := c.Read(t.Context()); err != nil || string(got) != want {
						t.Errorf("%.80q, %v", got, err)
						return
					}
				}
			}
			_ = c.Close(websocket.StatusNormalClosure, "")
		})
	}
	all.Wait()
	seen := map[string]bool{}
	for range connections * (responses + 1) {
		x := p.capture(t)
		if x.End.Cause != wire.EndClean {
			t.Errorf("%s: %+v", x.Sent.Body, x.End)
		}
		if len(x.Sent.Body) == 0 {
			continue
		}
		var n int
		_, _ = fmt.Sscanf(string(x.Sent.Body[strings.Index(string(x.Sent.Body), "/")+1:]), "%d", &n)
		if got := dataOf(x); !slices.Equal(got, eventsOf(n+1)) {
			t.Errorf("%s has %.100q", x.Sent.Body, got)
		}
		seen[string(x.Sent.Body)] = true
	}
	if len(seen) != connections*responses {
		t.Errorf("%d responses are recorded", len(seen))
	}
}

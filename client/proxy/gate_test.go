package proxy_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"gatehouse/client"
	"gatehouse/client/proxy"
	ours "gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// listening answers each request on a WebSocket as answering does, and tells what arrived.
func listening(t *testing.T, mode websocket.CompressionMode, got chan<- string) http.Handler {
	return speaking(t, mode, func(ctx context.Context, c *websocket.Conn) {
		for n := 1; ; n++ {
			_, message, err := c.Read(ctx)
			if err != nil {
				return
			}
			got <- string(message)
			for _, event := range eventsOf(n) {
				_ = c.Write(ctx, websocket.MessageText, []byte(event))
			}
		}
	})
}

func write(t *testing.T, c *websocket.Conn, message string) {
	t.Helper()
	if err := c.Write(t.Context(), websocket.MessageText, []byte(message)); err != nil {
		t.Fatal(err)
	}
}

func next(t *testing.T, c *websocket.Conn) string {
	t.Helper()
	_, message, err := c.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return string(message)
}

func requestOn(all []*wire.Capture, n int) *wire.Capture {
	all = slices.DeleteFunc(slices.Clone(all), func(c *wire.Capture) bool { return len(c.Sent.Body) == 0 })
	return all[n]
}

// TestRulesChangeMessages that request a response, each by itself; those after them can still be decompressed,
// and the records have both requests.
func TestRulesChangeMessages(t *testing.T) {
	const changed = `{"type":"response.create","model":"changed"}`
	for _, mode := range []websocket.CompressionMode{websocket.CompressionDisabled, websocket.CompressionContextTakeover, websocket.CompressionNoContextTakeover} {
		got := make(chan string, 10)
		p := pass(t, listening(t, mode, got), func(o *proxy.Options) { o.Rules = stubRules{path: "/responses", body: changed} })
		c := dial(t, p.URL+"/responses", mode)
		asked := []string{
			`{"type":"response.create","input":"unchanged, with many words that are repeated later"}`,
			`{"type":"response.create","input":"many words that are repeated later, with canary-bearer-2"}`,
			`{"type":"response.create","input":"unchanged, with many words that are repeated later"}`,
		}
		for n, request := range asked {
			ask(t, c, request, n+1)
			want := request
			if n == 1 {
				want = changed
			}
			if g := <-got; g != want {
				t.Errorf("%v: the server got %s", mode, g)
			}
		}
		_ = c.Close(websocket.StatusNormalClosure, "")
		all := p.all(t, 4)
		for n := range asked {
			x := requestOn(all, n)
			if x.End.Cause != wire.EndClean || !slices.Equal(dataOf(x), eventsOf(n+1)) || (x.Changed != nil) != (n == 1) {
				t.Errorf("%v: exchange %d: %+v, %.100q, %+v", mode, n, x.End, dataOf(x), x.Changed)
			}
		}
		if x := requestOn(all, 1); string(x.Sent.Body) != changed || x.Changed.Body != strings.Replace(asked[1], "canary-bearer-2", "***************", 1) || x.Changed.By[0] != "the rule" {
			t.Errorf("%s: %+v", x.Sent.Body, x.Changed)
		}
	}
}

// TestWhatNoRuleChangesPassesByteForByte on a WebSocket that rules are for: masks, fragments, pings, and what
// is no frame where no rule may match.
func TestWhatNoRuleChangesPassesByteForByte(t *testing.T) {
	masked := ours.Frame{Opcode: ours.Text, Fin: true, Payload: []byte(`{"type":"response.create","input":"unchanged"}`)}
	for rules, more := range map[stubRules]string{{path: "/responses"}: "", {path: "/other"}: "\xf3\x81\x00\xff no frames"} {
		asked := bytes.Join([][]byte{
			frame(ours.Ping, true, true, "now"), masked.Masked(), frame(ours.Text, false, true, `{"unchanged":`), frame(ours.Continuation, true, true, `1}`), []byte(more),
		}, nil)
		got := make(chan []byte, 1)
		p := pass(t, hijacking(t, func(conn net.Conn, r *bufio.Reader) {
			b := make([]byte, len(asked))
			_, _ = io.ReadFull(r, b)
			got <- b
		}), func(o *proxy.Options) { o.Rules = rules })
		conn, _ := handshake(t, p.URL, "/responses")
		for _, one := range asked {
			_, _ = conn.Write([]byte{one})
		}
		if b := <-got; !bytes.Equal(b, asked) {
			t.Errorf("the server got\n%q, not\n%q", b, asked)
		}
		conn.Close()
		p.all(t, 2)
	}
}

// TestARuleThatFailsSendsNothing: the program gets an error event with a word as its code, and may go on.
func TestARuleThatFailsSendsNothing(t *testing.T) {
	got := make(chan string, 10)
	for name, c := range map[string]struct {
		rules   stubRules
		request string
		words   []string
		detail  wire.EndDetail
		status  int
	}{
		"fails":     {stubRules{err: fmt.Errorf("jq: no")}, create, []string{`"code":"proxy_rule"`, `"status":502`, "jq: no"}, wire.DetailRule, 502},
		"lane":      {stubRules{err: fmt.Errorf("jq: no")}, `{"type":"response.create","stream_id":"a"}`, []string{`"stream_id":"a"`}, wire.DetailRule, 502},
		"status":    {stubRules{fault: "status:429"}, create, []string{`"code":"fault"`, `"status":429`}, wire.DetailFault, 429},
		"too large": {stubRules{body: "{}"}, `{"type":"response.create","input":"` + strings.Repeat("x", 8<<20) + `"}`, []string{`"code":"proxy_rule"`, "8 MiB"}, wire.DetailRule, 502},
	} {
		p := pass(t, listening(t, websocket.CompressionDisabled, got), func(o *proxy.Options) { o.Rules = c.rules })
		conn := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
		write(t, conn, c.request)
		answer := next(t, conn)
		for _, words := range append(c.words, `"type":"error"`) {
			if !strings.Contains(answer, words) {
				t.Errorf("%s: %s", name, answer)
			}
		}
		write(t, conn, `{"type":"response.processed"}`)
		if g := <-got; g != `{"type":"response.processed"}` {
			t.Errorf("%s: %.100s was sent", name, g)
		}
		_ = conn.CloseNow()
		x := requestOn(p.all(t, 2), 0)
		if x.End.Cause != wire.EndUnsent || x.End.Detail != c.detail || x.Head != nil || x.Delivery.Status != c.status {
			t.Errorf("%s: %+v %+v", name, x.End, x.Delivery)
		}
	}
}

// TestFaultsBreakResponses on a WebSocket: after some bytes of the server, or late.
func TestFaultsBreakResponses(t *testing.T) {
	for _, fault := range []string{"cut@20", "reset@20", "stall@20", "slow:1ms"} {
		got := make(chan string, 10)
		p := pass(t, listening(t, websocket.CompressionDisabled, got), func(o *proxy.Options) { o.Rules = stubRules{fault: fault} })
		conn, r := handshake(t, p.URL, "/responses")
		_, _ = conn.Write(frame(ours.Text, true, true, create))
		answer := frame(ours.Text, true, false, eventsOf(1)[0])
		b := make([]byte, 20)
		n, err := io.ReadFull(r, b)
		if fault[0] != 'r' && (err != nil || !bytes.Equal(b[:n], answer[:20])) {
			t.Errorf("%s: %q %v", fault, b[:n], err)
		}
		ends := fault[:2] != "sl"
		if ends && fault[:2] != "st" {
			if _, err := r.ReadByte(); err == nil {
				t.Errorf("%s: more came", fault)
			}
		}
		if !ends {
			for _, event := range eventsOf(1)[1:] {
				want := frame(ours.Text, true, false, event)
				answer = append(answer, want...)
			}
			b = make([]byte, len(answer)-20)
			if _, err := io.ReadFull(r, b); err != nil || !bytes.Equal(b, answer[20:]) {
				t.Errorf("%s: %q %v", fault, b, err)
			}
		}
		conn.Close()
		x := requestOn(p.all(t, 2), 0)
		if x.Delivery.Fault != "--fault 'x => "+fault+"'" || (x.End.Detail == wire.DetailFault) != ends || ends && x.Text().Len() != 20 {
			t.Errorf("%s: %+v %q, %d bytes", fault, x.End, x.Delivery.Fault, x.Text().Len())
		}
	}
}

// TestMessagesWaitForTheUser while frames pass in the other direction.
func TestMessagesWaitForTheUser(t *testing.T) {
	for name, c := range map[string]struct {
		decision proxy.Decision
		sent     string
		answer   []string
		made     string
	}{
		"as it was": {proxy.Decision{}, create, eventsOf(1), ""},
		"edited":    {proxy.Decision{Body: []byte(`{"type":"response.create","edited":1}`)}, `{"type":"response.create","edited":1}`, eventsOf(1), ""},
		"an error":  {proxy.Decision{Answer: proxy.ErrorAnswer(503, "later")}, "", []string{`{"error":{"code":"by_hand","message":"later","type":"gatehouse_proxy"},"status":503,"type":"error"}`}, "by hand"},
		"events":    {proxy.Decision{Answer: &proxy.Answer{Status: 200, Body: []byte("event: a\ndata: {\"type\":\"response.created\"}\n\ndata: {\"type\":\"response.completed\"}\n\ndata: [DONE]\n\n"), Of: "by hand"}}, "", []string{`{"type":"response.created"}`, `{"type":"response.completed"}`}, "by hand"},
		"document":  {proxy.Decision{Answer: &proxy.Answer{Status: 200, Body: []byte(`{"status":"incomplete","output":[{"id":1}]}`), Of: "by hand"}}, "", []string{`{"type":"response.output_item.done","output_index":0,"item":{"id":1}}`, `{"type":"response.incomplete","response":{"status":"incomplete","output":[{"id":1}]}}`}, "by hand"},
	} {
		w := waiting{make(chan string, 1), make(chan proxy.Decision)}
		got, goOn := make(chan string, 10), make(chan bool)
		p := pass(t, speaking(t, websocket.CompressionDisabled, func(ctx context.Context, c *websocket.Conn) {
			<-goOn
			_ = c.Write(ctx, websocket.MessageText, []byte(`{"type":"while.it.waits"}`))
			if _, message, err := c.Read(ctx); err == nil {
				got <- string(message)
				for _, event := range eventsOf(1) {
					_ = c.Write(ctx, websocket.MessageText, []byte(event))
				}
				_, _, _ = c.Read(ctx)
			}
		}), func(o *proxy.Options) { o.Rules = w })
		conn := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
		write(t, conn, create)
		id := <-w.began
		goOn <- true
		if m := next(t, conn); m != `{"type":"while.it.waits"}` {
			t.Errorf("%s: came %s", name, m)
		}
		w.decisions <- c.decision
		for _, want := range c.answer {
			if m := next(t, conn); m != want {
				t.Errorf("%s: came %s, not %s", name, m, want)
			}
		}
		if c.sent != "" && <-got != c.sent || c.sent == "" && len(got) > 0 {
			t.Errorf("%s: the server got another request", name)
		}
		_ = conn.CloseNow()
		x := requestOn(p.all(t, 2), 0)
		edited := c.decision.Body != nil || c.made != ""
		if x.ID != id || x.Waits || x.End.Cause != wire.EndClean || !slices.Equal(dataOf(x), c.answer) || x.Delivery.PausedUS <= 0 || (x.Changed != nil) != edited {
			t.Errorf("%s: %+v %q %+v", name, x.End, dataOf(x), x.Changed)
		}
		if edited && (x.Changed.Made != c.made || !x.Changed.Hand || x.Changed.Body != create) {
			t.Errorf("%s: %+v", name, x.Changed)
		}
	}
}

// TestTheEndOfAWebSocketEndsTheWait: the program's cancels the request, the server's fails it.
func TestTheEndOfAWebSocketEndsTheWait(t *testing.T) {
	for _, of := range []string{"program", "close", "server"} {
		w, goOn := waiting{make(chan string, 1), nil}, make(chan bool)
		p := pass(t, hijacking(t, func(_ net.Conn, r *bufio.Reader) {
			<-goOn
			if of != "server" {
				b, _ := io.ReadAll(r)
				if bytes.Contains(b, []byte("create")) {
					t.Errorf("%s: it was sent", of)
				}
			}
		}), func(o *proxy.Options) { o.Rules = w })
		conn, _ := handshake(t, p.URL, "/responses")
		_, _ = conn.Write(frame(ours.Text, true, true, create))
		<-w.began
		switch of {
		case "program":
			conn.Close()
		case "close":
			_, _ = conn.Write(frame(ours.Close, true, true, "\x03\xe8"))
		}
		goOn <- true
		x := p.capture(t)
		if len(x.Sent.Body) == 0 {
			x = p.capture(t)
		}
		if of == "server" && x.End.Detail != wire.DetailWaited || of != "server" && x.End.Cause != wire.EndHungUp || x.Head != nil {
			t.Errorf("%s: %+v", of, x.End)
		}
		conn.Close()
	}
}

// TestARecordThatIsGivenUpEndsItsResponses, also those that rules changed; they pass.
func TestARecordThatIsGivenUpEndsItsResponses(t *testing.T) {
	got := make(chan string, 10)
	p := pass(t, listening(t, websocket.CompressionDisabled, got), func(o *proxy.Options) {
		o.MaxAnswers, o.Rules = 20_000, stubRules{body: `{"type":"response.create","model":"changed"}`}
	})
	c := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
	for n, request := range []string{create, `{"type":"response.create","input":"` + strings.Repeat("x", 50_000) + `"}`, create} {
		ask(t, c, request, n+1)
	}
	_ = c.Close(websocket.StatusNormalClosure, "")
	behind := 0
	for _, x := range p.all(t, 4) {
		if x.End.Cause == wire.EndBehind {
			behind++
		}
	}
	if behind < 2 {
		t.Errorf("%d records were given up", behind)
	}
}

// TestAWebSocketGoesElsewhere with its handshake, and no message on it has a credential of the program.
func TestAWebSocketGoesElsewhere(t *testing.T) {
	got := make(chan string, 10)
	other := httptest.NewServer(listening(t, websocket.CompressionContextTakeover, got))
	defer other.Close()
	to := &proxy.Target{Name: "other", Base: other.URL, Client: client.New(client.WithBaseURL(other.URL)), Credentials: func(h http.Header) { h.Set("Authorization", "Bearer own-key") }}
	rules := &stubRules{body: `{"type":"response.create","model":"b","x":"canary-bearer-2"}`, to: to}
	p := pass(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it went to its own target") }), func(o *proxy.Options) { o.Rules = rules })
	c := dial(t, p.URL+"/responses", websocket.CompressionContextTakeover)
	for n, request := range []string{create, `{"type":"response.create","x":"unchanged canary-bearer-2"}`, `{"type":"response.cancel","x":"canary-bearer-2"}`} {
		ask(t, c, request, n+1)
		if g := <-got; strings.Contains(g, "canary") {
			t.Errorf("sent: %s", g)
		}
	}
	_ = c.Close(websocket.StatusNormalClosure, "")
	for _, x := range p.all(t, 3) {
		if !strings.HasPrefix(x.Sent.URL, other.URL) || x.Changed == nil || !strings.HasPrefix(x.Changed.URL, "http://") || strings.HasPrefix(x.Changed.URL, other.URL) || x.Changed.By[0] != "the rule" {
			t.Errorf("%s %s: %+v", x.Sent.URL, x.Sent.Body, x.Changed)
		}
	}
}

// TestAMessageDoesNotLeaveItsConnection: it is refused if only it should go elsewhere.
func TestAMessageDoesNotLeaveItsConnection(t *testing.T) {
	got := make(chan string, 10)
	p := pass(t, listening(t, websocket.CompressionDisabled, got), func(o *proxy.Options) { o.Rules = messagesTo{} })
	c := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
	write(t, c, create)
	if m := next(t, c); !strings.Contains(m, `"code":"proxy_rule"`) || !strings.Contains(m, "leads to one target") {
		t.Errorf("came %s", m)
	}
	if len(got) > 0 {
		t.Errorf("sent: %s", <-got)
	}
}

// messagesTo are rules that send messages elsewhere.
type messagesTo struct{ stubRules }

func (messagesTo) Change(_ context.Context, _ proxy.Target, sent wire.Sent, _ wire.Caller) (proxy.Change, error) {
	if sent.OpensResponses() {
		return proxy.Change{}, nil
	}
	return proxy.Change{By: []string{"the rule"}, To: &proxy.Target{Name: "other"}, Body: sent.Body}, nil
}

package proxy_test

import (
	"bufio"
	"bytes"
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

// handshakesTo are rules that send handshakes elsewhere, and are not for the messages after them.
type handshakesTo struct{ stubRules }

func (h handshakesTo) Concern(_ proxy.Target, sent wire.Sent, _ wire.Caller) string {
	if sent.OpensResponses() {
		return "the rule"
	}
	return ""
}

// TestNoPartOfAMessageGoesElsewhere: it may have a credential of the program, which cannot be seen in it.
func TestNoPartOfAMessageGoesElsewhere(t *testing.T) {
	const key = "canary-bearer-2"
	part := frame(ours.Text, false, true, `{"type":"response.create","x":"`+key)
	for name, asked := range map[string][]byte{
		"a fragment": part, "a torn frame": part[:len(part)-1], "no frame": append(slices.Clone(part), "\xf3\x81\x00\xff"+key...),
	} {
		got := make(chan string, 1)
		other := httptest.NewServer(hijacking(t, func(_ net.Conn, r *bufio.Reader) {
			b, _ := io.ReadAll(r)
			got <- string(b)
		}))
		to := &proxy.Target{Name: "other", Base: other.URL, Client: client.New(client.WithBaseURL(other.URL))}
		p := pass(t, http.NotFoundHandler(), func(o *proxy.Options) { o.Rules = handshakesTo{stubRules{to: to}} })
		conn, _ := handshake(t, p.URL, "/responses")
		_, _ = conn.Write(asked)
		_ = conn.CloseWrite()
		if b := <-got; strings.Contains(b, "canary") {
			t.Errorf("%s: sent: %q", name, b)
		}
		conn.Close()
		p.capture(t)
		other.Close()
	}
}

// TestWhatIsNotSentIsRecorded: a part of a message that rules may be for, after the messages that wait.
func TestWhatIsNotSentIsRecorded(t *testing.T) {
	for name, more := range map[string]string{"ends": "", "is no frame": "\xf3\x81\x00\xff"} {
		w := waiting{make(chan string, 1), nil}
		p := pass(t, hijacking(t, func(_ net.Conn, r *bufio.Reader) { _, _ = io.ReadAll(r) }), func(o *proxy.Options) { o.Rules = w })
		conn, _ := handshake(t, p.URL, "/responses")
		part := frame(ours.Text, false, true, `{"type":"response.cancel","a part":`)
		_, _ = conn.Write(bytes.Join([][]byte{frame(ours.Text, true, true, create), part, []byte(more)}, nil))
		<-w.began
		conn.Close()
		all := p.all(t, 2)
		x := all[slices.IndexFunc(all, func(c *wire.Capture) bool { return len(c.Sent.Body) == 0 })]
		if b := x.Text().All(); !bytes.Equal(b, part) {
			t.Errorf("%s: recorded %q", name, b)
		}
	}
}

// TestAnAnswerHasTheLaneOfItsRequest, and no other of the exchange that it is from.
func TestAnAnswerHasTheLaneOfItsRequest(t *testing.T) {
	for request, want := range map[string]string{
		create: `{"type":"response.completed","n":1.0}`,
		`{"type":"response.create","stream_id":"b"}`: `{"stream_id":"b","type":"response.completed","n":1.0}`,
	} {
		w := waiting{make(chan string, 1), make(chan proxy.Decision)}
		p := pass(t, listening(t, websocket.CompressionDisabled, make(chan string, 1)), func(o *proxy.Options) { o.Rules = w })
		conn := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
		write(t, conn, request)
		<-w.began
		w.decisions <- proxy.Decision{Answer: &proxy.Answer{Status: 200, Body: []byte("data:  {\"type\":\"response.completed\",\"stream_id\":\"a\",\"n\":1.0}\n\n"), Of: "by hand"}}
		if m := next(t, conn); m != want {
			t.Errorf("came %s, not %s", m, want)
		}
		_ = conn.CloseNow()
		p.all(t, 2)
	}
}

// TestAFaultIsThatOfAllItBreaks: the connection, and the other responses on it.
func TestAFaultIsThatOfAllItBreaks(t *testing.T) {
	p := pass(t, hijacking(t, func(conn net.Conn, r *bufio.Reader) {
		_, _ = io.ReadFull(r, make([]byte, len(frame(ours.Text, true, true, create))+len(frame(ours.Text, true, true, unchanged))))
		_, _ = conn.Write(frame(ours.Text, true, false, `{"type":"response.created"}`))
		_, _ = io.ReadAll(r)
	}), func(o *proxy.Options) { o.Rules = stubRules{fault: "cut@20"} })
	conn, r := handshake(t, p.URL, "/responses")
	_, _ = conn.Write(append(frame(ours.Text, true, true, unchanged), frame(ours.Text, true, true, create)...))
	_, _ = io.ReadAll(r)
	for _, x := range p.all(t, 3) {
		if x.Delivery.Fault != "--fault 'x => cut@20'" || x.End.Detail != wire.DetailFault {
			t.Errorf("%s: %+v, fault %q", x.Sent.Body, x.End, x.Delivery.Fault)
		}
	}
}

const unchanged = `{"type":"response.create","input":"unchanged"}`

// TestTheEndIsNoticedBehindMessages that wait as well, and messages without memory for them end the connection.
func TestTheEndIsNoticedBehindMessages(t *testing.T) {
	for name, memory := range map[string]int64{"left": 0, "no memory": 4000} {
		w := waiting{make(chan string, 1), nil}
		p := pass(t, hijacking(t, func(_ net.Conn, r *bufio.Reader) { _, _ = io.ReadAll(r) }), func(o *proxy.Options) { o.Rules, o.MaxRequests = w, memory })
		conn, r := handshake(t, p.URL, "/responses")
		_, _ = conn.Write(frame(ours.Text, true, true, create))
		<-w.began
		for range 100 {
			_, _ = conn.Write(frame(ours.Text, true, true, `{"type":"response.processed"}`))
		}
		if memory > 0 {
			_, _ = io.ReadAll(r)
		}
		conn.Close()
		if x := requestOn(p.all(t, 2), 0); x.Head != nil || memory == 0 && x.End.Cause != wire.EndHungUp || memory > 0 && x.End.Detail != wire.DetailWaited {
			t.Errorf("%s: %+v", name, x.End)
		}
	}
}

package proxy_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"gatehouse/client"
	"gatehouse/client/proxy"
	ours "gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// handshake opens a WebSocket by hand.
func handshake(t *testing.T, address, path string) (*net.TCPConn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", path)
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line == "\r\n" {
			return conn.(*net.TCPConn), r
		}
	}
}

// hijacking is a server that answers the handshake; then speak writes to the connection.
func hijacking(t *testing.T, speak func(net.Conn, *bufio.Reader)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		fmt.Fprint(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n")
		speak(conn, buffered.Reader)
	})
}

func frame(o ours.Opcode, fin, fromClient bool, payload string) []byte {
	f := ours.Frame{Opcode: o, Fin: fin, FromClient: fromClient, Payload: []byte(payload)}
	return f.Append(nil)
}

const create = `{"type":"response.create","input":"x"}`

// TestNoByteIsChanged, and fragments, control frames between them and odd bits arrive as they
// were sent, read or not.
func TestNoByteIsChanged(t *testing.T) {
	sent := bytes.Join([][]byte{
		frame(ours.Text, false, false, `{"type":`), frame(ours.Ping, true, false, "now"), frame(ours.Continuation, true, false, `"response.created"}`),
		frame(ours.Pong, true, false, ""), frame(ours.Text, true, false, `{"type":"response.completed"}`), {0xf3, 0x01, 0x00, 0xff}, []byte("no frame at all"),
	}, nil)
	asked := bytes.Join([][]byte{frame(ours.Text, false, true, create[:10]), frame(ours.Continuation, true, true, create[10:]), {0x8b, 0x80, 9, 9, 9, 9, 0xff}}, nil)
	got := make(chan []byte, 1)
	p := pass(t, hijacking(t, func(conn net.Conn, r *bufio.Reader) {
		b := make([]byte, len(asked))
		_, _ = io.ReadFull(r, b)
		got <- b
		for _, one := range sent { // a byte at a time
			_, _ = conn.Write([]byte{one})
		}
	}))
	conn, r := handshake(t, p.URL, "/responses")
	_, _ = conn.Write(asked)
	if b := <-got; !bytes.Equal(b, asked) {
		t.Errorf("the server got %q", b)
	}
	if b, err := io.ReadAll(r); err != nil || !bytes.Equal(b, sent) {
		t.Errorf("the caller got %q, %v", b, err)
	}
	conn.Close()
	for _, x := range p.all(t, 2) {
		if x.End.Cause != wire.EndEncoding || !strings.Contains(x.End.Message, "opcode 11 is not defined") {
			t.Errorf("%q ended %+v", x.Sent.Body, x.End)
		}
	}
}

// TestABreakIsRecordedAsItWas: at every byte of a short answer, by an end and by a reset, of both
// sides. The other side gets all that arrived and the same end, and the record has it.
func TestABreakIsRecordedAsItWas(t *testing.T) {
	first, second := frame(ours.Text, true, false, `{"type":"response.created"}`), frame(ours.Text, true, false, `{"type":"response.in_progress","x":"`+strings.Repeat("y", 200)+`"}`)
	answer := slices.Concat(first, second)
	for _, reset := range []bool{false, true} {
		cut := make(chan int, 1)
		p := pass(t, hijacking(t, func(conn net.Conn, r *bufio.Reader) {
			_, _ = io.ReadFull(r, make([]byte, len(frame(ours.Text, true, true, create))))
			_, _ = conn.Write(answer[:<-cut])
			if reset {
				_, _ = r.ReadByte() // until it has arrived
				_ = conn.(*net.TCPConn).SetLinger(0)
			}
		}))
		for at := range len(answer) + 1 {
			cut <- at
			conn, r := handshake(t, p.URL, "/responses")
			_, _ = conn.Write(frame(ours.Text, true, true, create))
			got := make([]byte, at)
			if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, answer[:at]) {
				t.Fatalf("after %d bytes came %q, %v", at, got, err)
			}
			if reset {
				_, _ = conn.Write(frame(ours.Pong, true, true, "")[:1])
			}
			if _, err := r.ReadByte(); reset != isReset(err) || !reset && err != io.EOF {
				t.Fatalf("after %d bytes the end is %v", at, err)
			}
			conn.Close()
			x := p.response(t)
			if x.End.Cause != wire.EndLost && at >= 2 || reset != (x.End.Detail == wire.DetailReset) && x.Head != nil {
				t.Fatalf("after %d bytes: %+v", at, x.End)
			}
			events, torn := 0, ""
			for _, f := range arrivals(x) {
				if f.Kind == wire.FrameEvent {
					events++
				} else if f.Kind == wire.FrameTorn {
					torn = string(f.Data)
				}
			}
			complete := 0
			if at >= len(first) {
				complete = 1
			}
			if at == len(answer) {
				complete = 2
			}
			if events != complete || !strings.Contains(string(answer[:at]), torn) {
				t.Fatalf("after %d bytes: %d events, %q", at, events, torn)
			}
		}
	}
}

func isReset(err error) bool {
	return err != nil && err != io.EOF && strings.Contains(err.Error(), "reset")
}

// response waits for the record of the response and that of its connection, and returns the
// first.
func (p *passed) response(t *testing.T) *wire.Capture {
	t.Helper()
	for _, x := range p.all(t, 2) {
		if len(x.Sent.Body) > 0 {
			return x
		}
	}
	t.Fatal("no response is recorded")
	return nil
}

// TestACallerThatBreaksOff ends the connection to the server as it did, at every byte of what
// it sends.
func TestACallerThatBreaksOff(t *testing.T) {
	asked := slices.Concat(frame(ours.Text, true, true, create), frame(ours.Text, true, true, `{"type":"response.processed"}`))
	first := len(frame(ours.Text, true, true, create))
	for _, reset := range []bool{false, true} {
		ended := make(chan error, 1)
		got := make(chan []byte, 1)
		p := pass(t, hijacking(t, func(conn net.Conn, r *bufio.Reader) {
			b, err := io.ReadAll(r)
			got <- b
			ended <- err
		}))
		for at := range len(asked) + 1 {
			conn, _ := handshake(t, p.URL, "/responses")
			_, _ = conn.Write(asked[:at])
			if reset {
				_ = conn.SetLinger(0)
			}
			conn.Close()
			b, err := <-got, <-ended
			if !reset && (err != nil || !bytes.Equal(b, asked[:at])) {
				t.Fatalf("after %d bytes the server got %q, %v", at, b, err)
			}
			n := 1
			if bytes.HasPrefix(b, asked[:first]) {
				n = 2
			}
			for _, x := range p.all(t, n) {
				want := wire.EndHungUp
				if len(x.Sent.Body) == 0 { // of the connection: only a response that runs is cancelled
					want = wire.EndClean
				}
				if x.End.Cause != want {
					t.Fatalf("after %d bytes: %+v", at, x.End)
				}
			}
		}
	}
}

// TestTheCodeOfACloseIsRecorded: an incomplete response is lost, and why is known.
func TestTheCodeOfACloseIsRecorded(t *testing.T) {
	for code, want := range map[websocket.StatusCode]wire.EndCause{1000: wire.EndClean, 1011: wire.EndLost, 1008: wire.EndLost} {
		p := pass(t, speaking(t, websocket.CompressionDisabled, func(ctx context.Context, c *websocket.Conn) {
			_, _, _ = c.Read(ctx)
			_ = c.Write(ctx, websocket.MessageText, []byte(`{"type":"response.created"}`))
			_ = c.Close(code, "because")
		}))
		c := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
		_ = c.Write(t.Context(), websocket.MessageText, []byte(create))
		_, _, _ = c.Read(t.Context())
		_, _, err := c.Read(t.Context())
		if websocket.CloseStatus(err) != code {
			t.Errorf("the caller got %v", err)
		}
		x := p.response(t)
		if x.End.Cause != want || want != wire.EndClean && !strings.Contains(x.End.Message, fmt.Sprintf("%d: because", code)) {
			t.Errorf("%d: %+v", code, x.End)
		}
		if last := arrivals(x); len(last) < 2 || last[1].Event != "close" {
			t.Errorf("%d: %q", code, dataOf(x))
		}
	}
}

// TestASlowCallerSlowsTheServer: nothing is held for it but what the connections hold, and no
// more than the memory for records.
func TestASlowCallerSlowsTheServer(t *testing.T) {
	const piece = 1 << 20
	sent := make(chan int, 1)
	p := pass(t, hijacking(t, func(conn net.Conn, r *bufio.Reader) {
		message := frame(ours.Binary, true, false, strings.Repeat("x", piece))
		n := 0
		for ; n < 1000; n++ {
			_ = conn.SetWriteDeadline(time.Now().Add(2 * time.Second))
			if _, err := conn.Write(message); err != nil {
				break
			}
		}
		sent <- n
	}), func(o *proxy.Options) { o.MaxAnswers = 4 << 20 })
	conn, _ := handshake(t, p.URL, "/stream")
	if n := <-sent; n >= 1000 {
		t.Errorf("the server could send %d MiB to a caller that does not read", n)
	}
	conn.Close()
	p.capture(t)
}

// TestWhatExceedsTheMemoryPasses: the record is given up, the connection is not.
func TestWhatExceedsTheMemoryPasses(t *testing.T) {
	p := pass(t, speaking(t, websocket.CompressionDisabled, answering(t)), func(o *proxy.Options) { o.MaxAnswers = 20_000 })
	c := dial(t, p.URL+"/responses", websocket.CompressionDisabled)
	big := `{"type":"response.create","input":"` + strings.Repeat("x", 50_000) + `"}`
	ask(t, c, big, 1)
	ask(t, c, create, 2)
	_ = c.Close(websocket.StatusNormalClosure, "")
	for {
		x := p.capture(t)
		if len(x.Sent.Body) == 0 {
			if x.End.Cause != wire.EndBehind {
				t.Errorf("%+v", x.End)
			}
			return
		}
	}
}

// TestAStoppedProxyEndsItsWebSockets.
func TestAStoppedProxyEndsItsWebSockets(t *testing.T) {
	ctx, stop := context.WithCancelCause(context.Background())
	p := pass(t, speaking(t, websocket.CompressionDisabled, func(ctx context.Context, c *websocket.Conn) {
		_, _, _ = c.Read(ctx)
		_ = c.Write(ctx, websocket.MessageText, []byte(`{"type":"response.created"}`))
		_, _, _ = c.Read(ctx)
	}))
	front := httptest.NewUnstartedServer(p.proxy)
	front.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	front.Start()
	defer front.Close()
	c := dial(t, front.URL+"/responses", websocket.CompressionDisabled)
	_ = c.Write(t.Context(), websocket.MessageText, []byte(create))
	_, _, _ = c.Read(t.Context())
	stop(client.ErrStopped)
	if _, _, err := c.Read(t.Context()); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("the caller got %v", err)
	}
	for _, x := range p.all(t, 2) {
		if x.End.Cause != wire.EndCancelled {
			t.Errorf("%q: %+v", x.Sent.Body, x.End)
		}
	}
}

// TestAChangeOfProtocolWithoutItsName cannot be forwarded, and the record has the reason.
func TestAChangeOfProtocolWithoutItsName(t *testing.T) {
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		fmt.Fprint(conn, "HTTP/1.1 101 Switching Protocols\r\n\r\n")
	}))
	if _, resp, err := websocket.Dial(t.Context(), p.URL+"/responses", nil); err == nil || resp != nil {
		t.Errorf("%v %v", resp, err)
	}
	if x := p.capture(t); !strings.Contains(x.End.Message, "without Connection: Upgrade") {
		t.Errorf("%+v", x.End)
	}
}

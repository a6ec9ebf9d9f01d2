package client_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/wire"
)

// reply is what a raw server does with a connection after it has read one
// request: its writes go straight to the wire.
type reply func(conn net.Conn, req *http.Request)

// pipes returns a transport whose every connection is a pipe to a server that
// reads one request, replies and closes. Times in it are the bubble's.
func pipes(serve reply) *http.Transport {
	return &http.Transport{
		DisableCompression: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			go func() {
				defer far.Close()
				req, err := http.ReadRequest(bufio.NewReader(far))
				if err != nil {
					return
				}
				if _, err := io.Copy(io.Discard, req.Body); err == nil {
					serve(far, req)
				}
			}()
			return near, nil
		},
	}
}

// raw replies with bytes, each piece in one write.
func raw(pieces ...string) reply {
	return func(conn net.Conn, _ *http.Request) {
		for _, p := range pieces {
			if _, err := io.WriteString(conn, p); err != nil {
				return
			}
		}
	}
}

// every replies with the pieces, each after a pause.
func every(pause time.Duration, pieces ...string) reply {
	return func(conn net.Conn, req *http.Request) {
		for _, p := range pieces {
			time.Sleep(pause)
			raw(p)(conn, req)
		}
	}
}

// bytewise cuts text into its bytes, through the middle of characters too.
func bytewise(text string) []string {
	out := make([]string, len(text))
	for i := range len(text) {
		out[i] = text[i : i+1]
	}
	return out
}

const (
	sseHead  = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
	jsonHead = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
)

// stream replies with an event stream.
func stream(pieces ...string) reply { return raw(append([]string{sseHead}, pieces...)...) }

// pemOf returns the certificate of a test server as a file holds it.
func pemOf(server *httptest.Server) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
}

// sink stores all that arrives.
type sink struct {
	capture  *wire.Capture
	arrivals []wire.Arrival
}

func (s *sink) Start(c *wire.Capture) { s.capture = c }
func (s *sink) Arrive(a wire.Arrival) { s.arrivals = append(s.arrivals, a) }

// events returns the decoded events.
func (s *sink) events() (out []wire.Event) {
	for _, a := range s.arrivals {
		if a.Decoded {
			out = append(out, a.Event)
		}
	}
	return out
}

// exchange makes one exchange with a raw server.
func exchange(t testing.TB, serve reply, call client.Call, opts ...client.Option) (*wire.Capture, *sink) {
	t.Helper()
	transport := pipes(serve)
	defer transport.CloseIdleConnections()
	opts = append([]client.Option{client.WithBaseURL("http://gateway.test/api/v1"), client.WithTransport(transport)}, opts...)
	if call.Path == "" {
		call.Path = "/responses"
	}
	if call.Body == nil {
		call.Body = []byte(`{"model":"a/b","stream":true}`)
		call.Stream = true
	}
	var s sink
	return client.New(opts...).Do(t.Context(), call, &s), &s
}

// dump is all that a capture and its arrivals hold, as text.
func dump(c *wire.Capture, s *sink) string {
	out := fmt.Sprintf("%v %v %s %+v %q %q", c.Sent.URL, c.Sent.Header, c.Sent.Body, c.End, c.Body.All(), c.Text().All())
	if c.Head != nil {
		out += fmt.Sprintf(" %+v", *c.Head)
	}
	if z, err := gzip.NewReader(bytes.NewReader(c.Body.All())); err == nil {
		plain, _ := io.ReadAll(z)
		out += string(plain)
	}
	for _, a := range s.arrivals {
		out += fmt.Sprintf(" %q %q %+v", a.Frame.Data, a.Body, a.Event)
	}
	return out
}

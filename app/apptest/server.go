package apptest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/app"
	"gatehouse/client/profile"
	"gatehouse/gateway"
)

// Slow chooses a model whose answer takes many seconds.
func Slow(o *app.Options) { o.Connection.Model = "fault/slow" }

// RunElsewhere runs a test against another server than the local gateway.
func RunElsewhere(t *testing.T, h http.Handler, change func(*app.Options), test func(d *Driver)) {
	RunAgainst(t, h, 100, 24, func(o *app.Options) {
		o.Connection = app.Connection{BaseURL: "http://other.example/api/v1", Key: profile.Key{Value: "k"}, Metadata: o.Connection.Metadata}
		if change != nil {
			change(o)
		}
	}, test)
}

// Pipes is a listener whose connections are made in memory, so that a bubble
// can tell when all of them wait.
type Pipes struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

// NewPipes returns an open listener.
func NewPipes() *Pipes { return &Pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

// Accept implements net.Listener.
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (p *Pipes) Close() error { p.once.Do(func() { close(p.done) }); return nil }

// Addr implements net.Listener.
func (p *Pipes) Addr() net.Addr { return &net.TCPAddr{} }

// Dial connects to the listener, whatever the address.
func (p *Pipes) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.done:
		return nil, fmt.Errorf("dial: connection refused")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Serve runs a handler until the test ends, and returns options that connect to it.
func Serve(t testing.TB, h http.Handler) app.Options {
	p := NewPipes()
	server := &http.Server{Handler: h}
	go server.Serve(p)
	transport := &http.Transport{DialContext: p.Dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	return app.Options{
		Connection: app.Connection{Local: true, Metadata: true, Connect: func(context.Context) (string, string, error) {
			return "http://gateway.test/api/v1", "test-key", nil
		}},
		Transport: transport,
		Listen:    func(context.Context, string, string) (net.Listener, error) { return NewPipes(), nil },
		Theme:     "auto",
		Environ:   []string{"TERM=xterm-256color"},
	}
}

// Run runs a test against the local gateway, in a bubble of time.
func Run(t *testing.T, width, height int, change func(*app.Options), test func(d *Driver)) {
	RunAgainst(t, gateway.New(gateway.WithKeys("test-key")), width, height, change, test)
}

// RunAgainst runs a test against a server, in a bubble of time.
func RunAgainst(t *testing.T, h http.Handler, width, height int, change func(*app.Options), test func(d *Driver)) {
	synctest.Test(t, func(t *testing.T) {
		opts := Serve(t, h)
		if change != nil {
			change(&opts)
		}
		d := New(t, opts, width, height)
		d.Flush()
		test(d)
		d.End()
	})
}

// WithMetadata requests routing metadata.
func WithMetadata(o *app.Options) { o.Connection.Metadata = true }

// Received is the local gateway; it stores the last request to /responses.
type Received struct {
	http.Handler
	mu     sync.Mutex
	Body   []byte
	Header http.Header
	Count  int // of the requests
}

// NewReceived returns a gateway that has received nothing.
func NewReceived() *Received {
	return &Received{Handler: gateway.New(gateway.WithKeys("test-key"))}
}

// ServeHTTP implements http.Handler.
func (r *Received) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if strings.HasSuffix(req.URL.Path, "/responses") {
		body, _ := io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
		r.mu.Lock()
		r.Body, r.Header = body, req.Header.Clone()
		r.Count++
		r.mu.Unlock()
	}
	r.Handler.ServeHTTP(w, req)
}

// Scripted returns a server that answers each request with the same deltas, one each pace, so that
// the screens depend on nothing but what draws them.
func Scripted(deltas []string, pace time.Duration) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/models", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"data":[{"id":"sim/writer","name":"Writer"},{"id":"sim/coder","name":"Coder"}]}`)
	})
	mux.HandleFunc("POST /api/v1/responses", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		send := func(format string, args ...any) {
			fmt.Fprintf(w, "data: "+format+"\n\n", args...)
			w.(http.Flusher).Flush()
		}
		send(`{"type":"response.created","sequence_number":0,"response":{"id":"r1","object":"response","status":"in_progress","model":"sim/writer","output":[]}}`)
		send(`{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message","id":"m1","role":"assistant","status":"in_progress","content":[{"type":"output_text","text":""}]}}`)
		for i, d := range deltas {
			select {
			case <-time.After(pace):
			case <-r.Context().Done():
				return
			}
			send(`{"type":"response.output_text.delta","sequence_number":%d,"output_index":0,"content_index":0,"item_id":"m1","delta":%q}`, i+2, d)
		}
		item := fmt.Sprintf(`{"type":"message","id":"m1","role":"assistant","status":"completed","content":[{"type":"output_text","text":%q,"annotations":[]}]}`, strings.Join(deltas, ""))
		send(`{"type":"response.completed","sequence_number":%d,"response":{"id":"r1","object":"response","status":"completed","model":"sim/writer","output":[%s],"usage":{"input_tokens":34,"input_tokens_details":{"cached_tokens":8},"output_tokens":212,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":246}}}`, len(deltas)+2, item)
		io.WriteString(w, "data: [DONE]\n\n")
	})
	return mux
}

// Deltas are those of a short answer with a list and code.
var Deltas = []string{
	"Rotate in **this order**:\n\n", "1. keys that are in a repository\n", "2. keys without an expiry\n", "3. the rest, oldest first\n\n",
	"```sh\n", "gateway keys rotate --older-than 90d\n", "```\n\n", "Then look at the log ", "once more.",
}

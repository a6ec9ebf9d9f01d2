package proxy_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// fake is an upstream that answers without a network.
type fake func(*http.Request) (*http.Response, error)

func (f fake) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// supply is a body that is always there, counts what was taken of it, and may break.
type supply struct {
	taken  atomic.Int64
	breaks int64 // after how many bytes; 0: never
	closed atomic.Bool
}

func (s *supply) Read(p []byte) (int, error) {
	if n := s.taken.Add(int64(len(p))); s.breaks > 0 && n > s.breaks {
		return 0, errors.New("the connection broke")
	}
	return len(p), nil
}

func (s *supply) Close() error {
	s.closed.Store(true)
	return nil
}

func (s *supply) answer(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: s, ContentLength: -1, Request: r}, nil
}

// pipes listens on pipes, which hold nothing: what is written has been read.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if conn, ok := <-p; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// through sends a request through a proxy to an upstream and returns the connection, whose
// answer is to be read, and the record. All goroutines must have ended with the bubble.
func through(t *testing.T, upstream fake) (conn net.Conn, recorded <-chan *wire.Capture) {
	t.Helper()
	captures := make(chan *wire.Capture, 1)
	p, err := proxy.New(proxy.Options{
		Targets: []proxy.Target{{Base: "http://gateway.test", Client: client.New(client.WithBaseURL("http://gateway.test"), client.WithTransport(upstream))}},
		Watch: func(proxy.Exchange) proxy.Watch {
			return proxy.Watch{End: func(c *wire.Capture) { captures <- c }}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	listener := make(pipes)
	server := &http.Server{Handler: p}
	go server.Serve(listener)
	t.Cleanup(func() {
		close(listener)
		server.Close()
		p.Wait()
	})
	here, there := net.Pipe()
	listener <- there
	t.Cleanup(func() { here.Close() })
	if _, err := io.WriteString(here, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"); err != nil {
		t.Fatal(err)
	}
	return here, captures
}

// TestACallerThatDoesNotReadStopsTheUpstream: of an endless answer no more is taken than
// fits the buffers on the way; when the caller leaves, upstream and record end.
func TestACallerThatDoesNotReadStopsTheUpstream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var endless supply
		conn, recorded := through(t, endless.answer)
		if _, err := io.ReadFull(conn, make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if n := endless.taken.Load(); n < 1<<20 || n > 1<<20+128<<10 {
			t.Errorf("%d bytes were taken for a caller that read %d", n, 1<<20)
		}
		conn.Close()
		synctest.Wait()
		if !endless.closed.Load() {
			t.Error("the upstream is still open")
		}
		c := <-recorded
		if n := c.Body.Len(); c.End.Cause != wire.EndHungUp || n != endless.taken.Load() {
			t.Errorf("%d bytes recorded of %d, %+v", n, endless.taken.Load(), c.End)
		}
	})
}

// TestAnUpstreamThatBreaksLeavesNothingBehind: the caller has what arrived, and no goroutine
// waits for more.
func TestAnUpstreamThatBreaksLeavesNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := supply{breaks: 1 << 20}
		conn, recorded := through(t, broken.answer)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, resp.Body)
		if n != 1<<20 || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes, %v", n, err)
		}
		if c := <-recorded; c.End.Cause != wire.EndLost || c.Body.Len() != 1<<20 || !broken.closed.Load() {
			t.Errorf("%d bytes recorded, %+v, upstream closed %t", c.Body.Len(), c.End, broken.closed.Load())
		}
	})
}

// TestABodyIsReadToItsEndOnce: a server closes the body of a request once it answers, and
// reading after its end is an error then. The upstream's transport looks there all the same.
func TestABodyIsReadToItsEndOnce(t *testing.T) {
	upstream := fake(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if _, again := r.Body.Read(make([]byte, 1)); again != io.EOF {
			err = errors.Join(err, again)
		}
		if err != nil {
			return nil, err
		}
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(string(body)))}, nil
	})
	p, err := proxy.New(proxy.Options{Targets: []proxy.Target{{Base: "http://gateway.test", Client: client.New(client.WithBaseURL("http://gateway.test"), client.WithTransport(upstream))}}})
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest("POST", "http://localhost/", &closing{data: `{"model":"m"}`})
	request.ContentLength = 13
	answer := httptest.NewRecorder()
	p.ServeHTTP(answer, request)
	p.Wait()
	if answer.Code != http.StatusOK || answer.Body.String() != `{"model":"m"}` {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

// closing is a body that is closed once it was read.
type closing struct {
	data string
	read bool
}

func (c *closing) Read(p []byte) (int, error) {
	if c.read {
		return 0, http.ErrBodyReadAfterClose
	}
	c.read = true
	return copy(p, c.data), io.EOF
}

func (c *closing) Close() error { return nil }

// TestABlockedDiskDelaysNothing: the exchange continues to its end; the record has
// its beginning, no more than the bound, and says that the rest is missing.
func TestABlockedDiskDelaysNothing(t *testing.T) {
	const size, bound = 80 << 20, 64 << 20
	piece := make([]byte, 1<<20)
	disk := &stuck{asked: make(chan bool), goOn: make(chan bool)}
	captures := make(chan *wire.Capture, 1)
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for range size / len(piece) {
			_, _ = w.Write(piece)
		}
	}), func(o *proxy.Options) {
		o.Watch = func(proxy.Exchange) proxy.Watch {
			return proxy.Watch{Store: disk, End: func(c *wire.Capture) { captures <- c }}
		}
	})
	resp, err := http.Get(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	<-disk.asked
	if n, err := io.Copy(io.Discard, resp.Body); n != size || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	close(disk.goOn)
	c := <-captures
	if n := c.Body.Len(); c.End.Cause != wire.EndBehind || n > bound+1<<20 || n < bound/2 {
		t.Errorf("%d bytes are recorded, %+v", n, c.End)
	}
}

// stuck is a store whose first chunk waits.
type stuck struct {
	waited      bool
	asked, goOn chan bool
}

func (*stuck) Begin(*wire.Capture) {}
func (*stuck) Head(*wire.Capture)  {}
func (*stuck) End(*wire.Capture)   {}
func (s *stuck) Chunk([]byte, int64) {
	if !s.waited {
		s.waited = true
		close(s.asked)
		<-s.goOn
	}
}

package proxy_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// passed is a proxy in front of a server, and what it recorded.
type passed struct {
	*httptest.Server
	proxy    *proxy.Proxy
	captures chan *wire.Capture
}

func pass(t *testing.T, upstream http.Handler, change ...func(*proxy.Options)) *passed {
	t.Helper()
	server := httptest.NewServer(upstream)
	t.Cleanup(server.Close)
	p := &passed{captures: make(chan *wire.Capture, 1000)}
	o := proxy.Options{
		Targets: []proxy.Target{{Base: server.URL, Client: client.New(client.WithBaseURL(server.URL))}},
		Watch: func(proxy.Exchange) proxy.Watch {
			return proxy.Watch{End: func(c *wire.Capture) { p.captures <- c }}
		},
	}
	for _, f := range change {
		f(&o)
	}
	var err error
	if p.proxy, err = proxy.New(o); err != nil {
		t.Fatal(err)
	}
	p.Server = httptest.NewServer(p.proxy)
	t.Cleanup(func() { p.Close(); p.proxy.Wait() })
	return p
}

// capture waits for the record of an exchange.
func (p *passed) capture(t *testing.T) *wire.Capture {
	t.Helper()
	select {
	case c := <-p.captures:
		return c
	case <-time.After(time.Minute):
		t.Fatal("no record")
		return nil
	}
}

// raw sends bytes to a server and returns all that it answers.
func raw(t *testing.T, address, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(conn)
	if err != nil && !errors.Is(err, net.ErrClosed) {
		t.Logf("after %d bytes: %v", len(out), err)
	}
	return string(out)
}

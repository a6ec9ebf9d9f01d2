package gateway_test

import (
	"context"
	"net"
	"net/http"
	"sync"

	"gatehouse/gateway"
)

// pipes is a listener whose connections are pipes in memory, so that time in a synctest bubble
// advances only when every goroutine is blocked.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.conns <- server:
		return client, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// client uses the pipes and no keep-alive.
func (p *pipes) client() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: p.dial, DisableKeepAlives: true}}
}

// running serves a gateway over pipes. stop ends it and returns what Serve did.
func running(opts ...gateway.Option) (p *pipes, stop func() error) {
	p = newPipes()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- gateway.New(opts...).Serve(ctx, p) }()
	return p, func() error {
		cancel()
		return <-done
	}
}

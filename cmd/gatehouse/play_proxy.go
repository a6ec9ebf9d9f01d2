package main

import (
	"context"
	"net"

	"gatehouse/app"
)

// recording are the flags of the playground's proxy.
type recording struct {
	to   string // an address, a profile or "local"; empty: it is off at the start
	addr string // host and port to listen on
}

// start opens the listener of a proxy that runs from the start on: that it cannot is said
// before there is a screen. stop closes it, if nothing else did.
func (r recording) start(ctx context.Context, c *common, o *app.Options) (stop func(), err error) {
	to, err := r.connection(c, o.Local)
	if err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", r.addr)
	if err != nil {
		return nil, cannotListen(r.addr, "--proxy-addr", err)
	}
	o.Proxy, o.ProxyAddr = &to, listener.Addr().String()
	opened := listener
	o.Listen = func(ctx context.Context, network, address string) (l net.Listener, err error) {
		if l, opened = opened, nil; l != nil {
			return l, nil
		}
		return new(net.ListenConfig).Listen(ctx, network, address)
	}
	return func() { _ = listener.Close() }, nil
}

// connection is where the proxy leads: to an address, a profile or the local gateway.
func (r recording) connection(c *common, local app.Connection) (app.Connection, error) {
	s, err := c.forwardTo("--proxy", r.to, r.to)
	switch {
	case err != nil:
		return app.Connection{}, err
	case s.BaseURL == "":
		return local, nil
	}
	return app.ConnectionOf(s), nil
}

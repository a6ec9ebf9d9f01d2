package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"sync"

	"gatehouse/gateway"
)

// local is the embedded gateway: real HTTP on a loopback port of this process,
// started when it is first asked for, with a key that nobody else knows.
type local struct {
	ctx     context.Context // it serves until this ends
	stop    context.CancelFunc
	options []gateway.Option
	key     string

	mu   sync.Mutex
	base string
}

// newLocal gives the gateway a life of its own, which only stop ends: with the
// life of ctx, a signal would reach it as well as the client, and when it was
// first to end the stream, the answer would have failed instead of being
// cancelled.
func newLocal(ctx context.Context, h host, service string) *local {
	key := rand.Text()
	// No limit on a request's time: whoever asks for a megabyte word by word
	// sees it come, and can stop it.
	options := append([]gateway.Option{gateway.WithKeys(key), gateway.WithService(service), gateway.WithTimeLimit(0)}, h.local...)
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	return &local{ctx: ctx, stop: stop, options: options, key: key}
}

// connect starts the gateway unless it runs already, and returns its address
// and key. It can be asked again after an error.
func (l *local) connect(ctx context.Context) (baseURL, key string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.base != "" {
		return l.base, l.key, nil
	}
	var config net.ListenConfig
	ln, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", fmt.Errorf("the local gateway cannot listen on a loopback port: %w", err)
	}
	g := gateway.New(l.options...)
	go func() { _ = g.Serve(l.ctx, ln) }() // without an error until ctx ends: the listener is ours alone
	l.base = "http://" + ln.Addr().String() + gateway.Prefix
	return l.base, l.key, nil
}

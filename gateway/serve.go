package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// errStopping ends the running requests when the gateway stops.
var errStopping = errors.New("the local gateway is stopping")

// grace is how long Serve waits until clients have received the ends of their streams.
const grace = time.Second

// Serve answers the requests on ln until ctx ends. Then it ends the running streams, closes ln and
// every connection, and returns nil. It returns earlier, with an error, only if ln fails. If ln is
// on loopback, a request with another Host is a 421 ([WithAllowedHosts]).
func (g *Gateway) Serve(ctx context.Context, ln net.Listener) error {
	// The requests' context must not end before the cause is known.
	requests, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(errStopping)
	tcp, ok := ln.Addr().(*net.TCPAddr)
	local := ok && tcp.IP.IsLoopback()
	server := &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.serve(w, r, local) }),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		BaseContext:       func(net.Listener) context.Context { return requests },
		ErrorLog:          slog.NewLogLogger(g.logger.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	stop(errStopping)
	farewell, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if server.Shutdown(farewell) != nil {
		// The remaining clients do not read.
		_ = server.Close()
	}
	<-failed
	return nil
}

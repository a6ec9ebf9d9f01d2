// Package relay runs the recording proxy: its listener, and what becomes of the exchanges
// that pass through it.
package relay

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/proxy"
	"gatehouse/client/replay"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// DefaultAddress is where the proxy listens unless told otherwise.
const DefaultAddress = "127.0.0.1:8089"

// Options say what a relay forwards and who learns of it.
type Options struct {
	Address string // host and port to listen on; port 0: any that is free
	Targets []Target
	Hosts   []string         // accepted in Host beside loopback names
	Archive *archive.Archive // keeps the exchanges; nil: nothing does
	// Ended is called for each exchange once its record has ended, from several goroutines.
	// The next record may wait for it. Of a stream the capture may hold no more than the last
	// frame, unless there is a Recorder. recorded reports whether that kept the exchange.
	Ended   func(t Target, x *state.Exchange, c *wire.Capture, recorded bool)
	Refused proxy.Refused // learns of each request that is refused here; nil: nobody does
	Report  func(error)   // of an exchange that could not be kept
	Record  Recorder      // is given each exchange whole, before Ended; nil: nothing is
	// Follow is called for each exchange before its record begins, on the goroutine that
	// records it, which then calls what it returns. Nothing else folds the exchange then,
	// or learns of its end, and its capture holds all of it. Nil: nobody follows.
	Follow func(about history.About, kept bool) Follower
	// Listen opens the listener; nil: net's own.
	Listen func(ctx context.Context, network, address string) (net.Listener, error)
}

// Follower learns of an exchange while it passes. What it does must not take long: the
// record waits for it.
type Follower struct {
	Sink client.Sink // nil: nobody follows, and the capture need not hold what is in the archive
	Done func()      // the exchange has ended, and is in the archive if it is kept
}

// Recorder takes exchanges that have ended, from several goroutines, and reports whether it
// could keep them. It says itself what it could not.
type Recorder interface {
	Record(har.Entry) (recorded bool)
}

// Loopback reports whether only programs of this machine can reach the address.
func (o *Options) Loopback() bool {
	name, _, err := net.SplitHostPort(o.Address)
	return err == nil && (name == "localhost" || net.ParseIP(name).IsLoopback())
}

// hosts are the names that are accepted.
func (o *Options) hosts() proxy.Hosts { return proxy.Hosts{Names: o.Hosts, Any: !o.Loopback()} }

// Target is a server that requests are forwarded to, and how its exchanges are kept.
type Target struct {
	proxy.Target
	Profile string // the connection; empty: none
	Local   bool   // the embedded gateway, whose address is of this run only
	Service string // the word in its headers and members
	Shared  bool   // what is recorded of it is shared with the team
}

// Relay is a proxy that listens.
type Relay struct {
	options  Options
	listener net.Listener
	server   *http.Server
	handlers *handlers
	proxy    *proxy.Proxy   // nil: nothing is forwarded
	replay   *replay.Server // nil: nothing is replayed
	stop     context.CancelCauseFunc
	served   sync.WaitGroup
	failed   error
}

// Start listens and forwards until Close. The error is a *net.OpError where nothing can be
// listened on, a *LoopError for a target that is the relay itself, else what is wrong with
// the targets.
func Start(ctx context.Context, o Options) (*Relay, error) {
	r := &Relay{options: o}
	if err := r.forward(o.Record); err != nil {
		return nil, err
	}
	return r, r.listen(ctx, r.proxy)
}

// forward makes the proxy to the targets. What passes is given to record.
func (r *Relay) forward(record Recorder) (err error) {
	targets := make([]proxy.Target, len(r.options.Targets))
	byName := map[string]Target{}
	for i, t := range r.options.Targets {
		targets[i], byName[t.Name] = t.Target, t
	}
	r.proxy, err = proxy.New(proxy.Options{
		Targets: targets, Hosts: r.options.hosts(), Refused: r.options.Refused,
		Watch: func(p proxy.Exchange) proxy.Watch { return r.passing(p, byName[p.Target.Name], record) },
	})
	return err
}

// listen serves until Close.
func (r *Relay) listen(ctx context.Context, handler http.Handler) (err error) {
	open := r.options.Listen
	if open == nil {
		open = new(net.ListenConfig).Listen
	}
	if r.listener, err = open(ctx, "tcp", r.options.Address); err != nil {
		return err
	}
	if err := r.options.checkLoops(r.listener.Addr()); err != nil {
		return errors.Join(err, r.listener.Close())
	}
	ctx, r.stop = context.WithCancelCause(context.WithoutCancel(ctx))
	r.handlers = newHandlers(handler)
	var spoken http.Protocols
	spoken.SetHTTP1(true)
	spoken.SetUnencryptedHTTP2(true) // of who knows beforehand that it is spoken (RFC 9113, section 3.3)
	r.server = &http.Server{
		Handler: r.handlers, ReadHeaderTimeout: time.Minute, Protocols: &spoken,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	r.served.Go(func() {
		if err := r.server.Serve(r.listener); !errors.Is(err, http.ErrServerClosed) {
			r.failed = err
		}
	})
	return nil
}

// Address is where it listens, host and port.
func (r *Relay) Address() string { return r.listener.Addr().String() }

// Waiting is how many forwarded exchanges have ended whose records are still to be made.
func (r *Relay) Waiting() int {
	if r.proxy == nil {
		return 0
	}
	return r.proxy.Waiting()
}

// Close ends what still passes through, and returns once all is recorded. The error is why
// the relay had stopped before.
func (r *Relay) Close() error {
	r.stop(client.ErrStopped)
	err := r.server.Close()
	r.served.Wait()
	r.handlers.close()
	if r.replay != nil {
		r.replay.Wait()
	}
	if r.proxy != nil {
		r.proxy.Wait()
	}
	return errors.Join(r.failed, err)
}

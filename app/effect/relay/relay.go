// Package relay runs the recording proxy and the replay: the listener, and what is done with the
// exchanges that pass.
package relay

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
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

// DefaultAddress is the default address of the proxy.
const DefaultAddress = "127.0.0.1:8089"

// Options configure a relay.
type Options struct {
	Address string // host and port to listen on; port 0: any free port
	Targets []Target
	Hosts   []string         // accepted in Host in addition to loopback names
	Archive *archive.Archive // stores the exchanges; nil: they are not saved
	// Ended is called for each exchange once its record has ended, from several goroutines.
	// The next record may wait for it. Without a Recorder, the capture of a stream may have only
	// the last frame. recorded reports whether the Recorder stored the exchange.
	Ended   func(t Target, x *state.Exchange, c *wire.Capture, recorded bool)
	Refused proxy.Refused // called for each request that the proxy refuses; may be nil
	Report  func(error)   // called for an exchange that could not be saved
	Rules   *RuleSet      // change requests on the way; nil: none
	Record  Recorder      // receives each complete exchange, before Ended; may be nil
	// Follow is called for each exchange before its record begins, on the goroutine that
	// records it, and its result is called there. The exchange is then folded by nothing else,
	// Ended is not called, and the capture is complete. It may be nil.
	Follow func(about history.About, saved bool) Follower
	// Listen opens the listener; nil: that of package net.
	Listen func(ctx context.Context, network, address string) (net.Listener, error)
}

// Follower receives an exchange while it passes. It must not take long: the record waits for it.
type Follower struct {
	Sink client.Sink // nil: the capture may omit what is in the archive
	Done func()      // the exchange has ended, and is in the archive if it is saved
}

// Recorder records exchanges that have ended, from several goroutines, and reports whether it could.
// It reports errors itself.
type Recorder interface {
	Record(har.Entry) (recorded bool)
}

// Loopback reports whether only programs on this machine can reach the address.
func (o *Options) Loopback() bool {
	name, _, err := net.SplitHostPort(o.Address)
	return err == nil && (name == "localhost" || net.ParseIP(name).IsLoopback())
}

func (o *Options) hosts() proxy.Hosts { return proxy.Hosts{Names: o.Hosts, Any: !o.Loopback()} }

// Target is a server to which requests are forwarded, and how its exchanges are saved.
type Target struct {
	proxy.Target
	Profile string // the connection; empty: none
	Local   bool   // the embedded gateway, whose address changes with every start
	Service string // the word in its headers and members
	Shared  bool   // its exchanges are shared with the team
}

// Relay is a running proxy.
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

// Start listens and forwards until Close. The error is a *net.OpError if it cannot listen, a
// *LoopError for a target that is the relay itself, else that of a wrong target.
func Start(ctx context.Context, o Options) (*Relay, error) {
	r := &Relay{options: o}
	if err := r.forward(o.Record); err != nil {
		return nil, err
	}
	return r, r.listen(ctx, r.proxy)
}

// forward creates the proxy to the targets, whose exchanges record receives.
func (r *Relay) forward(record Recorder) (err error) {
	targets := make([]proxy.Target, len(r.options.Targets))
	byName := map[string]Target{}
	for i, t := range r.options.Targets {
		targets[i], byName[t.Name] = t.Target, t
	}
	var rules proxy.Rules
	if r.options.Rules != nil {
		rules = r.options.Rules
		for name, t := range r.options.Rules.others {
			if _, ok := byName[name]; !ok {
				byName[name] = t
			}
		}
	}
	r.proxy, err = proxy.New(proxy.Options{
		Rules: rules, Targets: targets, Hosts: r.options.hosts(), Refused: r.options.Refused,
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
	r.handlers = &handlers{Handler: handler}
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true) // for clients with prior knowledge (RFC 9113, section 3.3)
	r.server = &http.Server{
		Handler: r.handlers, ReadHeaderTimeout: time.Minute, Protocols: &protocols,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	r.served.Go(func() {
		if err := r.server.Serve(r.listener); !errors.Is(err, http.ErrServerClosed) {
			r.failed = err
		}
	})
	return nil
}

// Address returns the host and port on which it listens.
func (r *Relay) Address() string { return r.listener.Addr().String() }

// Waiting returns how many forwarded exchanges have ended and are not recorded yet.
func (r *Relay) Waiting() int {
	if r.proxy == nil {
		return 0
	}
	return r.proxy.Waiting()
}

// Close ends the running exchanges, and returns once all are recorded. The error is why the relay had
// stopped before.
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
	if r.options.Rules != nil {
		r.options.Rules.Close()
	}
	return errors.Join(r.failed, err)
}

// LoopError is the error of a target that is the relay itself: a request to it would be forwarded
// until the connections run out.
type LoopError struct {
	Base   string // without its credentials
	Listen string // host and port
}

func (e *LoopError) Error() string {
	return fmt.Sprintf("%s is the address that the proxy itself listens on (%s); give the address of the gateway, or listen on another", e.Base, e.Listen)
}

// checkLoops returns an error if a target is the listener at an address.
func (o *Options) checkLoops(at net.Addr) error {
	listening, ok := at.(*net.TCPAddr)
	if !ok {
		return nil
	}
	for _, t := range o.Targets {
		u, err := url.Parse(t.Base)
		if err == nil && reaches(u, listening) {
			return &LoopError{t.Client.Secrets().Address(t.Base), listening.String()}
		}
	}
	return nil
}

// reaches reports whether a URL is an address of a listener on this machine. Names other than those
// of loopback are not resolved: their addresses may change.
func reaches(u *url.URL, at *net.TCPAddr) bool {
	if wire.Port(u) != fmt.Sprint(at.Port) {
		return false
	}
	everywhere := at.IP.IsUnspecified()
	name := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return everywhere || at.IP.IsLoopback()
	}
	ip := net.ParseIP(name)
	switch {
	case ip == nil:
		return false
	case ip.IsUnspecified(): // connects to this machine
		return everywhere || at.IP.IsLoopback()
	case everywhere:
		return ip.IsLoopback() || isOurs(ip)
	}
	return ip.Equal(at.IP)
}

// isOurs reports whether an interface of this machine has the address.
func isOurs(ip net.IP) bool {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.Equal(ip) {
			return true
		}
	}
	return false
}

// handlers counts the running requests: closing an http.Server does not wait for them, and their
// records cannot end before they do.
type handlers struct {
	http.Handler
	running sync.WaitGroup

	mu     sync.Mutex // locked while a request begins
	closed bool       // none may begin any more
}

func (h *handlers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		panic(http.ErrAbortHandler) // its connection is closed already
	}
	h.running.Add(1)
	h.mu.Unlock()
	defer h.running.Done()
	h.Handler.ServeHTTP(w, r)
}

// close rejects further requests, and returns once the running ones have ended.
func (h *handlers) close() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.running.Wait()
}

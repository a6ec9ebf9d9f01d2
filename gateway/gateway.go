// Package gateway is the local gateway: an http.Handler that implements the server side of the API
// document with small deterministic models, described as simulated. It shares no type with the
// client, so that one misreading of the document cannot hide in both.
//
// Names in parentheses, such as ("Errors"), are sections of the document.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/check"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/response"
	"gatehouse/gateway/route"
	"gatehouse/gateway/router"
)

// Prefix is the path prefix of the interface ("Versioning").
const Prefix = "/api/v1"

// Gateway answers requests. It is safe for concurrent use.
type Gateway struct {
	settings
	models   catalogue.Catalogue
	checker  *check.Checker
	router   *router.Router
	sessions *route.Sessions
	limit    *rateLimit
	prompts  *response.Cache
	count    atomic.Int64 // requests so far, for the log
	running  atomic.Int64 // requests in progress
}

var _ http.Handler = (*Gateway)(nil)

// New returns a gateway. Without options it accepts any non-empty bearer token, calls its service
// "service", sends a delta every 8 ms, and accepts bodies of up to 32 MiB.
func New(opts ...Option) *Gateway {
	g := &Gateway{settings: defaults()}
	for _, opt := range opts {
		opt(&g.settings)
	}
	g.models = slices.Concat(
		catalogue.Plain(), catalogue.Vendors(), router.Slugs(g.word), catalogue.Reranks(), fault.Catalogue())
	g.router = router.New(g.models, g.word, !g.noRankings)
	g.sessions = route.NewSessions()
	g.checker = check.New(g.word)
	g.limit = newRateLimit(g.perMinute)
	g.prompts = response.NewCache()
	return g
}

// Slugs lists the models of the catalogue, in its order.
func (g *Gateway) Slugs() []string { return catalogue.Slugs(g.models) }

// ServeHTTP answers one request and logs it on one line. A failure has the error body of the
// document.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.serve(w, r, false) }

// serve is ServeHTTP. If local is set, the Host of the request must be a loopback name.
func (g *Gateway) serve(w http.ResponseWriter, r *http.Request, local bool) {
	x := &exchange{Gateway: g, w: w, r: r, start: time.Now(), number: g.count.Add(1), id: response.NewID("req")}
	defer x.log()
	w.Header().Set("X-Request-Id", x.id)
	if f := x.handle(local); f != nil {
		x.fail(f)
	}
}

func (x *exchange) handle(local bool) *fault.Failure {
	if f := x.hostFailure(); f != nil && local {
		return f
	}
	endpoint := endpoint(x.r)
	if endpoint == nil {
		return fault.NewFailure(http.StatusNotFound, fmt.Sprintf(
			"The local gateway has no %s %s, only %s.", x.r.Method, x.r.URL.Path, x.listed()))
	}
	if f := x.admit(); f != nil {
		return f
	}
	defer x.running.Add(-1)
	if n := x.running.Add(1); x.inFlight > 0 && n > int64(x.inFlight) {
		f := fault.NewFailure(http.StatusServiceUnavailable, fmt.Sprintf(
			"The local gateway is already handling %d requests, its limit (--max-requests).", x.inFlight))
		f.RetryAfter = 1
		return f
	}
	return endpoint(x)
}

// listed returns the paths that are answered, for a message.
func (g *Gateway) listed() string {
	all := append([]string{"POST " + Prefix + "/responses", "POST " + Prefix + "/rerank"}, g.paths...)
	return strings.Join(all, ", ") + " and GET " + Prefix + "/models"
}

// handler answers a request, or returns why it failed before anything was sent.
type handler func(*exchange) *fault.Failure

// endpoint returns the handler of a method and path, or nil. A wrong method counts as an unknown
// resource, since the document has no 405.
func endpoint(r *http.Request) handler {
	method := r.Method
	switch method {
	case http.MethodHead: // net/http sends no body
		method = http.MethodGet
	case http.MethodOptions:
		if r.URL.Path == Prefix+"/models" {
			return (*exchange).options
		}
	}
	switch method + " " + r.URL.Path {
	case "GET " + Prefix + "/responses":
		if asksSocket(r) {
			return (*exchange).socket
		}
	case "POST " + Prefix + "/responses":
		return (*exchange).responses
	case "POST " + Prefix + "/rerank":
		return (*exchange).rerank
	case "GET " + Prefix + "/models":
		return (*exchange).list
	}
	return otherEndpoint(method, strings.TrimPrefix(r.URL.Path, Prefix))
}

// otherEndpoint returns the handler of an operation that the document only names ("Other endpoints
// that exist"), or nil. Those on guardrails, credentials and members need a management key, which
// the local gateway does not have; the others are not implemented.
func otherEndpoint(method, target string) handler {
	const segment = "?*" // any one, but not empty
	matches := func(operation string) bool {
		ok, err := path.Match(operation, method+" "+target)
		return ok && err == nil
	}
	var f *fault.Failure
	if slices.ContainsFunc([]string{"GET /byok", "POST /guardrails", "PATCH /guardrails/?*", "GET /workspaces/?*/members"}, matches) {
		f = fault.NewFailure(http.StatusForbidden, "Only management keys can perform this operation")
		return func(*exchange) *fault.Failure { return f }
	}
	others := []string{
		"GET /benchmarks", "GET /files", "POST /files", "GET /files/?*", "DELETE /files/?*", "GET /files/?*/content",
		"POST /embeddings", "POST /messages", "POST /presets/?*/messages", "POST /images", "POST /audio/transcriptions",
		"GET /datasets/rankings-daily", "GET /generation",
	}
	if i := slices.IndexFunc(others, matches); i >= 0 {
		operation := strings.Replace(others[i], segment, "…", 1)
		return func(x *exchange) *fault.Failure {
			return fault.NewFailure(http.StatusNotFound, "The local gateway does not implement "+operation+", only "+x.listed()+".")
		}
	}
	return nil
}

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
		Handler:           g.front(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.serve(w, r, local) })),
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

// Package gateway is the local gateway: an http.Handler that implements the API
// document on the server's side, over small deterministic models that say that
// they are simulated. It shares no type with the client, so that one misreading
// of the document cannot hide in both.
//
// Names in parentheses, such as ("Errors"), are sections of the document.
package gateway

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gatehouse/gateway/agent"
	"gatehouse/gateway/cache"
	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/check"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/pages"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/response"
	"gatehouse/gateway/route"
	"gatehouse/gateway/router"
	"gatehouse/gateway/sim"
)

// Prefix is the path prefix of the interface ("Versioning").
const Prefix = "/api/v1"

// Version is the version of the interface that is implemented ("Versioning").
const Version = "1.0.0"

// Gateway answers requests. It is safe for use by any number of them at once.
type Gateway struct {
	settings
	models    *catalogue.Catalogue
	checker   *check.Checker
	agents    *agent.Agents
	router    *router.Router
	held      *route.Sessions
	limit     *rateLimit
	web       func() *pages.Web // read when it is first asked for
	moderator *plugin.Moderator
	prompts   *cache.Cache
	count     atomic.Int64 // requests so far, for the log
	running   atomic.Int64 // requests that are being answered
}

var _ http.Handler = (*Gateway)(nil)

// New makes a gateway. Without options it takes any non-empty bearer, calls its
// service "service", sends a delta every 8 ms, and takes bodies of up to 32 MiB.
func New(opts ...Option) *Gateway {
	g := &Gateway{settings: defaults()}
	for _, opt := range opts {
		opt(&g.settings)
	}
	g.models = catalogue.New(slices.Concat(
		catalogue.Plain(), catalogue.Vendors(), router.Slugs(g.word), catalogue.Reranks(), fault.Catalogue())...)
	g.router = router.New(g.models, g.word, !g.noRankings)
	g.held = route.NewSessions()
	g.checker = check.New(g.word)
	g.limit = newRateLimit(g.perMinute)
	g.web = sync.OnceValue(pages.New)
	g.agents = agent.New(sim.New(), g.web, g.models, g.router)
	g.prompts = cache.New()
	g.moderator = plugin.NewModerator()
	return g
}

// Slugs lists the models of the catalogue, in its order.
func (g *Gateway) Slugs() []string {
	var slugs []string
	for _, m := range g.models.All() {
		slugs = append(slugs, m.Slug)
	}
	return slugs
}

// ServeHTTP answers one request and logs it on one line. Every answer that is
// no success has the error body of the document.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.serve(w, r, false) }

// serve is ServeHTTP. With local, the Host of the request must be a loopback one.
func (g *Gateway) serve(w http.ResponseWriter, r *http.Request, local bool) {
	x := &exchange{Gateway: g, w: w, r: r, start: time.Now(), number: g.count.Add(1), id: response.NewID("req")}
	defer x.log()
	w.Header().Set("X-Request-Id", x.id)
	if local {
		if f := x.misdirected(); f != nil {
			x.fail(f)
			return
		}
	}
	endpoint := g.endpoint(r)
	if endpoint == nil {
		x.fail(fault.NewFailure(http.StatusNotFound, fmt.Sprintf(
			"The local gateway has no %s %s, only POST %s/responses, POST %s/rerank and GET %s/models.",
			r.Method, r.URL.Path, Prefix, Prefix, Prefix)))
		return
	}
	if f := x.admit(); f != nil {
		x.fail(f)
		return
	}
	defer g.running.Add(-1)
	if n := g.running.Add(1); g.inFlight > 0 && n > int64(g.inFlight) {
		x.fail(busy(g.inFlight))
		return
	}
	endpoint(x)
}

// endpoint is what answers a method and path; nil when nothing does. A wrong
// method is an unknown resource as well: the document knows no 405.
func (g *Gateway) endpoint(r *http.Request) func(*exchange) {
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
	return elsewhere(method, strings.TrimPrefix(r.URL.Path, Prefix))
}

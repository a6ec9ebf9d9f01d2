// Package proxy is a reverse proxy that records what passes through it. It forwards any
// method and path, status, header values, trailers and the bytes of bodies unchanged, each
// read at once; only rules change what they are for. Recording runs in parallel and delays nothing.
package proxy

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// Target is a server that requests are forwarded to.
type Target struct {
	Name   string         // the first segment of the path that leads to it; may be empty for a single target
	Base   string         // its address, with the prefix of every path
	Client *client.Client // forwards and records its exchanges
	// Credentials replaces those of the callers in the header of a request, before it is
	// forwarded and recorded; nil if callers send theirs.
	Credentials func(http.Header)
}

// Watch is what receives the record of one exchange. Each field may be nil.
type Watch struct {
	Store       capture.Store       // in addition to memory
	Sink        client.Sink         // receives the exchange while it arrives
	DiscardBody bool                // the capture of an event stream retains only the open frame
	End         func(*wire.Capture) // receives the capture, ended
}

// Exchange is an exchange whose record begins.
type Exchange struct {
	ID     string
	Target Target
	Sent   wire.Sent // as it was sent on, its body decoded; not to be changed
	Ended  bool      // all of it has passed already
}

// Options are what a proxy forwards, and what receives the records.
type Options struct {
	Targets []Target
	Hosts   Hosts
	// Rules change requests before they are sent; nil: none is changed.
	Rules Rules
	// Watch is called for every exchange before its record begins, on the goroutine that
	// will call what it returns.
	Watch func(Exchange) Watch
	Now   func() time.Time // nil: time.Now

	// MaxRequests and MaxAnswers limit the memory of all exchanges together, in bytes: of
	// request bodies until their records have ended, and of answers that wait to be
	// recorded. What exceeds them is forwarded nevertheless, and missing in the record.
	MaxRequests, MaxAnswers int64 // 0: 256 MiB and 64 MiB
	// Refused is called for each request that is refused; may be nil.
	Refused Refused
}

// Refused receives a request that a server refused, which has no record. address is without
// credentials.
type Refused func(method, address string, status int, why string)

// Report calls f unless it is nil.
func (f Refused) Report(r *http.Request, status int, why string) {
	if f != nil {
		sent := wire.Sent{URL: "http://" + r.Host + r.URL.RequestURI(), Header: r.Header}
		f(r.Method, capture.NewSecrets(capture.Credentials(sent)...).Address(sent.URL), status, why)
	}
}

// refuse answers a request that is not forwarded, and reports it.
func (p *Proxy) refuse(w http.ResponseWriter, r *http.Request, status int, words string) {
	Refuse(w, TypeProxy, status, words)
	p.options.Refused.Report(r, status, words)
}

// The defaults of MaxRequests and MaxAnswers, in bytes.
const (
	defaultMaxRequests = 256 << 20
	defaultMaxAnswers  = 64 << 20
)

// Proxy is the reverse proxy, an http.Handler.
type Proxy struct {
	options Options
	bases   []*url.URL // of the targets
	records records

	requests, answers memory
}

// New returns a proxy. The error names a target whose address is none, or whose name is
// missing or given twice.
func New(o Options) (*Proxy, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if len(o.Targets) == 0 {
		return nil, errors.New("no target to forward to")
	}
	p := &Proxy{options: o}
	p.requests.init(cmp.Or(o.MaxRequests, defaultMaxRequests))
	p.answers.init(cmp.Or(o.MaxAnswers, defaultMaxAnswers))
	p.records.isAmple = func() bool { return p.requests.isAmple() && p.answers.isAmple() }
	seen := map[string]bool{}
	for _, t := range o.Targets {
		base, err := t.base()
		switch {
		case err != nil:
			return nil, err
		case t.Name == "" && len(o.Targets) > 1:
			return nil, fmt.Errorf("several targets need a name each: NAME=%s", hidden(t.Base))
		case seen[t.Name]:
			return nil, fmt.Errorf("two targets are called %q", t.Name)
		case strings.ContainsAny(t.Name, "/?#%"):
			return nil, fmt.Errorf("the name %q cannot be part of a path", t.Name)
		}
		seen[t.Name] = true
		p.bases = append(p.bases, base)
	}
	return p, nil
}

// base returns the address of the target without a slash at its end.
func (t Target) base() (*url.URL, error) {
	base, err := url.Parse(t.Base)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("%q is not the address of a server; write it as https://host/path", hidden(t.Base))
	}
	base.Path, base.RawPath = strings.TrimSuffix(base.Path, "/"), strings.TrimSuffix(base.RawPath, "/")
	return base, nil
}

// hidden returns an address without its password and query.
func hidden(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address"
	}
	u.User, u.RawQuery = nil, ""
	return u.String()
}

// Wait returns when the records of all exchanges have ended. There must be no further
// requests.
func (p *Proxy) Wait() { p.records.Wait() }

// Waiting returns how many exchanges have passed that have yet to be recorded.
func (p *Proxy) Waiting() int { return p.records.len() }

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := p.options.Now()
	if !Admit(w, r, TypeProxy, p.options.Hosts, p.options.Refused) {
		return
	}
	target, to, ok := p.target(r.URL)
	if !ok {
		p.refuse(w, r, http.StatusNotFound, "No target has this name; there are: "+p.names()+".")
		return
	}
	if changesProtocol(r.Header) && !asksSocket(r) {
		p.refuse(w, r, http.StatusNotImplemented, "This proxy records requests and their answers. Of other protocols it forwards WebSocket alone.")
		return
	}
	p.records.count(1)
	defer p.records.count(-1)
	newForwardedExchange(p, target, start, w, r).forward(to)
}

// target finds the target of a request, and the address that it is forwarded to: the path
// and the query as spelled, after those of the target.
func (p *Proxy) target(u *url.URL) (t Target, to *url.URL, ok bool) {
	path, at := u.EscapedPath(), 0
	if t = p.options.Targets[0]; t.Name != "" {
		name, rest, slash := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		at = slices.IndexFunc(p.options.Targets, func(t Target) bool { return t.Name == name })
		if at < 0 {
			return Target{}, nil, false
		}
		t, path = p.options.Targets[at], ""
		if slash {
			path = "/" + rest
		}
	}
	to, err := under(p.bases[at], path, u.RawQuery)
	if err != nil {
		return Target{}, nil, false
	}
	to.ForceQuery = u.ForceQuery
	return t, to, true
}

// under returns the address of a path and a query below a base. The error is that of a path that is none.
func under(base *url.URL, path, query string) (*url.URL, error) {
	to := new(*base)
	escaped := to.EscapedPath() + path
	plain, err := url.PathUnescape(escaped)
	to.Path, to.RawPath, to.RawQuery = plain, escaped, joined(to.RawQuery, query)
	return to, err
}

func joined(base, query string) string {
	if base == "" || query == "" {
		return base + query
	}
	return base + "&" + query
}

// names returns the paths of the targets, for a message.
func (p *Proxy) names() string {
	var all []string
	for _, t := range p.options.Targets {
		all = append(all, "/"+t.Name+"/")
	}
	return strings.Join(all, ", ")
}

// NewID returns an ID for an exchange.
func NewID() string { return strings.ToLower(rand.Text()) }

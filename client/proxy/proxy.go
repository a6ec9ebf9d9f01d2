// Package proxy is a reverse proxy that records what passes through it. What it forwards
// is what came: any method and path, status, header values, trailers and the bytes of
// bodies, each read handed on at once. Recording goes on beside it and delays nothing.
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
	Name   string         // the first member of the path that leads to it; empty where it is the only one
	Base   string         // its address, with the prefix that every path gets
	Client *client.Client // records its exchanges; its transport makes them
	// Credentials replaces those of its callers in the header of a request, before it is
	// sent on and recorded; nil: each caller has its own.
	Credentials func(http.Header)
}

// Watch is what becomes of the record of one exchange.
type Watch struct {
	Store       capture.Store       // keeps it beside memory; nil: nothing does
	Sink        client.Sink         // learns of it while it arrives; nil: nobody does
	DiscardBody bool                // of an event stream only the open frame is kept in the capture
	End         func(*wire.Capture) // has it, ended
}

// Exchange is an exchange whose record begins.
type Exchange struct {
	ID     string
	Target Target
	Sent   wire.Sent // as it was forwarded, its body decoded; that is not to be changed
	Ended  bool      // all of it has passed already
}

// Options say what a proxy forwards, and who learns of it.
type Options struct {
	Targets []Target
	Hosts   Hosts
	// Watch is called for every exchange before its record begins, on the goroutine that
	// will call what it returns.
	Watch func(Exchange) Watch
	Now   func() time.Time // nil: time.Now

	// HeldRequests and HeldAnswers bound the memory of all exchanges together, in bytes: of
	// request bodies until their records have ended, and of answers that wait to be
	// recorded. What is more passes all the same, and the record says that it is missing.
	HeldRequests, HeldAnswers int64 // 0: 256 MiB and 64 MiB
	// Refused learns of each request that is answered here and not forwarded; nil: nobody does.
	Refused Refused
}

// Refused learns of a request that a server refused itself, of which there is no record.
// address is without credentials.
type Refused func(method, address string, status int, why string)

// Tell calls it, where there is one.
func (f Refused) Tell(r *http.Request, status int, why string) {
	if f != nil {
		sent := wire.Sent{URL: "http://" + r.Host + r.URL.RequestURI(), Header: r.Header}
		f(r.Method, capture.NewSecrets(capture.Credentials(sent)...).Address(sent.URL), status, why)
	}
}

// refuse answers a request that is not forwarded, and tells of it.
func (p *Proxy) refuse(w http.ResponseWriter, r *http.Request, status int, words string) {
	Refuse(w, TypeProxy, status, words)
	p.options.Refused.Tell(r, status, words)
}

// What a proxy holds in memory unless told otherwise, in bytes.
const (
	heldRequests = 256 << 20
	heldAnswers  = 64 << 20
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
	p.requests.init(cmp.Or(o.HeldRequests, heldRequests))
	p.answers.init(cmp.Or(o.HeldAnswers, heldAnswers))
	p.records.ample = func() bool { return p.requests.ample() && p.answers.ample() }
	seen := map[string]bool{}
	for _, t := range o.Targets {
		base, err := url.Parse(t.Base)
		switch {
		case err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https":
			return nil, fmt.Errorf("%q is not the address of a server; write it as https://host/path", hidden(t.Base))
		case t.Name == "" && len(o.Targets) > 1:
			return nil, fmt.Errorf("several targets need a name each: NAME=%s", hidden(t.Base))
		case seen[t.Name]:
			return nil, fmt.Errorf("two targets are called %q", t.Name)
		case strings.ContainsAny(t.Name, "/?#%"):
			return nil, fmt.Errorf("the name %q cannot stand in a path", t.Name)
		}
		seen[t.Name] = true
		base.Path, base.RawPath = strings.TrimSuffix(base.Path, "/"), strings.TrimSuffix(base.RawPath, "/")
		p.bases = append(p.bases, base)
	}
	return p, nil
}

// hidden is an address without its password and query.
func hidden(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address"
	}
	u.User, u.RawQuery = nil, ""
	return u.String()
}

// Wait returns when the records of all exchanges have ended. No request may come any more.
func (p *Proxy) Wait() { p.records.Wait() }

// Waiting is how many exchanges have passed whose records are still to be made.
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
	newPassage(p, target, start, w, r).forward(to)
}

// target finds whom a request is for, and the address that it is forwarded to: the path and
// the query as they were spelled, behind those of the target.
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
	to = new(url.URL)
	*to = *p.bases[at]
	escaped := to.EscapedPath() + path
	plain, err := url.PathUnescape(escaped)
	if err != nil {
		return Target{}, nil, false
	}
	to.Path, to.RawPath = plain, escaped
	to.RawQuery, to.ForceQuery = joined(to.RawQuery, u.RawQuery), u.ForceQuery
	return t, to, true
}

func joined(base, query string) string {
	if base == "" || query == "" {
		return base + query
	}
	return base + "&" + query
}

// names are the paths of the targets, for words.
func (p *Proxy) names() string {
	var all []string
	for _, t := range p.options.Targets {
		all = append(all, "/"+t.Name+"/")
	}
	return strings.Join(all, ", ")
}

// NewID is the id of an exchange.
func NewID() string { return strings.ToLower(rand.Text()) }

// Package cassette finds the recorded answer to a request: by its method, path and body.
// Headers count for nothing, so a request is answered whatever key it carries.
package cassette

import (
	"cmp"
	"hash/maphash"
	"net/http"
	"sync"

	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state/history"
	"gatehouse/state/json/tree"
	"gatehouse/state/share/redact"
)

// Cassette holds recorded exchanges in the order of their requests. It is safe for
// concurrent use.
type Cassette struct {
	seed    maphash.Seed
	ignored *Ignored
	rules   *redact.Rules // for texts about requests

	mu         sync.Mutex // guards what follows
	shelves    map[key]*shelf
	all        []*recorded // it only grows
	unanswered int         // exchanges without an answer
}

// recorded is one recorded exchange.
type recorded struct {
	entry  har.Entry
	routes []route
}

// target returns the name of the target that it went to; empty where that had none.
func (h *recorded) target() string {
	if h.entry.About.Origin == string(history.Replay) { // its target is what was replayed
		return ""
	}
	return h.entry.About.Target
}

// shelf holds the exchanges of requests that are the same.
type shelf struct {
	list  []*recorded
	asked int  // how many requests were answered from it
	mixed bool // they went to several targets: without the name of one it is not known which is meant
}

// New returns an empty cassette that does not compare what is ignored; nil: nothing is.
func New(ignored *Ignored) *Cassette {
	return &Cassette{seed: maphash.MakeSeed(), ignored: ignored, rules: redact.BuiltIn(), shelves: map[key]*shelf{}}
}

// Add adds an exchange after all others. One whose program ended before an answer arrived, or
// without an answer in the file, is counted in Unanswered, and never found.
func (c *Cassette) Add(e har.Entry) {
	body := c.body(e.Capture.Asked().Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	if !answered(e.Capture) {
		c.unanswered++
		return
	}
	h := &recorded{entry: e}
	h.routes = routesTo(e, h.target())
	c.all = append(c.all, h)
	if e.Capture.Sent.Undecoded() != "" { // what was asked is not known
		return
	}
	for _, w := range h.routes {
		at := keyOf(e.Capture.Sent.Method, w, body)
		if c.shelves[at] == nil {
			c.shelves[at] = &shelf{}
		}
		s := c.shelves[at]
		s.list = append(s.list, h)
		s.mixed = s.mixed || h.target() != s.list[0].target()
	}
}

// answered reports whether an exchange has an answer, or failed in a way that can be replayed.
func answered(c *wire.Capture) bool {
	if c.Head != nil {
		return true
	}
	if c.End == nil {
		return false
	}
	switch c.End.Cause {
	case wire.EndConnect, wire.EndDNS, wire.EndTLS, wire.EndNotHTTP, wire.EndTimeout, wire.EndIdle, wire.EndRequest:
		return true
	}
	return false
}

// Len returns how many exchanges can be found.
func (c *Cassette) Len() int { return len(c.exchanges()) }

// exchanges returns the exchanges that can be found.
func (c *Cassette) exchanges() []*recorded {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all
}

// Unanswered returns how many exchanges were left out because they have no answer.
func (c *Cassette) Unanswered() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.unanswered
}

// Found is a recorded exchange: number N of Of with the same request.
type Found struct {
	har.Entry
	Nth, Of int
}

// Find returns the answer to a request, whose credentials must be masked as those of the recorded
// ones: the nth equal request gets the nth recorded answer, later ones the last.
func (c *Cassette) Find(sent wire.Sent) (Found, bool) {
	if sent.Undecoded() != "" {
		return Found{}, false
	}
	body := c.body(sent.Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range asked(sent.URL) {
		s := c.shelves[keyOf(sent.Method, w, body)]
		if s == nil || s.mixed {
			continue
		}
		n := min(s.asked, len(s.list)-1)
		s.asked++
		return Found{s.list[n].entry, n + 1, len(s.list)}, true
	}
	return Found{}, false
}

// body returns a hash of what a body means, if it is JSON, else of its bytes.
func (c *Cassette) body(body []byte) uint64 {
	if sum, ok := tree.Meaning(c.ignored.Without(body), c.seed); ok {
		return sum
	}
	return ^maphash.Bytes(c.seed, body)
}

// key identifies the requests that are the same.
type key struct {
	method string
	route  route
	body   uint64 // a hash
}

func keyOf(method string, r route, body uint64) key {
	return key{cmp.Or(method, http.MethodPost), r, body}
}

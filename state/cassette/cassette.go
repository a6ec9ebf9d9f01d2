// Package cassette finds the recorded answer to a request: by its method, path and body.
// Headers count for nothing, so a request is answered whatever key it carries.
package cassette

import (
	"hash/maphash"
	"net/http"
	"net/url"
	"strings"

	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state/tree"
)

// Cassette holds recorded exchanges in the order of their requests. It is not safe for
// concurrent use.
type Cassette struct {
	seed       maphash.Seed
	ignored    *Ignored
	shelves    map[string]*shelf // by method, a path that leads to them, and body
	all        []*held
	unanswered int
}

// held is one recorded exchange.
type held struct {
	entry har.Entry
	paths []string // under which it is found, the whole one first
	query string
}

// shelf holds the exchanges of requests that are the same.
type shelf struct {
	held  []*held
	asked int // how many requests were answered from it
}

// New returns an empty cassette that does not compare what is ignored; nil: nothing is.
func New(ignored *Ignored) *Cassette {
	return &Cassette{seed: maphash.MakeSeed(), ignored: ignored, shelves: map[string]*shelf{}}
}

// Add adds an exchange behind all others. One whose program went away before an answer
// came, or of which the file has none, is counted in Unanswered, and never found.
func (c *Cassette) Add(e har.Entry) {
	if !answered(e.Capture) {
		c.unanswered++
		return
	}
	path, query := address(e.Capture.Sent.URL)
	h := &held{entry: e, query: query, paths: pathsOf(e, path)}
	c.all = append(c.all, h)
	body := c.body(e.Capture.Sent.Body)
	for _, path := range h.paths {
		key := shelfKey(e.Capture.Sent.Method, path, query, body)
		if c.shelves[key] == nil {
			c.shelves[key] = &shelf{}
		}
		c.shelves[key].held = append(c.shelves[key].held, h)
	}
}

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

// Len is how many exchanges can be found.
func (c *Cassette) Len() int { return len(c.all) }

// Unanswered is how many exchanges were left out because they have no answer.
func (c *Cassette) Unanswered() int { return c.unanswered }

// Found is a recorded exchange: the nth of so many with the same request.
type Found struct {
	har.Entry
	Nth, Of int
}

// Find returns the answer to a request, whose credentials were taken out as those of the
// recorded ones: to the nth that is the same the nth recorded, after the last that one
// again.
func (c *Cassette) Find(sent wire.Sent) (Found, bool) {
	path, query := address(sent.URL)
	body := c.body(sent.Body)
	for _, path := range asked(path) {
		s := c.shelves[shelfKey(sent.Method, path, query, body)]
		if s == nil {
			continue
		}
		n := min(s.asked, len(s.held)-1)
		s.asked++
		return Found{s.held[n].entry, n + 1, len(s.held)}, true
	}
	return Found{}, false
}

// loose begins the end of a path, which leads to an exchange of another program.
const loose = "…"

// asked are the paths by which a request may be meant: as it is, as the end of another, and
// without the name of one of several targets.
func asked(path string) []string {
	_, rest, named := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if !named {
		return []string{path, loose + path}
	}
	return []string{path, loose + path, "/" + rest}
}

// pathsOf are the paths that lead to a recorded exchange: the whole one, and what follows
// the base URL. Where that is not known, as in a file of another program, every end of the
// path is one.
func pathsOf(e har.Entry, path string) []string {
	paths := []string{path}
	if e.About.BaseURL != "" {
		base, _ := address(e.About.BaseURL)
		if rest, ok := strings.CutPrefix(path, strings.TrimSuffix(base, "/")); ok && rest != path && strings.HasPrefix(rest, "/") {
			paths = append(paths, rest)
		}
		return paths
	}
	for rest := path; ; {
		at := strings.IndexByte(rest[min(1, len(rest)):], '/')
		if at < 0 {
			return paths
		}
		rest = rest[1+at:]
		paths = append(paths, loose+rest)
	}
}

// address returns the path of an address, and its parameters in an order of their own,
// without those that carry credentials: these were not recorded.
func address(address string) (path, query string) {
	u, err := url.Parse(address)
	if err != nil {
		path, query, _ = strings.Cut(address, "?")
		return path, query
	}
	if path = u.EscapedPath(); path == "" {
		path = "/"
	}
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return path, u.RawQuery
	}
	for name := range values {
		if wire.Credential(name) {
			delete(values, name)
		}
	}
	return path, values.Encode()
}

// body is a hash of what a body means, if it is JSON, else of its bytes.
func (c *Cassette) body(body []byte) uint64 {
	if sum, ok := tree.Meaning(c.ignored.Without(body), c.seed); ok {
		return sum
	}
	return ^maphash.Bytes(c.seed, body)
}

func shelfKey(method, path, query string, body uint64) string {
	if method == "" {
		method = http.MethodPost
	}
	var sum strings.Builder
	for range 8 {
		sum.WriteByte(byte(body))
		body >>= 8
	}
	return method + " " + path + "?" + query + " " + sum.String()
}

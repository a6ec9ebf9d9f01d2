package cassette

import (
	"hash/maphash"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/tree"
)

// shelf holds the exchanges of requests that are the same.
type shelf struct {
	held  []*held
	asked int  // how many requests were answered from it
	mixed bool // they went to several targets: without the name of one it is not known which is meant
}

// key is where an exchange is found, and the places in it where secrets were overwritten;
// nil for none.
func (c *Cassette) key(recorded *wire.Capture, w way) (string, *masked) {
	body := c.ignored.Without(recorded.Sent.Body)
	of := body
	if recorded.Redacted == 0 {
		of = nil // these are its own stars
	}
	m := maskedIn(of, w.query)
	if m == nil {
		return shelfKey(recorded.Sent.Method, w, meaning(c.seed, body)), nil
	}
	w.query, _ = m.query(w.query)
	sum, _ := m.body(c.seed, body)
	return shelfKey(recorded.Sent.Method, w, sum) + m.id, m
}

// know adds places where secrets were overwritten.
func (c *Cassette) know(m *masked) {
	if m == nil || slices.ContainsFunc(c.masked, func(known *masked) bool { return known.id == m.id }) {
		return
	}
	at := slices.IndexFunc(c.masked, func(known *masked) bool { return known.size < m.size })
	if at < 0 {
		at = len(c.masked)
	}
	c.masked = slices.Insert(slices.Clone(c.masked), at, m) // a search may hold the others
}

// take takes the next answer from the first shelf that a way leads to; m are the places
// where secrets were overwritten in the requests on it, nil for none.
func (c *Cassette) take(method string, asked []way, body uint64, m *masked) (Found, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range asked {
		end := ""
		if m != nil {
			query, ok := m.query(w.query)
			if !ok {
				continue
			}
			w.query, end = query, m.id
		}
		s := c.shelves[shelfKey(method, w, body)+end]
		if s == nil || s.mixed {
			continue
		}
		n := min(s.asked, len(s.held)-1)
		s.asked++
		return Found{s.held[n].entry, n + 1, len(s.held)}, true
	}
	return Found{}, false
}

// meaning is a hash of what a body means, if it is JSON, else of its bytes.
func meaning(seed maphash.Seed, body []byte) uint64 {
	if sum, ok := tree.Meaning(body, seed); ok {
		return sum
	}
	return ^maphash.Bytes(seed, body)
}

func shelfKey(method string, w way, body uint64) string {
	if method == "" {
		method = http.MethodPost
	}
	var sum strings.Builder
	for range 8 {
		sum.WriteByte(byte(body))
		body >>= 8
	}
	if w.named {
		method = "to " + method
	}
	return method + " " + w.path + "?" + w.query + " " + sum.String()
}

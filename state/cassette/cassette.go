// Package cassette finds the recorded answer to a request: by its method, path and body.
// Headers count for nothing, so a request is answered whatever key it carries.
package cassette

import (
	"hash/maphash"
	"sync"

	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state/redact"
)

// Cassette holds recorded exchanges in the order of their requests. It is safe for
// concurrent use.
type Cassette struct {
	seed    maphash.Seed
	ignored *Ignored
	rules   *redact.Rules // for what is told of requests
	anyName bool

	mu         sync.Mutex        // guards what follows
	shelves    map[string]*shelf // by method, a path that leads to them, and body
	masked     []*masked         // of all exchanges, each once; what fits the fewest requests is first
	all        []*held
	unanswered int
}

// held is one recorded exchange.
type held struct {
	entry har.Entry
	ways  []way
}

// New returns an empty cassette that does not compare what is ignored; nil: nothing is.
func New(ignored *Ignored) *Cassette {
	rules, err := redact.New(nil, "")
	if err != nil {
		panic("cassette: " + err.Error()) // it speaks of patterns, and there are none
	}
	return &Cassette{seed: maphash.MakeSeed(), ignored: ignored, rules: rules, shelves: map[string]*shelf{}}
}

// TakeAnyName says that the names of targets may be missing, as of what an earlier version
// put into the history: any may stand in front of a path. It must be called before all else.
func (c *Cassette) TakeAnyName() { c.anyName = true }

// Add adds an exchange behind all others. One whose program went away before an answer
// came, or of which the file has none, is counted in Unanswered, and never found.
func (c *Cassette) Add(e har.Entry) {
	ways, keys := waysTo(e), map[string]*masked{}
	for _, w := range ways {
		key, m := c.key(e.Capture, w)
		keys[key] = m
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !answered(e.Capture) {
		c.unanswered++
		return
	}
	h := &held{entry: e, ways: ways}
	c.all = append(c.all, h)
	for key, m := range keys {
		if c.shelves[key] == nil {
			c.shelves[key] = &shelf{}
		}
		s := c.shelves[key]
		s.held = append(s.held, h)
		s.mixed = s.mixed || e.About.Target != s.held[0].entry.About.Target
		c.know(m)
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
func (c *Cassette) Len() int { return len(c.exchanges()) }

// exchanges are those that can be found.
func (c *Cassette) exchanges() []*held {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all // which only grows: what is there stays
}

// Unanswered is how many exchanges were left out because they have no answer.
func (c *Cassette) Unanswered() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.unanswered
}

// Found is a recorded exchange: the nth of so many with the same request.
type Found struct {
	har.Entry
	Nth, Of int
}

// Find returns the answer to a request, whose credentials were taken out as those of the
// recorded ones: to the nth that is the same the nth recorded, after the last that one
// again. Where a secret of a recorded request was overwritten, any may stand.
func (c *Cassette) Find(sent wire.Sent) (Found, bool) {
	body, asked := c.ignored.Without(sent.Body), c.asked(sent.URL)
	if found, ok := c.take(sent.Method, asked, meaning(c.seed, body), nil); ok {
		return found, true
	}
	for _, m := range c.allMasked() {
		sum, ok := m.body(c.seed, body)
		if !ok {
			continue
		}
		if found, ok := c.take(sent.Method, asked, sum, m); ok {
			return found, true
		}
	}
	return Found{}, false
}

func (c *Cassette) allMasked() []*masked {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.masked
}

// Package cache remembers which beginnings of prompts a provider has read
// ("cache_control" in the document): a later prompt that begins in the same way
// reports them as cached tokens. It keeps hashes, and no prompt.
package cache

import (
	"bytes"
	"container/list"
	"crypto/sha256"
	"sync"
	"time"

	"gatehouse/gateway/request"
)

// maxEntries is how many prefixes are remembered. The one that was used longest
// ago is forgotten first.
const maxEntries = 10_000

// Cache is safe for use by several goroutines.
type Cache struct {
	mu    sync.Mutex
	byKey map[key]*list.Element
	used  *list.List // of entry; the latest first
}

// Scope is where a prefix counts: what one account has sent to one provider is
// no other's.
type Scope struct{ Account, Provider, Model string }

type key struct {
	scope Scope
	hash  [sha256.Size]byte
}

type entry struct {
	key
	keep  time.Duration
	until time.Time
}

// New remembers nothing yet.
func New() *Cache { return &Cache{byKey: map[key]*list.Element{}, used: list.New()} }

// Use looks up the longest beginning of a prompt that is remembered, and
// remembers those that end in a breakpoint. read is the tokens of the first;
// written of what the last breakpoint adds to it. What is read is kept for as
// long again.
func (c *Cache) Use(s Scope, req *request.Request, now time.Time) (read, written int) {
	if c.idle() && !bytes.Contains(req.Body(), []byte(`"cache_control"`)) {
		return 0, 0 // most prompts: nothing to read, nothing to keep
	}
	boundaries := Boundaries(req)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(boundaries) - 1; i >= 0; i-- {
		b := boundaries[i]
		if e, ok := c.byKey[key{s, b.Hash}]; ok && now.Before(e.Value.(entry).until) {
			read = b.Tokens
			c.keep(key{s, b.Hash}, e.Value.(entry).keep, now)
			break
		}
	}
	for _, b := range boundaries {
		if b.Keep > 0 && b.Tokens > 0 {
			c.keep(key{s, b.Hash}, b.Keep, now)
			written = max(written, b.Tokens-read)
		}
	}
	return read, written
}

// idle reports whether nothing is remembered.
func (c *Cache) idle() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used.Len() == 0
}

func (c *Cache) keep(k key, d time.Duration, now time.Time) {
	v := entry{k, d, now.Add(d)}
	if e, ok := c.byKey[k]; ok {
		e.Value = v
		c.used.MoveToFront(e)
		return
	}
	c.byKey[k] = c.used.PushFront(v)
	if c.used.Len() > maxEntries {
		delete(c.byKey, c.used.Remove(c.used.Back()).(entry).key)
	}
}

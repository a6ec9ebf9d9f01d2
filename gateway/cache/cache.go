// Package cache remembers which prefixes of prompts a provider has read ("cache_control" in the
// document): a later prompt with the same prefix reports it as cached tokens. It stores hashes, not
// prompts.
package cache

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"time"

	"gatehouse/gateway/request"

	lru "github.com/hashicorp/golang-lru/v2"
)

// maxEntries is the maximum number of prefixes; the least recently used is evicted.
const maxEntries = 10_000

// Cache is safe for use by several goroutines.
type Cache struct{ prefixes *lru.Cache[key, entry] }

// Scope limits a prefix to one account, provider and model.
type Scope struct{ Account, Provider, Model string }

type key struct {
	scope Scope
	hash  [sha256.Size]byte
}

type entry struct {
	ttl   time.Duration
	until time.Time
}

// New returns an empty cache.
func New() *Cache {
	prefixes, err := lru.New[key, entry](maxEntries)
	if err != nil {
		panic("cache: " + err.Error()) // only a size below 1 is an error
	}
	return &Cache{prefixes}
}

// Use looks up the longest cached prefix of a prompt, and caches those that end at a breakpoint.
// read is the tokens of the former; written is those that the last breakpoint adds to it. A hit
// renews the prefix for its ttl.
func (c *Cache) Use(s Scope, req *request.Request, now time.Time) (read, written int) {
	if c.prefixes.Len() == 0 && !bytes.Contains(req.Body(), []byte(`"cache_control"`)) {
		return 0, 0 // most prompts: nothing to read or write
	}
	boundaries := Boundaries(req)
	add := func(k key, ttl time.Duration) { c.prefixes.Add(k, entry{ttl, now.Add(ttl)}) }
	for _, b := range slices.Backward(boundaries) {
		k := key{s, b.Hash}
		if e, ok := c.prefixes.Peek(k); ok && now.Before(e.until) {
			read = b.Tokens
			add(k, e.ttl)
			break
		}
	}
	for _, b := range boundaries {
		if b.TTL > 0 && b.Tokens > 0 {
			add(key{s, b.Hash}, b.TTL)
			written = max(written, b.Tokens-read)
		}
	}
	return read, written
}

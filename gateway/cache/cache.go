// Package cache remembers which beginnings of prompts a provider has read
// ("cache_control" in the document): a later prompt that begins in the same way
// reports them as cached tokens. It keeps hashes, and no prompt.
package cache

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"time"

	"gatehouse/gateway/request"

	lru "github.com/hashicorp/golang-lru/v2"
)

// maxEntries is how many prefixes are remembered. The one that was used longest
// ago is forgotten first.
const maxEntries = 10_000

// Cache is safe for use by several goroutines.
type Cache struct{ kept *lru.Cache[key, entry] }

// Scope is where a prefix counts: what one account has sent to one provider is
// no other's.
type Scope struct{ Account, Provider, Model string }

type key struct {
	scope Scope
	hash  [sha256.Size]byte
}

type entry struct {
	keep  time.Duration
	until time.Time
}

// New remembers nothing yet.
func New() *Cache {
	kept, err := lru.New[key, entry](maxEntries)
	if err != nil {
		panic("cache: " + err.Error()) // only a size below 1 is an error
	}
	return &Cache{kept}
}

// Use looks up the longest beginning of a prompt that is remembered, and
// remembers those that end in a breakpoint. read is the tokens of the first;
// written of what the last breakpoint adds to it. What is read is kept for as
// long again.
func (c *Cache) Use(s Scope, req *request.Request, now time.Time) (read, written int) {
	if c.kept.Len() == 0 && !bytes.Contains(req.Body(), []byte(`"cache_control"`)) {
		return 0, 0 // most prompts: nothing to read, nothing to keep
	}
	boundaries := Boundaries(req)
	keep := func(k key, d time.Duration) { c.kept.Add(k, entry{d, now.Add(d)}) }
	for _, b := range slices.Backward(boundaries) {
		k := key{s, b.Hash}
		if e, ok := c.kept.Peek(k); ok && now.Before(e.until) {
			read = b.Tokens
			keep(k, e.keep)
			break
		}
	}
	for _, b := range boundaries {
		if b.Keep > 0 && b.Tokens > 0 {
			keep(key{s, b.Hash}, b.Keep)
			written = max(written, b.Tokens-read)
		}
	}
	return read, written
}

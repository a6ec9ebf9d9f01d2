package response

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"slices"
	"time"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// maxPrefixes is the maximum number of prefixes; the least recently used is evicted.
const maxPrefixes = 10_000

// Cache remembers which prefixes of prompts a provider has read ("cache_control" in the document):
// a later prompt with the same prefix reports it as cached tokens. It has hashes, not prompts, and
// is safe for use by several goroutines.
type Cache struct {
	prefixes *lru.Cache[cacheKey, cacheEntry]
}

// CacheScope limits a prefix to one account, provider and model.
type CacheScope struct{ Account, Provider, Model string }

type cacheKey struct {
	scope CacheScope
	hash  [sha256.Size]byte
}

type cacheEntry struct {
	ttl   time.Duration
	until time.Time
}

// NewCache returns an empty cache.
func NewCache() *Cache {
	prefixes, _ := lru.New[cacheKey, cacheEntry](maxPrefixes) // only a size below 1 is an error
	return &Cache{prefixes}
}

// Use looks up the longest cached prefix of a prompt, and caches those that end at a breakpoint.
// read is the tokens of the former; written is those that the last breakpoint adds to it. A hit
// renews the prefix for its ttl.
func (c *Cache) Use(s CacheScope, req *request.Request, now time.Time) (read, written int) {
	if c.prefixes.Len() == 0 && !bytes.Contains(req.Body(), []byte(`"cache_control"`)) {
		return 0, 0 // most prompts: nothing to read or write
	}
	boundaries := Boundaries(req)
	add := func(k cacheKey, ttl time.Duration) { c.prefixes.Add(k, cacheEntry{ttl, now.Add(ttl)}) }
	for _, b := range slices.Backward(boundaries) {
		k := cacheKey{s, b.Hash}
		if e, ok := c.prefixes.Peek(k); ok && now.Before(e.until) {
			read = b.Tokens
			add(k, e.ttl)
			break
		}
	}
	for _, b := range boundaries {
		if b.TTL > 0 && b.Tokens > 0 {
			add(cacheKey{s, b.Hash}, b.TTL)
			written = max(written, b.Tokens-read)
		}
	}
	return read, written
}

// Boundary is the end of one block of a prompt.
type Boundary struct {
	Hash   [sha256.Size]byte // of everything up to here
	Tokens int               // up to here
	TTL    time.Duration     // of a breakpoint here; 0: no breakpoint
}

// Boundaries cuts a prompt into blocks: the tools, the instructions, and each content part or item
// without parts. A breakpoint is a block's cache_control; the one at top level applies to the last
// block.
func Boundaries(req *request.Request) []Boundary {
	c := &cutter{sum: sha256.New()}
	if tools, ok := req.Member("tools"); ok {
		c.addBlock("tools", tools.Raw, req.ToolTokens())
	}
	if text := req.Instructions(); text != "" {
		c.addBlock("instructions", text, output.CountTokens(text))
	}
	for _, raw := range request.RawItems(req.Body()) {
		c.addItem(gjson.Parse(raw))
	}
	if control, ok := req.Member("cache_control"); ok {
		c.setTTL(control)
	}
	return c.list
}

type cutter struct {
	sum    hash.Hash
	tokens int
	list   []Boundary
}

func (c *cutter) addItem(item gjson.Result) {
	parts := item.Get("content")
	if !parts.IsArray() || len(parts.Array()) == 0 {
		c.addBlock("item", item.Raw, request.ParseItem(item).Tokens())
		return
	}
	c.write("item", item.Get("type").Str+"\x00"+item.Get("role").Str)
	for _, part := range parts.Array() {
		raw := part.Raw
		control := part.Get("cache_control")
		if control.Exists() {
			// A breakpoint moves from turn to turn; the block remains the same.
			raw, _ = sjson.Delete(raw, "cache_control")
		}
		c.addBlock("part", raw, output.CountTokens(part.Get("text").String()))
		if control.Exists() {
			c.setTTL(control)
		}
	}
}

func (c *cutter) addBlock(kind, raw string, tokens int) {
	c.write(kind, raw)
	c.tokens += tokens
	b := Boundary{Tokens: c.tokens}
	c.sum.Sum(b.Hash[:0])
	c.list = append(c.list, b)
}

// write adds to the hash. The fixed length of each sum distinguishes prompts whose blocks are cut
// at different places.
func (c *cutter) write(kind, raw string) {
	sum := sha256.Sum256([]byte(raw))
	_, _ = c.sum.Write([]byte(kind)) // never fails
	_, _ = c.sum.Write(sum[:])
}

// setTTL sets the lifetime of a cache_control after the last block: an hour, or five minutes
// (wire-notes §2). An unknown value counts as not set.
func (c *cutter) setTTL(control gjson.Result) {
	if len(c.list) == 0 {
		return
	}
	last := &c.list[len(c.list)-1]
	if last.TTL = 5 * time.Minute; control.Get("ttl").Str == "1h" {
		last.TTL = time.Hour
	}
}

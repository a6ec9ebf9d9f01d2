package cache

import (
	"crypto/sha256"
	"hash"
	"time"

	"gatehouse/gateway/content"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

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
		c.block("tools", tools.Raw, toolTokens(req))
	}
	if text := req.Instructions(); text != "" {
		c.block("instructions", text, output.CountTokens(text))
	}
	for _, raw := range content.Items(req.Body()) {
		c.item(gjson.Parse(raw))
	}
	if control, ok := req.Member("cache_control"); ok && len(c.list) > 0 {
		c.list[len(c.list)-1].TTL = ttl(control)
	}
	return c.list
}

// toolTokens returns a prompt's length without instructions and items.
func toolTokens(req *request.Request) int {
	n := req.Tokens() - output.CountTokens(req.Instructions())
	for _, it := range req.Input {
		n -= it.Tokens()
	}
	return max(0, n)
}

type cutter struct {
	sum    hash.Hash
	tokens int
	list   []Boundary
}

func (c *cutter) item(item gjson.Result) {
	parts := item.Get("content")
	if !parts.IsArray() || len(parts.Array()) == 0 {
		c.block("item", item.Raw, request.ParseItem(item).Tokens())
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
		c.block("part", raw, output.CountTokens(part.Get("text").String()))
		if control.Exists() {
			c.list[len(c.list)-1].TTL = ttl(control)
		}
	}
}

func (c *cutter) block(kind, raw string, tokens int) {
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

// ttl returns the lifetime of a cache_control: an hour, or five minutes (wire-notes §2). An unknown
// value counts as not set.
func ttl(control gjson.Result) time.Duration {
	if control.Get("ttl").Str == "1h" {
		return time.Hour
	}
	return 5 * time.Minute
}

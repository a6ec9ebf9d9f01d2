package tree

import (
	"iter"
	"sort"
	"sync/atomic"
)

// blockSize is the minimum distance of two blocks in bytes; a block begins with a value. Half of it
// would double the memory of the index, and halve the one to five microseconds that reading a block
// takes.
const blockSize = 1024

// none stands for no value, and for no object or array.
const none = 1<<32 - 1

// place is the position of a value.
type place struct {
	at     uint32 // where it begins
	name   uint32 // of a member: where its name begins, with its quotes; 0 for any other value
	number uint32 // its index among its siblings
}

// block is a run of values that are read together: the part that is stored.
type block struct {
	place        // of its first value
	first uint32 // the number of that
	in    uint32 // the innermost of Index.outer around it; none for the document
}

// outer is an object or array that does not end in the block in which it begins.
type outer struct {
	place
	value uint32
	next  uint32 // the first value after everything in this one
	in    uint32 // the one of Index.outer around it; none for the document
}

// node is a value of a block that was read.
type node struct {
	place
	next   uint32 // the first value after everything in this one
	parent uint32 // none for the document
	end    uint32 // the end of a simple value; 0 for the last of the block, and all others
}

// values is a block that was read. It is immutable.
type values struct {
	first uint32
	in    uint32 // as the block's
	nodes []node
}

// cachedBlocks is the number of cached blocks: a walk over a border, or through an array that begins
// in another block, reads each once.
const cachedBlocks = 4

// blockCache is the cache of blocks. A block that one goroutine replaces stays valid for another
// that holds it.
type blockCache struct {
	blocks [cachedBlocks]atomic.Pointer[values]
	count  atomic.Uint32 // of all blocks cached so far; the last is at it
}

// values returns the block in which a value begins, read.
func (x *Index) values(i int) *values {
	last := x.cache.count.Load()
	for k := range uint32(cachedBlocks) {
		if v := x.cache.blocks[(last-k)%cachedBlocks].Load(); v != nil && uint32(i)-v.first < uint32(len(v.nodes)) {
			return v
		}
	}
	k := x.blockOf(i)
	v := &values{first: x.blocks[k].first, in: x.blocks[k].in, nodes: x.read(k, nil)}
	x.cache.blocks[x.cache.count.Add(1)%cachedBlocks].Store(v)
	return v
}

func (x *Index) node(i int) *node {
	v := x.values(i)
	return &v.nodes[uint32(i)-v.first]
}

// blockOf returns the block in which a value begins, 0 for one before all.
func (x *Index) blockOf(i int) int {
	return max(sort.Search(len(x.blocks), func(k int) bool { return int(x.blocks[k].first) > i })-1, 0)
}

// after returns the block after block k; after the last one an empty block.
func (x *Index) after(k int) block {
	if k+1 < len(x.blocks) {
		return x.blocks[k+1]
	}
	return block{first: uint32(x.n), in: none}
}

// value returns the number of one of Index.outer.
func (x *Index) value(i uint32) uint32 {
	if i == none {
		return none
	}
	return x.outer[i].value
}

// all yields the values from the value first on. It reads every block once, and does not
// use the cache.
func (x *Index) all(first int) iter.Seq2[int, *node] {
	return func(yield func(int, *node) bool) {
		var nodes []node
		i := max(first, 0)
		for k := x.blockOf(i); k < len(x.blocks); k++ {
			nodes = x.read(k, nodes)
			for j := i - int(x.blocks[k].first); j < len(nodes); j++ {
				if !yield(i, &nodes[j]) {
					return
				}
				i++
			}
		}
	}
}

package proxy

import (
	"slices"
	"sync"
	"sync/atomic"
)

// backlog has the entries that were forwarded and wait to be recorded. The forwarding
// goroutines add entries and never wait; one goroutine takes them.
type backlog[T backlogEntry] struct {
	memory *memory // for the entries; without, the record is given up, not the exchange

	mu      sync.Mutex
	more    sync.Cond // signalled when an entry was added
	waiting []T
	ended   bool // the last was added, or the record given up

	batch []T // the next entries; only for pop
}

type backlogEntry interface {
	size() int  // bytes in memory
	last() bool // nothing follows
}

func (b *backlog[T]) init(m *memory) { b.memory, b.more.L = m, &b.mu }

func (b *backlog[T]) running() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.ended
}

// add adds an entry, unless the last one was added. Without memory for it, giveUp is added
// instead, which must be a last one. It reports whether the entry itself was added.
func (b *backlog[T]) add(next, giveUp T) (ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return false
	}
	if ok = b.memory.reserve(next.size()); !ok {
		next = giveUp
	}
	b.ended = next.last()
	b.waiting = append(b.waiting, next)
	b.more.Signal()
	return ok
}

// stop ends the record: the rest of an answer that is too large passes without a copy. It returns the
// entries that nobody has taken.
func (b *backlog[T]) stop() []T {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := slices.Concat(b.batch, b.waiting)
	for _, one := range left {
		b.memory.release(one.size())
	}
	b.ended, b.waiting, b.batch = true, nil, nil
	return left
}

// pop waits for the next entry and removes it.
func (b *backlog[T]) pop() T {
	if len(b.batch) == 0 {
		b.mu.Lock()
		for len(b.waiting) == 0 {
			b.more.Wait()
		}
		b.batch, b.waiting = b.waiting, nil
		b.mu.Unlock()
	}
	var none T
	next := b.batch[0]
	b.batch[0], b.batch = none, b.batch[1:]
	b.memory.release(next.size())
	return next
}

// entrySize is about the size of an entry without its bytes: most of the memory for a body
// that arrives a byte at a time.
const entrySize = 100

// memory is how many bytes the records of all exchanges of a proxy may still take. When none
// are left, a record loses its rest; the exchange does not.
type memory struct {
	all  int64
	left atomic.Int64
}

func (m *memory) init(all int64) {
	m.all = all
	m.left.Store(all)
}

// isAmple reports whether more than half of it is left.
func (m *memory) isAmple() bool { return m.left.Load() > m.all/2 }

// reserve reserves n bytes, or nothing if fewer are left.
func (m *memory) reserve(n int) bool {
	if m.left.Add(-int64(n)) < 0 {
		m.release(n)
		return false
	}
	return true
}

// count reserves n bytes that are in use already, or releases them if n is negative. It
// reports whether there were enough.
func (m *memory) count(n int) (enough bool) { return m.left.Add(-int64(n)) >= 0 || n <= 0 }

// release releases n bytes.
func (m *memory) release(n int) { m.left.Add(int64(n)) }

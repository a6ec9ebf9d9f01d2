package proxy

import (
	"slices"
	"sync"
	"sync/atomic"
)

// backlog holds what was forwarded until it is read for the record. The forwarding goroutines
// write it without ever waiting; one goroutine reads it.
type backlog[T waits] struct {
	memory *memory // pays for what waits; without, the record is given up, not the exchange

	mu      sync.Mutex
	more    sync.Cond // signalled when something was written
	waiting []T
	ended   bool // the last was written, or the record given up

	batch []T // taken, to be read; it belongs to the reader
}

// waits is what waits in it: its bytes in memory, and whether nothing follows it.
type waits interface {
	size() int
	last() bool
}

func (b *backlog[T]) init(m *memory) { b.memory, b.more.L = m, &b.mu }

func (b *backlog[T]) running() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.ended
}

// add writes the next one; behind the last one nothing. Where there is no memory for it,
// behind is the last one.
func (b *backlog[T]) add(next, behind T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return
	}
	if !b.memory.take(next.size()) {
		next = behind
	}
	b.ended = next.last()
	b.waiting = append(b.waiting, next)
	b.more.Signal()
}

// stop says that nothing is recorded any more: of an answer that is too large, the rest
// passes without a copy.
func (b *backlog[T]) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range slices.Concat(b.batch, b.waiting) {
		b.memory.give(one.size())
	}
	b.ended, b.waiting, b.batch = true, nil, nil
}

// take waits for the next one.
func (b *backlog[T]) take() T {
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
	b.memory.give(next.size())
	return next
}

// momentSize is about what a moment in the queue takes beside its bytes: of a body that
// comes a byte at a time it is most of the memory.
const momentSize = 100

// memory is how many bytes all exchanges of a proxy may still hold for their records. When
// none are left, a record loses what comes next; the exchange does not.
type memory struct {
	all  int64
	left atomic.Int64
}

func (m *memory) init(all int64) {
	m.all = all
	m.left.Store(all)
}

// ample reports whether more than half of it is left.
func (m *memory) ample() bool { return m.left.Load() > m.all/2 }

// take takes n bytes, or nothing where fewer are left.
func (m *memory) take(n int) bool {
	if m.left.Add(-int64(n)) < 0 {
		m.give(n)
		return false
	}
	return true
}

// count takes n bytes that are held already, or gives them back where n is below 0. It reports
// whether there were as many.
func (m *memory) count(n int) (enough bool) { return m.left.Add(-int64(n)) >= 0 || n <= 0 }

// give gives n bytes back.
func (m *memory) give(n int) { m.left.Add(int64(n)) }

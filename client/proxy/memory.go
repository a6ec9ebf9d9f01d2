package proxy

import "sync/atomic"

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

// give gives n bytes back.
func (m *memory) give(n int) { m.left.Add(int64(n)) }

package text

// Memo keeps what was made last, and what it was made for. The zero Memo is empty.
type Memo[K comparable, V any] struct {
	key  K
	made bool
	v    V
}

// Get returns what was made for a key, and makes it where another was made last.
func (m *Memo[K, V]) Get(key K, make func() V) V {
	if !m.made || m.key != key {
		m.key, m.v, m.made = key, make(), true
	}
	return m.v
}

// Forget lets the next Get make it anew.
func (m *Memo[K, V]) Forget() { *m = Memo[K, V]{} }

package wire

// internMax bounds the strings an Intern remembers: a stream has a few dozen
// types and items, and one that gives every event an id of its own must not
// grow a table with it.
const internMax = 256

// Intern returns one string for equal byte strings, so that what repeats in every event
// (its type, its item's id) is allocated once. The zero value is ready; it is not safe for
// concurrent use.
type Intern struct {
	last string
	seen map[string]string
}

// String returns b as a string.
func (n *Intern) String(b []byte) string {
	if string(b) == n.last {
		return n.last
	}
	s, ok := n.seen[string(b)]
	if !ok {
		s = string(b)
		if n.seen == nil || len(n.seen) >= internMax {
			n.seen = make(map[string]string, 16)
		}
		n.seen[s] = s
	}
	n.last = s
	return s
}

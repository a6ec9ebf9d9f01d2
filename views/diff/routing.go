package diff

import (
	"strings"

	"gatehouse/state/explain"
	"gatehouse/views"
)

// takeRouting compares the routing metadata of two exchanges if both have some, else it
// gives the reason that one has none.
func (m *Model) takeRouting() {
	a, b := m.a.Exchange, m.b.Exchange
	switch {
	case !m.pair():
	case len(a.Routing) == 0 || len(b.Routing) == 0:
		m.routing.tell(strings.Join(m.unrouted(), " "))
	default:
		m.routing.take(true, a.Routing, b.Routing, [2]string{})
	}
}

// unrouted returns of each side without routing metadata why it has none, and how it is
// asked for where that was not done.
func (m *Model) unrouted() (words []string) {
	a, b := explain.NoRouting(m.a.Exchange, m.a.Metadata, m.a.Service), explain.NoRouting(m.b.Exchange, m.b.Metadata, m.b.Service)
	switch {
	case a == b && a != "":
		words = append(words, "Neither has routing metadata. "+a)
	case a != "":
		words = append(words, "A has no routing metadata. "+a)
	}
	if b != "" && a != b {
		words = append(words, "B has no routing metadata. "+b)
	}
	could := func(why string, s views.Subject) bool {
		return why != "" && !s.Metadata && explain.CanAskRouting(s.Exchange)
	}
	if could(a, m.a) || could(b, m.b) {
		words = append(words, m.keys.Name(views.ActMetadata)+" turns it on for new requests.")
	}
	return words
}

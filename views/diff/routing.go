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

// unrouted says of each side without routing metadata why it has none, and how
// it is asked for where that was not done.
func (m *Model) unrouted() []string {
	reason := func(s views.Subject) string {
		if why := explain.NoRequest(s.Exchange); why != "" && len(s.Exchange.Routing) == 0 {
			return "Reason not known: " + why + "."
		}
		return explain.NoRouting(s.Exchange, s.Metadata, s.Service)
	}
	a, b := reason(m.a), reason(m.b)
	var words []string
	switch {
	case a == b && a != "":
		words = append(words, "Neither has routing metadata. "+a)
	default:
		if a != "" {
			words = append(words, "A has no routing metadata. "+a)
		}
		if b != "" {
			words = append(words, "B has no routing metadata. "+b)
		}
	}
	could := func(s views.Subject) bool {
		x := s.Exchange
		return !s.Metadata && x != nil && x.Kind().IsOwn() && !x.IsRerank() && x.Known.Request
	}
	if a != "" && could(m.a) || b != "" && could(m.b) {
		words = append(words, m.keys.Name(views.ActMetadata)+" turns it on for new requests.")
	}
	return words
}

package diff

import (
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/views"
	"gatehouse/views/text"
)

// headers makes the section of where the requests went, and with which
// headers.
func (m *Model) headers() section {
	s := section{title: "HEADERS"}
	known := func(s views.Subject) bool { return s.Capture != nil && s.Capture.Sent.Method != "" }
	if sides, why := unknown(m.a, m.b, known); sides != "" {
		s.tell("Not compared: not known for " + sides + why + ".")
		return s
	}
	a, b := m.a.Capture.Sent, m.b.Capture.Sent
	all := []wayRow{{a: text.SanitizeLine(a.Method + " " + a.URL), b: text.SanitizeLine(b.Method + " " + b.URL)}}
	var rows []wayRow
	for _, name := range namesOf(a.Header, b.Header) {
		if wire.Credential(name) && a.Header[name] != nil && b.Header[name] != nil {
			s.about = "keys are hidden and not compared"
		}
		all = append(all, wayRow{a: field(a.Header, name), b: field(b.Header, name)})
	}
	same := true
	for _, r := range all {
		if r.differs = r.a != r.b; !m.only || r.differs {
			rows = append(rows, r)
		}
		same = same && !r.differs
	}
	if s.folded = same && !m.whole; s.folded || len(rows) == 0 {
		s.tell("Same URL and headers.")
		return s
	}
	s.content = m.besides(rows)
	s.about = strings.TrimSuffix("as sent; "+s.about, "; ")
	return s
}

// namesOf returns the names that either has, in order.
func namesOf(a, b http.Header) []string {
	var names []string
	for _, h := range []http.Header{a, b} {
		for name := range h {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// field writes a header; empty for one that was not sent. A key is not shown,
// whatever of it was kept.
func field(h http.Header, name string) string {
	values, sent := h[name]
	switch {
	case !sent:
		return ""
	case wire.Credential(name):
		return text.SanitizeLine(name) + ": (hidden)"
	}
	return text.SanitizeLine(name + ": " + strings.Join(values, ", "))
}

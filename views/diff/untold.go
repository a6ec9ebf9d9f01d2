package diff

import (
	"strings"

	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/views"
)

// told is the figure as it is where a saved answer may not tell it: what only the
// exchange beside that has is not known, and no difference.
func (f figure) told(a, b *state.Exchange) figure {
	const notKnown = "not known"
	switch {
	case f.a == "" && f.b != "" && !a.Known.All():
		f.a, f.untold = notKnown, true
	case f.b == "" && f.a != "" && !b.Known.All():
		f.b, f.untold = notKnown, true
	}
	return f
}

// streamed is a count of what a stream has, -1 of a document that may have ended one.
func streamed(x *state.Exchange, count int) int {
	if !x.Known.Stream {
		return -1
	}
	return count
}

// unknown names the sides of which something that was sent is not known, and says why
// where a file does not hold it; sides is empty where it is known of both.
func unknown(a, b views.Subject, known func(views.Subject) bool) (sides, why string) {
	var names []string
	for i, s := range [...]views.Subject{a, b} {
		if known(s) {
			continue
		}
		names = append(names, [...]string{"A", "B"}[i])
		if request := explain.NoRequest(s.Exchange); request != "" {
			why = ": " + request
		}
	}
	return strings.Join(names, " and "), why
}

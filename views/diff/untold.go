package diff

import (
	"strings"

	"gatehouse/state/explain"
	"gatehouse/views"
)

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

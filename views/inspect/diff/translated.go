package diff

import (
	"net/url"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
	"gatehouse/views"
)

// sentPath returns the path that a request was sent to; empty where it is not known.
func sentPath(s views.Subject) string {
	if s.Capture == nil {
		return ""
	}
	u, err := url.Parse(s.Capture.Sent.URL)
	if err != nil {
		return ""
	}
	return u.Path
}

// inOneAPI translates requests of two APIs to /responses, so that only what was changed
// differs, not the notation; note names the translation. Requests of one API, and those
// that cannot be translated, stay as they are.
func inOneAPI(a, b []byte, paths [2]string) (first, second []byte, note string) {
	if scan.Get(a, "input") != nil && scan.Get(b, "input") != nil {
		return a, b, "" // nearly always
	}
	one, errA := registry.Translate(paths[0], a)
	two, errB := registry.Translate(paths[1], b)
	switch {
	case errA == nil && errB == nil && one.From != two.From:
		return one.Body, two.Body, noteOf("A", one) + "; " + noteOf("B", two)
	case errA == nil && errB != nil && isResponses(b):
		return one.Body, b, noteOf("A", one)
	case errA != nil && errB == nil && isResponses(a):
		return a, two.Body, noteOf("B", two)
	}
	return a, b, ""
}

func isResponses(body []byte) bool {
	read, err := registry.Read(body)
	return err == nil && read.Dialect == dialect.Responses
}

// noteOf describes what was translated and how much was lost.
func noteOf(side string, r dialect.Translated) string {
	note := side + " translated from " + r.From
	if n := len(r.Losses); n > 0 {
		note += ", without " + figures.Counted(n, "value")
	}
	return note
}

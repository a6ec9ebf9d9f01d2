package connection

import (
	"net/http"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/explain"
	"gatehouse/state/report"
)

// answer is the exchange of one request of a test.
type answer struct {
	*wire.Capture
	operation string
	failure   wire.Failure // the body, read as that of a failure; zero without a head
}

// status returns the HTTP status; 0 for no answer.
func (a *answer) status() int {
	if a.Head == nil {
		return 0
	}
	return a.Head.Status
}

// took returns the time from the request's last byte to the answer's last byte.
func (a *answer) took() time.Duration {
	return between(max(a.Timing.WroteRequest, 0), a.Timing.End)
}

// fromAPI reports whether a failure has the form of an API's error, not that of a web server
// or proxy.
func (a *answer) fromAPI() bool {
	if a.failure.Document {
		return false
	}
	for _, member := range []string{"error", "detail", "message", "errors"} { // wire-notes §7
		if v := scan.Get(a.failure.Body, member); v != nil && !scan.IsNull(v) {
			return true
		}
	}
	return false
}

// explained returns a step that explains a failed request.
func (t *test) explained(name string, level report.Level, keySent bool, a answer) report.Finding {
	c := explain.Context{BaseURL: t.client.Secrets().Address(t.BaseURL), KeySent: keySent, Profile: t.Profile, Operation: a.operation}
	var p explain.Explanation
	message := ""
	if a.Head != nil && a.End.Cause == wire.EndClean {
		c.Location = a.Head.Header.Get("Location")
		c.Challenge = strings.Join(a.Head.Header.Values("Www-Authenticate"), ", ")
		p = explain.Failure(a.failure, c)
		message = quoteServer(p.Message)
	} else {
		p = explain.End(*a.End, a.Head != nil, c)
		known := a.End.Detail == wire.DetailRefused || a.End.Detail == wire.DetailAuthority
		if !known && p.Message != "" {
			message = "(" + p.Message + ")" // of the transport
		}
	}
	s := report.Finding{Name: name, Level: level, Message: p.Title, Detail: strings.TrimSpace(p.Meaning + " " + message), Took: a.took()}
	var remedies []string
	for _, advice := range p.Suggestions {
		if advice.Kind == explain.Other {
			remedies = append(remedies, advice.Words)
		}
	}
	maxRemedies := 2
	if a.status() == http.StatusUnauthorized && !keySent || a.End.Detail == wire.DetailRefused {
		maxRemedies = 1 // to send a key, to start the server: the others do not apply
	}
	s.Remedy = strings.Join(remedies[:min(len(remedies), maxRemedies)], "; or ")
	return s
}

func quoteServer(message string) string {
	if message == "" {
		return ""
	}
	return "The server says: " + message
}

// webPage reports whether an answer is a page for a browser.
func (a *answer) webPage() bool {
	return a.Head != nil && strings.Contains(strings.ToLower(a.Head.Header.Get("Content-Type")), "text/html")
}

// refusesKey reports whether the API denies access.
func (a *answer) refusesKey() bool {
	return a.status() == http.StatusUnauthorized || a.status() == http.StatusForbidden && a.fromAPI()
}

// refusesForm reports whether the server rejects the request as malformed.
func (a *answer) refusesForm() bool {
	switch a.status() {
	case http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return !a.webPage()
	}
	return false
}

// notThere reports whether the server does not know the path with this method.
func (a *answer) notThere() bool {
	return a.status() == http.StatusNotFound || a.status() == http.StatusMethodNotAllowed
}

// between returns the time between two moments in microseconds; 0 if one is missing.
func between(from, to int64) time.Duration {
	if from < 0 || to < from {
		return 0
	}
	return time.Duration(to-from) * time.Microsecond
}

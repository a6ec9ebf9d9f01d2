package connection

import (
	"net/http"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/explain"
	"gatehouse/state/report"
)

// answer is what came of one request of a test.
type answer struct {
	*wire.Capture
	operation string
	failure   wire.Failure // what the body says, read as that of a failure; of no use without a head
}

// status is the HTTP status; 0 for no answer.
func (a *answer) status() int {
	if a.Head == nil {
		return 0
	}
	return a.Head.Status
}

// took is how long the server took: from the request's last byte to its last byte.
func (a *answer) took() time.Duration {
	return between(max(a.Timing.WroteRequest, 0), a.Timing.End)
}

// fromAPI reports whether a failure has a form that servers of such APIs give theirs, and
// not that of a web server or of something on the way.
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

// explained makes a step of what went wrong, in the words of the program for it.
func (t *test) explained(name string, level report.Level, keySent bool, a answer) report.Finding {
	c := explain.Context{BaseURL: t.client.Secrets().Address(t.BaseURL), KeySent: keySent, Profile: t.Profile, Operation: a.operation}
	var p explain.Explanation
	own := ""
	if a.Head != nil && a.End.Cause == wire.EndClean {
		c.Location = a.Head.Header.Get("Location")
		c.Challenge = strings.Join(a.Head.Header.Values("Www-Authenticate"), ", ")
		p = explain.Failure(a.failure, c)
		own = said(p.Message)
	} else {
		p = explain.End(*a.End, a.Head != nil, c)
		if !plain(a.End.Detail) && p.Message != "" {
			own = "(" + p.Message + ")"
		}
	}
	s := report.Finding{Name: name, Level: level, Said: p.Title, Detail: strings.TrimSpace(p.Meaning + " " + own), Took: a.took()}
	var remedies []string
	for _, advice := range p.Suggestions {
		if advice.Kind == explain.Other {
			remedies = append(remedies, advice.Words)
		}
	}
	most := 2
	if a.status() == http.StatusUnauthorized && !keySent || a.End.Detail == wire.DetailRefused {
		most = 1 // to send a key, to start the server: the rest is for what this is not
	}
	s.Remedy = strings.Join(remedies[:min(len(remedies), most)], "; or ")
	return s
}

// plain reports whether the transport's words add nothing to a detail.
func plain(d wire.EndDetail) bool { return d == wire.DetailRefused || d == wire.DetailAuthority }

// said quotes the server's words.
func said(message string) string {
	if message == "" {
		return ""
	}
	return "The server says: " + message
}

// webPage reports whether an answer is a page for a browser.
func (a *answer) webPage() bool {
	return a.Head != nil && strings.Contains(strings.ToLower(a.Head.Header.Get("Content-Type")), "text/html")
}

// refusesKey reports whether the API itself does not let the request in.
func (a *answer) refusesKey() bool {
	return a.status() == http.StatusUnauthorized || a.status() == http.StatusForbidden && a.fromAPI()
}

// refusesForm reports whether a request is refused for how it is written.
func (a *answer) refusesForm() bool {
	switch a.status() {
	case http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return !a.webPage()
	}
	return false
}

// notThere reports whether the server does not know the path, or not with this method.
func (a *answer) notThere() bool {
	return a.status() == http.StatusNotFound || a.status() == http.StatusMethodNotAllowed
}

// between is the time from one moment of an exchange to a later one, in microseconds; 0
// where one did not come.
func between(from, to int64) time.Duration {
	if from < 0 || to < from {
		return 0
	}
	return time.Duration(to-from) * time.Microsecond
}

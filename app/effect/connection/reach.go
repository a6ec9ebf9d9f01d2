package connection

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/explain"
	"gatehouse/state/report"
)

// reached reports the steps to an answer: the proxy or the server's name, the connection and
// TLS. It returns whether an answer arrived.
func (t *test) reached(a answer) bool {
	u, err := url.Parse(t.BaseURL)
	if err != nil {
		u = &url.URL{} // the client has rejected it
	}
	w := a.Timing
	if proxy := t.client.Proxy(); proxy != "" {
		if a.End.Proxy != "" || a.End.Detail == wire.DetailProxyNone || !connected(a) || a.status() == http.StatusProxyAuthRequired {
			return t.unreached("proxy", a)
		}
		t.step(report.Finding{Name: "proxy", Level: report.OK, Message: "connected to the proxy " + proxy, Took: connecting(w)})
	} else {
		if a.End.Cause == wire.EndDNS || w.DNSStart >= 0 && w.DNSDone < 0 {
			return t.unreached("name", a)
		}
		if w.DNSDone >= 0 {
			t.step(report.Finding{Name: "name", Level: report.OK, Message: u.Hostname() + " is resolved", Took: between(w.DNSStart, w.DNSDone)})
		}
		if !connected(a) {
			return t.unreached("connection", a)
		}
		t.step(report.Finding{Name: "connection", Level: report.OK, Message: "connected to " + u.Host, Took: between(w.ConnectStart, w.ConnectDone)})
	}
	switch {
	case a.End.Cause == wire.EndTLS, w.TLSStart >= 0 && w.TLSDone < 0:
		return t.unreached("TLS", a)
	case w.TLSDone >= 0:
		t.step(report.Finding{Name: "TLS", Level: report.OK, Message: "the certificate is trusted", Took: between(w.TLSStart, w.TLSDone)})
	}
	if a.Head == nil {
		return t.unreached("answer", a)
	}
	return true
}

// connected reports whether there was a connection. If the transport did not dial itself, only
// the later moments show it.
func connected(a answer) bool {
	return max(a.Timing.ConnectDone, a.Timing.TLSStart, a.Timing.WroteRequest) >= 0 || a.Head != nil
}

// connecting returns the time until a proxy accepted the connection.
func connecting(w wire.Timing) time.Duration {
	if w.DNSStart >= 0 {
		return between(w.DNSStart, w.ConnectDone)
	}
	return between(w.ConnectStart, w.ConnectDone)
}

// unreached reports the step that failed before an answer.
func (t *test) unreached(name string, a answer) bool {
	s := t.explained(name, report.Failed, false, a)
	if a.End.Cause == wire.EndTimeout {
		s.Detail, s.Remedy = t.silence(name)
	}
	s.Took = time.Duration(a.End.AtUS) * time.Microsecond
	t.step(s)
	return false
}

// silence explains a step that took too long.
func (t *test) silence(name string) (detail, remedy string) {
	switch name {
	case "name":
		return fmt.Sprintf("The name was not resolved within %s.", t.Limit), "check the network and its name server"
	case "proxy":
		return fmt.Sprintf("The proxy %s did not answer within %s. A firewall may drop the packets, or the machine is off.", t.client.Proxy(), t.Limit),
			"check that the proxy runs, and its address"
	case "connection":
		return fmt.Sprintf("Nothing answered within %s, not even with a refusal. A firewall may drop the packets, or the machine is off.", t.Limit),
			"check host and port of the base URL; or set the proxy that this network needs"
	case "TLS":
		return fmt.Sprintf("The server accepted the connection, but the TLS handshake did not finish within %s.", t.Limit),
			"check the base URL: https or http"
	}
	return fmt.Sprintf("The server accepted the connection, but did not answer GET /models within %s.", t.Limit),
		"check the port: another program may listen there; or look at the server's log"
}

// answer is the exchange of one request of a test.
type answer struct {
	*wire.Capture
	operation string
	failure   wire.Failure // the body, read as that of a failure; zero without a head
}

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

func (a *answer) webPage() bool {
	return a.Head != nil && strings.Contains(strings.ToLower(a.Head.Header.Get("Content-Type")), "text/html")
}

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

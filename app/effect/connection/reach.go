package connection

import (
	"fmt"
	"net/http"
	"net/url"
	"time"

	"gatehouse/client/wire"
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

package history

import (
	"cmp"
	"net"
	"net/url"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// Request is what was asked for, and by whom.
type Request struct {
	Method string // HTTP's, or what stands for it: see wire.Sent.Verb
	Path   string // of the address that it was sent to, without parameters, spelled as it was sent
	Caller string // the program's address without its port, and its User-Agent; empty: it is ours
}

// maxRequest is how much of a path or a caller lists and filters know, in bytes.
const maxRequest = 1 << 10

// RequestOf reads the request of a capture.
func RequestOf(c *wire.Capture) Request {
	r := Request{Method: c.Sent.Verb()}
	if u, err := url.Parse(c.Sent.URL); err == nil {
		r.Path = begin(u.EscapedPath())
	}
	if by := c.Caller; by != nil {
		host, _, err := net.SplitHostPort(by.Address)
		if err != nil {
			host = by.Address
		}
		r.Caller = begin(strings.TrimSpace(host + " " + by.UserAgent)) // a port is new with each connection
	}
	return r
}

// begin returns as much of a text as is stored.
func begin(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), maxRequest)], "")
}

// StatusUnknown is the status of an answer whose status is not known.
const StatusUnknown = -1

// StatusOf returns the HTTP status of the answer; 0 for none. It is the proxy's if the proxy
// had nothing to pass on, and on a WebSocket that of a reported error.
func StatusOf(x *state.Exchange, c *wire.Capture) (status int, byProxy bool) {
	switch {
	case x != nil && x.Head.IsSocket():
		return x.HTTPStatus(), false
	case c.Head == nil && c.Lacks.Answer, c.Head != nil && c.Head.Status == 0:
		return StatusUnknown, false
	case c.Head != nil:
		return c.Head.Status, false
	case c.Delivery != nil && c.Delivery.Status != 0:
		return c.Delivery.Status, true
	}
	return 0, false
}

// Program returns the name in the caller's User-Agent, without address, version and comment; "" for none.
func (r Request) Program() string {
	_, agent, found := strings.Cut(r.Caller, " ")
	if !found {
		agent = r.Caller
	}
	agent, _, _ = strings.Cut(agent, " (")
	agent, _, _ = strings.Cut(agent, " ")
	return agent
}

// SeveralCallers reports whether more than one program made some exchanges.
func SeveralCallers(list []Entry) bool {
	first := ""
	return slices.ContainsFunc(list, func(e Entry) bool {
		p := e.Program()
		first = cmp.Or(first, p)
		return p != "" && p != first
	})
}

package proxy

import (
	"maps"
	"net/http"
	"net/textproto"
	"slices"
	"strings"
)

// hopByHop are the headers that belong to one connection (RFC 9110, section 7.6.1).
var hopByHop = []string{"Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}

// endToEnd copies a header without hopByHop and the headers that Connection names.
func endToEnd(h http.Header) http.Header {
	out := h.Clone()
	if out == nil {
		out = http.Header{}
	}
	for _, value := range h["Connection"] {
		for name := range strings.SplitSeq(value, ",") {
			out.Del(textproto.TrimString(name))
		}
	}
	for _, name := range hopByHop {
		out.Del(name)
	}
	return out
}

// hasToken reports whether a list of a header has a token.
func hasToken(values []string, token string) bool {
	for _, value := range values {
		for one := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(textproto.TrimString(one), token) {
				return true
			}
		}
	}
	return false
}

// forwarded returns the header of a request as it is forwarded. net/http adds nothing:
// without a User-Agent none is sent.
func forwarded(r *http.Request) http.Header {
	h := endToEnd(r.Header)
	if hasToken(r.Header["Te"], "trailers") {
		h.Set("Te", "trailers")
	}
	if _, ok := h["User-Agent"]; !ok {
		h["User-Agent"] = nil
	}
	return h
}

// asksSocket reports whether a request opens a WebSocket.
func asksSocket(r *http.Request) bool {
	return r.Method == http.MethodGet && r.ProtoMajor == 1 && changesProtocol(r.Header) && hasToken(r.Header["Upgrade"], "websocket")
}

// upgrade copies the headers that change a connection to a WebSocket, which endToEnd
// removes.
func upgrade(to, from http.Header) {
	to["Connection"], to["Upgrade"] = []string{"Upgrade"}, from["Upgrade"]
}

// changesProtocol reports whether a request asks for another protocol on its connection.
// An offer of HTTP/2 does not count: a server may ignore it, and Java's client always sends
// it.
func changesProtocol(h http.Header) bool {
	protocol := strings.Join(h["Upgrade"], ",")
	return hasToken(h["Connection"], "upgrade") && protocol != "" && !strings.EqualFold(protocol, "h2c")
}

// Header copies the header of a response to that of an answer, and prevents net/http from
// adding a date and a guessed type.
func Header(to, from http.Header) {
	for name, values := range endToEnd(from) {
		to[name] = values
	}
	for _, name := range [...]string{"Date", "Content-Type"} {
		if _, ok := to[name]; !ok {
			to[name] = nil
		}
	}
}

// answer is Header that also announces the trailer fields.
func answer(to http.Header, resp *http.Response) {
	Header(to, resp.Header)
	if len(resp.Trailer) > 0 {
		to.Set("Trailer", strings.Join(slices.Collect(maps.Keys(resp.Trailer)), ", "))
	}
}

// Trailers adds the trailer fields after a body to the header of the answer, announced or
// not.
func Trailers(to, trailer http.Header) {
	for name, values := range trailer {
		for _, value := range values {
			to.Add(http.TrailerPrefix+name, value)
		}
	}
}

package proxy

import (
	"net/http"
	"net/textproto"
	"strings"
)

// hopByHop are the headers that belong to one connection (RFC 9110, section 7.6.1). TE is
// handled apart.
var hopByHop = []string{"Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}

// endToEnd copies a header without what belongs to one connection: the headers above, and
// those that Connection names.
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

// forwarded is the header of a request as it is sent on. That of the proxy's own client
// adds nothing: without a User-Agent none is sent.
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

// asksSocket reports whether a request asks for a WebSocket.
func asksSocket(r *http.Request) bool {
	return r.Method == http.MethodGet && r.ProtoMajor == 1 && changesProtocol(r.Header) && hasToken(r.Header["Upgrade"], "websocket")
}

// upgrade puts the headers that change the protocol of a connection to a WebSocket, which
// are not of those that endToEnd leaves, into another header.
func upgrade(to, from http.Header) {
	to["Connection"], to["Upgrade"] = []string{"Upgrade"}, from["Upgrade"]
}

// changesProtocol reports whether a request asks for another protocol on its connection.
// That HTTP/2 would do as well is no such wish: it need not be granted, and Java's client
// says it by itself.
func changesProtocol(h http.Header) bool {
	return hasToken(h["Connection"], "upgrade") && strings.Join(h["Upgrade"], ",") != "" && !strings.EqualFold(strings.Join(h["Upgrade"], ","), "h2c")
}

// Header puts the header of a response into that of an answer. What net/http would add is
// held back: a date, and a type that it guesses.
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

// answer is Header with the names of the trailer fields that are announced.
func answer(to http.Header, resp *http.Response) {
	Header(to, resp.Header)
	if len(resp.Trailer) > 0 {
		names := make([]string, 0, len(resp.Trailer))
		for name := range resp.Trailer {
			names = append(names, name)
		}
		to.Set("Trailer", strings.Join(names, ", "))
	}
}

// Trailers puts the trailer fields that came behind a body into the header of the answer,
// announced or not.
func Trailers(to, came http.Header) {
	for name, values := range came {
		for _, value := range values {
			to.Add(http.TrailerPrefix+name, value)
		}
	}
}

package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
)

// The ids are computed from that of the exchange, so that a service that receives the spans twice stores
// them once.

// spanOf returns the id of an exchange's span, or of one of its attempts, from 1.
func spanOf(exchange string, attempt int) (id SpanID) {
	sum := sha256.Sum256([]byte("gatehouse span " + strconv.Itoa(attempt) + " " + exchange))
	copy(id[:], sum[:])
	return id
}

// parent is what a request says of the span that it belongs to
// (https://www.w3.org/TR/trace-context/).
type parent struct {
	trace TraceID
	span  SpanID
	flags uint8
	state string
}

// parentOf reads traceparent and tracestate; ok is false where there is none, or it is invalid.
func parentOf(h http.Header) (p parent, ok bool) {
	values := h.Values("Traceparent")
	if len(values) != 1 {
		return p, false
	}
	fields := strings.Split(strings.TrimSpace(values[0]), "-")
	var version, flags [1]byte
	switch {
	case len(fields) < 4, !lowerHex(version[:], fields[0]), version[0] == 0xff, version[0] == 0 && len(fields) != 4:
		return p, false
	case !lowerHex(p.trace[:], fields[1]), !lowerHex(p.span[:], fields[2]), !lowerHex(flags[:], fields[3]):
		return p, false
	case p.trace == TraceID{}, p.span == SpanID{}:
		return p, false
	}
	const mostState = 512
	if p.state = strings.Join(h.Values("Tracestate"), ","); len(p.state) > mostState {
		p.state = ""
	}
	p.flags = flags[0]
	return p, true
}

// lowerHex decodes text to exactly the bytes of to; upper case is not allowed.
func lowerHex(to []byte, text string) bool {
	if len(text) != hex.EncodedLen(len(to)) || strings.ToLower(text) != text {
		return false
	}
	_, err := hex.Decode(to, []byte(text))
	return err == nil
}

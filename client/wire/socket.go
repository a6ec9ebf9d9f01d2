package wire

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// IsSocket reports whether a head makes its connection a WebSocket: then frames of RFC 6455
// follow.
func (h *Head) IsSocket() bool {
	return h != nil && h.Status == http.StatusSwitchingProtocols && strings.EqualFold(h.Header.Get("Upgrade"), "websocket")
}

// OnSocket reports whether a request opens a WebSocket, or is a message on one: then its
// body is that message, and its header is that of the handshake.
func (s Sent) OnSocket() bool {
	return s.Method == http.MethodGet && strings.EqualFold(s.Header.Get("Upgrade"), "websocket")
}

// Verb returns the method of a request, or WS for a message on a WebSocket and WS
// connection for the handshake that opens one.
func (s Sent) Verb() string {
	switch {
	case !s.OnSocket():
		return s.Method
	case len(s.Body) > 0:
		return "WS"
	}
	return "WS connection"
}

// OpensResponses reports whether a request opens a WebSocket for requests of /responses,
// which are exchanges.
func (s Sent) OpensResponses() bool {
	u, err := url.Parse(s.URL)
	return s.OnSocket() && len(s.Body) == 0 && err == nil && PathEnds(u.Path, EndpointResponses)
}

// Line returns the verb and the address.
func (s Sent) Line() string { return strings.TrimSpace(s.Verb() + " " + s.URL) }

// MessageMembers returns the members that a message on a WebSocket has in addition to those
// of a request.
func MessageMembers() []string { return []string{"type", "stream_id", "generate"} }

// The codes of a close frame without a fault.
const (
	NormalClosure = 1000
	NoCloseCode   = 1005 // the frame has none
)

// CloseCode returns the code in the payload of a close frame.
func CloseCode(payload []byte) int {
	if len(payload) < 2 {
		return NoCloseCode
	}
	return int(payload[0])<<8 | int(payload[1])
}

// CloseWords returns the code and the reason in the payload of a close frame; "" for
// neither.
func CloseWords(payload []byte) string {
	switch len(payload) {
	case 0, 1:
		return ""
	case 2:
		return strconv.Itoa(CloseCode(payload))
	}
	return strconv.Itoa(CloseCode(payload)) + ": " + string(payload[2:])
}

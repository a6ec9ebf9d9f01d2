package wire

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// IsSocket reports whether a head is the answer that makes its connection a WebSocket: what
// follows are frames of RFC 6455.
func (h *Head) IsSocket() bool {
	return h != nil && h.Status == http.StatusSwitchingProtocols && strings.EqualFold(h.Header.Get("Upgrade"), "websocket")
}

// OnSocket reports whether a request asks for a WebSocket or is a message on one: then its
// body is that message, and its header is that of the handshake.
func (s Sent) OnSocket() bool {
	return s.Method == http.MethodGet && strings.EqualFold(s.Header.Get("Upgrade"), "websocket")
}

// What is said in the place of a method of a message that asks for a response on a WebSocket, and
// of the handshake that opens one.
const (
	VerbMessage = "WS"
	VerbOpening = "WS connection"
)

// Verb is the method of a request, or what stands for it on a WebSocket.
func (s Sent) Verb() string {
	switch {
	case !s.OnSocket():
		return s.Method
	case len(s.Body) > 0:
		return VerbMessage
	}
	return VerbOpening
}

// OpensResponses reports whether a request opens a WebSocket whose responses are requests of
// their own.
func (s Sent) OpensResponses() bool {
	u, err := url.Parse(s.URL)
	return s.Verb() == VerbOpening && err == nil && PathEnds(u.Path, EndpointResponses)
}

// Line is the verb and the address.
func (s Sent) Line() string { return strings.TrimSpace(s.Verb() + " " + s.URL) }

// MessageMembers are what a message that asks for a response on a WebSocket has beside the
// members of a request.
func MessageMembers() []string { return []string{"type", "stream_id", "generate"} }

// The codes of a close frame that say nothing went wrong.
const (
	NormalClosure = 1000
	NoCloseCode   = 1005 // stands for one that is not there
)

// CloseCode is the code in the payload of a close frame.
func CloseCode(payload []byte) int {
	if len(payload) < 2 {
		return NoCloseCode
	}
	return int(payload[0])<<8 | int(payload[1])
}

// CloseWords is the code and the reason in the payload of a close frame; empty where it has
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

package wire

import (
	"net/http"
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

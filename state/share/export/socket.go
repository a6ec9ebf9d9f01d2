package export

import (
	"net/http"
	"strings"

	"github.com/tidwall/sjson"

	"gatehouse/client/wire"
)

// overHTTP is a message that asked for a response on a WebSocket as the request that asks for
// the same over HTTP: programs for one request speak no WebSocket.
func overHTTP(sent wire.Sent) wire.Sent {
	if !sent.OnSocket() || !sent.PostsTo(wire.EndpointResponses) {
		return sent
	}
	sent.Method, sent.Header = http.MethodPost, sent.Header.Clone()
	for name := range sent.Header {
		if strings.HasPrefix(name, "Sec-Websocket-") {
			delete(sent.Header, name)
		}
	}
	sent.Header.Del("Connection")
	sent.Header.Del("Upgrade")
	sent.Header.Set("Content-Type", "application/json")
	for _, name := range wire.MessageMembers() {
		if body, err := sjson.DeleteBytes(sent.Body, name); err == nil {
			sent.Body = body
		}
	}
	if body, err := sjson.SetBytes(sent.Body, "stream", true); err == nil {
		sent.Body = body
	}
	return sent
}

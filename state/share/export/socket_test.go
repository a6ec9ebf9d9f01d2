package export

import (
	"net/http"
	"testing"

	"gatehouse/client/wire"
)

// TestAMessageOnAWebSocketIsWrittenAsARequest: what it asks for can be asked for over HTTP.
func TestAMessageOnAWebSocketIsWrittenAsARequest(t *testing.T) {
	r := RequestOf(wire.Sent{
		Method: "GET", URL: "http://h/v1/responses", Body: []byte(`{"type":"response.create","model":"m","stream_id":"a","input":[{"type":"message"}]}`),
		Header: http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}, "Sec-Websocket-Key": {"x"}, "X-Own": {"y"}},
	}, false)
	if r.Method != "POST" || string(r.Body) != `{"model":"m","input":[{"type":"message"}],"stream":true}` || len(r.Header) != 2 || r.Header.Get("X-Own") != "y" {
		t.Errorf("%s %s %v", r.Method, r.Body, r.Header)
	}
	if plain := RequestOf(wire.Sent{Method: "GET", URL: "http://h/v1/models", Header: http.Header{"Upgrade": {"websocket"}}}, false); plain.Method != "GET" {
		t.Error("the handshake is another request")
	}
}

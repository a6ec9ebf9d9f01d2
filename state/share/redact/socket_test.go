package redact_test

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// TestWebSocketMessagesAreRedacted: in one message, in fragments, in the client's, and spread
// over deltas; the frames stay as they are.
func TestWebSocketMessagesAreRedacted(t *testing.T) {
	c := exchange(`{}`, "", 3)
	c.Head = &wire.Head{Status: http.StatusSwitchingProtocols, Header: http.Header{"Upgrade": {"websocket"}}}
	c.Body = wire.Body{}
	for i, f := range []websocket.Frame{
		{Opcode: websocket.Text, Fin: true, Payload: []byte(`{"type":"response.created","to":"ann@acme.example","pad":"` + strings.Repeat("x", 300) + `"}`)},
		{Opcode: websocket.Text, Payload: []byte(`{"to":"bob@ac`)},
		{Opcode: websocket.Ping, Fin: true, Payload: []byte("cid@acme.example")},
		{Opcode: websocket.Continuation, Fin: true, Payload: []byte(`me.example"}`)},
		{Opcode: websocket.Text, Fin: true, FromClient: true, Payload: []byte(`{"to":"dan@acme.example"}`)},
		{Opcode: websocket.Text, Fin: true, Payload: []byte(`{"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":"eve@ac"}`)},
		{Opcode: websocket.Text, Fin: true, Payload: []byte(`{"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":"me.example"}`)},
		{Opcode: websocket.Close, Fin: true, Payload: []byte("\x03\xe8fay@acme.example")},
	} {
		c.Body.Append(f.Append(nil), int64(i))
	}
	clean, hits, err := rules(t).Capture(c)
	if err != nil || len(hits) == 0 {
		t.Fatalf("%d hits, %v", len(hits), err)
	}
	text := ""
	frames := 0
	for f := range websocket.Frames(&clean.Body) {
		text += string(f.Payload)
		frames++
	}
	for _, name := range []string{"ann@", "bob@", "cid@", "dan@", "eve@", "fay@", "acme.example", "me.example"} {
		if strings.Contains(text, name) {
			t.Errorf("%s is left: %s", name, text)
		}
	}
	if frames != 8 || clean.Body.Len() != c.Body.Len() || !strings.Contains(text, `"type":"response.created"`) {
		t.Errorf("%d frames, %d bytes of %d", frames, clean.Body.Len(), c.Body.Len())
	}
}

// TestUnsearchableBinaryMessageIsRefused.
func TestUnsearchableBinaryMessageIsRefused(t *testing.T) {
	c := exchange(`{}`, "", 3)
	c.Head = &wire.Head{Status: http.StatusSwitchingProtocols, Header: http.Header{"Upgrade": {"websocket"}}}
	c.Body = wire.Body{}
	f := websocket.Frame{Opcode: websocket.Binary, Fin: true, Payload: []byte("b\x00o\x00b\x00")}
	c.Body.Append(f.Append(nil), 1)
	if _, _, err := rules(t).Capture(c); err == nil {
		t.Error("it is taken for searched")
	}
}

package history_test

import (
	"net/http"
	"strconv"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/history/output"
)

// TestWhatPassesOnAWebSocketIsNamed by another word than the handshake's method, and a failed
// response has the status of its error.
func TestWhatPassesOnAWebSocketIsNamed(t *testing.T) {
	upgrade := http.Header{"Upgrade": {"websocket"}}
	c := &wire.Capture{
		Sent: wire.Sent{Method: http.MethodGet, URL: "http://g.example/v1/responses", Header: upgrade},
		Head: &wire.Head{Status: http.StatusSwitchingProtocols, Header: upgrade},
	}
	if got := history.RequestOf(c); got.Method != "WS connection" || got.Path != "/v1/responses" {
		t.Errorf("the handshake is %+v", got)
	}
	c.Sent.Body = []byte(`{"type":"response.create"}`)
	if got := history.RequestOf(c); got.Method != "WS" || c.Sent.Line() != "WS http://g.example/v1/responses" {
		t.Errorf("a response is %+v, %s", got, c.Sent.Line())
	}
	for body, want := range map[string]int{
		`{"type":"error","status":429,"error":{"code":"rate_limit_exceeded"}}`: 429,
		`{"type":"error","error":{"code":"rate_limit_exceeded"}}`:              101,
		`{"type":"error","status":"failed"}`:                                   101,
		`{"type":"error","status_code":503}`:                                   503,
		`{"type":"error","status":200}`:                                        101,
	} {
		x := state.FromCapture(state.Responses, c)
		x.Head, x.Failure = c.Head, &wire.Failure{Body: []byte(body)}
		if got, _ := history.StatusOf(x, c); got != want {
			t.Errorf("%s: %d, want %d", body, got, want)
		}
		if got := string(output.Status(x)); got != strconv.Itoa(want) {
			t.Errorf("%s: in JSON %s, want %d", body, got, want)
		}
	}
	c.Head = &wire.Head{Status: http.StatusOK}
	x := state.FromCapture(state.Responses, c)
	x.Failure = &wire.Failure{Body: []byte(`{"type":"error","status":429}`)}
	if got, _ := history.StatusOf(x, c); got != http.StatusOK {
		t.Errorf("over HTTP the status is %d", got)
	}
}

package report_test

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/report"
)

// TestWebSocketHasNoMissingParts that its responses have: no route, no tokens, no numbers
// and no final event.
func TestWebSocketHasNoMissingParts(t *testing.T) {
	upgrade := http.Header{"Upgrade": {"websocket"}}
	c := &wire.Capture{
		Sent: wire.Sent{Method: http.MethodGet, URL: "http://g.example/v1/responses", Header: upgrade},
		Head: &wire.Head{Status: http.StatusSwitchingProtocols, Header: upgrade},
	}
	x := state.FromCapture(state.Other, c)
	x.Head, x.Stream, x.Frames, x.End = c.Head, true, 2, &wire.End{Cause: wire.EndClean}
	if !x.IsConnection() {
		t.Fatal("it is no connection")
	}
	parts := report.Exchange(report.Subject{Exchange: x})
	if !parts.Route.Empty() || !parts.Tokens.Empty() {
		t.Errorf("route %+v, tokens %+v", parts.Route, parts.Tokens)
	}
	if parts.Events.Sum.Text != "2 frames" {
		t.Errorf("events: %q", parts.Events.Sum.Text)
	}
	for _, b := range parts.Events.Blocks {
		if f, ok := b.(report.Extra).Block.(report.Field); ok && strings.Contains(f.Label, "end") {
			t.Errorf("events: %+v", f)
		}
	}
}

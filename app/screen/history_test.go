package screen

import (
	"errors"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestTheBaseURLIsSavedWithoutCredentials checks the facts about an exchange, and an exchange
// that could not be sent anywhere.
func TestTheBaseURLIsSavedWithoutCredentials(t *testing.T) {
	h := NewHost(nil, Options{Connection: Connection{BaseURL: "http://h.example/v1?key=canary-in-the-query"}}, nil, nil)
	if about := h.Link.About("s", 1, state.Responses); about.BaseURL != "http://h.example/v1?key=***" {
		t.Errorf("%+v", about)
	}
	box := newInbox()
	h.Link.unconnected(t.Context(), client.Call{ID: "abcdefgh", Path: "/responses"}, box, errors.New("no way with canary-in-the-query"))
	if c := box.box.queue[0][0].began; c.End.Detail != wire.DetailUnsent || c.Sent.URL != "http://h.example/v1/responses?key=***" || strings.Contains(c.End.Message, "canary") {
		t.Errorf("%s: %s", c.Sent.URL, c.End.Message)
	}
}

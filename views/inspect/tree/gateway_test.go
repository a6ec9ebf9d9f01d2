package tree

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// fold is a sink that applies what arrives.
type fold struct{ x *state.Exchange }

func (fold) Start(*wire.Capture)     {}
func (f fold) Arrive(a wire.Arrival) { f.x.Apply(a) }

// exchanged is an exchange with the local gateway.
func exchanged(t *testing.T, request string) views.Subject {
	t.Helper()
	server := httptest.NewServer(gateway.New(gateway.WithKeys("key-of-the-test"), gateway.WithPace(0)))
	t.Cleanup(server.Close)
	c := client.New(client.WithBaseURL(server.URL+"/api/v1"), client.WithKey("key-of-the-test"))
	t.Cleanup(c.Close)
	x := state.NewExchange("x", []byte(request))
	capture := c.Do(t.Context(), client.Call{Path: "/responses", Body: []byte(request), Metadata: client.MetadataOn, Stream: true}, fold{x})
	return views.Subject{Turn: 1, Exchange: x, Capture: capture}
}

// TestEchoedUpstreamBody: what the local gateway really sends on is compared
// with what was sent.
func TestEchoedUpstreamBody(t *testing.T) {
	subject := exchanged(t, `{"model":"cinder/forge-pro","input":"hello","temperature":0.5,"metadata":{"a":"b"},"stream":true,"debug":{"echo_upstream_body":true}}`)
	r := NewRequest(styles(), keys())
	s := newStage(r, 120, 30)
	r.SetSubject(subject)
	s.has(t, "= compares with upstream")
	if help := r.ShortHelp(); help[1].Help().Key != "=" {
		t.Errorf("in a narrow footer it is not named: %v", help)
	}
	s.press("=")
	s.has(t, "Granite, attempt 2 of 2", "− debug", "differences")
	s.hasNot(t, "temperature 0.5")
	s.press("=", "<")
	s.has(t, "Borealis, attempt 1 of 2", "temperature 0.5")
	if strings.Contains(s.press("esc", "H").screen(), "key-of-the-test") {
		t.Error("the key is on the screen")
	}
	s.has(t, "Authorization: Bearer ")
}

// TestEveryFault: the response of every stream fault can be looked at, raw to
// the last byte.
func TestEveryFault(t *testing.T) {
	for _, slug := range []string{"404", "guardrail", "html-502", "cut", "no-done", "failed-event", "error-event", "bad-json", "comments", "keepalive",
		"crlf", "gap", "unknown-event", "incomplete"} {
		t.Run(slug, func(t *testing.T) {
			subject := exchanged(t, fmt.Sprintf(`{"model":"fault/%s","input":"hello","stream":true}`, slug))
			r := NewResponse(styles(), keys())
			s := newStage(r, 100, 30)
			r.SetSubject(subject)
			s.run(r.Work())
			viewstest.Exact(t, s.View(), 100, 30)
			s.has(t, "RESPONSE", "HTTP/1.1 ")
			m := r.Model
			if m.top().raw == nil || m.top().raw.Len() != subject.Capture.Text().Len() {
				t.Fatal("raw is not the whole body")
			}
			switch slug {
			case "cut":
				s.has(t, "what was received; raw has every frame")
			case "html-502":
				s.has(t, "502", "<html")
			case "404", "guardrail":
				s.has(t, `"error": {`, `"code": 40`)
			case "error-event":
				s.has(t, "the error and the output before it; all in raw")
			default:
				s.has(t, `"object": "response"`, "all in raw")
			}
			s.press("G")
			viewstest.Exact(t, s.View(), 100, 30)
		})
	}
}

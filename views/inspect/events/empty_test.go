package events

import (
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/views"
)

func TestWithoutFramesItSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(*stage)
		want string
	}{
		{"none", func(*stage) {}, "No exchange yet."},
		{"sent", func(s *stage) { s.exchange = state.NewExchange("x", nil) }, "Waiting for the answer."},
		{"begun", func(s *stage) { s.begin() }, "Waiting for the first frame."},
		{"no answer", func(s *stage) {
			s.exchange = state.NewExchange("x", nil)
			s.exchange.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndDNS}})
		}, "No response, so no frames"},
		{"empty stream", func(s *stage) { s.play(nil, steady, wire.EndClean) }, "before its first frame"},
		{"document", func(s *stage) {
			s.exchange = state.NewExchange("x", nil)
			s.exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
				wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(`{"output":[]}`)})
		}, "a single document"},
		{"no body", func(s *stage) {
			s.exchange = state.NewExchange("x", []byte(`{"stream":true}`))
			s.exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
				wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}})
		}, "headers but no body"},
	} {
		s := newStage(80, 10)
		c.make(s)
		s.show()
		if got := s.trimmed(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is missing in\n%s", c.name, c.want, got)
		}
		if intent := s.press("j", "enter", "space", "f", "/", "G", "T"); intent != nil {
			t.Errorf("%s: a key asks for %#v", c.name, intent)
		}
	}
}

// TestNoStreamShowsWhatWasReceived: a request that asked for a stream gets no hint how to
// ask for one.
func TestNoStreamShowsWhatWasReceived(t *testing.T) {
	for request, want := range map[string]string{
		`{"model":"fault/502","input":"x","stream":true}`: "An error was returned instead of a stream",
		`{"model":"fault/502","input":"x"}`:               `Set "stream": true`,
		`{"model":"sim/writer","input":"x"}`:              `Set "stream": true`,
	} {
		x, c := statetest.Talk(t, request, client.MetadataOff)
		s := newStage(120, 20)
		s.SetSubject(views.Subject{Exchange: x, Capture: c})
		if got := s.trimmed(); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", request, want, got)
		}
	}
}

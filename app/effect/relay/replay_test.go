package relay

import (
	"testing"

	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state/share/cassette"
)

// TestAMissHoldsUpNoHit: while one is reported, others are answered, and more is recorded.
func TestAMissHoldsUpNoHit(t *testing.T) {
	sent := func(path string) wire.Sent { return wire.Sent{Method: "GET", URL: "http://h" + path} }
	recorded := cassette.New(nil)
	p := &player{Replaying: Replaying{Answers: recorded, Add: recorded.Add}}
	telling, answered := make(chan struct{}), make(chan struct{})
	p.Missed = func(wire.Sent, cassette.Miss) { close(telling); <-answered }
	missed := make(chan struct{})
	go func() { defer close(missed); p.find(sent("/missing")) }()
	<-telling
	p.Record(har.Entry{Capture: &wire.Capture{ID: "it", Sent: sent("/it"), Head: &wire.Head{Status: 200}}})
	if a := p.find(sent("/it")); a.Capture == nil || a.Capture.ID != "it" {
		t.Errorf("%+v", a)
	}
	close(answered)
	<-missed
}

package views

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/talk"
)

// TestWhatCanBeDoneAgain: metadata can be asked for where none was, and a
// blocked text be edited, only of an exchange that is over and whose request is
// there.
func TestWhatCanBeDoneAgain(t *testing.T) {
	ended := func(status int, body string) *state.Exchange {
		x := state.NewExchange("x", []byte(`{"model":"m"}`))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: status}},
			wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(body)})
		return x
	}
	const answer = `{"object":"response","status":"completed","output":[]`
	fine := ended(200, answer+`}`)
	routed := ended(200, answer+`,"service_metadata":{"requested":"m","strategy":"direct"}}`)
	blocked := ended(403, `{"error":{"code":403,"message":"no","metadata":{"patterns":["p"]}}}`)
	opened, err := talk.Open([]byte(answer + `}`))
	if err != nil || opened.Path()[0].Exchange == nil {
		t.Fatalf("no saved response: %v", err)
	}
	saved := opened.Path()[0].Exchange
	for name, c := range map[string]struct {
		subject          Subject
		unasked, blocked bool
	}{
		"nothing":          {Subject{Turn: 1}, false, false},
		"running":          {Subject{Turn: 1, Exchange: state.NewExchange("x", nil)}, false, false},
		"fine":             {Subject{Turn: 1, Exchange: fine}, true, false},
		"asked":            {Subject{Turn: 1, Exchange: fine, Metadata: true}, false, false},
		"routed":           {Subject{Turn: 1, Exchange: routed}, false, false},
		"of no turn":       {Subject{Exchange: fine}, false, false},
		"blocked":          {Subject{Turn: 1, Exchange: blocked}, true, true},
		"blocked, no turn": {Subject{Exchange: blocked}, false, false},
		"a saved one":      {Subject{Turn: 1, Exchange: saved}, false, false},
	} {
		if c.subject.CanRequestMetadata() != c.unasked || c.subject.Blocked() != c.blocked {
			t.Errorf("%s: unasked %v, blocked %v", name, c.subject.CanRequestMetadata(), c.subject.Blocked())
		}
	}
}

package overview

import (
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
)

// TestWhatAFileLacksIsNotDenied: of an answer that a file does not hold, usage, route, echoed
// settings and the first token are not known, rather than missing.
func TestWhatAFileLacksIsNotDenied(t *testing.T) {
	for name, stream := range map[string]string{"a stream": "text/event-stream", "a document": "application/json"} {
		t.Run(name, func(t *testing.T) {
			c := paced()
			c.Sent.Method, c.Sent.URL = "POST", "https://gateway.example/api/v1/responses"
			c.Body, c.Lacks.Answer = wire.Body{}, true
			c.Head.Header.Set("Content-Type", stream)
			x := state.FromCapture(state.Responses, c)
			for a := range client.Replay(c) {
				x.Apply(a)
			}
			got := screen(pageOf(views.Subject{Exchange: x, Capture: c, Metadata: true, Turn: 1}, false, 120, 50))
			if strings.Count(got, "Not known: the answer was not recorded.") != 2 || !strings.Contains(got, "Routing metadata: requested; the answer was not") {
				t.Errorf("three parts are not known:\n%s", got)
			}
			for _, denied := range []string{"No usage", "not returned", "nothing was echoed", "until token"} {
				if strings.Contains(got, denied) {
					t.Errorf("%q of an answer that was not recorded:\n%s", denied, got)
				}
			}
		})
	}
}

// TestTimesOfChunksThatAFileLacksAreNoWait: a HAR of another program has the phases only; nobody saw
// when its first token arrived.
func TestTimesOfChunksThatAFileLacksAreNoWait(t *testing.T) {
	c := paced()
	c.Body = wire.Body{}
	for range 3 {
		c.Body.Append([]byte(`data: {"type":"response.output_text.delta","output_index":0,"delta":"a word"}`+"\n\n"), -1)
	}
	c.Timing.FirstByte, c.Timing.End, c.End.AtUS = 1000, 3_812_000, 3_812_000
	x := state.FromCapture(state.Responses, c)
	for a := range client.ReplaySaved(c) {
		x.Apply(a)
	}
	got := screen(pageOf(views.Subject{Exchange: x, Capture: c, Turn: 1}, false, 80, 50))
	if !strings.Contains(got, "body 3.8 s; times of its parts not recorded") || strings.Contains(got, "until token") {
		t.Errorf("the time of the body is a wait:\n%s", got)
	}
}

package explain

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// TestATokenIsAwaitedWhereOneIsRead: the exchange of a WebSocket, and a stream of no API that
// is read, have none.
func TestATokenIsAwaitedWhereOneIsRead(t *testing.T) {
	socket, events := &wire.Head{Status: 101, Header: http.Header{"Upgrade": {"websocket"}}}, &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
	for _, c := range []struct {
		kind state.Kind
		head *wire.Head
		want string
	}{
		{state.Responses, nil, "waiting for the first byte"},
		{state.Responses, events, "connected, waiting for the first token"},
		{state.Responses, socket, "connected, waiting for the first token"},
		{state.Other, events, "streaming"},
		{state.Other, socket, "the WebSocket is open"},
	} {
		x := state.New(c.kind, "x", nil)
		if c.head != nil {
			timing := wire.NoTiming()
			timing.FirstByte = 0
			x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: c.head, Stream: true, Timing: &timing})
		}
		if got := figures.SilentFor(x, 3600*1e6) > 0; got != (c.head != nil && c.want != "the WebSocket is open") {
			t.Errorf("%s, %s: silent %v", c.kind, c.want, got)
		}
		if _, awaited := figures.TimesOf(x, 1000).Of(figures.FirstToken); awaited != strings.Contains(c.want, "token") {
			t.Errorf("%s: a token is awaited: %v", c.want, awaited)
		}
		if got := Standing(x); got != c.want {
			t.Errorf("%s: %q, want %q", c.kind, got, c.want)
		}
	}
}

func TestVerdictSignsDiffer(t *testing.T) {
	seen := map[string]state.Verdict{}
	for _, v := range []state.Verdict{state.Running, state.Completed, state.Incomplete, state.Failed, state.Truncated, state.Cancelled} {
		if other, ok := seen[Sign(v)]; ok {
			t.Errorf("%q and %q share the sign %s", v, other, Sign(v))
		}
		seen[Sign(v)] = v
	}
}

// TestWhoBeganAnAnswerDidNotServeIt: one word for all answers that did not
// end, for any reason.
func TestWhoBeganAnAnswerDidNotServeIt(t *testing.T) {
	for verdict, want := range map[state.Verdict][2]string{
		state.Completed: {Served, Served}, state.Incomplete: {Served, Served}, state.Running: {Served, Served},
		state.Failed: {Named, Begun}, state.Truncated: {Named, Begun}, state.Cancelled: {Named, Begun},
	} {
		x := state.NewExchange("x", nil)
		x.Verdict = verdict
		before := Part(x)
		x.Items = []*state.Item{{Type: "message"}}
		if got := [2]string{before, Part(x)}; got != want {
			t.Errorf("%s: %q, want %q", verdict, got, want)
		}
	}
}

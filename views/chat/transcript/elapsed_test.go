package transcript

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestTheTimeOfASilence looks at a running answer at moments after its last
// arrival: the time continues, and the earlier speed is not shown as the present one.
func TestTheTimeOfASilence(t *testing.T) {
	s := newStage(100, 20)
	x := s.ask("go")
	s.SetNow(3_000_000)
	has(t, s, "● waiting for the first byte   3.0 s")
	s.SetNow(0)
	x.Apply(s.talk.head(200), s.talk.delta(0, "four words of answer "))
	for range 9 {
		s.talk.us += 11_000
		x.Apply(s.talk.delta(0, "and four more words"))
	}
	has(t, s, "● streaming")
	has(t, s, "TTFT 2 ms   110 ms")
	for _, c := range []struct {
		nowUS int64
		words []string
	}{
		{310_000, []string{"● streaming", "TTFT 2 ms   310 ms"}},
		{710_000, []string{"● silent for 600 ms", "TTFT 2 ms   710 ms"}},
		{9_110_000, []string{"● silent for 9.0 s", "TTFT 2 ms   9.1 s"}},
	} {
		s.SetNow(c.nowUS)
		for _, words := range c.words {
			has(t, s, words)
		}
	}
	past := state.NewExchange("x", x.Request)
	s.talk = wireTalk{}
	past.Apply(s.talk.head(200), s.talk.delta(0, "four words of answer "))
	s.SetEarlier(s.conv.Current, past)
	s.SetNow(0)
	has(t, s, "● streaming")
	has(t, s, "TTFT 2 ms   2 ms")
	s.SetNow(1_579_000) // in a silence: the same clock everywhere
	has(t, s, "● silent for 1.6 s   out ~5   TTFT 2 ms   1.6 s")
	s.SetEarlier(nil, nil)

	s.talk.us = 9_600_000
	x.Apply(s.talk.delta(0, "on"))
	s.SetNow(0)
	has(t, s, "● streaming")
	has(t, s, "9.6 s")
	hasNot(t, s, "tok/s") // what bytes say of tokens is far off
}

// TestSilenceBeforeTheEndIsShown: the time to the last byte is not all of it.
func TestSilenceBeforeTheEndIsShown(t *testing.T) {
	s := newStage(100, 20)
	x := s.ask("go")
	timing := wire.NoTiming()
	x.Apply(s.talk.head(200), s.talk.delta(0, "half an"))
	timing.End = x.LatestUS()
	x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: timing.End + 60_000_000}, Timing: &timing})
	has(t, s, "2 ms, then 1m 00s of silence")
}

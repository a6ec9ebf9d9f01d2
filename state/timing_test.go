package state

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// TestPaceCountsEveryByte: the stretches hold every byte at its time, and their number is
// bounded.
func TestPaceCountsEveryByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Pace
		at := int64(0)
		arrived := map[int64]int64{}
		for i, step := range rapid.SliceOfN(rapid.Int64Range(0, 1<<rapid.IntRange(1, 40).Draw(t, "scale")), 1, 300).Draw(t, "steps") {
			if i > 0 {
				at += step
			}
			n := rapid.Int64Range(0, 9).Draw(t, "bytes")
			arrived[at] += n
			p.add(at, n)
		}
		if len(p.Bytes) > paceStretches {
			t.Fatalf("%d stretches", len(p.Bytes))
		}
		want := make([]int64, len(p.Bytes))
		for us, n := range arrived {
			want[max(us-1, 0)/p.WidthUS] += n
		}
		if !slices.Equal(want, p.Bytes) {
			t.Fatalf("stretches of %d µs hold %v, want %v", p.WidthUS, p.Bytes, want)
		}
	})
}

// TestHeadReportsConnectionTimes: the connection's times are known while the answer runs.
func TestHeadReportsConnectionTimes(t *testing.T) {
	timing := wire.NoTiming()
	timing.ConnectStart, timing.ConnectDone, timing.WroteRequest, timing.FirstByte, timing.End = 10, 900, 950, 5000, 7000
	x := NewExchange("x", nil)
	head := wiretest.Head(200, "text/event-stream", true)
	head.Timing = new(timing.UntilHead())
	x.Apply(head)
	if got := x.Timing; got.ConnectDone != 900 || got.FirstByte != 5000 || got.WroteRequest != 950 || got.End != -1 {
		t.Errorf("%+v", got)
	}
	timing.FirstByte = 940 // it answered before the request was out
	if got := timing.UntilHead(); got.WroteRequest != -1 {
		t.Errorf("the end of the request at %d µs is told with the first byte", got.WroteRequest)
	}
}

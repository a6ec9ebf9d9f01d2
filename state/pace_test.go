package state

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// TestPaceLosesNoByte: whatever comes when, the stretches hold it where it
// came, and are never more than a fixed number.
func TestPaceLosesNoByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Pace
		at := int64(0)
		came := map[int64]int64{}
		for i, step := range rapid.SliceOfN(rapid.Int64Range(0, 1<<rapid.IntRange(1, 40).Draw(t, "scale")), 1, 300).Draw(t, "steps") {
			if i > 0 {
				at += step
			}
			n := rapid.Int64Range(0, 9).Draw(t, "bytes")
			came[at] += n
			p.add(at, n)
		}
		if len(p.Bytes) > paceStretches {
			t.Fatalf("%d stretches", len(p.Bytes))
		}
		want := make([]int64, len(p.Bytes))
		for us, n := range came {
			want[max(us-1, 0)/p.WidthUS] += n
		}
		if !slices.Equal(want, p.Bytes) {
			t.Fatalf("stretches of %d µs hold %v, want %v", p.WidthUS, p.Bytes, want)
		}
	})
}

func TestSilencesThatStandOut(t *testing.T) {
	cases := []struct {
		name    string
		gaps    []int64 // milliseconds between the frames
		want    []int   // frames that ended a silence
		longest int
	}{
		{"none", []int64{9, 10, 116, 9}, nil, 3},
		{"one", []int64{9, 9, 412, 9, 9}, []int{3}, 3},
		{"a slow stream is no row of silences", []int64{200, 200, 200, 200, 200, 200, 200, 200, 200, 200}, nil, 1},
		{"slow, and once much slower", []int64{200, 200, 200, 200, 1900, 200, 2100}, []int{7}, 7},
		{"long beside the mean of the short, usual in the middle", []int64{300, 20, 3500, 20, 300}, []int{3}, 3},
		{"one of two frames", []int64{60000}, []int{1}, 1},
		{"eight at most, the longest", []int64{300, 5, 310, 5, 320, 5, 330, 5, 340, 5, 350, 5, 360, 5, 370, 5, 380, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5},
			[]int{3, 5, 7, 9, 11, 13, 15, 17}, 17},
		{"all in one moment", []int64{0, 0}, nil, -1},
	}
	for _, c := range cases {
		x := NewExchange("x", nil)
		x.Apply(wiretest.Head(200, "text/event-stream", true))
		at := int64(50_000)
		x.Apply(wiretest.Frame(":", at))
		for _, ms := range c.gaps {
			at += ms * 1000
			x.Apply(wiretest.Frame(":", at))
		}
		var got []int
		for _, s := range x.Silences() {
			got = append(got, s.Frame)
		}
		longest, ok := x.Longest(0)
		if !ok {
			longest.Frame = -1
		}
		if !slices.Equal(got, c.want) || longest.Frame != c.longest {
			t.Errorf("%s: frames %v, the longest %d; want %v, %d", c.name, got, longest.Frame, c.want, c.longest)
		}
		if _, us, ok := x.FrameList.Longest(); ok && us > x.FrameList.Silence() != (len(got) > 0) {
			t.Errorf("%s: the list of the frames has a long silence: %v", c.name, len(got) == 0)
		}
		if x.Latest() != at {
			t.Errorf("%s: latest %d, want %d", c.name, x.Latest(), at)
		}
	}
}

// TestASilenceBehindTheLastFrameIsTheLongest while it goes on and when the exchange
// ended in it, unless there was a longer one or it is no long one.
func TestASilenceBehindTheLastFrameIsTheLongest(t *testing.T) {
	x := NewExchange("x", nil)
	x.Apply(wiretest.Head(200, "text/event-stream", true))
	for _, at := range []int64{50_000, 135_000, 500_000} {
		x.Apply(wiretest.Frame(":", at))
	}
	says := func(name string, nowUS int64, wanted Silence) {
		t.Helper()
		got, _ := x.Longest(nowUS)
		want(t, name, got, wanted)
	}
	between := Silence{Frame: 2, FromUS: 135_000, LenUS: 365_000}
	says("looked at as it came", 0, between)
	says("soon after", 860_000, between)
	says("while it goes on", 3_700_000, Silence{Frame: 2, FromUS: 500_000, LenUS: 3_200_000, Open: true})
	timing := wire.NoTiming()
	timing.End = 500_000
	x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndCancelled, AtUS: 7_400_000}, Timing: &timing})
	says("ended in it", 0, Silence{Frame: 2, FromUS: 500_000, LenUS: 6_900_000, Open: true})
}

// TestTheHeadTellsTheConnectionsTimes: while an answer runs, what it took to
// get there is known already.
func TestTheHeadTellsTheConnectionsTimes(t *testing.T) {
	timing := wire.NoTiming()
	timing.ConnectStart, timing.ConnectDone, timing.WroteRequest, timing.FirstByte, timing.End = 10, 900, 950, 5000, 7000
	x := NewExchange("x", nil)
	head := wiretest.Head(200, "text/event-stream", true)
	head.Timing = new(timing.Opened())
	x.Apply(head)
	if got := x.Timing; got.ConnectDone != 900 || got.FirstByte != 5000 || got.WroteRequest != 950 || got.End != -1 {
		t.Errorf("%+v", got)
	}
	timing.FirstByte = 940 // it answered before the request was out
	if got := timing.Opened(); got.WroteRequest != -1 {
		t.Errorf("the end of the request at %d µs is told with the first byte", got.WroteRequest)
	}
}

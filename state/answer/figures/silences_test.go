package figures

import (
	"slices"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

func TestLongSilences(t *testing.T) {
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
		x := state.NewExchange("x", nil)
		x.Apply(wiretest.Head(200, "text/event-stream", true))
		at := int64(50_000)
		x.Apply(wiretest.Frame(":", at))
		for _, ms := range c.gaps {
			at += ms * 1000
			x.Apply(wiretest.Frame(":", at))
		}
		var got []int
		for _, s := range SilencesOf(x) {
			got = append(got, s.Frame)
		}
		longest, ok := LongestSilence(x, 0)
		if !ok {
			longest.Frame = -1
		}
		if !slices.Equal(got, c.want) || longest.Frame != c.longest {
			t.Errorf("%s: frames %v, the longest %d; want %v, %d", c.name, got, longest.Frame, c.want, c.longest)
		}
		if _, us, ok := x.FrameList.LongestSilence(); ok && us > x.FrameList.SilenceThreshold() != (len(got) > 0) {
			t.Errorf("%s: the list of the frames has a long silence: %v", c.name, len(got) == 0)
		}
		if x.LatestUS() != at {
			t.Errorf("%s: latest %d, want %d", c.name, x.LatestUS(), at)
		}
	}
}

// TestSilenceAfterTheLastFrameIsTheLongest while it continues and when the exchange ended in it, unless
// there was a longer one or it is below the threshold.
func TestSilenceAfterTheLastFrameIsTheLongest(t *testing.T) {
	x := state.NewExchange("x", nil)
	x.Apply(wiretest.Head(200, "text/event-stream", true))
	for _, at := range []int64{50_000, 135_000, 500_000} {
		x.Apply(wiretest.Frame(":", at))
	}
	says := func(name string, nowUS int64, wanted state.Silence) {
		t.Helper()
		got, _ := LongestSilence(x, nowUS)
		want(t, name, got, wanted)
	}
	between := state.Silence{Frame: 2, FromUS: 135_000, LenUS: 365_000}
	says("looked at as it came", 0, between)
	says("soon after", 860_000, between)
	says("while it goes on", 3_700_000, state.Silence{Frame: 2, FromUS: 500_000, LenUS: 3_200_000, Open: true})
	timing := wire.NoTiming()
	timing.End = 500_000
	x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndCancelled, AtUS: 7_400_000}, Timing: &timing})
	says("ended in it", 0, state.Silence{Frame: 2, FromUS: 500_000, LenUS: 6_900_000, Open: true})
}

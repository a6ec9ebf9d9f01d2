package figures

import (
	"slices"

	"gatehouse/state"
)

// LongestSilence returns the longest time without a frame, the first of several: between
// two of them, or behind the last where that is a long silence, which of a running
// exchange lasts until now; nowUS is as in SilentFor. ok is false while there are
// no two frames and no silence behind one, or when all came in one moment.
func LongestSilence(x *state.Exchange, nowUS int64) (s state.Silence, ok bool) {
	s = x.Silences.Longest
	open := state.Silence{Frame: x.Frames - 1, FromUS: x.LatestUS(), LenUS: SilentFor(x, nowUS), Open: true}
	if hung := Hung(x); hung > 0 {
		open.FromUS, open.LenUS = x.LatestUS()-hung, hung
	}
	if x.Frames > 0 && open.LenUS > s.LenUS {
		s = open
	}
	return s, s.LenUS > 0
}

// SilencesOf returns the times between two frames that stand out, at most 8, in
// the order of the wire: those that the list of the frames calls long too.
func SilencesOf(x *state.Exchange) []state.Silence {
	long := x.FrameList.Silence()
	var out []state.Silence
	for _, k := range x.Silences.Long {
		if k.LenUS > long {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(a, b state.Silence) int { return a.Frame - b.Frame })
	return out
}

// SilentFor is how long a running stream has sent nothing by a moment, in
// microseconds after the start of the request; 0 where that is no long silence
// (yet).
func SilentFor(x *state.Exchange, nowUS int64) int64 {
	if us := nowUS - x.LatestUS(); x.Running() && x.Stream && us > x.FrameList.Silence() {
		return us
	}
	return 0
}

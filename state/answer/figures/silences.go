package figures

import (
	"slices"

	"gatehouse/state"
)

// LongestSilence returns the longest time without a frame, the first of equal ones:
// between two frames, or after the last where that is a long silence, which in a running
// exchange lasts until nowUS (see SilentFor). ok is false with fewer than two frames and
// no silence after one, and when all frames arrived at one moment.
func LongestSilence(x *state.Exchange, nowUS int64) (s state.Silence, ok bool) {
	s = x.Silences.Longest
	open := state.Silence{Frame: x.Frames - 1, FromUS: x.LatestUS(), LenUS: SilentFor(x, nowUS), Open: true}
	if hung := SilenceBeforeEnd(x); hung > 0 {
		open.FromUS, open.LenUS = x.LatestUS()-hung, hung
	}
	if x.Frames > 0 && open.LenUS > s.LenUS {
		s = open
	}
	return s, s.LenUS > 0
}

// SilencesOf returns the long silences between frames, at most 8, in wire order; the list
// of frames marks the same ones.
func SilencesOf(x *state.Exchange) []state.Silence {
	long := x.FrameList.SilenceThreshold()
	var out []state.Silence
	for _, k := range x.Silences.Long {
		if k.LenUS > long {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(a, b state.Silence) int { return a.Frame - b.Frame })
	return out
}

// SilentFor returns how long a running stream has sent nothing at nowUS, in microseconds
// after the start of the request; 0 where that is not a long silence (yet).
func SilentFor(x *state.Exchange, nowUS int64) int64 {
	if us := nowUS - x.LatestUS(); x.Running() && x.Stream && !x.IsConnection() && us > x.FrameList.SilenceThreshold() {
		return us
	}
	return 0
}

package figures

import (
	"slices"

	"gatehouse/client/frames"
	"gatehouse/state"
)

// TTFB returns the time to the first byte of the head, in microseconds after the start of
// the request.
func TTFB(x *state.Exchange) (us int64, ok bool) {
	if x.Timing.FirstByte > 0 {
		return x.Timing.FirstByte, true
	}
	if x.Head != nil && x.Head.AtUS >= 0 {
		return x.Head.AtUS, true
	}
	return 0, false
}

// TTFT returns the time to the first non-empty delta of any kind, in microseconds after
// the start of the request.
func TTFT(x *state.Exchange) (us int64, ok bool) { return x.FirstDeltaUS, x.FirstDeltaUS >= 0 }

// FirstText returns the time to the first output text or refusal, in microseconds after
// the start of the request; ok is false before it, and where it arrived with the first
// token or soon after.
func FirstText(x *state.Exchange) (us int64, ok bool) {
	return x.FirstTextUS, x.FirstTextUS >= 0 && x.FirstTextUS-x.FirstDeltaUS >= frames.MinSilence
}

// Total returns the time to the last byte, or to the end where there was no byte, in
// microseconds after the start of the request; ok is false while the exchange runs.
func Total(x *state.Exchange) (us int64, ok bool) {
	if x.End == nil || x.End.AtUS < 0 {
		return 0, false
	}
	if x.Timing.End >= 0 {
		return x.Timing.End, true
	}
	return x.End.AtUS, true
}

// Lasted returns the time to the end, in microseconds after the start of the request: later
// than Total where the connection stayed open and silent. ok is false while the exchange runs.
func Lasted(x *state.Exchange) (us int64, ok bool) {
	if x.End == nil || x.End.AtUS < 0 {
		return 0, false
	}
	return x.End.AtUS, true
}

// SilenceBeforeEnd returns the time from the last byte to the end, in microseconds; 0
// where that is not a long silence.
func SilenceBeforeEnd(x *state.Exchange) int64 {
	total, ok := Total(x)
	if !ok || x.End.AtUS-total <= x.FrameList.SilenceThreshold() {
		return 0
	}
	return x.End.AtUS - total
}

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

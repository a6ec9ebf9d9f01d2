package figures

import (
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

package figures

import (
	"gatehouse/state"
	"gatehouse/state/frames"
)

// TTFB is the time to the first byte of the head, in microseconds after the
// start of the request.
func TTFB(x *state.Exchange) (us int64, ok bool) {
	if x.Timing.FirstByte > 0 {
		return x.Timing.FirstByte, true
	}
	if x.Head != nil && x.Head.AtUS >= 0 {
		return x.Head.AtUS, true
	}
	return 0, false
}

// TTFT is the time to the first non-empty delta of any kind, in microseconds
// after the start of the request.
func TTFT(x *state.Exchange) (us int64, ok bool) { return x.FirstDeltaUS, x.FirstDeltaUS >= 0 }

// FirstWord is the time to the first of the answer's own text, in microseconds
// after the start of the request; ok is false where none has come, and where it
// came with the first token or soon after.
func FirstWord(x *state.Exchange) (us int64, ok bool) {
	return x.FirstTextUS, x.FirstTextUS >= 0 && x.FirstTextUS-x.FirstDeltaUS >= frames.LeastSilence
}

// Total is the time to the last byte, or to the end where no byte came, in
// microseconds after the start of the request; not known while the exchange
// runs.
func Total(x *state.Exchange) (us int64, ok bool) {
	if x.End == nil || x.End.AtUS < 0 {
		return 0, false
	}
	if x.Timing.End >= 0 {
		return x.Timing.End, true
	}
	return x.End.AtUS, true
}

// Hung is how long nothing came before the end, from the last byte on, in
// microseconds; 0 where that is no long silence.
func Hung(x *state.Exchange) int64 {
	total, ok := Total(x)
	if !ok || x.End.AtUS-total <= x.FrameList.Silence() {
		return 0
	}
	return x.End.AtUS - total
}

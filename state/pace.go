package state

import "slices"

// Sizes of what is kept of an exchange's time: the same for a stream of ten
// frames and of a million.
const (
	paceStretches = 128
	firstStretch  = 1000    // microseconds
	longSilence   = 250_000 // microseconds: no shorter one stands out, see frames.List.Silence
	mostSilences  = 8
)

// Pace is when the output came: the bytes of the deltas in stretches of equal
// time, which begin at the first delta. When the stretches are used up, two
// become one each.
type Pace struct {
	WidthUS int64   // of a stretch, in microseconds; 0 before the first delta
	Bytes   []int64 // stretch i holds what came later than i·WidthUS and until (i+1)·WidthUS; the first also what came at 0
	Deltas  int     // that were counted
}

// add counts a delta of n bytes that came us microseconds after the first.
func (p *Pace) add(us, n int64) {
	if p.WidthUS == 0 {
		p.WidthUS = firstStretch
	}
	at := max(us-1, 0) / p.WidthUS
	for at >= paceStretches {
		for i := range p.Bytes {
			if both := p.Bytes[i]; i%2 == 0 {
				p.Bytes[i/2] = both
			} else {
				p.Bytes[i/2] += both
			}
		}
		p.Bytes = p.Bytes[:(len(p.Bytes)+1)/2]
		p.WidthUS *= 2
		at = max(us-1, 0) / p.WidthUS
	}
	for int64(len(p.Bytes)) <= at {
		p.Bytes = append(p.Bytes, 0)
	}
	p.Bytes[at] += n
	p.Deltas++
}

// Silence is the time between two frames of an event stream, or behind the last.
type Silence struct {
	Frame  int   // that ended it, counted from 0; of an open one the last frame
	FromUS int64 // from the arrival of the frame before; of one before the end from the last byte
	LenUS  int64
	Open   bool // no frame has ended it: it goes on, or went on to the end
}

// silences keeps the longest silences of a stream.
type silences struct {
	longest Silence
	kept    []Silence // of longSilence and more, the longest
}

func (s *silences) add(one Silence) {
	if one.LenUS > s.longest.LenUS {
		s.longest = one
	}
	if one.LenUS < longSilence {
		return
	}
	if len(s.kept) < mostSilences {
		s.kept = append(s.kept, one)
		return
	}
	least := 0
	for i, k := range s.kept {
		if k.LenUS < s.kept[least].LenUS {
			least = i
		}
	}
	if one.LenUS > s.kept[least].LenUS {
		s.kept[least] = one
	}
}

// Longest returns the longest time without a frame, the first of several: between
// two of them, or behind the last where that is a long silence, which of a running
// exchange lasts until now; nowUS is as in SilentFor. ok is false while there are
// no two frames and no silence behind one, or when all came in one moment.
func (x *Exchange) Longest(nowUS int64) (s Silence, ok bool) {
	s = x.silences.longest
	open := Silence{Frame: x.Frames - 1, FromUS: x.now, LenUS: x.SilentFor(nowUS), Open: true}
	if hung := x.Hung(); hung > 0 {
		open.FromUS, open.LenUS = x.now-hung, hung
	}
	if x.Frames > 0 && open.LenUS > s.LenUS {
		s = open
	}
	return s, s.LenUS > 0
}

// Silences returns the times between two frames that stand out, at most 8, in
// the order of the wire: those that the list of the frames calls long too.
func (x *Exchange) Silences() []Silence {
	long := x.FrameList.Silence()
	var out []Silence
	for _, k := range x.silences.kept {
		if k.LenUS > long {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(a, b Silence) int { return a.Frame - b.Frame })
	return out
}

// Latest is the arrival of what was folded last, in microseconds after the
// start of the request: how far a running exchange has come.
func (x *Exchange) Latest() int64 { return x.now }

// SilentFor is how long a running stream has sent nothing by a moment, in
// microseconds after the start of the request; 0 where that is no long silence
// (yet).
func (x *Exchange) SilentFor(nowUS int64) int64 {
	if us := nowUS - x.now; x.Running() && x.Stream && us > x.FrameList.Silence() {
		return us
	}
	return 0
}

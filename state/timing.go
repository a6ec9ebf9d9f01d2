package state

import "gatehouse/client/frames"

// Sizes of what is stored of an exchange's timing: the same for ten frames and for a million.
const (
	paceStretches = 128
	firstStretch  = 1000 // microseconds
)

// Pace is when the output arrived: the bytes of the deltas in stretches of equal duration,
// the first beginning at the first delta. When all stretches are used, pairs of them are
// merged.
type Pace struct {
	WidthUS int64   // of a stretch, in microseconds; 0 before the first delta
	Bytes   []int64 // stretch i holds what arrived after i·WidthUS and until (i+1)·WidthUS; the first includes 0
	Deltas  int     // how many deltas were counted
}

// add counts a delta of n bytes that arrived us microseconds after the first.
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

// maxSilences is how many long silences of a stream are stored.
const maxSilences = 8

// Silence is the time between two frames of an event stream, or after the last.
type Silence struct {
	Frame  int   // the frame that ended it, counted from 0; the last frame while Open
	FromUS int64 // arrival of the frame before; of the last byte for a silence before the end
	LenUS  int64
	Open   bool // no frame has ended it
}

// Silences are the longest silences of a stream.
type Silences struct {
	Longest Silence   // the first of equal ones; zero before two frames arrived
	Long    []Silence // up to 8 of at least 250 ms, the longest, unordered
}

// add counts the time between two frames.
func (s *Silences) add(one Silence) {
	if one.LenUS > s.Longest.LenUS {
		s.Longest = one
	}
	if one.LenUS < frames.MinSilence {
		return
	}
	if len(s.Long) < maxSilences {
		s.Long = append(s.Long, one)
		return
	}
	least := 0
	for i, k := range s.Long {
		if k.LenUS < s.Long[least].LenUS {
			least = i
		}
	}
	if one.LenUS > s.Long[least].LenUS {
		s.Long[least] = one
	}
}

package state

import "gatehouse/state/frames"

// Sizes of what is kept of an exchange's time: the same for a stream of ten
// frames and of a million.
const (
	paceStretches = 128
	firstStretch  = 1000 // microseconds
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

// mostSilences is how many silences of a stream are kept.
const mostSilences = 8

// Silence is the time between two frames of an event stream, or behind the last.
type Silence struct {
	Frame  int   // that ended it, counted from 0; of an open one the last frame
	FromUS int64 // from the arrival of the frame before; of one before the end from the last byte
	LenUS  int64
	Open   bool // no frame has ended it: it goes on, or went on to the end
}

// Silences are the longest times between two frames of a stream.
type Silences struct {
	Longest Silence   // the first of several; zero before two frames came
	Long    []Silence // at most 8 of 250 ms and more, the longest, in no order
}

// add counts the time between two frames.
func (s *Silences) add(one Silence) {
	if one.LenUS > s.Longest.LenUS {
		s.Longest = one
	}
	if one.LenUS < frames.LeastSilence {
		return
	}
	if len(s.Long) < mostSilences {
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

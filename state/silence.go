package state

import "gatehouse/state/frames"

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

package frames

import "math/bits"

// MinSilence is the shortest gap that counts as a long silence, in microseconds: about when a user
// begins to wonder.
const MinSilence = 250_000

// timesMedian is how many times the median gap a long silence lasts at least.
const timesMedian = 10

// SilenceThreshold returns the length of a long silence, in microseconds: more than 250 ms
// and more than ten times the median gap, which is known to a quarter of an octave. A
// stream's only gap is compared with the 250 ms alone.
func (l *List) SilenceThreshold() int64 {
	if l.gaps.total < 2 {
		return MinSilence
	}
	return max(MinSilence, timesMedian*l.gaps.median())
}

// histogram counts lengths in steps of a quarter of an octave, so that the median of any
// number of them takes 1 KB.
type histogram struct {
	count [4 * 64]uint32
	total int
}

// step returns the step of a length: its highest bit and the two bits after it.
func step(us int64) int {
	if us < 4 {
		return int(us)
	}
	high := bits.Len64(uint64(us)) - 1
	return 4*(high-1) + int(us>>(high-2)&3)
}

// least returns the shortest length of a step.
func least(step int) int64 {
	if step < 4 {
		return int64(step)
	}
	return int64(4+step%4) << (step/4 - 1)
}

func (s *histogram) add(us int64) {
	s.count[step(us)]++
	s.total++
}

// median returns the shortest length of the step with the median.
func (s *histogram) median() int64 {
	rest := (s.total - 1) / 2
	for i, n := range s.count {
		if rest -= int(n); rest < 0 {
			return least(i)
		}
	}
	return 0
}

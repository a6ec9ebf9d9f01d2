package frames

import "math/bits"

// LeastSilence is the shortest gap that is called a long silence, in
// microseconds: a person begins to wonder.
const LeastSilence = 250_000

// timesMedian is how many times the usual gap a long silence lasts at least.
const timesMedian = 10

// Silence returns from which length on a gap between two frames is a long
// silence, in microseconds: longer than 250 ms, and than ten times the median
// gap, which is known to a quarter of an octave. The only gap of a stream has
// nothing to be measured by but the 250 ms.
func (l *List) Silence() int64 {
	if l.gaps.total < 2 {
		return LeastSilence
	}
	return max(LeastSilence, timesMedian*l.gaps.median())
}

// spread counts lengths by their size, in steps of a quarter of an octave, so
// that the median of any number of them costs 1 KB.
type spread struct {
	count [4 * 64]uint32
	total int
}

// step returns the step of a length: its highest bit, and the two behind it.
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

func (s *spread) add(us int64) {
	s.count[step(us)]++
	s.total++
}

// median returns the shortest length of the step that the middle one lies in,
// of two in the middle the shorter.
func (s *spread) median() int64 {
	rest := (s.total - 1) / 2
	for i, n := range s.count {
		if rest -= int(n); rest < 0 {
			return least(i)
		}
	}
	return 0
}

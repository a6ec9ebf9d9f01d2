package state

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

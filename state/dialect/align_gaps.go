package dialect

// gaps pairs what is left between parts that are the same: first texts that
// are alike, then, where as many are left of a class in both bodies, one with
// the other.
func (al *aligner) gaps() {
	i, j := 0, 0
	for _, end := range append(al.anchors, [2]int{len(al.a), len(al.b)}) {
		if i < end[0] && j < end[1] {
			al.gap(i, end[0], j, end[1])
		}
		i, j = end[0]+1, end[1]+1
	}
}

func (al *aligner) gap(fromA, toA, fromB, toB int) {
	freeA := map[class][]int{}
	for i := fromA; i < toA; i++ {
		if al.toB[i] == none {
			c := al.class(al.a[i])
			freeA[c] = append(freeA[c], i)
		}
	}
	freeB := map[class][]int{}
	for j := fromB; j < toB; j++ {
		if al.toA[j] == none {
			c := al.class(al.b[j])
			freeB[c] = append(freeB[c], j)
		}
	}
	for c, b := range freeB {
		al.alikes(freeA[c], b)
		if al.unknown { // a string in the same place is not the same text
			continue
		}
		a, b := al.still(freeA[c], al.toB), al.still(b, al.toA)
		if len(a) == len(b) {
			for n := range a {
				al.pair(a[n], b[n], Changed)
			}
		}
	}
}

// alikes pairs parts with the one most like it among the next few, unless one
// of the next few is more like that.
func (al *aligner) alikes(a, b []int) {
	for n, i := range a {
		best, most := none, 0
		for k, j := range b[:min(near, len(b))] {
			if same, ok := alike(al.a[i].Text, al.b[j].Text); ok && same > most {
				best, most = k, same
			}
		}
		if best == none || al.closer(a[n+1:], b[best], most) {
			continue
		}
		al.pair(i, b[best], Changed)
		b = b[best+1:]
	}
}

// closer reports whether one of the next parts of a shares more with a part of b.
func (al *aligner) closer(a []int, j, most int) bool {
	for _, i := range a[:min(near, len(a))] {
		if same, ok := alike(al.a[i].Text, al.b[j].Text); ok && same > most {
			return true
		}
	}
	return false
}

// maxShared is how many bytes are compared at the beginning of two texts, and at
// their end.
const maxShared = 16 << 10

// alike counts the bytes that two texts share at their beginning and end, and
// reports whether they are a third of the shorter text and no mere chance.
func alike(before, after string) (n int, ok bool) {
	n = shared(before, after)
	return n, n >= 4 && n*3 >= min(len(before), len(after), 2*maxShared)
}

func shared(a, b string) int {
	short := min(len(a), len(b))
	n := 0
	for n < min(short, maxShared) && a[n] == b[n] {
		n++
	}
	m := 0
	for m < min(short-n, maxShared) && a[len(a)-1-m] == b[len(b)-1-m] {
		m++
	}
	return n + m
}

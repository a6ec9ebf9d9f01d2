package wire

import "runtime"

// asked says whether it is known that nobody keeps the bytes of a packed segment.
type asked uint8

const (
	unasked asked = iota
	asking        // the next garbage collection tells
	answered
)

// watch asks which of the packed segments are kept as they came by somebody else, an item
// or the text of a delta: those are there twice. Only a garbage collection tells.
func (b *Body) watch() {
	if b.watching {
		return
	}
	for i := range b.segments {
		if s := &b.segments[i]; s.packed != nil && s.asked == unasked {
			s.asked, b.watching = asking, true
		}
	}
	if b.watching {
		collected := new([64]byte) // nobody keeps it; what is smaller is collected together
		runtime.AddCleanup(collected, (*Body).answer, b)
	}
}

// answer gives up the packed form of the segments whose bytes were not collected.
func (b *Body) answer() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.segments {
		s := &b.segments[i]
		if s.packed == nil || s.asked != asking {
			continue
		}
		s.asked = answered
		if kept := alive(s.kept, s.length); kept != nil {
			*s = segment{start: s.start, plain: kept, shared: true, tried: true}
		}
	}
	b.watching = false
	b.watch()
}

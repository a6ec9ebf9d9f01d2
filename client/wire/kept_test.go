package wire

import (
	"bytes"
	"runtime"
	"testing"
)

// TestWhatSomebodyKeepsIsNotThereTwice: a segment that an item shares stands as it came,
// and is not packed beside that; the others stay packed.
func TestWhatSomebodyKeepsIsNotThereTwice(t *testing.T) {
	var b Body
	text := bytes.Repeat([]byte("an event like all the others\n"), lastSegment/8)
	b.Append(text[:lastSegment], 1)
	kept := b.Bytes(10, 20)
	b.Append(text[lastSegment:], 2)
	packed := func(at int64) bool {
		b.mu.RLock()
		defer b.mu.RUnlock()
		return b.segments[b.segmentAt(at)].packed != nil
	}
	middle := int64(len(text) / 2)
	if !packed(10) || !packed(middle) {
		t.Fatal("nothing is packed")
	}
	for packed(10) { // until a collection has told
		runtime.GC()
		runtime.Gosched()
	}
	if !packed(middle) {
		t.Error("what nobody keeps is no longer packed")
	}
	if !bytes.Equal(b.All(), text) || &b.Bytes(10, 20)[0] != &kept[0] {
		t.Error("the body holds other bytes")
	}
	b.Blank()
	if bytes.ContainsFunc(b.All(), func(r rune) bool { return r != '*' }) {
		t.Error("the bytes can still be read")
	}
	runtime.KeepAlive(kept)
}

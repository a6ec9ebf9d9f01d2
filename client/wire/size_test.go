package wire

import (
	"testing"
	"unsafe"
)

func TestArrivalSize(t *testing.T) {
	if size := unsafe.Sizeof(Arrival{}); size > 280 {
		t.Errorf("an arrival takes %d bytes, of which a long stream brings hundreds of thousands", size)
	}
}

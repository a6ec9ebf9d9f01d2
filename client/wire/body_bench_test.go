package wire

import "testing"

func BenchmarkBodyAppend(b *testing.B) {
	chunk := make([]byte, 200)
	b.SetBytes(int64(len(chunk)))
	b.ReportAllocs()
	var body Body
	for i := 0; b.Loop(); i++ {
		if i%(1<<16) == 0 {
			body = Body{}
		}
		body.Append(chunk, int64(i))
	}
}

package sse

import (
	"bytes"
	"fmt"
	"testing"

	"gatehouse/client/wire"
)

// stream is the 20,000 deltas of the comparison with other decoders.
func stream(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"content_index\":0,\"delta\":\" word%d\",\"item_id\":\"msg_68a1b2c3d4e5f60718293a4b5c6d7e8f\",\"logprobs\":[],\"output_index\":0,\"sequence_number\":%d}\n\n", i%100, i)
	}
	b.WriteString("data: [DONE]\n\n")
	return b.Bytes()
}

func BenchmarkCut(b *testing.B) {
	const n = 20000
	input := stream(n)
	b.SetBytes(int64(len(input)))
	b.ReportAllocs()
	for b.Loop() {
		var body wire.Body
		c := New(&body, 0)
		frames := 0
		for rest := input; len(rest) > 0; {
			p := rest[:min(32<<10, len(rest))]
			rest = rest[len(p):]
			body.Append(p, 1)
			c.Feed(body.Len(), 1)
			for _, ok := c.Next(); ok; _, ok = c.Next() {
				frames++
			}
		}
		if frames != n+1 {
			b.Fatal(frames)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "frames/s")
}

// BenchmarkCutLargeLine cuts one line of 100 MB that arrives in reads of 32 KiB.
func BenchmarkCutLargeLine(b *testing.B) {
	const size = 100 << 20
	piece := bytes.Repeat([]byte("x"), 32<<10)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		var body wire.Body
		c := New(&body, 0)
		body.Append([]byte("data: "), 1)
		for range size / len(piece) {
			body.Append(piece, 1)
			c.Feed(body.Len(), 1)
			c.Next()
		}
		body.Append([]byte("\n\n"), 1)
		c.Feed(body.Len(), 1)
		if f, ok := c.Next(); !ok || len(f.Data) != size {
			b.Fatal("no frame")
		}
	}
}

package state

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/wiretest"
)

// grown returns an exchange into which text of some size has been streamed.
func grown(size int) *Exchange {
	x := NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream(wiretest.Added(0, "m", "message"), wiretest.Delta(0, "m", strings.Repeat("markdown ", size/9)))...)
	return x
}

// BenchmarkDelta is the mean cost of a delta of four bytes in an answer of
// 10 KB and in one of 1 MB, the buffer's growth included: BUDGETS asks for a
// ratio of at most 1.2.
func BenchmarkDelta(b *testing.B) {
	a := wiretest.Frame(wiretest.Delta(0, "m", "word"), 1)
	begin := wiretest.Stream(wiretest.Added(0, "m", "message"))
	for _, size := range []int{10 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("at%dKB", size>>10), func(b *testing.B) {
			for b.Loop() {
				x := NewExchange("x", []byte(wiretest.StreamRequest))
				x.Apply(begin...)
				for range size / 4 {
					x.Apply(a)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size/4), "ns/delta")
		})
	}
}

// BenchmarkStream is a complete answer of 100,000 deltas, folded in batches of
// one and of a hundred.
func BenchmarkStream(b *testing.B) {
	const events = 100_000
	all := wiretest.Stream(wiretest.Added(0, "m", "message"))
	for range events {
		all = append(all, wiretest.Frame(wiretest.Delta(0, "m", "word"), 1))
	}
	for _, batch := range []int{1, 100} {
		b.Run(fmt.Sprintf("batch%d", batch), func(b *testing.B) {
			for b.Loop() {
				x := NewExchange("x", []byte(wiretest.StreamRequest))
				for rest := all; len(rest) > 0; {
					n := min(batch, len(rest))
					x.Apply(rest[:n]...)
					rest = rest[n:]
				}
			}
			b.ReportMetric(float64(events*b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkTerminal is the cost of a terminal response that repeats 1 MB of text.
func BenchmarkTerminal(b *testing.B) {
	text := strings.Repeat("markdown ", 1<<20/9)
	end := wiretest.Frame(wiretest.Completed(wiretest.Message("m", text)), 2)
	b.SetBytes(1 << 20)
	for b.Loop() {
		b.StopTimer()
		x := grown(0)
		x.Apply(wiretest.Frame(wiretest.Delta(0, "m", text), 1))
		b.StartTimer()
		x.Apply(end)
		if x.Verdict != Completed {
			b.Fatal(x.Verdict)
		}
	}
}

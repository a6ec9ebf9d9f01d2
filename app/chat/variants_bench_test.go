package chat_test

import (
	"testing"

	"gatehouse/app/apptest"
)

// BenchmarkVariantsStream folds and draws a batch of deltas of three answers that arrive side by side, which may
// cost 3.3 times that of one (BenchmarkOneStreams).
func BenchmarkVariantsStream(b *testing.B) { benchmarkStreams(b, 3) }

func BenchmarkOneStreams(b *testing.B) { benchmarkStreams(b, 1) }

func benchmarkStreams(b *testing.B, n int) {
	m, more := apptest.StreamingVariants(b, n, 20_000)
	b.ResetTimer()
	for range b.N {
		more(33) // what arrives in a frame at 1 ms a delta
		m.View()
	}
}

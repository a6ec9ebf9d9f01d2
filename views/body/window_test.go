package body

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
)

func TestAWindowShowsEveryByteOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text wire.Body
		w := NewWindow(nil, &text)
		for range rapid.IntRange(1, 6).Draw(t, "chunks") {
			piece := rapid.SampledFrom([]string{"日本語", "line\n", "x", "\xff\xbf", "\n", strings.Repeat("word ", 30) + "\n"}).Draw(t, "piece")
			text.Append([]byte(strings.Repeat(piece, rapid.IntRange(0, 2000).Draw(t, "times"))), 1)
			for i := range w.Len() {
				if from, to := w.start(i), w.start(i+1); from >= to && text.Len() > 0 {
					t.Fatalf("block %d is [%d,%d)", i, from, to)
				} else if text.Len() > 0 && (w.Block(int(from)) != i || w.Block(int(to-1)) != i) {
					t.Fatalf("block %d is not the one of its own bytes", i)
				}
			}
			if w.start(0) != 0 || w.start(w.Len()) != text.Len() {
				t.Fatal("the blocks do not span the body")
			}
		}
	})
}

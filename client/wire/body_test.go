package wire

import (
	"bytes"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// TestBodyIsWhatWasAppended checks every way of reading against plain bytes.
func TestBodyIsWhatWasAppended(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b Body
		var all []byte
		var ends []int64
		for range rapid.IntRange(0, 30).Draw(t, "chunks") {
			n := rapid.OneOf(rapid.IntRange(0, 10), rapid.IntRange(0, 200<<10)).Draw(t, "size")
			p := bytes.Repeat([]byte{byte(len(all)), byte(n)}, n)[:n]
			if rapid.Bool().Draw(t, "packs not") {
				p = random(n)
			}
			b.Append(p, int64(len(all)))
			if all = append(all, p...); n > 0 {
				ends = append(ends, int64(len(all)))
			}
			clear(p) // the body must have copied it
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				if !bytes.Equal(b.Join(), all) {
					t.Fatal("what was joined differs")
				}
			case 1:
				b.Overwrite()
				all = bytes.Repeat([]byte{'*'}, len(all))
			case 2:
				b.Trim()
			}
		}
		if b.Len() != int64(len(all)) || !bytes.Equal(b.All(), all) {
			t.Fatal("the whole differs")
		}
		for i, c := range b.Chunks() {
			if c.End != ends[i] {
				t.Fatalf("chunk %d ends at %d, want %d", i, c.End, ends[i])
			}
		}
		from := rapid.IntRange(0, len(all)).Draw(t, "from")
		to := rapid.IntRange(from, len(all)).Draw(t, "to")
		if !bytes.Equal(b.Bytes(int64(from), int64(to)), all[from:to]) {
			t.Fatalf("[%d,%d) differs", from, to)
		}
		var runs []byte
		for at := from; at < to; {
			run := b.Run(int64(at), int64(to))
			if len(run) == 0 || cap(run) != len(run) {
				t.Fatalf("a run of %d, capacity %d", len(run), cap(run))
			}
			runs, at = append(runs, run...), at+len(run)
		}
		if !bytes.Equal(runs, all[from:to]) {
			t.Fatal("the runs differ")
		}
	})
}

func TestBodyOutsideItsBytesIsEmpty(t *testing.T) {
	var b Body
	if b.Bytes(0, 10) != nil || b.Run(0, 10) != nil || b.All() != nil || len(b.Chunks()) != 0 {
		t.Error("an empty body has bytes")
	}
	b.Append([]byte("abc"), 1)
	if got := b.Bytes(-5, 99); string(got) != "abc" {
		t.Errorf("got %q", got)
	}
	if b.Run(3, 9) != nil || b.Run(-1, 2) != nil {
		t.Error("a run outside the body")
	}
}

func TestOverwriteKeepsSizesAndTimes(t *testing.T) {
	var b Body
	b.Append(bytes.Repeat([]byte("secret "), 5000), 7)
	before := len(b.Chunks())
	size := b.Len()
	b.Overwrite()
	b.Append([]byte("!"), 9)
	want := append(bytes.Repeat([]byte("*"), int(size)), '!')
	if !bytes.Equal(b.All(), want) || len(b.Chunks()) != before+1 || b.Chunks()[0].AtUS != 7 {
		t.Error("blanking changed more than the bytes")
	}
}

// TestBodyAndIndexAreReadableWhileGrowing has a meaning under the race detector.
func TestBodyAndIndexAreReadableWhileGrowing(t *testing.T) {
	var b Body
	var x Index
	var done sync.WaitGroup
	for range 2 {
		done.Go(func() {
			for b.Len() < 1<<21 {
				if all := b.All(); bytes.ContainsFunc(all, func(r rune) bool { return r != 'x' }) {
					t.Error("foreign bytes")
				}
				_, _ = b.Chunks(), x.All()
				for at := int64(0); at < b.Len(); at += 1000 {
					if run := b.Run(at, at+1000); bytes.ContainsFunc(run, func(r rune) bool { return r != 'x' }) {
						t.Error("foreign bytes in a run")
					}
				}
			}
		})
	}
	for i := range 1 << 10 {
		b.Append(bytes.Repeat([]byte("x"), 2<<10), int64(i))
		x.Append(FrameRef{Offset: int64(i)})
	}
	b.Join() // while they read on
	done.Wait()
	if len(x.All()) != 1<<10 {
		t.Errorf("%d frames", len(x.All()))
	}
}

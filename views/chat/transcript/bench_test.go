package transcript

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// article is size bytes of markdown of the kinds that answers hold.
func article(size int) string {
	var b strings.Builder
	for n := 0; b.Len() < size; n++ {
		fmt.Fprintf(&b, "## Part %d\n\nA paragraph with **bold**, *soft* and `code`, long enough to be wrapped on most screens that people use today.\n\n"+
			"1. first, with some words behind it\n2. second, [a link](https://e.org/%d)\n   - nested\n\n```go\nfunc f%d(x int) error {\n\treturn fmt.Errorf(\"no %%d\", x) // why\n}\n```\n\n"+
			"| model | price |\n|--|--:|\n| `a/b` | %d.20 |\n\n> a quote that says what it says\n\n", n, n, n, n)
	}
	return b.String()[:size]
}

// stream feeds an answer in deltas of 4 bytes and draws after each batch of
// perFrame, as a frame of 16 ms would.
func stream(s *stage, text string, perFrame int) {
	x := s.ask("go")
	x.Apply(s.talk.head(200))
	batch := make([]wire.Arrival, 0, perFrame)
	for at := 0; at < len(text); at += 4 {
		batch = append(batch, wire.Arrival{Kind: wire.ArrivedFrame, Decoded: true, Frame: wire.Frame{AtUS: int64(at), Data: []byte("{}")},
			Event: wire.Event{Type: "response.output_text.delta", OutputIndex: 0, Delta: text[at:min(at+4, len(text))]}})
		if len(batch) == perFrame {
			x.Apply(batch...)
			s.View()
			batch = batch[:0]
		}
	}
	x.Apply(batch...)
	s.View()
}

// BenchmarkStream measures the cost of a delta, drawing included, at two
// paces: 16 deltas a frame (1 ms a delta) and as fast as they arrive.
func BenchmarkStream(b *testing.B) {
	for _, size := range []int{10 << 10, 100 << 10, 1 << 20} {
		text := article(size)
		for _, perFrame := range []int{16, 1000} {
			b.Run(fmt.Sprintf("%dKB/%d-a-frame", size>>10, perFrame), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					stream(newStage(100, 40), text, perFrame)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size/4), "ns/delta")
			})
		}
	}
}

// BenchmarkStreamScrolledUp is the same while the reader looks at the start.
func BenchmarkStreamScrolledUp(b *testing.B) {
	for _, size := range []int{10 << 10, 1 << 20} {
		text := article(size)
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			for b.Loop() {
				s := newStage(100, 40)
				s.answered("first", article(4096))
				s.View()
				s.press("g")
				stream(s, text, 16)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size/4), "ns/delta")
		})
	}
}

// BenchmarkOpen is the first frame of a conversation whose answer is there.
func BenchmarkOpen(b *testing.B) {
	for _, size := range []int{10 << 10, 1 << 20} {
		text := article(size)
		done := newStage(100, 40)
		done.answered("go", text)
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			for b.Loop() {
				s := newStage(100, 40)
				s.SetConversation(done.conv)
				s.View()
			}
		})
	}
}

// BenchmarkScroll is a page up and its drawing in a 1 MB answer.
func BenchmarkScroll(b *testing.B) {
	s := newStage(100, 40)
	s.answered("go", article(1<<20))
	s.View()
	b.Run("page", func(b *testing.B) {
		for b.Loop() {
			s.Scroll(0, -39)
			if s.topPosition() == s.first() {
				s.Follow()
			}
			s.View()
		}
	})
	b.Run("line", func(b *testing.B) {
		s.Follow()
		for b.Loop() {
			s.Scroll(0, -1)
			s.View()
		}
	})
}

// BenchmarkFind types a word that a 1 MB answer holds many times.
func BenchmarkFind(b *testing.B) {
	s := newStage(100, 40)
	s.answered("go", article(1<<20))
	s.View()
	for b.Loop() {
		s.press("/")
		s.write("zebra")
		s.View()
		s.press("esc")
	}
}

// BenchmarkItems measures an answer of 100,000 items: its first frame, a key, and a
// search for words that none of them has.
func BenchmarkItems(b *testing.B) {
	const items = 100_000
	done := newStage(100, 40)
	x := done.ask("go")
	x.Apply(done.talk.head(200))
	x.Apply(done.talk.delivers(0, items, anyItem)...)
	x.Apply(done.talk.completed(), done.talk.done(), done.talk.end(wire.EndClean))
	s := newStage(100, 40)
	s.SetConversation(done.conv)
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			s = newStage(100, 40)
			s.SetConversation(done.conv)
			s.View()
		}
	})
	for _, key := range []string{"g", "end", "K", "pgup", "space"} {
		b.Run(key, func(b *testing.B) {
			for b.Loop() {
				s.press(key)
				s.View()
			}
		})
	}
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			s.press("/")
			s.find.Words = "zebra"
			s.run(s.find.FindFrom(s.find.Origin()))
			s.press("esc")
		}
	})
}

// BenchmarkIdle is a frame in which nothing changed.
func BenchmarkIdle(b *testing.B) {
	s := newStage(100, 40)
	s.answered("go", article(1<<20))
	for b.Loop() {
		s.View()
	}
}

// BenchmarkMemory reports what a 1 MB answer occupies in addition to its text, after
// it was streamed and scrolled through.
func BenchmarkMemory(b *testing.B) {
	text := article(1 << 20)
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		s := newStage(100, 40)
		stream(s, text, 1000)
		for s.press("pgup"); s.topPosition() != s.first(); s.press("pgup") {
			s.View()
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(s)
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB-held")
}

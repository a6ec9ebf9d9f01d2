//go:build unix

package archive

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// prose is text of words as common and as rare as those of a language are.
func prose(r *rand.Rand, words int) string {
	var b strings.Builder
	for range words {
		n := uint64(r.ExpFloat64() * 400)
		fmt.Fprintf(&b, "%s%x ", []string{"qu", "an", "th", "re", "st", "con"}[n%6], n*2654435761%1048573)
	}
	return b.String()
}

// BenchmarkSave measures what it costs to save 1,000 exchanges, in seconds of CPU.
func BenchmarkSave(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	start := time.UnixMicro(1_790_000_000_000_000)
	var captures []*wire.Capture
	for n := range 1000 {
		c := answered(n, 10)
		c.Start = start.Add(time.Duration(n) * time.Second)
		c.Sent.Body = fmt.Appendf(nil, `{"model":"m%d","input":"question %d %s"}`, n%5, n, prose(r, 40))
		c.Body = wire.Body{}
		c.Body.Append(fmt.Appendf(nil, `{"id":"r%d","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"answer %d %s"}]}]}`, n, n, prose(r, 300)), 50)
		captures = append(captures, c)
	}
	cpu := time.Duration(0)
	for b.Loop() {
		a, err := Open(b.Context(), filepath.Join(b.TempDir(), "a"), Options{Fold: folded})
		if err != nil {
			b.Fatal(err)
		}
		before := used()
		about := history.About{Origin: history.Send}
		for _, c := range captures {
			a.Save(about, folded(about, c), c, nil)
		}
		if err := a.Flush(b.Context()); err != nil {
			b.Fatal(err)
		}
		cpu += used() - before
		a.Close()
	}
	b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/1000")
}

func used() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

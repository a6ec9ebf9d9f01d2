package replay

import (
	"bufio"
	"flag"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
)

// timed is an answer of chunks that arrived at these times.
func timed(headUS int64, chunksUS ...int64) *wire.Capture {
	c := &wire.Capture{Head: &wire.Head{Status: 200, Header: http.Header{}, AtUS: headUS}, End: &wire.End{Cause: wire.EndClean}, Timing: wire.NoTiming()}
	for _, at := range chunksUS {
		c.Body.Append([]byte("chunk\n"), at)
		c.End.AtUS = at
	}
	return c
}

// piped listens on connections in memory, so that a bubble's clock rules them.
type piped chan net.Conn

func (p piped) Accept() (net.Conn, error) {
	conn, ok := <-p
	if !ok {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (p piped) Close() error   { return nil }
func (p piped) Addr() net.Addr { return &net.TCPAddr{} }

// arrivals replays an answer and returns when its head and each chunk arrived, in µs.
func arrivals(t fatal, c *wire.Capture, speed float64) []int64 {
	t.Helper()
	s := New(Options{Find: func(wire.Sent) Answer { return Answer{Capture: c} }, Speed: speed, MaxBody: 1 << 20})
	listener := make(piped, 1)
	server := &http.Server{Handler: s}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(listener) })
	ours, theirs := net.Pipe()
	listener <- theirs
	start := time.Now()
	if _, err := io.WriteString(ours, get); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(ours)
	var at []int64
	head := true
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line == "\r\n" && head || line == "chunk\n" {
			head = false
			at = append(at, time.Since(start).Microseconds())
		}
		if line == "0\r\n" {
			break
		}
	}
	ours.Close()
	close(listener)
	server.Close()
	serving.Wait()
	s.Wait()
	return at
}

// TestTheSameGaps: head and chunks are sent when they arrived, divided by the speed; at speed 0
// all at once.
func TestTheSameGaps(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		at := rapid.Int64Range(0, 5e6).Draw(rt, "head")
		want := []int64{at}
		for _, gap := range rapid.SliceOfN(rapid.Int64Range(0, 90e6), 1, 20).Draw(rt, "gaps") {
			at += gap
			want = append(want, at)
		}
		speed := rapid.SampledFrom([]float64{0, 0.5, 1, 10}).Draw(rt, "speed")
		var got []int64
		synctest.Test(t, func(t *testing.T) { got = arrivals(t, timed(want[0], want[1:]...), speed) })
		for i := range want {
			if speed == 0 {
				want[i] = 0
			} else {
				want[i] = int64(float64(want[i]) / speed)
			}
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("came at %v, want %v", got, want)
		}
	})
}

var measure = flag.Int("measure-gaps", 0, "how many streams to replay at once to measure the error of gaps")

// TestMeasureGaps prints how far the gaps between chunks are from the recorded ones, as a
// program on this machine sees them.
func TestMeasureGaps(t *testing.T) {
	if *measure == 0 {
		t.Skip("measures; see -measure-gaps")
	}
	var times []int64
	for i := range 400 {
		times = append(times, 20_000+int64(i)*8_130+int64(i*i%977))
	}
	c := timed(10_000, times...)
	s := replaying(c, func(o *Options) { o.Speed = 1; o.Watch = nil })
	defer s.close()
	var mu sync.Mutex
	var off []time.Duration
	var all sync.WaitGroup
	for range *measure {
		all.Go(func() {
			resp, err := http.Get(s.URL)
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			buf, last := make([]byte, 6), time.Time{}
			for i := range times {
				if _, err := io.ReadFull(resp.Body, buf); err != nil {
					t.Error(err)
					return
				}
				now := time.Now()
				if i > 0 {
					gap := now.Sub(last) - time.Duration(times[i]-times[i-1])*time.Microsecond
					mu.Lock()
					off = append(off, max(gap, -gap))
					mu.Unlock()
				}
				last = now
			}
		})
	}
	all.Wait()
	slices.Sort(off)
	t.Logf("%d streams, %d gaps: p50 %v, p99 %v, max %v", *measure, len(off), off[len(off)/2], off[len(off)*99/100], off[len(off)-1])
}

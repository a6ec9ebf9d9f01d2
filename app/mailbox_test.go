package app

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/client/wire"
)

func frameArrival(n int, kind string) wire.Arrival {
	return wire.Arrival{Kind: wire.ArrivedFrame, Event: wire.Event{Type: kind, Sequence: int64(n)}}
}

const maxBatch = chunkSize * maxChunks

// took is one batch and when it was taken.
type took struct {
	at    time.Duration
	batch []wire.Arrival
}

// takeAll takes batches as the program does, until the end has come.
func takeAll(b *mailbox) (batches []took) {
	start := time.Now()
	for {
		_, batch := b.take()
		one := took{at: time.Since(start)}
		for _, c := range batch {
			one.batch = append(one.batch, c...)
		}
		batches = append(batches, one)
		ended := one.batch[len(one.batch)-1].Kind == wire.ArrivedEnd
		b.recycle(batch)
		if ended {
			return batches
		}
	}
}

func TestMailboxGivesTheFirstAtOnceAndThenOneBatchAFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newMailbox(time.Now())
		go func() {
			b.Arrive(wire.Arrival{Kind: wire.ArrivedHead})
			for n := range 100 {
				time.Sleep(time.Millisecond)
				b.Arrive(frameArrival(n, "response.output_text.delta"))
			}
			b.Arrive(frameArrival(100, "response.completed"))
			time.Sleep(time.Second)
			b.Arrive(wire.Arrival{Kind: wire.ArrivedEnd})
		}()
		batches := takeAll(b)
		if batches[0].at != 0 {
			t.Errorf("the first batch came after %v", batches[0].at)
		}
		last := len(batches) - 1
		for i := 1; i < last-1; i++ {
			if gap := batches[i].at - batches[i-1].at; gap < frame {
				t.Errorf("batch %d came %v after the one before", i, gap)
			}
		}
		// 100 ms of deltas are at most 5 frames, the terminal event comes at once.
		if done := batches[last-1]; done.at != 100*time.Millisecond || len(batches) > 7 {
			t.Errorf("the terminal event was taken at %v in batch %d", done.at, last)
		}
		if batches[last].at != 1100*time.Millisecond {
			t.Errorf("the end was taken at %v", batches[last].at)
		}
	})
}

func TestMailboxDropsNothingAndKeepsTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(seed, 1))
			b, count := newMailbox(time.Now()), random.IntN(3*maxBatch)
			go func() {
				for n := range count {
					b.Arrive(frameArrival(n, "x"))
					if random.IntN(500) == 0 {
						time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
					}
				}
				b.Arrive(wire.Arrival{Kind: wire.ArrivedEnd})
			}()
			next := int64(0)
			for _, batch := range takeAll(b) {
				if len(batch.batch) > maxBatch {
					t.Fatalf("seed %d: a batch of %d", seed, len(batch.batch))
				}
				for _, a := range batch.batch {
					if a.Kind == wire.ArrivedFrame && a.Event.Sequence != next {
						t.Fatalf("seed %d: %d came, want %d", seed, a.Event.Sequence, next)
					}
					next++
				}
			}
			if next != int64(count)+1 {
				t.Errorf("seed %d: %d of %d came", seed, next, count+1)
			}
		}
	})
}

func TestMailboxDoesNotWaitWithWhatOneBatchCouldNotHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newMailbox(time.Now())
		for n := range 3 * maxBatch {
			b.Arrive(frameArrival(n, "x"))
		}
		b.Arrive(wire.Arrival{Kind: wire.ArrivedEnd})
		batches := takeAll(b)
		if len(batches) != 4 || batches[3].at != 0 {
			t.Errorf("%d batches, the last after %v", len(batches), batches[len(batches)-1].at)
		}
	})
}

// A stream at full speed brings some 400 events a millisecond.
func TestMailboxTakesAFrameAtFullSpeedAsOneBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newMailbox(time.Now())
		go func() {
			for range 60 {
				time.Sleep(time.Millisecond)
				for n := range 400 {
					b.Arrive(frameArrival(n, "x"))
				}
			}
			b.Arrive(frameArrival(0, "response.completed"))
			b.Arrive(wire.Arrival{Kind: wire.ArrivedEnd})
		}()
		// The first at once, two whole frames, and the rest with the end.
		if batches := takeAll(b); len(batches) > 4 {
			t.Errorf("60 ms at full speed are drawn %d times", len(batches))
		}
	})
}

func BenchmarkMailbox(b *testing.B) {
	for _, size := range []int{1, 100, maxBatch} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			box, a := newMailbox(time.Now()), frameArrival(1, "response.output_text.delta")
			b.ReportAllocs()
			for b.Loop() {
				for range size {
					box.Arrive(a)
				}
				box.due = time.Time{}
				_, batch := box.take()
				box.recycle(batch)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/arrival")
		})
	}
}

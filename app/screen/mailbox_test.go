package screen

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// TestAnOpenPlaygroundPaintsAsABareProgramDoes: Bubble Tea's ticker runs all day, whether or not
// anything is to be drawn, and a laptop's battery pays for each tick.
func TestAnOpenPlaygroundPaintsAsABareProgramDoes(t *testing.T) {
	const usual = 60 // Bubble Tea's default
	if FramesPerSecond > usual {
		t.Errorf("%d paints a second, want at most %d", FramesPerSecond, usual)
	}
}

func frameArrival(n int, kind string) wire.Arrival {
	return wire.Arrival{Kind: wire.ArrivedFrame, Decoded: true, Event: wire.Event{Type: kind, Sequence: int64(n)}}
}

const maxBatch = chunkSize * maxChunks

// newInbox is the mailbox for an exchange.
func newInbox() inbox {
	box := newMailbox()
	return inbox{&box, &Exchange{}}
}

// took is one batch and when it was taken.
type took struct {
	at    time.Duration
	batch []wire.Arrival
	draw  bool
}

// draws are those with the word to draw.
func draws(batches []took) (drawn []took) {
	for _, b := range batches {
		if b.draw {
			drawn = append(drawn, b)
		}
	}
	return drawn
}

// takeAll takes batches as the program does, until the end has arrived.
func takeAll(b inbox) (batches []took) {
	start := time.Now()
	for {
		batch, _ := b.box.take(context.Background(), start)
		one := took{at: time.Since(start), draw: batch.Draw}
		for _, c := range batch.Chunks {
			for _, p := range c {
				one.batch = append(one.batch, p.Arrival)
			}
		}
		batches = append(batches, one)
		b.box.recycle(batch.Chunks)
		if n := len(one.batch); n > 0 && one.batch[n-1].Kind == wire.ArrivedEnd {
			return batches
		}
	}
}

// TestMailboxDeliversOnePieceInOneBatch has a head and the first frames arrive in one piece
// after a silence, on any number of processors: none of them waits for the next frame.
func TestMailboxDeliversOnePieceInOneBatch(t *testing.T) {
	for _, silence := range []time.Duration{0, Frame / 2, time.Second} {
		synctest.Test(t, func(t *testing.T) {
			b := newInbox()
			go func() {
				time.Sleep(silence)
				b.Arrive(wire.Arrival{Kind: wire.ArrivedHead})
				for n := range 10 {
					runtime.Gosched()
					b.Arrive(frameArrival(n, "response.output_text.delta"))
				}
				time.Sleep(time.Second)
				b.Arrive(wire.Arrival{Kind: wire.ArrivedEnd})
			}()
			batches := takeAll(b)
			if first := batches[0]; len(first.batch) != 11 || first.at != silence+gather {
				t.Errorf("after a silence of %v: %d of 11 came at %v", silence, len(first.batch), first.at)
			}
		})
	}
}

func TestMailboxGivesTheFirstSoonAndThenOneBatchAFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newInbox()
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
		if batches[0].at != gather {
			t.Errorf("the first batch came after %v", batches[0].at)
		}
		last := len(batches) - 1
		for i := 1; i < last-1; i++ {
			if gap := batches[i].at - batches[i-1].at; gap < Frame {
				t.Errorf("batch %d came %v after the one before", i, gap)
			}
		}
		// 100 ms of deltas are at most 5 frames, the terminal event arrives at once.
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
			b, count := newInbox(), random.IntN(3*maxBatch)
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
		b := newInbox()
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

// A stream at full speed has some 400 events a millisecond.
func TestMailboxFoldsFullSpeedAtOnceAndDrawsItOnceAFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newInbox()
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
		batches := takeAll(b)
		for i, took := range batches[1:] {
			if gap := took.at - batches[i].at; gap > 12*time.Millisecond {
				t.Errorf("batch %d came after %v", i+1, gap)
			}
		}
		// The first at once, two full frames, and the rest with the end; the last event
		// and the end of the body may be taken separately.
		if drawn := draws(batches); len(drawn) > 5 || !batches[len(batches)-1].draw {
			t.Errorf("60 ms at full speed are drawn %d times", len(drawn))
		}
	})
}

func TestMailboxLeavesNothingUndrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, burst := range []int{1, maxBatch, maxBatch + chunkSize, 2 * maxBatch} {
			b := newInbox()
			go func() {
				b.Arrive(wire.Arrival{Kind: wire.ArrivedHead})
				time.Sleep(2 * gather)
				for n := range burst {
					b.Arrive(frameArrival(n, "x"))
				}
				time.Sleep(time.Minute) // a stream that hangs
				b.Arrive(wire.Arrival{Kind: wire.ArrivedEnd})
			}()
			batches := takeAll(b)
			drawn := draws(batches)
			if n := len(drawn); n != 3 || drawn[1].at > Frame+tick || !batches[len(batches)-1].draw {
				t.Errorf("a burst of %d is drawn %d times, at %v", burst, n, drawn[min(n-1, 1)].at)
			}
		}
	})
}

func BenchmarkMailbox(b *testing.B) {
	for _, size := range []int{1, 100, maxBatch} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			box, a := newInbox(), frameArrival(1, "response.output_text.delta")
			b.ReportAllocs()
			for b.Loop() {
				for range size {
					box.Arrive(a)
				}
				box.box.due = time.Time{}
				batch, _ := box.box.take(context.Background(), time.Time{})
				box.box.recycle(batch.Chunks)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/arrival")
		})
	}
}

func TestTerminalArrivals(t *testing.T) {
	cases := map[string]bool{
		"response.completed": true, "response.failed": true, "response.incomplete": true, "error": true,
		"response.output_text.delta": false, "response.created": false, "": false,
	}
	for kind, want := range cases {
		a := frameArrival(0, kind)
		if got := terminal(&a); got != want {
			t.Errorf("%s: %v", kind, got)
		}
	}
	if !terminal(&wire.Arrival{Kind: wire.ArrivedEnd}) || terminal(&wire.Arrival{Kind: wire.ArrivedHead}) {
		t.Error("the end is terminal, the head is not")
	}
}

// endings records the calls of Arrived.
type endings []bool

func (e *endings) Arrived(ended bool) tea.Cmd {
	*e = append(*e, ended)
	return nil
}

// TestExchangeEndsOnceItsConnectionHas and not at its verdict, after which [DONE] arrives, maybe
// in another batch: it would be saved twice, and cancelled before its last frame.
func TestExchangeEndsOnceItsConnectionHas(t *testing.T) {
	h, calls := &Host{Mail: newMailbox()}, endings{}
	x := &Exchange{State: state.NewExchange("x", nil), Receiver: &calls}
	for _, a := range append(wiretest.Stream(wiretest.Completed()), wiretest.End(wire.EndClean, "")) {
		h.fold(&Post{Of: x, Arrival: a})
		h.callReceivers(true)
	}
	if x.State.Verdict != state.Completed || !slices.Equal(calls, endings{false, false, true}) {
		t.Errorf("%s, ended %v", x.State.Verdict, calls)
	}
}

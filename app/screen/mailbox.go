package screen

import (
	"sync"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

const (
	// FramesPerSecond is Bubble Tea's usual one: its ticker never stops, and at 120 an
	// open program that nobody touches takes half as much again of the processor.
	FramesPerSecond = 60
	// tick is the time between two of Bubble Tea's paints.
	tick = time.Second / FramesPerSecond
	// Frame is the least time between two batches of one exchange: what comes
	// faster is drawn together. It is a whole number of Bubble Tea's paints, so
	// that batches neither miss one now and then nor share it: 33 ms, within the
	// 35 ms in which a person sees no break. One paint a batch would cost twice as
	// much.
	Frame = 2 * tick
	// gather is the time between the first arrival after a silence and the batch that
	// begins with it: a server's head and first frames come in one piece, and the first of
	// them drawn alone would keep the others waiting for a frame. About a millisecond.
	gather = tick / 16
	// chunkSize and maxChunks bound how long one batch keeps the keys waiting:
	// 4,096 arrivals are folded in 1 to 5 ms. At full speed they come in less than
	// a frame, and are taken at once: what waited would only lie in memory, and
	// make the end late.
	chunkSize = 64
	maxChunks = 64
)

// Chunk is a piece of a batch: arrivals are kept in pieces of a fixed size, so
// that a long queue is neither copied when it grows nor when it is cut.
type Chunk []wire.Arrival

// Mailbox is between the reader of an exchange and the screen. It is the
// client's sink: it takes every arrival at once and never drops one, so that
// the wire never waits for the screen; the screen takes batches.
type Mailbox struct {
	mu      sync.Mutex
	capture *wire.Capture
	queue   []Chunk
	spare   []Chunk // emptied, to be filled again
	urgent  bool    // a terminal event waits

	ready   chan struct{} // holds a token when the queue may hold something
	hurry   chan struct{} // holds a token when a terminal event waits, or a full batch
	began   time.Time     // when the paints began
	due     time.Time     // when the next batch may be drawn
	undrawn bool          // the batch that was taken last was not to be drawn
}

// Batch is what was taken at one time.
type Batch struct {
	Capture *wire.Capture
	Chunks  []Chunk // none when only the time to draw has come
	Draw    bool    // it is time to: a screen costs more than the fold of a full batch
}

// NewMailbox makes an empty one. began is when the paints began.
func NewMailbox(began time.Time) *Mailbox {
	return &Mailbox{began: began, ready: make(chan struct{}, 1), hurry: make(chan struct{}, 1)}
}

// Start implements the client's sink.
func (b *Mailbox) Start(c *wire.Capture) {
	b.mu.Lock()
	b.capture = c
	b.mu.Unlock()
}

// Arrive implements the client's sink.
func (b *Mailbox) Arrive(a wire.Arrival) {
	b.mu.Lock()
	last := len(b.queue) - 1
	if last < 0 || len(b.queue[last]) == chunkSize {
		b.queue = append(b.queue, b.empty())
		last++
	}
	b.queue[last] = append(b.queue[last], a)
	over := terminal(&a)
	b.urgent = b.urgent || over
	full := len(b.queue) > maxChunks
	b.mu.Unlock()
	rouse(b.ready)
	if over || full {
		rouse(b.hurry)
	}
}

// Take waits until something is there and returns it: the first with what comes along
// with it, later ones once a frame, with the word to draw. A terminal event ends the wait, and
// so does a full batch, which is not drawn before the frame is over. The batch
// belongs to the caller until Recycle.
func (b *Mailbox) Take() Batch {
	for {
		if !b.undrawn {
			<-b.ready
		}
		timer := time.NewTimer(max(time.Until(b.due), gather))
		select {
		case <-timer.C:
		case <-b.hurry:
		}
		timer.Stop()
		if took := b.fetch(); len(took.Chunks) > 0 || took.Draw {
			return took
		}
	}
}

// fetch takes what there is, at most one full batch.
func (b *Mailbox) fetch() Batch {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-b.hurry:
	default:
	}
	took := Batch{Capture: b.capture, Chunks: b.queue}
	b.queue = nil
	now := time.Now()
	late := now.Sub(b.due)
	if len(took.Chunks) > maxChunks {
		took.Chunks, b.queue = took.Chunks[:maxChunks:maxChunks], took.Chunks[maxChunks:]
		rouse(b.ready)
		rouse(b.hurry)
		took.Draw = late >= Frame // full batches come without a pause
	} else {
		took.Draw = (len(took.Chunks) > 0 || b.undrawn) && (b.urgent || late >= 0)
		b.urgent = false
	}
	if took.Draw {
		b.due = b.after(now)
	}
	b.undrawn = !took.Draw && (len(took.Chunks) > 0 || b.undrawn)
	return took
}

// after returns when the batch after one of now may be taken: a frame later, a
// quarter of a tick behind a paint. There neither a late timer nor a long View
// misses the next paint, and the lateness of one batch does not move the next.
func (b *Mailbox) after(now time.Time) time.Time {
	due := now.Add(Frame)
	return due.Add(tick/4 - due.Sub(b.began)%tick)
}

// empty returns a chunk to be filled.
func (b *Mailbox) empty() Chunk {
	if n := len(b.spare); n > 0 {
		c := b.spare[n-1]
		b.spare = b.spare[:n-1]
		return c
	}
	return make(Chunk, 0, chunkSize)
}

// Recycle gives the chunks of a batch back, to be filled again.
func (b *Mailbox) Recycle(chunks []Chunk) {
	for i, c := range chunks {
		clear(c)
		chunks[i] = c[:0]
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spare = append(b.spare, chunks[:min(len(chunks), max(maxChunks-len(b.spare), 0))]...)
}

func rouse(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// terminal reports whether an arrival is one after which a person waits for
// nothing more: it must not lie in the box for the rest of a frame.
func terminal(a *wire.Arrival) bool {
	if a.Kind != wire.ArrivedFrame {
		return a.Kind == wire.ArrivedEnd
	}
	return read.Ends(a)
}

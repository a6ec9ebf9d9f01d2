package screen

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
)

const (
	// FramesPerSecond is Bubble Tea's usual one: its ticker never stops, and at 120 an
	// open program that nobody touches takes half as much again of the processor.
	FramesPerSecond = 60
	// tick is the time between two of Bubble Tea's paints.
	tick = time.Second / FramesPerSecond
	// Frame is the least time between two batches of one exchange: what arrives
	// faster is drawn together. It is a whole number of Bubble Tea's paints, so
	// that batches neither miss one now and then nor share it: 33 ms, within the
	// 35 ms in which a user sees no break. One paint a batch would cost twice as
	// much.
	Frame = 2 * tick
	// gather is the time between the first arrival after a silence and the batch that
	// begins with it: a server's head and first frames arrive in one piece, and the first of
	// them drawn alone would delay the others by a frame. About a millisecond.
	gather = tick / 16
	// chunkSize and maxChunks bound how long one batch delays the keys: 4,096 arrivals
	// are folded in 1 to 5 ms. At full speed they arrive in less than a frame, and are
	// taken at once: waiting would only use memory and delay the end.
	chunkSize = 64
	maxChunks = 64
)

// Post is something that happened to an exchange.
type Post struct {
	Of    *Exchange
	began *wire.Capture   // it began: its bytes; else nil
	state *state.Exchange // of one of the proxy that began
	saved bool            // one of the proxy has ended, and is in the archive where it is saved
	wire.Arrival
}

// size is about how much memory a post takes: its bytes are in the capture too.
func (p *Post) size() int64 {
	const fixed = 512
	if p.began != nil {
		return fixed + int64(len(p.began.Sent.Body))
	}
	return fixed + 2*int64(len(p.Frame.Data)+len(p.Body))
}

// Chunk is a piece of a batch: posts are stored in pieces of a fixed size, so that a long
// queue is neither copied when it grows nor when it is cut.
type Chunk []Post

// Mailbox passes arrivals from the readers of all exchanges, sent from here or through the proxy,
// to the screen. It accepts every arrival at once and never drops one, so that the wire never
// waits for the screen; the screen takes batches. While it takes none, because the terminal does
// not read, the queue is bounded: new exchanges of the proxy are not followed.
type Mailbox struct {
	mu     sync.Mutex
	queue  []Chunk
	spare  []Chunk // emptied, to be filled again
	queued int64   // about how many bytes wait
	missed missed
	urgent bool // a terminal event of an exchange sent from here waits

	ready   chan struct{} // holds a token when the queue may hold something
	hurry   chan struct{} // holds a token when a terminal event waits, or a full batch
	due     time.Time     // when the next batch may be drawn
	undrawn bool          // the batch that was taken last was not to be drawn

	// Update alone reads and writes these.
	senders int         // running exchanges sent from here; one more once the proxy was on
	reading bool        // a Cmd waits for a batch
	waiting []*Exchange // whose folded arrivals are not drawn yet
}

// missed counts exchanges of the proxy that were not followed, and have ended.
type missed struct{ all, saved int }

// maxQueued is how many bytes may wait, at most, for a new exchange of the proxy to be followed.
const maxQueued = 64 << 20

// Batch is what was taken at one time.
type Batch struct {
	Host   *Host
	Chunks []Chunk // none if only the time to draw is reached
	Draw   bool    // it is time to: a screen costs more than the fold of a full batch
	missed missed
}

func newMailbox() Mailbox {
	return Mailbox{ready: make(chan struct{}, 1), hurry: make(chan struct{}, 1)}
}

// inbox is the mailbox for one exchange sent from here. It is the client's sink.
type inbox struct {
	box *Mailbox
	of  *Exchange
}

// Start implements the client's sink. The screen takes it with the first arrival.
func (b inbox) Start(c *wire.Capture) { b.box.put(&Post{Of: b.of, began: c}, false) }

// Arrive implements the client's sink.
func (b inbox) Arrive(a wire.Arrival) {
	over := terminal(&a)
	full := b.box.put(&Post{Of: b.of, Arrival: a}, over)
	rouse(b.box.ready)
	if over || full {
		rouse(b.box.hurry)
	}
}

// put adds a post to the queue, and reports whether the queue has a full batch.
func (b *Mailbox) put(p *Post, urgent bool) (full bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	last := len(b.queue) - 1
	if last < 0 || len(b.queue[last]) == chunkSize {
		b.queue = append(b.queue, b.newChunk())
		last++
	}
	b.queue[last] = append(b.queue[last], *p)
	b.queued += p.size()
	b.urgent = b.urgent || urgent
	return len(b.queue) > maxChunks
}

// take waits for a batch and returns it: the first after gather, later ones once a frame, to be
// drawn. A terminal event ends the wait, and so does a full batch, which is not drawn before the
// frame is over. The batch belongs to the caller until recycle; ok is false if ctx ended.
func (b *Mailbox) take(ctx context.Context, began time.Time) (taken Batch, ok bool) {
	for {
		if !b.undrawn {
			select {
			case <-b.ready:
			case <-ctx.Done():
				return Batch{}, false
			}
		}
		timer := time.NewTimer(max(time.Until(b.due), gather))
		select {
		case <-timer.C:
		case <-b.hurry:
		}
		timer.Stop()
		if taken = b.fetch(began); len(taken.Chunks) > 0 || taken.Draw || taken.missed.all > 0 {
			return taken, true
		}
	}
}

// fetch takes the queue, at most one full batch.
func (b *Mailbox) fetch(began time.Time) Batch {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-b.hurry:
	default:
	}
	took := Batch{Chunks: b.queue, missed: b.missed}
	b.queue, b.missed = nil, missed{}
	now := time.Now()
	late := now.Sub(b.due)
	if len(took.Chunks) > maxChunks {
		took.Chunks, b.queue = took.Chunks[:maxChunks:maxChunks], took.Chunks[maxChunks:]
		rouse(b.ready)
		rouse(b.hurry)
		took.Draw = late >= Frame // full batches arrive without a pause
	} else {
		took.Draw = (len(took.Chunks) > 0 || b.undrawn) && (b.urgent || late >= 0)
		b.urgent = false
	}
	for _, c := range took.Chunks {
		for i := range c {
			b.queued -= c[i].size()
		}
	}
	if took.Draw {
		b.due = after(now, began)
	}
	b.undrawn = !took.Draw && (len(took.Chunks) > 0 || b.undrawn)
	return took
}

// after returns when the batch after one of now may be taken: a frame later, a
// quarter of a tick after a paint; began is when these began. There neither a late timer nor
// a long View misses the next paint, and the lateness of one batch does not move the next.
func after(now, began time.Time) time.Time {
	due := now.Add(Frame)
	return due.Add(tick/4 - due.Sub(began)%tick)
}

func (b *Mailbox) newChunk() Chunk {
	if n := len(b.spare); n > 0 {
		c := b.spare[n-1]
		b.spare = b.spare[:n-1]
		return c
	}
	return make(Chunk, 0, chunkSize)
}

// recycle gives the chunks of a batch back, to be filled again.
func (b *Mailbox) recycle(chunks []Chunk) {
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

// terminal reports whether an arrival is one after which a user waits for
// nothing more: it must not wait in the box for the rest of a frame.
func terminal(a *wire.Arrival) bool {
	if a.Kind != wire.ArrivedFrame {
		return a.Kind == wire.ArrivedEnd
	}
	return read.Ends(a)
}

// open reads batches until one exchange more has ended.
func (b *Mailbox) open(h *Host) tea.Cmd {
	b.senders++
	return b.read(h)
}

// read waits for the next batch, unless none can arrive or another Cmd waits.
func (b *Mailbox) read(h *Host) tea.Cmd {
	switch {
	case b.reading:
		return nil
	case b.senders <= 0 && len(b.waiting) == 0: // idle
		b.mu.Lock()
		b.spare = nil
		b.mu.Unlock()
		return nil
	}
	b.reading = true
	return h.nextBatch
}

func (h *Host) nextBatch() tea.Msg {
	batch, ok := h.Mail.take(h.Life.Ctx, h.Life.Began)
	if !ok {
		return nil
	}
	batch.Host = h
	return batch
}

// Apply implements Effect: it folds each arrival of the batch into its exchange, whatever is
// shown by then, and calls the receivers of the exchanges. The screen is drawn again if
// something of it has changed.
func (b Batch) Apply() tea.Cmd {
	h, p := b.Host, b.Host.Proxy
	var cmds []tea.Cmd
	visible, passed := false, b.missed.all > 0
	for _, c := range b.Chunks {
		for i := range c {
			x := c[i].Of
			waited := x.passage != nil && x.State != nil && x.State.Waits // which the top line shows
			cmd := h.fold(&c[i])
			if cmd != nil {
				cmds = append(cmds, cmd)
			}
			if x.passage != nil {
				passed = true
				if waited {
					h.Arrange() // a note may have gone
				}
				visible = visible || waited || cmd != nil || x.State == p.Inspected
			}
		}
	}
	h.Mail.recycle(b.Chunks)
	if passed {
		listed := p.Version
		p.warnMissed(b.missed)
		cmds = append(cmds, p.scheduleList(time.Now()))
		visible = visible || p.Version != listed
	}
	cmd, drawn := h.callReceivers(b.Draw)
	if !visible && !drawn {
		h.Hold()
	}
	h.Mail.reading = false
	return tea.Batch(append(cmds, cmd, h.Mail.read(h))...)
}

func (h *Host) fold(p *Post) tea.Cmd {
	x := p.Of
	if x.passage != nil {
		return h.Proxy.fold(p)
	}
	if !x.waiting {
		x.waiting = true
		h.Mail.waiting = append(h.Mail.waiting, x)
	}
	if p.Kind == wire.ArrivedEnd {
		h.Mail.senders--
	}
	ender, folds := x.Receiver.(Ender)
	switch {
	case p.began != nil:
		x.Capture = p.began
		if x.Turn != nil {
			x.Turn.Capture = x.Capture
		}
	case folds && p.Kind == wire.ArrivedEnd:
		return ender.End(p.Arrival)
	default:
		x.State.Fold(&p.Arrival)
		x.ended = p.Kind == wire.ArrivedEnd
	}
	return nil
}

// callReceivers calls the receivers of exchanges with folded arrivals: all of them if it is time to
// draw, else those whose exchange has ended. It reports whether it called any.
func (h *Host) callReceivers(draw bool) (cmd tea.Cmd, called bool) {
	var cmds []tea.Cmd
	folded := h.Mail.waiting
	h.Mail.waiting = nil
	for _, x := range folded {
		if !draw && !x.ended {
			h.Mail.waiting = append(h.Mail.waiting, x)
			continue
		}
		x.waiting = false
		cmds = append(cmds, x.Receiver.Arrived(x.ended))
	}
	return tea.Batch(cmds...), len(cmds) > 0
}

// Package telemetry sends exchanges as spans to an OpenTelemetry collector, over HTTP, in the
// background: nothing waits for it, and spans that a collector does not accept in time are dropped. It also
// watches the figures that have bounds in config.toml (state/history/stats).
package telemetry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/state/share/otlp"
	"gatehouse/state/share/redact"
	"gatehouse/state/share/trace"
)

// The bounds of the queue. Further exchanges are dropped.
const (
	maxWaiting      = 2048     // exchanges
	maxWaitingBytes = 64 << 20 // of their requests and answers, about
)

// The bounds of a batch.
const (
	maxBatch      = 64
	maxBatchBytes = 4 << 20
	linger        = 500 * time.Millisecond // wait for more exchanges
)

// The wait between attempts, which doubles, and how long a batch is retried.
const (
	minWait = time.Second
	maxWait = 30 * time.Second
	tryFor  = 5 * time.Minute
)

// Options configure a Sender.
type Options struct {
	Endpoint Endpoint
	Resource otlp.Resource
	Content  bool                                 // prompts and answers are sent too
	Rules    func() (*redact.Rules, error)        // for masking; called once, in the background
	Say      func(line string)                    // receives notices, from any goroutine; must not wait
	Now      func() time.Time                     // nil: time.Now
	After    func(time.Duration) <-chan time.Time // nil: time.After
}

// ended is an exchange that has ended.
type ended struct {
	about history.About
	x     *state.Exchange // nil: it is folded from the capture
	c     *wire.Capture
	size  int64
}

// Sender sends spans. A nil one sends nothing.
type Sender struct {
	o    Options
	post *poster

	mu      sync.Mutex
	waiting []ended
	bytes   int64
	sending int   // exchanges of the current batch
	dropped int   // exchanges
	lost    error // why the last ones were dropped
	full    bool  // some were dropped because too many waited
	refused int64 // spans that the collector rejected
	closed  bool

	more    chan struct{} // holds a token if there may be something to send
	closing chan struct{} // closed when the program ends
	done    chan struct{} // closed when nothing more is sent
	ended   atomic.Bool   // no more notices
	rules   *redact.Rules

	reported        map[string]bool // kinds of notices
	refusedReported int64           // refused spans in notices
}

// Start starts a sender. The error is that of the endpoint's certificate file.
func Start(o Options) (*Sender, error) {
	p, err := newPoster(o.Endpoint)
	if err != nil {
		return nil, err
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = time.After
	}
	s := &Sender{o: o, post: p, more: make(chan struct{}, 1), closing: make(chan struct{}), done: make(chan struct{}), reported: map[string]bool{}}
	go s.run()
	return s, nil
}

// Where returns the address of the collector without secrets; "" for a nil Sender.
func (s *Sender) Where() string {
	if s == nil {
		return ""
	}
	return s.o.Endpoint.Shown()
}

// Host returns the host and port of the collector; "" for a nil Sender.
func (s *Sender) Host() string {
	if s == nil {
		return ""
	}
	u, _ := url.Parse(s.o.Endpoint.URL) // it was parsed before
	return u.Host
}

// Ended queues an exchange that has ended, without waiting. If x is nil it is folded from the
// capture, else x must not be changed any more.
func (s *Sender) Ended(about history.About, x *state.Exchange, c *wire.Capture) {
	if s == nil || c == nil {
		return
	}
	e := ended{about, x, c, int64(len(c.Sent.Body)) + c.Text().Len()}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.waiting) >= maxWaiting || s.bytes+e.size > maxWaitingBytes && len(s.waiting) > 0 {
		s.dropped++
		s.full = true
		return
	}
	s.waiting, s.bytes = append(s.waiting, e), s.bytes+e.size
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// Missed counts exchanges that have ended and cannot be sent, since their bytes are missing.
func (s *Sender) Missed(n int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.dropped += n
	s.mu.Unlock()
}

// Close sends the waiting exchanges, once, and returns after that or at the end of ctx, whichever
// is earlier. It reports how many were dropped, and how many spans the collector rejected.
func (s *Sender) Close(ctx context.Context) {
	if s == nil {
		return
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.closed = true
	s.mu.Unlock()
	close(s.closing)
	select {
	case <-s.done:
	case <-ctx.Done():
		s.post.stop()
	}
	s.ended.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	if left := len(s.waiting) + s.sending; left > 0 {
		s.dropped, s.lost = s.dropped+left, errEnded
	}
	if s.dropped > 0 {
		why := ""
		if s.lost != nil {
			why = ": " + s.lost.Error()
		}
		s.o.Say(fmt.Sprintf("the spans of %s were not delivered to %s%s", figures.Counted(s.dropped, "exchange"), s.Where(), why))
	}
	if s.refused > s.refusedReported {
		s.o.Say(fmt.Sprintf("%s rejected %s in all", s.Where(), figures.Counted(int(s.refused), "span")))
	}
}

// run sends until the program ends and nothing is left.
func (s *Sender) run() {
	defer close(s.done)
	for more := true; more; {
		more = s.wait() // exchanges from before the end are sent after it
		for batch := s.nextBatch(); len(batch) > 0; batch = s.nextBatch() {
			s.send(batch)
		}
	}
}

// wait waits for something to send, and a little for more. It returns false once the program
// ends.
func (s *Sender) wait() bool {
	select {
	case <-s.more:
	case <-s.closing:
		return false
	}
	select {
	case <-s.o.After(linger):
	case <-s.closing:
	}
	return true
}

// nextBatch removes a batch from the queue.
func (s *Sender) nextBatch() []ended {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, size := 0, int64(0)
	for n < min(len(s.waiting), maxBatch) && (n == 0 || size+s.waiting[n].size <= maxBatchBytes) {
		size += s.waiting[n].size
		n++
	}
	batch := s.waiting[:n:n]
	s.waiting, s.bytes, s.sending = s.waiting[n:], s.bytes-size, n
	if s.full {
		s.once("full", "%s does not keep up: spans are dropped, and counted at the end", s.Where())
	}
	return batch
}

// drop counts exchanges that are not sent; Close reports them.
func (s *Sender) drop(n int, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropped, s.sending, s.lost = s.dropped+n, 0, why
}

// once reports only the first notice of each kind.
func (s *Sender) once(kind, format string, args ...any) {
	if !s.reported[kind] && !s.ended.Load() {
		s.reported[kind] = true
		s.o.Say(fmt.Sprintf(format, args...))
	}
}

// errEnded is the error of spans for which there was no time left.
var errEnded = errors.New("no time was left when the program ended")

// spans returns the masked spans of a batch.
func (s *Sender) spans(batch []ended) ([]trace.Span, error) {
	if s.rules == nil {
		rules, err := s.o.Rules()
		if err != nil {
			return nil, err
		}
		s.rules = rules
	}
	var spans []trace.Span
	for _, e := range batch {
		if err := s.post.ctx.Err(); err != nil {
			return nil, errEnded
		}
		if e.x == nil {
			e.x = files.Fold(e.about, e.c)
		}
		spans = append(spans, trace.Of(e.about, e.x, e.c, s.o.Content)...)
	}
	trace.Mask(s.rules, spans)
	return spans, nil
}

// send sends a batch, with retries.
func (s *Sender) send(batch []ended) {
	spans, err := s.spans(batch)
	var body []byte
	if err == nil {
		body, err = otlp.Encode(s.o.Endpoint.Format, s.o.Resource, spans)
	}
	switch {
	case errors.Is(err, errEnded):
		s.drop(len(batch), err)
		return
	case err != nil:
		s.once("spans", "no spans are sent: %v", err)
		s.drop(len(batch), err)
		return
	}
	began := s.o.Now()
	for wait := minWait; ; wait = min(2*wait, maxWait) {
		answer, err := s.post.send(body)
		if err == nil {
			s.delivered(answer, len(spans))
			return
		}
		again, after, asked := retry(err, wait)
		last := s.ends() || !again || s.o.Now().Sub(began)+after > tryFor
		if last {
			s.once("failed", "spans cannot be delivered to %s: %v", s.Where(), err)
			s.drop(len(batch), err)
			return
		}
		s.once("failed", "spans cannot be delivered to %s: %v; they are tried again for some minutes, then dropped", s.Where(), err)
		select {
		case <-s.o.After(after):
		case <-s.closing:
			if asked { // it must not be sent earlier
				s.drop(len(batch), err)
				return
			}
		}
	}
}

func (s *Sender) ends() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// delivered reports the collector's answer to a batch.
func (s *Sender) delivered(a delivery, spans int) {
	refused := min(max(a.Rejected, 0), int64(spans))
	s.mu.Lock()
	if s.sending, s.refused = 0, s.refused+refused; s.refusedReported == 0 {
		s.refusedReported = refused
	}
	s.mu.Unlock()
	switch {
	case a.err != nil:
		s.once("foreign", "%s answers %s, which is no answer of an OTLP receiver; check the address", s.Where(), a.what)
	case a.Rejected > 0:
		s.once("partial", "%s rejected %d of %s: %s", s.Where(), a.Rejected, figures.Counted(spans, "span"), cmp.Or(a.Message, "it does not say why"))
	case a.Message != "":
		s.once("warning", "%s took the spans and says: %s", s.Where(), a.Message)
	}
}

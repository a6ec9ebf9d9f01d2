// Package capture records one exchange: the request, the response's head, its bytes as
// received with the time of each read, and the moments of the connection. Known secrets are
// overwritten before anything is stored.
package capture

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"gatehouse/client/wire"
)

// bufferSize is the size of one read in bytes. A TLS record is 16 KiB; two of
// them cost one read.
const bufferSize = 32 << 10

// buffers are lent to recorders: a proxy has one for every exchange.
var buffers = sync.Pool{New: func() any { return new([bufferSize]byte) }}

// Store stores what a recorder records, so that it outlives the program. The goroutine that
// reads the connection calls it, with each chunk before any other use of that. It handles
// its errors.
type Store interface {
	Begin(*wire.Capture)                // ID, Start, Sent and Caller are set
	Head(*wire.Capture)                 // Head is set
	Chunk(data []byte, arrivedUS int64) // of Capture.Text(); arrival in µs after the start
	End(*wire.Capture)                  // End is set
}

// Recorder fills one capture, on one goroutine.
type Recorder struct {
	Capture  *wire.Capture
	Delivery func() *wire.Delivery // of an exchange of another program, called at the end; nil for gatehouse
	MaxBody  int64                 // bytes of a body, decompressed and as received; 0: no cap. Beyond it Next returns a *BodyCapError.

	now     func() time.Time
	store   Store // nil: none
	trace   *Trace
	censor  censor
	onBytes func() // called on every read that has bytes

	raw          io.Reader // the body as received
	rawAt        int64     // stamp of the last read of raw
	rawErr       error     // of raw
	resp         *http.Response
	text         io.Reader // raw, or decompressed
	compressed   bool
	textBytes    int64 // bytes of text so far
	rawBytes     int64 // bytes of a compressed body so far
	secretInText bool  // a secret was found in the decompressed text: the compressed bytes are overwritten
	buf          []byte
	lent         *[bufferSize]byte // buf, until the end
}

// New starts the record of a request and its clock. Secrets in sent are overwritten. The
// store may be nil.
func New(id string, sent wire.Sent, secrets *Secrets, now func() time.Time, store Store) *Recorder {
	start := now()
	return NewForwarded(&wire.Capture{ID: id, Start: start, Sent: sent}, secrets, now, NewTrace(start, now), store)
}

// NewForwarded is New for a request that was sent already, on a connection that reports to
// trace. ID, Start, Sent and Caller of the capture are set.
func NewForwarded(c *wire.Capture, secrets *Secrets, now func() time.Time, trace *Trace, store Store) *Recorder {
	c.Timing = wire.NoTiming()
	c.Sent.Header, _ = secrets.Header(c.Sent.Header)
	c.Sent.Body, c.Redacted = secrets.Bytes(c.Sent.Body)
	secrets.cleanCaller(c)
	secrets.cleanChanged(c)
	r := &Recorder{Capture: c, now: now, store: store, trace: trace, censor: censor{secrets: secrets}}
	if store != nil {
		store.Begin(c)
	}
	return r
}

// Stored reports whether there is a store. It needs the bytes of a compressed body at the
// end, when it is known that their text holds no secret.
func (r *Recorder) Stored() bool { return r.store != nil }

// Now returns the microseconds since the start, by the monotonic clock.
func (r *Recorder) Now() int64 { return r.now().Sub(r.Capture.Start).Microseconds() }

// Context returns ctx with a trace that records the times of the connection.
func (r *Recorder) Context(ctx context.Context) context.Context { return r.trace.Attach(ctx) }

// Connection returns the times of the connection so far, whether one was requested at all,
// and whether its TLS handshake failed.
func (r *Recorder) Connection() (timing wire.Timing, requested, tlsFailed bool) {
	return r.trace.read()
}

// Wrote records that the request was written now: a message on a WebSocket follows the
// handshake.
func (r *Recorder) Wrote() { r.trace.set(func(t *wire.Timing, at int64) { t.WroteRequest = at }) }

// Head records the response's head and prepares its body for Next, which calls onBytes on
// every read that has bytes.
func (r *Recorder) Head(resp *http.Response, onBytes func()) {
	at := r.now()
	c := r.Capture
	header, stars := r.censor.secrets.Header(resp.Header)
	c.Redacted += stars
	c.Head = &wire.Head{
		Status: resp.StatusCode, Proto: resp.Proto, Header: header,
		At: at, AtUS: at.Sub(c.Start).Microseconds(),
	}
	r.copyTiming()
	r.raw, r.onBytes, r.resp = resp.Body, onBytes, resp
	r.lent = buffers.Get().(*[bufferSize]byte)
	r.buf = r.lent[:]
	r.text = tap{r}
	codings := wire.Codings(resp.Header)
	if both, ok := resp.Body.(Twofold); ok {
		r.compressed, c.Decoded = true, &wire.Body{}
		r.text = &twofold{r: r, from: both}
	} else if len(codings) > 0 && wire.UnsupportedCoding(resp.Header) == "" {
		r.compressed, c.Decoded = true, &wire.Body{}
		r.text = Decoder(codings, tap{r})
	} else if wire.MediaType(resp.Header) != wire.EventStream { // a stream is packed: its frames repeat much
		c.Body.ReserveAnnounced(resp.ContentLength)
	}
	if r.store != nil {
		r.store.Head(c)
	}
}

// maxTail is how much is read after the end of the text of an encoded body, in bytes: a
// decoder may not need the last bytes.
const maxTail = 1 << 20

// Next waits for one read and appends it. The error is the end of the body: io.EOF for a
// clean one, an *EncodingError if it cannot be decoded.
func (r *Recorder) Next() error {
	n, err := r.text.Read(r.buf)
	if _, both := r.text.(*twofold); err == io.EOF && r.compressed && !both && r.rawErr == nil {
		if _, err = io.CopyN(io.Discard, tap{r}, maxTail); err == nil {
			err = io.EOF
		}
	}
	if err != nil && r.rawErr != nil && r.rawErr != io.EOF {
		err = r.rawErr // a decoder may call it anything
	}
	if n, err = r.capped(&r.textBytes, n, err); n > 0 {
		r.append(r.censor.write(r.buf[:n], r.rawAt))
	}
	if err != nil {
		r.append(r.censor.flush())
	}
	return err
}

// BodyCapError is the error of a body that is larger than the cap.
type BodyCapError struct {
	Cap int64 // bytes
}

func (e *BodyCapError) Error() string {
	size := fmt.Sprintf("%d bytes", e.Cap)
	if e.Cap >= 1<<20 && e.Cap%(1<<20) == 0 {
		size = fmt.Sprintf("%d MiB", e.Cap>>20)
	}
	return "the answer is larger than " + size + " (max_body in the profile); the rest was not read, what arrived is stored"
}

// capped adds a read of n bytes to a count; a read that exceeds the cap is truncated, with
// an error.
func (r *Recorder) capped(count *int64, n int, err error) (int, error) {
	if *count += int64(n); r.MaxBody <= 0 || *count <= r.MaxBody {
		return n, err
	}
	n -= int(min(*count-r.MaxBody, int64(n)))
	*count = r.MaxBody
	return n, &BodyCapError{r.MaxBody}
}

// append adds clean text to the body that frames are cut from.
func (r *Recorder) append(pieces []piece) {
	c := r.Capture
	if r.censor.count > 0 {
		c.Redacted += r.censor.count
		r.censor.count = 0
		if r.compressed && !r.secretInText {
			r.secretInText = true
			c.Body.Overwrite()
		}
	}
	for _, p := range pieces {
		if r.store != nil {
			r.store.Chunk(p.data, p.atUS)
		}
		c.Text().Append(p.data, p.atUS)
	}
}

// End closes the record. Timing.End is the time of the last byte, not of its end: there may
// be a silence or a cancel between.
func (r *Recorder) End(end wire.End, err error) {
	c := r.Capture
	c.Text().Trim()
	r.copyTiming()
	if r.Delivery != nil {
		c.Delivery = r.Delivery()
		r.censor.secrets.cleanDelivery(c)
	}
	c.Timing.End = r.Now()
	if chunks := c.Body.Chunks(); len(chunks) > 0 {
		c.Timing.End = chunks[len(chunks)-1].AtUS
	}
	end.AtUS = r.Now()
	if err != nil && end.Cause != wire.EndClean {
		end.Message = r.censor.secrets.Text(err.Error())
		if len(end.Message) > maxMessage {
			end.Message = strings.ToValidUTF8(end.Message[:maxMessage], "") + "…"
		}
	}
	end.Trailer = r.trailer()
	c.End = &end
	if r.store != nil {
		r.store.End(c)
	}
	if r.lent != nil {
		buffers.Put(r.lent)
		r.lent, r.buf = nil, nil
	}
}

// maxMessage limits the transport's message in bytes: it may quote a line of 10 MB that is
// not a head.
const maxMessage = 1 << 10

// trailer returns the redacted trailer fields; nil for none. Announced fields that did not
// arrive have no value.
func (r *Recorder) trailer() http.Header {
	if r.resp == nil {
		return nil
	}
	received := http.Header{}
	for name, values := range r.resp.Trailer {
		if len(values) > 0 {
			received[name] = values
		}
	}
	if len(received) == 0 {
		return nil
	}
	clean, stars := r.censor.secrets.Header(received)
	r.Capture.Redacted += stars
	return clean
}

// copyTiming copies the times that the transport has reported. If it reports none, the time
// of the head is that of the first byte.
func (r *Recorder) copyTiming() {
	c := r.Capture
	token := c.Timing.FirstToken
	c.Timing, _, _ = r.trace.read()
	c.Timing.FirstToken = token
	if c.Timing.FirstByte < 0 && c.Head != nil {
		c.Timing.FirstByte = c.Head.AtUS
	}
}

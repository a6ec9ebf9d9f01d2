package replay

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"time"

	"gatehouse/client"
	"gatehouse/client/proxy"
)

// playing is one answer that is being sent, and when its parts were written.
type playing struct {
	w    http.ResponseWriter
	r    *http.Request
	conn net.Conn // nil unless it was taken over, by a WebSocket or to abort the answer
	pace pace

	head   *http.Response // as it was written; nil if it was not
	headAt time.Time
	chunks []written
	end    error // io.EOF for a complete answer
	endAt  time.Time
}

// written is one chunk that was written to the connection.
type written struct {
	data []byte // shared with the recorded body
	at   time.Time
}

// play writes an answer. The error is why it is not complete.
func (x *playing) play(r reply) error {
	x.end = x.write(r)
	x.endAt = time.Now()
	if x.end == io.EOF {
		return nil
	}
	return x.end
}

// write writes an answer, and returns how it ended: io.EOF if it is complete.
func (x *playing) write(r reply) error {
	if err := x.wait(r.headUS); err != nil {
		return err
	}
	header := x.w.Header()
	proxy.Header(header, r.header)
	x.head = &http.Response{StatusCode: r.status, Proto: "HTTP/1.1", Header: r.header, ContentLength: -1, Trailer: r.trailer}
	x.headAt = time.Now()
	x.w.WriteHeader(r.status)
	control := http.NewResponseController(x.w)
	_ = control.Flush() // what cannot be flushed is written when the handler returns
	if x.r.Method != http.MethodHead && r.status != http.StatusNoContent && r.status != http.StatusNotModified {
		if err := x.body(r, control); err != nil {
			return err
		}
	}
	if r.maxBody > r.body.Len() || r.end == proxy.Clean {
		if err := x.wait(r.endUS); err != nil && !(r.end == proxy.Clean && r.isDelimited() && errors.Is(err, client.ErrHungUp)) {
			return err
		}
	}
	if r.end == proxy.Clean {
		proxy.Trailers(header, r.trailer)
		return io.EOF
	}
	return x.fail(r.end)
}

// body writes the chunks of a body, each when it is due.
func (x *playing) body(r reply, control *http.ResponseController) error {
	from := int64(0)
	for _, chunk := range r.body.Chunks() {
		to := min(chunk.End, r.maxBody)
		if from >= to {
			return nil
		}
		at := chunk.AtUS
		if at < 0 {
			at = r.endUS // its arrival is not known, but was before the end
		}
		if err := x.wait(at); err != nil {
			return err
		}
		data := r.body.Bytes(from, to)
		x.chunks = append(x.chunks, written{data, time.Now()})
		if _, err := x.w.Write(data); err != nil {
			return x.cause(client.ErrHungUp)
		}
		if err := control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return x.cause(client.ErrHungUp)
		}
		from = to
	}
	return nil
}

// wait waits until a moment is due. The error is why the exchange is over before.
func (x *playing) wait(us int64) error {
	if err := x.pace.wait(x.r.Context(), us); err != nil {
		return x.cause(err)
	}
	return nil
}

// cause distinguishes a program that has gone from a server that is stopped.
func (x *playing) cause(err error) error {
	if errors.Is(err, client.ErrStopped) {
		return err
	}
	return client.ErrHungUp
}

// fail ends an incomplete answer.
func (x *playing) fail(how proxy.Ending) (err error) {
	if x.conn, err = how.Break(x.r.Context(), x.w, x.conn); how == proxy.Stall {
		return x.cause(err)
	}
	return err
}

// pace schedules moments after a start, divided by the speed. They all count from the start,
// so that delays do not add up. A timer is up to a millisecond late, because the runtime
// waits for the network in milliseconds.
type pace struct {
	start time.Time
	speed float64 // 0: everything is due at once
}

// wait waits until a moment is due, in microseconds after the start. The error is the cause
// of ctx if it ends before.
func (p pace) wait(ctx context.Context, us int64) error {
	if p.speed <= 0 || us < 0 {
		return context.Cause(ctx)
	}
	after := float64(us) * 1e3 / p.speed
	due := p.start.Add(time.Duration(min(after, math.MaxInt64/4)))
	if left := time.Until(due); left > 0 {
		return client.Sleep(ctx, left)
	}
	return context.Cause(ctx)
}

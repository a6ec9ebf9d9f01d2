package output

import (
	"context"
	"errors"
	"iter"
	"net"
	"net/http"
	"time"
)

// Writer sends the frames of one stream, each in one write and one flush: some readers lose the
// part of a frame that they read before (wire-notes §12).
type Writer struct {
	ctx  context.Context
	w    http.ResponseWriter
	rc   *http.ResponseController
	pace time.Duration
	sent int // deltas
}

// NewWriter returns a writer for the client of w, which stops when ctx ends. pace is the time
// between two deltas; 0 is as fast as the client reads.
func NewWriter(ctx context.Context, w http.ResponseWriter, pace time.Duration) *Writer {
	return &Writer{ctx: ctx, w: w, rc: http.NewResponseController(w), pace: pace}
}

// Open sends the head of an event stream.
func (s *Writer) Open() error {
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Accel-Buffering", "no") // a proxy must not buffer frames
	s.w.WriteHeader(http.StatusOK)
	return s.flush()
}

// flush flushes if the ResponseWriter supports it.
func (s *Writer) flush() error {
	if err := s.rc.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// Document answers with a JSON document, or with the start of one.
func (s *Writer) Document(status int, body []byte) error {
	s.w.Header().Set("Content-Type", "application/json")
	s.w.WriteHeader(status)
	return s.Raw(body)
}

// Deltas returns the number of deltas sent so far.
func (s *Writer) Deltas() int { return s.sent }

// Send writes one frame, after the pace if it is a delta. The error is the cause that ended the
// context, or that of the connection.
func (s *Writer) Send(f Frame) error {
	if f.Delta && s.sent > 0 || f.Foreign {
		if err := s.Wait(s.pace); err != nil {
			return err
		}
	}
	if err := s.Raw(f.Bytes); err != nil {
		return err
	}
	if f.Delta {
		s.sent++
	}
	return nil
}

// Play sends frames until one fails.
func (s *Writer) Play(frames iter.Seq[Frame]) error {
	for f := range frames {
		if err := s.Send(f); err != nil {
			return err
		}
	}
	return nil
}

// Raw writes and flushes bytes. The error is the same as that of Send.
func (s *Writer) Raw(b []byte) error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return s.Last(b)
}

// Last writes and flushes even after the context has ended, for the last frames of a stream that
// ends early.
func (s *Writer) Last(b []byte) error {
	if _, err := s.w.Write(b); err != nil {
		return err
	}
	return s.flush()
}

// Wait waits for d, or until the writer's context ends; the error is the context's cause.
func (s *Writer) Wait(d time.Duration) error { return Wait(s.ctx, d) }

// Wait waits for d, or until ctx ends; the error is its cause.
func Wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Reset ends the connection with a TCP reset, after sending what was flushed. A connection other
// than TCP is closed without the end of the body.
func (s *Writer) Reset() error {
	conn, _, err := s.rc.Hijack()
	if err != nil {
		// There is no connection to reset: the server closes it.
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		err = tcp.SetLinger(0)
	}
	return errors.Join(err, conn.Close())
}

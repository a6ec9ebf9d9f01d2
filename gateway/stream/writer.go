// Package stream writes frames to a client, at a pace, and ends them in all
// the ways in which a connection can end.
package stream

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"net"
	"net/http"
	"time"

	"gatehouse/gateway/output"
)

// Writer sends the frames of one stream, each in one write and one flush: some
// readers forget what they have read of a frame between two reads
// (wire-notes §12).
type Writer struct {
	ctx   context.Context
	w     http.ResponseWriter
	rc    *http.ResponseController
	pace  time.Duration
	timer *time.Timer
	sent  int
}

// New prepares a stream for the client of w. It ends with ctx. pace is the time
// between two deltas; 0 is as fast as the client reads.
func New(ctx context.Context, w http.ResponseWriter, pace time.Duration) *Writer {
	return &Writer{ctx: ctx, w: w, rc: http.NewResponseController(w), pace: pace}
}

// Open sends the head of an event stream.
func (s *Writer) Open() error {
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Accel-Buffering", "no") // a proxy in between must not hold frames back
	s.w.WriteHeader(http.StatusOK)
	return s.flush()
}

// flush hands on what was written. A ResponseWriter that cannot flush sends
// when it likes, which is no reason to send nothing.
func (s *Writer) flush() error {
	if err := s.rc.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// Document answers with one JSON document, or with the beginning of one.
func (s *Writer) Document(status int, body []byte) error {
	s.w.Header().Set("Content-Type", "application/json")
	s.w.WriteHeader(status)
	return s.Raw(body)
}

// Pace changes the time between two deltas.
func (s *Writer) Pace(d time.Duration) { s.pace = d }

// Deltas is the number of deltas sent so far.
func (s *Writer) Deltas() int { return s.sent }

// Send writes one frame, after the pace's wait when it is a delta. The error is
// the cause that ended the context, or what the connection said.
func (s *Writer) Send(f output.Frame) error {
	if f.Delta && s.sent > 0 || f.Aside {
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
func (s *Writer) Play(frames iter.Seq[output.Frame]) error {
	for f := range frames {
		if err := s.Send(f); err != nil {
			return err
		}
	}
	return nil
}

// Raw writes bytes as they are and flushes them.
func (s *Writer) Raw(b []byte) error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return s.Last(b)
}

// Last writes and flushes whether or not the context has ended: the farewell of
// a stream that is ended early.
func (s *Writer) Last(b []byte) error {
	if _, err := s.w.Write(b); err != nil {
		return err
	}
	return s.flush()
}

// Wait is silence for d, or until the context ends.
func (s *Writer) Wait(d time.Duration) error {
	if d <= 0 {
		return nil
	}
	if s.timer == nil {
		s.timer = time.NewTimer(d)
	} else {
		s.timer.Reset(d)
	}
	select {
	case <-s.timer.C:
		return nil
	case <-s.ctx.Done():
		s.timer.Stop()
		return context.Cause(s.ctx)
	}
}

// SplitCRLF writes a frame with CRLF line ends and flushes between the CR and
// the LF of its line number n, counted from 0 and around.
func (s *Writer) SplitCRLF(f output.Frame, n int) error {
	if f.Delta && s.sent > 0 {
		if err := s.Wait(s.pace); err != nil {
			return err
		}
	}
	b := bytes.ReplaceAll(f.Bytes, []byte("\n"), []byte("\r\n"))
	n %= bytes.Count(b, []byte("\r\n"))
	cut := 0
	for range n + 1 {
		cut += bytes.IndexByte(b[cut:], '\n') + 1
	}
	if err := s.Raw(b[:cut-1]); err != nil {
		return err
	}
	if f.Delta {
		s.sent++
	}
	return s.Raw(b[cut-1:])
}

// Reset ends the connection with a TCP reset. What was flushed before has left;
// over a connection that is no TCP it is closed without an end of the body.
func (s *Writer) Reset() error {
	conn, _, err := s.rc.Hijack()
	if err != nil {
		// No connection of our own to reset: the server closes it for us.
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		err = tcp.SetLinger(0)
	}
	return errors.Join(err, conn.Close())
}

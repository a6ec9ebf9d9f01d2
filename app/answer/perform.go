// Package answer makes an exchange without a screen and prints it as it arrives: gatehouse send does
// so once, the plain chat for each message.
package answer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Printer prints an exchange as it arrives. Its errors are those of writing.
type Printer interface {
	Show(x *state.Exchange, batch []wire.Arrival) error // the batch is folded into x already
	Finish(x *state.Exchange) error                     // called once, at the end
	Waits() int64                                       // bytes that may wait to be printed; 0: no limit
}

// ReaderGone reports whether a write failed because the reader closed its end.
func ReaderGone(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// Perform makes an exchange and prints it as it arrives. The error is that of writing: then unread is
// called, which must end ctx, since nobody would see the rest.
func Perform(ctx context.Context, unread func(), c *client.Client, call client.Call, p Printer) (*state.Exchange, *wire.Capture, error) {
	q := newQueue(p.Waits())
	var captured *wire.Capture
	go func() {
		captured = c.Do(ctx, call, q)
		q.end()
	}()
	x := state.NewExchange(call.ID, call.Body)
	var failed error
	for {
		batch, more := q.take()
		if !more {
			break
		}
		x.Apply(batch...)
		if failed == nil {
			failed = p.Show(x, batch)
			if failed != nil {
				unread()
			}
		}
	}
	if failed == nil {
		failed = p.Finish(x)
	}
	switch {
	case failed == nil:
		return x, captured, nil
	case ReaderGone(failed):
		unread() // also when only the last write failed
		return x, captured, failed
	}
	return x, captured, fmt.Errorf("the answer could not be written to standard output: %w", failed)
}

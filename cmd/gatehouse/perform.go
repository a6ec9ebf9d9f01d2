package main

import (
	"context"
	"fmt"
	"syscall"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// perform makes one exchange and prints it as it arrives. The error is that of
// writing: then the exchange is broken off, since nobody would see it.
func perform(ctx context.Context, cancel context.CancelCauseFunc, c *client.Client, call client.Call, p printer) (*state.Exchange, *wire.Capture, error) {
	q := newQueue(p.waits())
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
			failed = p.show(x, batch)
			if failed != nil {
				cancel(stopped{syscall.SIGPIPE})
			}
		}
	}
	if failed == nil {
		failed = p.finish(x)
	}
	switch {
	case failed == nil:
		return x, captured, nil
	case readerGone(failed):
		cancel(stopped{syscall.SIGPIPE}) // also when only the last write failed
		return x, captured, failed
	}
	return x, captured, fmt.Errorf("the answer could not be written to standard output: %w", failed)
}

package checks

import (
	"context"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/lab"
)

// Plan returns whose request a cell of a run is, and what it may cost, as lab.Run.Reserve; ok is false if it is dropped.
type Plan func(lab.Cell) (candidate string, maxUSD float64, ok bool)

// SendOnce sends the request of a cell once, after some waits; it is called in several goroutines. final: it is not sent
// again even if the service asks to wait. end is called after the last time, one at a time, and calls lab.Run.Finish.
type SendOnce func(ctx context.Context, c lab.Cell, waits int) (answer *state.Exchange, final bool, end func())

// Drive sends the requests of a run until all have ended, again after a wait that the service asks for. After the end of
// ctx it sends no more.
func Drive(ctx context.Context, run *lab.Run, plan Plan, send SendOnce) {
	ends := make(chan func())
	for active := 0; ; active-- {
		for ctx.Err() == nil {
			c, ok := run.Next()
			if !ok {
				break
			}
			candidate, usd, ok := plan(c)
			if !ok {
				run.Drop(c)
				continue
			}
			if !run.Reserve(c, candidate, usd) {
				continue
			}
			active++
			go func() {
				for waits := 0; ; waits++ {
					x, final, end := send(ctx, c, waits)
					wait, again := run.AskedToWait(x, waits)
					if final || !again || client.Sleep(ctx, wait) != nil {
						ends <- end
						return
					}
				}
			}()
		}
		if active == 0 {
			return
		}
		(<-ends)()
	}
}

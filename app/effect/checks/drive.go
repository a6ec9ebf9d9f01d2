package checks

import (
	"context"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/lab"
)

// Sender sends the requests of a run. Send alone is called in several goroutines.
type Sender struct {
	Plan  func(lab.Cell) (candidate string, maxUSD float64, ok bool)                            // whose request it is, and what it may cost, as lab.Run.Reserve; ok is false if it is dropped
	Send  func(ctx context.Context, c lab.Cell, waits int) (answer *state.Exchange, final bool) // once; final: it is not sent again even if the service asks to wait
	Ended func(lab.Cell, *state.Exchange)                                                       // calls lab.Run.Finish
}

// Drive sends the requests of a run until all have ended, again after a wait that the service asks for. After the end of
// ctx it sends no more.
func Drive(ctx context.Context, run *lab.Run, s Sender) {
	type answer struct {
		lab.Cell
		x *state.Exchange
	}
	answers := make(chan answer)
	for active := 0; ; active-- {
		for ctx.Err() == nil {
			c, ok := run.Next()
			if !ok {
				break
			}
			candidate, usd, ok := s.Plan(c)
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
					x, final := s.Send(ctx, c, waits)
					wait, again := run.AskedToWait(x, waits)
					if final || !again || client.Sleep(ctx, wait) != nil {
						answers <- answer{c, x}
						return
					}
				}
			}()
		}
		if active == 0 {
			return
		}
		one := <-answers
		s.Ended(one.Cell, one.x)
	}
}

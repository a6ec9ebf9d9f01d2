package main

import (
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/output"
)

// result prints one object when all has arrived (CONTRACT "--json").
type result struct{ host host }

func (p *result) Show(*state.Exchange, []wire.Arrival) error { return nil }

func (p *result) Waits() int64 { return 0 }

func (p *result) Finish(x *state.Exchange) error { return output.Exchange(p.host.stdout, x) }

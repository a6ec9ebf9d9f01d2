package foreign

import (
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Exchange is a request with what came of it, as a file of spans or a collection of requests
// holds it.
type Exchange struct {
	Capture *wire.Capture // without a Start where Lacks says so
	Kind    state.Kind
}

// Exchanges are those of a file.
type Exchanges struct {
	List   []Exchange
	Others int // requests of which nothing is read
	Silent int // spans of model calls without messages
}

package intake

import (
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Exchange is a request with its answer, as a file of spans or a collection of requests has it.
type Exchange struct {
	Capture *wire.Capture // without a Start if Lacks has it
	Kind    state.Kind
}

// Exchanges are those of a file.
type Exchanges struct {
	List   []Exchange
	Others int // requests that are not read
	Silent int // spans of model calls without messages
}

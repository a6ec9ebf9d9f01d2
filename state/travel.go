package state

import (
	"iter"

	"gatehouse/client/wire"
)

// Anew returns the exchange as it was before anything of it had arrived.
func (x *Exchange) Anew() *Exchange {
	then := NewExchange(x.ID, x.Request)
	then.Known, then.file, then.reranks = x.Known, x.file, x.reranks
	return then
}

// At folds the exchange as it was behind a frame, counted from 0: arrivals are
// its own from the start on, and no more of them are taken than are needed. A
// frame behind the last gives the exchange as it stands, with its end.
func (x *Exchange) At(arrivals iter.Seq[wire.Arrival], frame int) *Exchange {
	then := x.Anew()
	then.FoldTo(arrivals, frame)
	return then
}

// FoldTo goes on from where an exchange stands to where it was behind a frame,
// counted from 0; arrivals are those that it has not folded yet. An exchange
// that is there already is left as it is.
func (x *Exchange) FoldTo(arrivals iter.Seq[wire.Arrival], frame int) {
	if x.Frames > frame {
		return
	}
	for a := range arrivals {
		x.Apply(a)
		if x.Frames > frame {
			return
		}
	}
}

package state

import (
	"iter"

	"gatehouse/client/wire"
)

// At folds an exchange as it was behind a frame, counted from 0: arrivals are
// its own from the start on, and no more of them are taken than are needed. A
// frame behind the last gives the exchange as it stands, with its end.
func At(id string, request []byte, arrivals iter.Seq[wire.Arrival], frame int) *Exchange {
	x := NewExchange(id, request)
	x.FoldTo(arrivals, frame)
	return x
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

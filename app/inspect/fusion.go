package inspect

import (
	"gatehouse/state"
	"gatehouse/state/talk"
	"gatehouse/views/fusion"
)

// hasFusion caches whether an exchange has a fusion to show: it may have many items
// and a long request, and each line of the frame asks.
type hasFusion struct {
	exchange *state.Exchange
	version  uint64
	asked    bool // for one
	began    bool
}

// in reports whether there is a fusion in the exchange of a turn, or one is still to
// come.
func (f *hasFusion) in(t *talk.Turn) bool {
	if t == nil || t.Exchange == nil {
		return false
	}
	x := t.Exchange
	if f.exchange != x {
		*f = hasFusion{exchange: x, version: x.Version, asked: fusion.Asked(x), began: fusion.Has(x)}
	} else if f.version != x.Version {
		f.version, f.began = x.Version, fusion.Has(x)
	}
	return f.began || f.asked && x.Running()
}

package relay

import (
	"context"

	"gatehouse/client/proxy"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/export"
	"gatehouse/state/history"
)

// passing follows an exchange with a target.
func (r *Relay) passing(id string, t Target, sent wire.Sent, record Recorder) proxy.Watch {
	about := history.About{
		Origin: history.Proxy, Kind: state.KindOf(sent), Connection: t.Profile, BaseURL: t.Client.Secrets().Address(t.Base), Service: t.Service,
	}
	return r.follow(id, sent, about, record != nil, func(x *state.Exchange, c *wire.Capture) {
		if record != nil {
			record.Record(export.Entry(export.Exchange{State: x, Capture: c, About: about}))
		}
		if r.options.Ended != nil {
			r.options.Ended(t, x, c)
		}
	})
}

// follow folds one exchange as it arrives, and keeps it when it has ended. With whole the
// capture that ended gets has all of a stream.
func (r *Relay) follow(id string, sent wire.Sent, about history.About, whole bool, ended func(*state.Exchange, *wire.Capture)) proxy.Watch {
	x := state.New(about.Kind, id, sent.Body)
	w := proxy.Watch{Sink: folding{x}, DiscardBody: !whole}
	var spool *archive.Spool
	if r.options.Archive != nil {
		spool = r.options.Archive.Spool(about)
		w.Store = spool
	}
	w.End = func(c *wire.Capture) {
		if spool != nil {
			if err := r.options.Archive.KeepSpool(context.Background(), spool); err != nil {
				r.options.Report(err)
			}
		}
		ended(x, c)
	}
	return w
}

// folding folds an exchange as it arrives.
type folding struct{ x *state.Exchange }

func (folding) Start(*wire.Capture)     {}
func (f folding) Arrive(a wire.Arrival) { f.x.Apply(a) }

package relay

import (
	"context"

	"gatehouse/client/capture"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/export"
	"gatehouse/state/history"
)

// passing follows an exchange with a target.
func (r *Relay) passing(p proxy.Exchange, t Target, record Recorder) proxy.Watch {
	about := t.About(state.KindOf(p.Sent))
	if r.options.Follow != nil {
		return r.followed(about)
	}
	ended := func(x *state.Exchange, c *wire.Capture) {
		recorded := record != nil && record.Record(export.Entry(export.Exchange{State: x, Capture: c, About: about}))
		if r.options.Ended != nil {
			r.options.Ended(t, x, c, recorded)
		}
	}
	if p.Ended {
		return r.ended(about, ended)
	}
	return r.follow(about, record != nil, ended)
}

// ended keeps an exchange that has passed already. It is in memory for this moment alone,
// so it needs no spool.
func (r *Relay) ended(about history.About, ended func(*state.Exchange, *wire.Capture)) proxy.Watch {
	f := &folding{kind: about.Kind, whole: true}
	return proxy.Watch{Sink: f, End: func(c *wire.Capture) {
		if r.options.Archive != nil {
			r.options.Archive.KeepWhole(context.Background(), about, f.x, c)
			r.keepPrices(about, c)
		}
		ended(f.x, c)
	}}
}

// follow folds one exchange as it arrives, without the answer's document, and keeps it when
// it has ended. With whole the capture that ended gets has all of a stream.
func (r *Relay) follow(about history.About, whole bool, ended func(*state.Exchange, *wire.Capture)) proxy.Watch {
	f := &folding{kind: about.Kind}
	store, keep := r.spool(about)
	return proxy.Watch{
		Sink: f, DiscardBody: !whole, Store: store,
		End: func(c *wire.Capture) { keep(); r.keepPrices(about, c); ended(f.x, c) },
	}
}

// followed leaves an exchange to who follows it.
func (r *Relay) followed(about history.About) proxy.Watch {
	store, keep := r.spool(about)
	f := r.options.Follow(about, store != nil)
	return proxy.Watch{Sink: f.Sink, DiscardBody: f.Sink == nil, Store: store, End: func(c *wire.Capture) { keep(); r.keepPrices(about, c); f.Done() }}
}

// spool is where an exchange is stored while it passes, and what takes it into the
// archive; nil and nothing without one.
func (r *Relay) spool(about history.About) (store capture.Store, keep func()) {
	if r.options.Archive == nil {
		return nil, func() {}
	}
	spool := r.options.Archive.Spool(about)
	return spool, func() {
		if err := r.options.Archive.KeepSpool(context.Background(), spool); err != nil {
			r.options.Report(err)
		}
	}
}

// About is what the bytes of an exchange with the target do not tell.
func (t *Target) About(kind state.Kind) history.About {
	about := history.About{Origin: history.Proxy, Kind: kind, Connection: t.Profile, Target: t.Name, Service: t.Service, Shared: t.Shared}
	if t.Local {
		about.Connection = history.Local
	} else {
		about.BaseURL = t.Client.Secrets().Address(t.Base)
	}
	return about
}

// folding folds an exchange as it arrives, from the record: what was masked there is not in
// the exchange either.
type folding struct {
	kind  state.Kind
	whole bool // else the answer's document is dropped
	x     *state.Exchange
}

func (f *folding) Start(c *wire.Capture) {
	f.x = state.FromCapture(f.kind, c)
	if !f.whole {
		f.x.DropDocument()
	}
}

func (f *folding) Arrive(a wire.Arrival) { f.x.Apply(a) }

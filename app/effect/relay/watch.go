package relay

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"gatehouse/client/capture"
	"gatehouse/client/proxy"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
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

// ended saves an exchange that has passed already, then calls done. The exchange is in memory only, so it
// needs no spool.
func (r *Relay) ended(about history.About, done func(*state.Exchange, *wire.Capture)) proxy.Watch {
	f := &folding{kind: about.Kind, complete: true}
	return proxy.Watch{Sink: f, End: func(c *wire.Capture) {
		if r.options.Archive != nil {
			r.options.Archive.SaveNow(context.Background(), about, f.x, c)
			r.savePrices(about, c)
		}
		done(f.x, c)
	}}
}

// follow folds an exchange as it arrives, without the answer's document, saves it when it has ended, and
// then calls done. With complete the capture passed to done has all of a stream.
func (r *Relay) follow(about history.About, complete bool, done func(*state.Exchange, *wire.Capture)) proxy.Watch {
	f := &folding{kind: about.Kind}
	store, save := r.spool(about)
	return proxy.Watch{
		Sink: f, DiscardBody: !complete, Store: store,
		End: func(c *wire.Capture) { save(); r.savePrices(about, c); done(f.x, c) },
	}
}

// followed has the Follower of the options follow an exchange, and saves it when it has ended.
func (r *Relay) followed(about history.About) proxy.Watch {
	store, save := r.spool(about)
	f := r.options.Follow(about, store != nil)
	return proxy.Watch{
		Sink: f.Sink, DiscardBody: f.Sink == nil, Store: store,
		End: func(c *wire.Capture) { save(); r.savePrices(about, c); f.Done() },
	}
}

// spool returns the store of an exchange while it passes, and a function that adds it to the archive.
// Without an archive the store is nil.
func (r *Relay) spool(about history.About) (store capture.Store, save func()) {
	if r.options.Archive == nil {
		return nil, func() {}
	}
	spool := r.options.Archive.Spool(about)
	return spool, func() {
		if err := r.options.Archive.SaveSpool(context.Background(), spool); err != nil {
			r.options.Report(err)
		}
	}
}

// About returns what the bytes of an exchange with the target do not contain.
func (t *Target) About(kind state.Kind) history.About {
	about := history.About{Origin: history.Proxy, Kind: kind, Connection: t.Profile, Target: t.Name, Service: t.Service, Shared: t.Shared}
	if t.Local {
		about.Connection = history.Local
	} else {
		about.BaseURL = t.Client.Secrets().Address(t.Base)
	}
	return about
}

// folding folds an exchange as it arrives, from the record, in which secrets are masked.
type folding struct {
	kind     state.Kind
	complete bool // else the answer's document is dropped
	x        *state.Exchange
}

func (f *folding) Start(c *wire.Capture) {
	f.x = state.FromCapture(f.kind, c)
	if !f.complete {
		f.x.DropDocument()
	}
}

func (f *folding) Arrive(a wire.Arrival) { f.x.Apply(a) }

// savePrices saves the prices in a list of models that passed: only the program that reads it through
// the proxy has the key for it.
func (r *Relay) savePrices(about history.About, c *wire.Capture) {
	if r.options.Archive == nil || about.BaseURL == "" || !ListsModels(about, c) {
		return
	}
	models, err := read.Models(c.Text().All())
	if err != nil {
		return // no list, or in another form
	}
	if err := r.options.Archive.SavePrices(context.Background(), about.BaseURL, models, c.Start); err != nil {
		r.options.Report(err)
	}
}

// ListsModels reports whether an exchange is GET /models of its target, answered in full.
func ListsModels(about history.About, c *wire.Capture) bool {
	if c.Sent.Method != http.MethodGet || c.Head == nil || c.Head.Status != http.StatusOK || c.End == nil || c.End.Cause != wire.EndClean || c.Dropped > 0 {
		return false
	}
	base, sent := pathOf(about.BaseURL), pathOf(c.Sent.URL)
	return sent == strings.TrimSuffix(base, "/")+"/models"
}

func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Path
}

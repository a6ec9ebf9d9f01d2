package main

import (
	"context"
	"time"

	"gatehouse/app/alert"
	"gatehouse/app/relay"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/stats"
)

// alerts are those that are watched while a proxy runs.
type alerts struct {
	watch   *alert.Watch
	archive *archive.Archive // nil: nothing is saved
	say     func(line string)

	stop    context.CancelFunc
	watched chan struct{}
}

// startAlerts watches alerts until close, and logs what they have to say. Without alerts it is
// nil.
func startAlerts(all []stats.Alert, store *archive.Archive, say func(string)) *alerts {
	if len(all) == 0 {
		return nil
	}
	a := &alerts{archive: store, say: say, watched: make(chan struct{})}
	a.watch = alert.New(all, time.Now(), func(context.Context) *archive.Archive { return store })
	ctx, stop := context.WithCancel(context.Background())
	a.stop = stop
	go func() {
		defer close(a.watched)
		for {
			n, ok := a.watch.Next(ctx)
			if !ok {
				return
			}
			a.tell(n)
		}
	}()
	return a
}

// ended takes note of an exchange that has passed.
func (a *alerts) ended(t relay.Target, x *state.Exchange, c *wire.Capture) {
	switch {
	case a == nil:
	case a.archive != nil && !a.archive.Failing():
		a.watch.Saved()
	default:
		a.watch.Unsaved(history.Of(t.About(x.Kind()), x, c))
	}
}

// tell logs what is new.
func (a *alerts) tell(n alert.News) {
	log := func(words ...string) {
		line := time.Now().Format("15:04:05")
		for _, w := range words {
			line += "  " + w
		}
		a.say(oneLine(line))
	}
	for _, err := range n.Faults {
		log(err.Error())
	}
	for _, p := range n.Already {
		log(p.Text(), "filter: "+p.Filter, "(since before the start)")
	}
	for _, p := range n.Tripped {
		log(p.Text(), "filter: "+p.Filter)
	}
}

// close looks at the exchanges that ended last.
func (a *alerts) close() {
	if a == nil {
		return
	}
	a.stop()
	<-a.watched
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	a.tell(a.watch.Last(ctx))
}

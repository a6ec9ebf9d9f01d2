package main

import (
	"context"
	"os"
	"sync"
	"time"

	"gatehouse/app/alert"
	"gatehouse/app/config"
	"gatehouse/app/relay"
	"gatehouse/app/tool"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/stats"
)

const execHelp = "run `COMMAND` by the shell when a bound of an [alert.NAME] is passed"

// alertCommand is the command of --exec; nil where none is given. It sees our environment
// without the keys in it.
func alertCommand(line string, s config.Settings, path string) (*alert.Command, error) {
	if line == "" {
		return nil, nil
	}
	if len(s.Alerts) == 0 {
		return nil, wrongUsage("--exec: no alert could run it; write one in %s, for example [alert.spending] with cost_day = 5", path)
	}
	return alert.NewCommand(line, tool.Without(os.Environ(), s.KeyVars, "")), nil
}

// alerts are those that are watched while a proxy runs.
type alerts struct {
	watch   *alert.Watch
	command *alert.Command   // nil: none is run
	archive *archive.Archive // nil: nothing is saved
	say     func(line string)

	stop    context.CancelFunc
	watched chan struct{}
	running sync.WaitGroup // commands
	ctx     context.Context
	kill    context.CancelFunc // ends commands
}

// startAlerts watches alerts until close, and logs what they have to say. Without alerts it is
// nil.
func startAlerts(all []stats.Alert, command *alert.Command, store *archive.Archive, say func(string)) *alerts {
	if len(all) == 0 {
		return nil
	}
	a := &alerts{command: command, archive: store, say: say, watched: make(chan struct{})}
	a.watch = alert.New(all, time.Now(), func(context.Context) *archive.Archive { return store })
	a.ctx, a.kill = context.WithCancel(context.Background())
	ctx, stop := context.WithCancel(a.ctx)
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

// tell logs what is new, and runs the command for it.
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
		if a.command == nil {
			continue
		}
		a.running.Go(func() {
			if err := a.command.Run(a.ctx, p); err != nil {
				log(err.Error())
			}
		})
	}
}

// lastCommand is how long a command may still run once the proxy has ended.
const lastCommand = 5 * time.Second

// close looks at what ended last, and waits for the commands that run.
func (a *alerts) close() {
	if a == nil {
		return
	}
	a.stop()
	<-a.watched
	ctx, stop := context.WithTimeout(a.ctx, time.Second)
	defer stop()
	a.tell(a.watch.Last(ctx))
	defer time.AfterFunc(lastCommand, a.kill).Stop()
	a.running.Wait()
	a.kill()
}

package history

import (
	"cmp"
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/state/archive"
	"gatehouse/views"
)

// instead is what may be shown instead of the list, of what the filter matches: figures, or
// runs.
type instead struct {
	words interface{ SetStatus(string) } // its pane, where there is nothing to show
	again string                         // what the key of the screen does after a stop
	shown bool
	read  time.Time     // when it was read last
	took  time.Duration // how long that took
}

// restFor is how many times as long as a reading took the next one waits, while the proxy
// receives exchanges.
const restFor = 10

// due reports whether it is to be read; live reports that nothing but the exchanges of the proxy is
// new.
func (i *instead) due(live bool) bool {
	return i.shown && !(live && time.Since(i.read) < restFor*i.took)
}

// gather reads what is shown instead of the list, until ctx ends. What read returns shows it.
func (s *Screen) gather(ctx context.Context, of *instead, step progress.Step, read func(context.Context, archive.Reader) (func() tea.Cmd, error)) tea.Cmd {
	of.read = time.Now()
	g, from := gathered{screen: s, of: of, asked: s.asked}, s.source()
	return s.Work(step, func(w *progress.Work) tea.Msg {
		defer context.AfterFunc(ctx, w.Stop)()
		var a archive.Reader
		if a, g.err = from.open(w.Context()); a != nil {
			g.show, g.err = read(w.Context(), a)
		}
		g.err = cmp.Or(w.Err(), g.err)
		return g
	})
}

// gathered delivers what is shown instead of the list.
type gathered struct {
	screen *Screen
	of     *instead
	asked  int
	show   func() tea.Cmd // nil: there is no archive
	err    error
}

func (g gathered) Land() tea.Cmd {
	s := g.screen
	switch {
	case g.asked != s.asked || !g.of.shown:
	case errors.Is(g.err, context.Canceled):
		g.of.words.SetStatus("Stopped; " + s.Keys.Name(views.ActHistory) + " " + g.of.again + ".")
	case g.err != nil:
		g.of.words.SetStatus("Could not read the history: " + g.err.Error())
	case g.show == nil:
		g.of.words.SetStatus(s.none())
	default:
		g.of.took = time.Since(g.of.read)
		return g.show()
	}
	return nil
}
